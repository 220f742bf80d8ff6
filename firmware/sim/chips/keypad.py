"""A matrix of plain switches without diodes. Knows no scanner and no debouncing."""


class Matrix:
    """`rows` x `columns` switches; bit row * columns + column of `pressed` is set when closed.

    Lines are numbered rows first, then columns.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.pressed = 0

    def lines_joined(self, lines: int) -> int:
        """Return the mask of all lines that closed switches join to any of these lines.

        Three switches in a rectangle join the fourth corner's lines too: the ghost key.
        """
        before = 0
        while lines != before:
            before = lines
            key = 0
            while self.pressed >> key:
                if self.pressed >> key & 1:
                    row, column = key // self.columns, key % self.columns
                    both = 1 << row | 1 << self.rows + column
                    if lines & both:
                        lines |= both
                key += 1
        return lines
