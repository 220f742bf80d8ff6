"""How many of something, in the English of a terminal. Pages count by `language.plural`."""


def how_many(many: int, what: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{many} {what}{'s' * (many != 1)}"
