"""The list of harmless changes: each still speaks of a line that stands in its module."""

from mutants.known import harmless, path_of


def module_of(where):
    """The module in which a function stands, and its text."""
    parts = where.split(".")
    for length in range(len(parts), 0, -1):
        try:
            return path_of(".".join(parts[:length])).read_text("utf-8")
        except FileNotFoundError:
            continue
    raise AssertionError(f"{where} is nowhere")


def test_each_harmless_change_has_its_line_and_its_reason():
    for change, why in harmless().items():
        lines = " ".join(line.strip() for line in module_of(change.where).splitlines())
        assert change.was in lines, f"{change.where} no longer says {change.was!r}: take it out"
        assert change.was != change.became
        assert why.strip(), f"{change.where}: why does {change.became!r} do no harm?"
