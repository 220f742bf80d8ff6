"""The order in which the product's locks are taken is the page's, and nobody waits with one held.

Houses are busy, one on SQLite and two on one PostgreSQL: cards, boards, pages, streams, a name to
forget, tables that come, sleep and go. Each test of the suite is looked at in the same way
(conftest.py).
"""

import ast
import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from board.link.board import Board, happenings
from players.torite import play
from rig import locks
from rig.evening import RED, SETTINGS, TOKEN, Cables, live
from rig.locks import NOTED, PRODUCT, Noted, Recorded, Taken, Waited, against, order
from rig.patience import PATIENCE_S, until
from rig.postgres import running
from tricktable.app import House, open_house
from tricktable.store import backup
from tricktable.store.decks import Decks, Shelf
from tricktable.table import commands
from tricktable.table.table import Table
from web.room import begin, serving

PAGE: Final = order(locks.PAGE.read_text(encoding="utf-8"))
ROUNDS: Final = 3


# --- the page -------------------------------------------------------------------------------------


def test_the_page_has_every_lock_of_the_product_and_no_other():
    made, known = 0, set[str]()
    for path in PRODUCT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not re.search("threading|Semaphore|Barrier", text):
            continue
        nodes = [*ast.walk(ast.parse(text))]
        in_file = sum(map(locks.is_lock, nodes))
        made += in_file
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.module == "threading":
                names = {each.name for each in node.names}
                assert not names & {*locks.KINDS, "Semaphore", "Barrier"}, (
                    f"{path}: say `threading.`"
                )
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("Semaphore", "BoundedSemaphore", "Barrier"), path
        known |= {*locks.places(str(path)).values()}
        assert in_file == len(locks.places(str(path))), path
    assert made >= len(known) > 25
    assert {*PAGE.number} == known


def test_what_is_against_the_page_is_told():
    page = order(
        "| 1 | `House._lock` | x |\n| 2 | `Broadcast._one_at_a_time` | one in another |\n"
        "| 3 | `Table._lock`, `Club._lock` | y |\n"
    )
    noted = Noted()

    def told(*pair: object) -> list[str]:
        noted.taken = {Taken(*pair): "here"}  # type: ignore[arg-type]
        return against(page, noted)

    assert told("House._lock", "Table._lock", True) == []
    assert told("Table._lock", "House._lock", True) != []
    assert told("Table._lock", "Table._lock", True) != [], "each may wait for the other"
    assert told("Table._lock", "Club._lock", True) != [], "of one line neither comes first"
    assert told("Broadcast._one_at_a_time", "Broadcast._one_at_a_time", True) == []
    assert told("Broadcast._one_at_a_time", "Broadcast._one_at_a_time", False) != []
    noted.taken = {}
    assert against(page, noted) == []
    noted.waited = {Waited("Table._lock", "Thread.join", "here")}
    assert against(page, noted) == ["Thread.join was waited for with Table._lock held: here"]


def test_what_a_thread_holds_and_waits_for_is_noted():
    """Of the product alone: a test may hold a lock and wait, to see what happens then."""
    scene = compile(
        "import threading\n"
        "from concurrent.futures import Future\n"
        "def meet(one, other, news, result):\n"
        "    with one, other, one:\n"
        "        pass\n"
        "    with news:\n"
        "        news.wait(0)\n"
        "        threading.Event().wait(0)\n"
        "        thread = threading.Thread(target=int)\n"
        "        thread.start()\n"
        "        thread.join()\n"
        "        result.result()\n",
        str(PRODUCT / "scene.py"),
        "exec",
    )
    names: dict[str, Callable[..., None]] = {}
    exec(scene, names)
    one, other = (Recorded(f"{each}._lock", threading.RLock(), False) for each in "AB")
    news = threading.Condition(Recorded("C._news", threading.RLock(), False))  # type: ignore[arg-type]
    result = Future[int]()
    result.set_result(1)
    before, waited = {*NOTED.taken}, {*NOTED.waited}
    names["meet"](one, other, news, result)
    taken = {*NOTED.taken} - before
    here = {each[:2] for each in NOTED.waited - waited}
    for each in taken:
        del NOTED.taken[each]
    NOTED.waited &= waited
    assert taken == {Taken("A._lock", "B._lock", True)}
    assert here == {
        ("C._news", f"{each}") for each in ("Event.wait", "Thread.join", "Future.result")
    }
    assert locks.held() == []
    with one, other:
        threading.Event().wait(0)
    assert {*NOTED.taken} == before
    assert waited == NOTED.waited


# --- a wait under a lock, in the source -----------------------------------------------------------


class Classes:
    """The product's classes: what each calls, and what its attributes are."""

    def __init__(self, trees: Sequence[ast.Module]) -> None:
        self._methods: dict[tuple[str, str], ast.FunctionDef] = {}
        self._bases: dict[str, list[str]] = {}
        self._kinds: dict[tuple[str, str], str] = {}
        """The class of an attribute, where one is made for it: `self._lines = Lines(...)`."""
        for tree in trees:
            for made in ast.walk(tree):
                if isinstance(made, ast.ClassDef):
                    self._bases[made.name] = [ast.unparse(each) for each in made.bases]
                    for node in ast.walk(made):
                        if isinstance(node, ast.FunctionDef):
                            self._methods.setdefault((made.name, node.name), node)
                        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                            kind = ast.unparse(node.value.func)
                            self._kinds |= {
                                (made.name, each.attr): kind
                                for each in node.targets
                                if isinstance(each, ast.Attribute)
                            }

    def waits_under_locks(self) -> list[str]:
        """Where something is waited for with a lock held, as far as the source shows."""
        names = {"turn", *(each.rpartition(".")[2] for each in PAGE.number)}
        return [
            f"{owner}.{name}, line {item.lineno}: {wait}"
            for (owner, name), method in self._methods.items()
            for item in ast.walk(method)
            if isinstance(item, ast.With)
            for lock in [ast.unparse(item.items[0].context_expr)]
            if lock.rpartition(".")[2] in names
            for wait in self._waits(owner, item.body, lock, frozenset())
        ]

    def _waits(
        self, owner: str, body: Sequence[ast.stmt], lock: str, seen: frozenset[tuple[str, str]]
    ) -> Iterator[str]:
        for call in (each for statement in body for each in ast.walk(statement)):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            target, name = ast.unparse(call.func.value), call.func.attr
            if target != lock and is_wait(call, name):
                yield ast.unparse(call)
            kind = owner if target == "self" else self._kind(owner, target)
            found = self._found(kind, name)
            if found is not None and (kind, name) not in seen:
                yield from self._waits(kind, found.body, lock, seen | {(kind, name)})

    def _kind(self, owner: str, target: str) -> str:
        """The class of `self.a.b`; empty if that is not known."""
        for each in target.removeprefix("self.").split("."):
            owner = self._kinds.get((owner, each), "")
        return owner

    def _found(self, kind: str, name: str) -> ast.FunctionDef | None:
        if (kind, name) in self._methods:
            return self._methods[kind, name]
        above = (self._found(each, name) for each in self._bases.get(kind, ()))
        return next(filter(None, above), None)


def is_wait(call: ast.Call, name: str) -> bool:
    """Whether the call waits for a thread, an event or a result, or ends something that has one."""
    given = [*call.args, *(each.value for each in call.keywords)]
    if name == "join":  # of a thread, not of words
        return not given or ast.unparse(given[0]).isupper() or "timeout" in ast.unparse(call)
    return name in ("stop", "wait", "wait_for", "result", "off_hub") or (
        name == "get" and any(each.arg == "timeout" for each in call.keywords)
    )


def test_nothing_is_waited_for_with_a_lock_held_as_far_as_the_source_shows():
    trees = [ast.parse(each.read_text(encoding="utf-8")) for each in PRODUCT.rglob("*.py")]
    assert Classes(trees).waits_under_locks() == []


def test_a_wait_is_found_in_what_is_called_with_the_lock_held():
    scene = """
class Lines:
    def remove(self, code):
        self.line.join(timeout=1)
class House:
    def __init__(self):
        self._lines = Lines()
    def open(self):
        with self._lock:
            self._let_go()
    def _let_go(self):
        self._lines.remove("7KQ")
"""
    assert Classes([ast.parse(scene)]).waits_under_locks() == [
        "House.open, line 9: self.line.join(timeout=1)"
    ]
    assert Classes([ast.parse(scene.replace("_lock", "_file"))]).waits_under_locks() == []


# --- busy houses ----------------------------------------------------------------------------------


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def databases(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """The database of each house; empty for a file of its own."""
    if request.param == "SQLite":
        yield [""]
    else:
        with running() as server:
            yield [server.database()] * 2


def ask(url: str, path: str, body: object = None, method: str = "GET") -> bytes:
    """Whatever a host answers this program, a refusal too."""
    headers = {"X-Host-Token": TOKEN, "Content-Type": "application/json"}
    data = None if method == "GET" else json.dumps({} if body is None else body).encode()
    try:
        with urlopen(Request(url + path, data, headers, method=method), timeout=PATIENCE_S) as said:
            return bytes(said.readline() if path.endswith("/live") else said.read())
    except HTTPError as refusal:
        with refusal:
            if refusal.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            return refusal.read()


PAGES: Final = (
    "/ /healthz /metrics /people /season /t/CODE /t/CODE/wall /t/CODE/game /t/CODE/evening"
    " /t/CODE/overlay /t/CODE/live /host/ /host/t/CODE /host/decks?table=CODE /api/v1/tables"
    " /api/v1/tables/CODE /api/v1/tables/CODE/console /api/v1/people /api/v1/club /api/v1/boards"
).split()


def look(url: str, code: str) -> None:
    """Look at everything."""
    for page in PAGES:
        assert ask(url, page.replace("CODE", code)), page


def come_and_go(url: str) -> None:
    """A table is opened, and closed again."""
    code = json.loads(ask(url, "/api/v1/tables", method="POST"))["code"]
    ask(url, "/api/v1/club/announcements", {"text": f"{code} is open"}, "POST")
    assert json.loads(ask(url, f"/api/v1/tables/{code}", method="DELETE")) == {"code": code}


def begin_and_go_back(table: Table) -> None:
    """A game is begun, and goes back and on."""
    begin(table)
    for each in (commands.Lock(), commands.Unlock(), commands.Undo(), commands.Redo()):
        table.ask(each)


def care(url: str, made: House, codes: tuple[str, str]) -> None:
    """A board changes tables, all are examined, a name is forgotten."""
    made.swap_boards(*codes)
    made.examine(test=False)
    ask(url, "/api/v1/people/forget", {"name": "Ann", "again": "Ann"}, "POST")
    made.look_at_network()
    made.take_turns()


def at_once(*acts: Callable[[], object]) -> None:
    """Do all of this at the same time, again and again; each as often as the others."""
    faults: list[BaseException] = []

    def act(each: Callable[[], object]) -> None:
        try:
            for _ in range(ROUNDS):
                each()
        except BaseException as fault:  # noqa: BLE001 - raised below
            faults.append(fault)

    threads = [threading.Thread(target=act, args=(each,)) for each in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert not any(thread.is_alive() for thread in threads), "they wait for each other"
    assert faults == []


def test_a_busy_house_takes_its_locks_in_the_order_of_the_page(databases, tmp_path):
    NOTED.taken.clear()
    cables = Cables()
    with ExitStack() as stack:
        houses = []
        for number, database in enumerate(databases):
            settings = SETTINGS(
                data=tmp_path / str(number),
                database=database,
                delay_s=1,
                sleep_after_min=0,
                webhook_urls=("http://127.0.0.1:9/nobody",),
                webhook_secret="whsec_" + "A" * 32,
            )
            find = list if number else cables.find
            made = stack.enter_context(open_house(settings, Shelf(Decks((RED,))), find))
            stack.callback(made.stop)
            made.start()
            url = stack.enter_context(serving(made.app(), made.settings, made.feed))
            houses.append((made, url))
        here = houses[0][0]
        codes = (here.table.code, here.open_table())
        played = [here.open_table() for _ in houses]
        until(lambda: all({*codes, *played} <= {*made.tables} for made, _ in houses))
        board = stack.enter_context(Board("0B0A12D5"))
        cables.boards.append(board)
        until(lambda: live(here))
        said = iter([*happenings(play(Random(1), 4), RED)])
        acts: list[Callable[[], object]] = [lambda: until(lambda: board.emit(*next(said)))]
        for (made, url), code in zip(houses, played, strict=True):
            acts += [partial(look, url, each) for each in (codes[0], code)]
            acts += [partial(come_and_go, url), partial(begin_and_go_back, made.tables[code])]
            acts += [partial(care, url, made, codes)]
        if len(houses) == 1:
            place = backup.Place(
                tmp_path / "0", Path(here.settings.journal), tmp_path / "board.key"
            )
            now = datetime.now(UTC)
            acts.append(lambda: backup.take(place, tmp_path / "backups", now, "1"))
        at_once(*acts)
    taken = {each[:2] for each in NOTED.taken}
    writing = f"{'Postgres' if len(houses) > 1 else 'Sqlite'}Journal._writing"
    assert {
        ("House.lock", "Table._lock"),
        ("OpenTables._known", "Table._lock"),
        ("Table._lock", "DelayedTable._lock"),
        ("Table._lock", writing),
        ("DelayedTable._lock", "Broadcast._one_at_a_time"),
        ("Club._lock", writing),
        ("Table._lock", "Ticket.turn"),
    } <= taken
    assert against(PAGE, NOTED) == []
