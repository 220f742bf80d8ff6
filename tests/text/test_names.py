"""Modules, classes and functions are called by a noun or a verb, not by how."""

import ast
import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHERE = (
    "host/tricktable",
    "firmware",
    "classics/tricktable_classics",
    "examples/oh-hell/oh_hell",
)
ON_HOST = [where for where in WHERE if where != "firmware"]
PRONOUNS = (
    "it|this|that|these|those|what|who|each|all|some|any|other|others|ours|mine|same|whoever|"
    "everybody|nobody|everything|nothing"
)
FORMS = re.compile(
    r"_?(?:[a-z]+ed|[a-z]+ing|said|told|seen|kept|laid|held|done|gone|heard|known|shown|given|"
    r"taken|made|found|left|lost|won|met|meant|paid|sent|drawn|written|chosen|hidden|broken|begun|"
    rf"dealt|led|learnt|{PRONOUNS})"
)
"""Participles and pronouns: as a whole name they leave open what is given."""
NOUNS = {
    "_drawing": "a picture",
    "_finding": "what a referee finds",
    "_holding": "a seat's cards of a suit",
    "_pairing": "who plays which stack",
    "_setting": "one of the host's",
}
"""Names of that form that name a thing of the field, each with the thing."""
FUNCTIONS = {
    "bounded": "numbers, as their bounds",
    "coded": "a sentence, with its cards as codes",
    "ended": "what `Game.ended` calls",
    "evening": "the games of one night",
    "explained": "what `Game.explained` calls",
    "heading": "words above others",
    "printing": "`with printing():`",
    "ranking": "the order of cards",
    "renamed": "a deck, under another name",
    "rounded": "a number, to two digits",
    "serving": "`with serving():`",
    "signed": "a number, with its sign",
    "speaking": "`with speaking(language):`",
}
"""Public ones that are called so: nouns of the field, what is `with` a block, and their argument
changed, as Python's `sorted` and `reversed` are. Not the firmware's: they are on a board's heap."""
METHODS = {
    "asking": "a deal in another phase: packages call it",
    "awaited": "the seats whose turn it is: each game has it",
    "broken": "whether a suit has been broken, as players say",
    "evening": "the games of one night",
    "feed": "a verb",
    "happening": "an entry that something has happened",
    "having": "a deal with other values: packages call it",
    "heading": "words above others, or the duty to head the trick",
    "heed": "a verb",
    "isconnected": "a network of MicroPython's has it",
    "kept": "what a board's loader has for its program, which changes without it",
    "knowing": "a deal in which a card is known: packages call it",
    "opened": "what a program of one's own tells a session (docs/reference/wire.md)",
    "overtrumping": "the duty to play a higher trump",
    "ranking": "the order of cards",
    "reading": "`with books.reading(code, rows):`",
    "ring": "a verb",
    "trumping": "the duty to play a trump",
    "what": "what a deal waits for, as positions have it",
    "wording": "a value's words",
}
"""Methods and properties that are called so. What gives a copy, changed so, need not be here:
`deal.closed()` is one, as Python's `sorted(cards)` is."""
MODULES = {
    "bidding": "the bids before play",
    "evening": "the games of one night",
    "feed": "the news that phones take in",
    "laying": "what a game makes of a card laid on a reader",
    "nesting": "lists within lists",
    "passing": "cards that go to the next seat",
    "ranking": "the order of cards",
    "ring": "events in a ring",
    "scoring": "what a deal is worth",
    "sealed": "the wire's lines under a seal, as boards know this file",
    "seating": "who sits where",
    "wiring": "which pin leads where",
}
"""Modules that are called by such a noun of the field."""
CLASSES = {
    "Accepted": "an act's outcome: it counts",
    "Bidding": "the bids before play",
    "Corrected": "an entry of a record",
    "Dealing": "the part between two deals of the cards",
    "Dealt": "an entry of a record",
    "Declared": "an entry of a record",
    "Denied": "an act's outcome: it cannot be",
    "Departed": "what happens in a contest",
    "Ending": "how a round may end",
    "Entered": "what happens in a contest",
    "Feed": "the news that phones take in",
    "Finding": "what a referee finds",
    "Finished": "what happens in a contest",
    "Handling": "how a game's cards are handled",
    "Happening": "an entry that something has happened",
    "Heading": "words above others",
    "Held": "an entry of a record",
    "Holding": "a seat's cards of a suit, or those that make a hand rare",
    "Keyed": "a hash that needs a key",
    "Laying": "what laying a card means",
    "Learnt": "what a tag laid for a deck is: a new one",
    "Meeting": "a table of a round",
    "Moved": "an entry of a record",
    "Pairing": "who plays which stack",
    "Played": "an entry of a record",
    "Ranking": "the order of cards",
    "Refused": "a message of the wire",
    "Restarted": "what a host hears of a board",
    "Ring": "events in a ring",
    "Ruling": "a sentence of a game's page",
    "Sealed": "the wire under a seal",
    "Seating": "who sits where",
    "Setting": "one of the host's",
    "Shown": "an entry of a record",
    "Standing": "how a competition stands",
    "Substituted": "what happens in a contest",
    "Tried": "a body of the API, which has this title",
    "Who": "a message of the wire",
    "Wiring": "which pin leads where",
    "Wording": "a value's words",
}
"""Classes and types that are called so: nouns of the field, and what has happened."""


def types_in(source: str) -> set[str]:
    """The names of one word among those of a module's classes and of its other types."""
    tree = ast.parse(source)
    classes = {each.name for each in ast.walk(tree) if isinstance(each, ast.ClassDef)}
    values = [each for each in tree.body if isinstance(each, ast.Assign)]
    names = {to.id for each in values for to in each.targets if isinstance(to, ast.Name)}
    ours = classes | names
    return {each.lstrip("_") for each in ours if re.fullmatch(r"_?[A-Z][a-z]+", each)}


def names_in(source: str) -> set[str]:
    """The names of the functions in a module that only the module itself calls."""
    nodes = ast.walk(ast.parse(source))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {each.name for each in nodes if isinstance(each, kinds) and each.name[0] == "_"}


def public_functions_in(source: str) -> set[str]:
    """The names of the functions of a module that others may call; methods are not among them."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    functions = [each for each in ast.parse(source).body if isinstance(each, kinds)]
    return {each.name for each in functions if each.name[0] != "_"}


def methods_in(source: str) -> set[str]:
    """The names of a module's public methods and properties, but for those that give a copy."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    classes = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.ClassDef)]
    methods = [(each, own) for each in classes for own in each.body if isinstance(own, kinds)]
    return {own.name for each, own in methods if own.name[0] != "_" and not _copies(own, each)}


def _copies(method: ast.FunctionDef | ast.AsyncFunctionDef, of: ast.ClassDef) -> bool:
    """Whether it is a past participle and gives another of its class."""
    gives = ast.unparse(method.returns) if method.returns else ""
    is_pronoun = method.name in {*PRONOUNS.split("|")}
    return gives in ("Self", of.name) and not is_pronoun and not method.name.endswith("ing")


def vague(name: str) -> bool:
    """Whether it is a bare participle or pronoun."""
    return bool(FORMS.fullmatch(name)) and name not in NOUNS


def test_a_bare_participle_or_pronoun_is_known_for_one():
    """As is what only ends like one, and what says more."""
    source = "def _told(): ...\nclass A:\n    async def _each(self): ...\n    def _read(self): ..."
    assert {each for each in names_in(source) if vague(each)} == {"_told", "_each"}
    source = "class Kept: ...\nclass KeptGames: ...\nWhat = int\nTold: Final = 1\nALL = 2"
    assert {each for each in types_in(source) if vague(each.lower())} == {"Kept", "What"}
    source = "def told(): ...\nclass A:\n    def known(self): ..."
    assert {each for each in public_functions_in(source) if vague(each)} == {"told"}
    source = (
        "class A:\n    def known(self) -> int: ...\n    def closed(self) -> A: ...\n"
        "    def other(self) -> A: ...\n    def having(self) -> Self: ...\n    def _told(self): ..."
    )
    assert methods_in(source) == {"known", "other", "having"}


def test_no_function_of_one_module_is_called_by_a_bare_participle_or_pronoun():
    """A new one? Name what it gives; a noun that only looks like one goes into `NOUNS`."""
    files = {path for where in WHERE for path in (ROOT / where).rglob("*.py")}
    names = {path: names_in(path.read_text(encoding="utf-8")) for path in files}
    found = [f"{path.relative_to(ROOT)}: {each}" for path in names for each in names[path]]
    assert sorted(each for each in found if vague(each.rpartition(" ")[2])) == []
    assert {*NOUNS} <= set().union(*names.values()), "no function has this name"


def assert_known(
    where: Iterable[str], names_of: Callable[[str], set[str]], known: Collection[str]
) -> None:
    """Check that of the names in these folders those of such a form are known, and no others."""
    files = {path for each in where for path in (ROOT / each).rglob("*.py")}
    odd = {
        (name, path)
        for path in files
        for name in names_of(path.read_text(encoding="utf-8"))
        if FORMS.fullmatch(name.lower())
    }
    found = sorted(f"{path.relative_to(ROOT)}: {name}" for name, path in odd if name not in known)
    assert found == []
    assert {*known} == {name for name, _ in odd}, "nothing has this name"


def test_no_public_function_is_called_by_a_bare_participle_or_pronoun():
    """A new one? Name what it gives; one whose name is right goes into `FUNCTIONS`."""
    assert_known(ON_HOST, public_functions_in, FUNCTIONS)


def test_no_method_or_property_is_called_by_a_bare_participle_or_pronoun():
    """A new one? Name what it gives; one whose name is right goes into `METHODS`."""
    assert_known(WHERE, methods_in, METHODS)


def test_no_class_is_called_by_a_bare_participle_or_pronoun():
    """A new one? Name the thing; a noun that only looks like one goes into `CLASSES`."""
    assert_known(WHERE, types_in, CLASSES)


def test_no_module_is_called_by_a_bare_participle_or_pronoun():
    """A new one? Name what it holds; a noun that only looks like one goes into `MODULES`."""
    files = {path for where in WHERE for path in (ROOT / where).rglob("*.py")}
    odd = {path for path in files if vague(path.stem)}
    found = sorted(str(path.relative_to(ROOT)) for path in odd if path.stem not in MODULES)
    assert found == []
    assert {*MODULES} == {path.stem for path in odd}, "no module has this name"
