"""Modules, and functions of one module, say by a noun or a verb what they give, not how."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHERE = (
    "host/tricktable",
    "firmware",
    "classics/tricktable_classics",
    "examples/oh-hell/oh_hell",
)
FORMS = re.compile(
    r"_?(?:[a-z]+ed|[a-z]+ing|said|told|seen|kept|laid|held|done|gone|heard|known|shown|given|"
    r"taken|made|found|left|lost|won|met|meant|paid|sent|drawn|written|chosen|hidden|broken|begun|dealt|"
    r"led|it|this|that|these|those|what|who|each|all|some|any|other|others|ours|mine|same|"
    r"everybody|nobody|everything|nothing)"
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


def names_in(source: str) -> set[str]:
    """The names of the functions in a module that only the module itself calls."""
    nodes = ast.walk(ast.parse(source))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {each.name for each in nodes if isinstance(each, kinds) and each.name[0] == "_"}


def vague(name: str) -> bool:
    """Whether it is a bare participle or pronoun."""
    return bool(FORMS.fullmatch(name)) and name not in NOUNS


def test_a_bare_participle_or_pronoun_is_known_for_one():
    """As is what only ends like one, and what says more."""
    source = "def _told(): ...\nclass A:\n    async def _each(self): ...\n    def _read(self): ..."
    assert {each for each in names_in(source) if vague(each)} == {"_told", "_each"}


def test_no_function_of_one_module_is_called_by_a_bare_participle_or_pronoun():
    """A new one? Name what it gives; a noun that only looks like one goes into `NOUNS`."""
    files = {path for where in WHERE for path in (ROOT / where).rglob("*.py")}
    names = {path: names_in(path.read_text(encoding="utf-8")) for path in files}
    found = [f"{path.relative_to(ROOT)}: {each}" for path in names for each in names[path]]
    assert sorted(each for each in found if vague(each.rpartition(" ")[2])) == []
    assert {*NOUNS} <= set().union(*names.values()), "no function has this name"


def test_no_module_is_called_by_a_bare_participle_or_pronoun():
    """A new one? Name what it holds; a noun that only looks like one goes into `MODULES`."""
    files = {path for where in WHERE for path in (ROOT / where).rglob("*.py")}
    odd = {path for path in files if vague(path.stem)}
    found = sorted(str(path.relative_to(ROOT)) for path in odd if path.stem not in MODULES)
    assert found == []
    assert {*MODULES} == {path.stem for path in odd}, "no module has this name"
