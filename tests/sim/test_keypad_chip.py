"""The model of the key matrix. For both Pythons."""

from chips.keypad import Matrix


def test_a_key_joins_its_row_and_its_column():
    matrix = Matrix(5, 4)
    matrix.pressed = 1 << 2 * 4 + 3
    assert matrix.lines_joined(1 << 2) == 1 << 2 | 1 << 5 + 3
    assert matrix.lines_joined(1 << 1) == 1 << 1


def test_three_keys_in_a_rectangle_make_a_ghost():
    matrix = Matrix(5, 4)
    matrix.pressed = 1 << 0 | 1 << 1 | 1 << 4  # row 0: columns 0 and 1; row 1: column 0
    assert matrix.lines_joined(1 << 1) == 0b0001100011  # row 1 reaches column 1 by way of row 0
