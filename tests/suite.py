"""Lets pytest find `games.case` and `games.every_game` where the suite for games is installed."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))
pytest.register_assert_rewrite("games.every_game")
