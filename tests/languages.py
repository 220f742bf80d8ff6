"""Finds every message of the program and keeps its languages in step: `make languages`.

Translates nothing: a new message stands in each file with nothing beside it.
"""

import ast
import io
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from tricktable.text.language import FOLDER
from tricktable.web.guest.fragment import WEB

PACKAGE: Final = FOLDER.parents[1]
_ONE: Final = "_ message Message sentence Impossible BadDeck _not_now"
_COUNTED: Final = "plural form sentence_by_number Unit"
CALLS: Final[Mapping[str, tuple[int, ...]]] = {
    **dict.fromkeys(_ONE.split(), (1,)),
    **dict.fromkeys(_COUNTED.split(), (1, 2)),
}
"""What a message is given to, with the places of its forms if it has two."""


ROOT: Final = Path(__file__).parents[1]
OF_PACKAGES: Final = ("examples/*/*/languages/*.po", "classics/*/languages/*.po")
"""What games of packages bring, where their package has a folder `languages`."""


@cache
def extracted() -> Catalog:
    """Every message in the program and in the templates, as they stand now."""
    found = _in_modules(PACKAGE)
    templates = extract_from_dir(WEB / "templates", [("**.html", "jinja2")], {}, CALLS)
    for _file, _line, words, _comments, _context in templates:
        found.add(words)
    return found


@cache
def extracted_from(package: Path) -> Catalog:
    """Every message in a package of a game that is not one of the program's own."""
    found = _in_modules(package)
    for each in [each for each in found if each.id and each.id in extracted()]:
        found.delete(each.id)
    return found


def _in_modules(folder: Path) -> Catalog:
    found = Catalog(fuzzy=False)
    for path in sorted(folder.rglob("*.py")):
        for forms in _in_program(ast.parse(path.read_text(encoding="utf-8"))):
            found.add(forms if len(forms) > 1 else forms[0])
    return found


def _in_program(tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """Babel's own extractor overlooks a call within another."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        places = CALLS.get(getattr(call.func, "id", getattr(call.func, "attr", "")), ())
        given = [each for each in call.args[: len(places)] if isinstance(each, ast.Constant)]
        forms = tuple(each.value for each in given if isinstance(each.value, str))
        if forms and len(forms) == len(places):
            yield forms


def read(path: Path) -> Catalog:
    """The messages of one language as its file has them."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def updated(path: Path) -> bytes:
    """The language's file in step with its program: new messages empty, gone ones gone."""
    catalog = read(path)
    is_own = FOLDER in path.parents or not path.is_relative_to(ROOT)
    catalog.update(
        extracted() if is_own else extracted_from(path.parents[1]), no_fuzzy_matching=True
    )
    catalog.obsolete.clear()
    return text(catalog)


def text(catalog: Catalog) -> bytes:
    """The messages as a file has them, in the order of the alphabet, and the least of a head."""
    written = io.BytesIO()
    write_po(written, catalog, width=0, no_location=True, omit_header=True, sort_output=True)
    head = f"""msgid ""
msgstr ""
"Language: {catalog.locale_identifier}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {catalog.plural_forms}\\n"

"""
    return head.encode() + written.getvalue()


def missing(catalog: Catalog) -> Collection[str]:
    """The messages that have no translation yet."""
    return [str(each.id) for each in catalog if each.id and not _is_whole(each.string)]


def _is_whole(translated: object) -> bool:
    return all(translated) if isinstance(translated, (tuple, list)) else bool(translated)


def files() -> list[Path]:
    """The languages of the program, and those of the packages in this repository."""
    of_packages = (path for pattern in OF_PACKAGES for path in sorted(ROOT.glob(pattern)))
    return [*sorted(FOLDER.glob("*.po")), *of_packages]


def main() -> None:
    """Bring every file up to date, and say what is still to be translated."""
    for path in files():
        path.write_bytes(updated(path))
        empty = missing(read(path))
        where = path.name if path.parent == FOLDER else path.relative_to(ROOT)
        print(f"{where}: {len(empty)} to translate")
        for words in empty:
            print(f"  {words}")


if __name__ == "__main__":
    main()
