"""Templates that a program before has compiled, and what makes one compile them anew."""

import sys

import pytest
from jinja2 import Environment, FileSystemLoader

from tricktable.web import template_cache
from tricktable.web.guest.fragment import WEB, compile_all
from tricktable.web.template_cache import TemplateCache


class Folder:
    """A folder with one template, and how often programs have compiled it."""

    def __init__(self, path):
        self.template = path / "greeting.html"
        self.kept = path / "__pycache__" / f"greeting.html.{sys.implementation.cache_tag}.pyc"
        self.compiled = 0
        self.template.write_text("Hello {{ who }}!")

    def says(self, who="<Ann>"):
        """What a program says that begins now."""
        loader = FileSystemLoader(self.template.parent)
        templates = Environment(loader=loader, bytecode_cache=TemplateCache(), autoescape=True)
        return templates.get_template("greeting.html").render(who=who)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    folder, compile_it = Folder(tmp_path), Environment.compile

    def counted(*given, **named):
        folder.compiled += 1
        return compile_it(*given, **named)

    monkeypatch.setattr(Environment, "compile", counted)
    return folder


def test_a_second_program_compiles_nothing(folder):
    assert [folder.says(), folder.says(), folder.says("Bo")] == [
        "Hello &lt;Ann&gt;!",
        "Hello &lt;Ann&gt;!",
        "Hello Bo!",
    ]
    assert folder.compiled == 1
    assert [*folder.kept.parent.iterdir()] == [folder.kept]


def test_another_text_is_compiled_anew_even_within_the_same_moment(folder):
    folder.says()
    folder.template.write_text("Good day {{ who }}!")
    assert folder.says("Ann") == "Good day Ann!"
    assert folder.says("Bo") == "Good day Bo!"
    assert folder.compiled == 2


def test_what_another_jinja_made_is_compiled_anew(folder, monkeypatch):
    folder.says()
    monkeypatch.setattr(template_cache, "version", lambda _: "3.99")
    folder.says()
    folder.says()
    assert folder.compiled == 2


@pytest.mark.parametrize("at", [0, 15, 16, 40, -1])
def test_a_damaged_file_is_compiled_anew_and_mended(folder, at):
    folder.says()
    data = bytearray(folder.kept.read_bytes())
    data[at] ^= 1
    folder.kept.write_bytes(data)
    assert folder.says("Ann") == folder.says("Ann") == "Hello Ann!"
    assert folder.compiled == 2


@pytest.mark.parametrize("size", [0, 10, 16, 100])
def test_a_file_that_is_cut_off_is_compiled_anew_and_mended(folder, size):
    folder.says()
    folder.kept.write_bytes(folder.kept.read_bytes()[:size])
    assert folder.says("Ann") == folder.says("Ann") == "Hello Ann!"
    assert folder.compiled == 2


def test_where_nothing_can_be_kept_each_program_compiles_for_itself(folder):
    folder.kept.parent.write_text("a file in the folder's place")  # root may write anywhere else
    assert folder.says("Ann") == folder.says("Ann") == "Hello Ann!"
    assert folder.compiled == 2


def test_a_file_that_another_program_holds_is_left_alone_and_nothing_else_stays(folder):
    folder.kept.mkdir(parents=True)  # nothing takes its place, as on Windows while it is open
    assert folder.says("Ann") == folder.says("Ann") == "Hello Ann!"
    assert folder.compiled == 2
    assert [*folder.kept.parent.iterdir()] == [folder.kept]


def test_a_python_that_is_to_keep_nothing_keeps_no_templates(folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folder.says()
    assert not folder.kept.parent.exists()


def test_after_an_installation_no_page_is_compiled(folder, monkeypatch, room):
    compile_all()
    folder.compiled = 0
    templates = room.app.jinja_env
    for path in (WEB / "templates").glob("*.*"):
        templates.get_template(path.name)
    assert folder.compiled == 0
