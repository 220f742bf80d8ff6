"""The picture to share: drawn by the host, whole whatever is in it, in the letters of any name."""

import io
import re
import struct
from pathlib import Path

import pytest
from PIL import Image

from tricktable.table import commands
from tricktable.text.language import speaking
from tricktable.web.guest import picture
from tricktable.web.guest.picture import SharedPicture
from web.by_chance import play
from web.room import CODE, ask

LONG = "Maximiliane-Charlotte von Hohenwart"
PAPER, FELT = (245, 240, 230), (35, 74, 60)


def played(room, name="triatri"):
    """A whole game of four by chance."""
    play(room, name, 4, names=("Ann", "Bo", LONG, "ゆき"))


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def inks(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many colours there are in this part."""
    return len(image.crop(box).getcolors(1 << 20) or ())


def test_a_game_that_is_over_has_a_picture_and_one_that_is_played_has_none(room, client):
    assert client.get(f"/t/{CODE}/game.png").status_code == 404
    assert client.get(f"/t/{CODE}/evening.png").status_code == 404
    played(room)
    sent = client.get(f"/t/{CODE}/game.png")
    assert (sent.status_code, sent.mimetype) == (200, "image/png")
    assert struct.unpack(">II", sent.data[16:24]) == (picture.SIDE, picture.SIDE)
    assert client.get(f"/t/{CODE}/game/1.png").data == sent.data
    assert client.get(f"/t/{CODE}/game/2.png").status_code == 404
    again = client.get(f"/t/{CODE}/game.png", headers={"If-None-Match": sent.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(f"/t/{CODE}/evening.png").mimetype == "image/png"
    japanese = client.get(f"/t/{CODE}/game.png?lang=ja")
    assert japanese.data != sent.data
    ask(room.table, commands.NextGame())
    assert client.get(f"/t/{CODE}/game.png").data == sent.data, "the newest that is over"
    assert client.get(f"/t/{CODE}/game/2.png").status_code == 404


def test_it_says_what_the_page_says_and_no_name_that_the_page_does_not_show(room, client):
    played(room)
    names = ["Ann", "<b>&", LONG, "ゆき"]
    for seat, name in enumerate(names):
        ask(room.table, commands.Rename(seat, name))
    page = re.sub("</?bdi>", "", client.get(f"/t/{CODE}/game").text)
    with speaking("en"), room.app.test_request_context():
        from tricktable.web.guest.history import _evenings, of_game

        it = of_game(_evenings().games(room.table)[-1])
    assert it.headline in page
    assert it.why in page
    assert {name for name, _ in it.rows} == {
        each if len(each) < 20 else f"{each[:19]}…" for each in names
    }
    assert "<b>&" not in picture.svg(it)
    assert "&lt;b&gt;&amp;" in picture.svg(it)


def test_where_all_win_together_it_has_the_tricks_of_each(room, client):
    played(room, "torite")
    with speaking("en"), room.app.test_request_context():
        from tricktable.web.guest.history import _evenings, of_game

        it = of_game(_evenings().games(room.table)[-1])
    assert [each for each, _ in it.rows] == ["Ann", "Bo", f"{LONG[:19]}…", "ゆき"]
    assert sum(int(taken) for _, taken in it.rows) == 12
    assert picture.svg(it._replace(won=4)).count('stroke="#f0c24f"') == 4
    assert picture.svg(it._replace(won=0)).count("#f0c24f") == 0


def test_a_name_that_is_deleted_is_in_no_picture_that_is_kept(room, client):
    played(room)
    named = client.get(f"/t/{CODE}/game.png").data
    fields = {"name": LONG, "sure": "twice"}
    host = {"Origin": "http://localhost"}
    assert client.post(f"/host/t/{CODE}/forget", data=fields, headers=host).status_code == 303
    assert not picture.png_of.cache_info().currsize
    assert client.get(f"/t/{CODE}/game.png").data != named


@pytest.mark.parametrize(
    "it",
    [
        SharedPicture(
            "TriATri", f"{LONG} and {LONG} win", f"{LONG} " * 9, (), "Table 7KQ", "May 1"
        ),
        SharedPicture(
            "W" * 40, "W" * 60, "m" * 200, ((LONG * 3, "−1000"),) * 13, "Table 7KQ", "May 1"
        ),
        SharedPicture(
            "ゲーム", "ゆき" * 30, "勝ち" * 60, (("鈴木ゆき" * 9, "12"),) * 8, "卓7KQ", "五月"
        ),
    ],
)
def test_nothing_leaves_its_place_however_much_there_is(it):
    image = opened(picture.png_of(picture.svg(it)))
    for edge in ((0, 0, 40, 1080), (1041, 0, 1080, 1080), (0, 0, 1080, 40), (0, 1055, 1080, 1080)):
        assert inks(image, edge) == 1, edge
    felt = {*image.crop((44, 200, 96, 860)).get_flattened_data()}
    assert all(abs(each[0] - FELT[0]) < 12 for each in felt), "nothing beside the words"


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("Ann & Cy win", ["Ann &amp; Cy win"]),
        ("Ann・Cyの勝ち", ["Ann・Cyの勝ち"]),
        ("Not won this time", ["Not won", "this time"]),
        ("Maximiliane and Alexandrina win", ["Maximiliane and", "Alexandrina win"]),
    ],
)
def test_a_headline_has_a_line_or_lines_of_one_length(words, lines):
    drawn = picture.svg(SharedPicture("", words, "", (), "", ""))
    assert re.findall(r"<text[^>]*>([^<]+)</text>", drawn)[:2][: len(lines)] == lines


def test_no_line_begins_with_what_ends_a_sentence():
    why = "トリックの数が6、4、2と0になりませんでした。" * 2
    for words in (why, why[3:], why[5:]):
        drawn = picture.svg(SharedPicture("", "", words, (), "", ""))
        assert not re.search(r">[、。]", drawn)


LETTERS = "ゆきア漢髙"


def test_letters_that_the_computer_has_have_their_own_shapes():
    """Where a typeface lacks letters, all of them are one box."""
    shapes = {opened(picture.png_of(picture.svg(of(each)))).tobytes() for each in LETTERS}
    assert len(shapes) == len(LETTERS)


def of(headline):
    return SharedPicture("", headline, "", (("ゆき", "2"),), "", "")


def test_a_computer_without_them_draws_names_in_latin_letters(room, client, monkeypatch, tmp_path):
    """As the board's display does; a picture with boxes for names would be none."""
    program = Path(picture.png.__file__).read_text()
    bare = tmp_path / "png.py"
    bare.write_text(program.replace("svg_to_bytes(", "svg_to_bytes(skip_system_fonts=True, "))
    monkeypatch.setattr(picture.png, "__file__", str(bare))
    picture.png_of.cache_clear()
    with pytest.raises(picture.LettersLacking, match=r"ゆ.*き"):
        picture.png_of(picture.svg(of("Ann wins")))
    assert picture.spelt(of("Ann wins"), "ゆき").rows == (("yuki", "2"),)
    assert picture.spelt(of("Ann 🎲 wins\uff1a🎲"), "🎲\uff1a").headline == "Ann wins:"
    assert picture.spelt(of("🎲"), "🎲").headline == "game die"
    assert (picture.has_latin("🎲き"), picture.has_latin("🎲")) == (True, False)
    played(room)
    english = client.get(f"/t/{CODE}/game.png")
    assert english.mimetype == "image/png"
    assert client.get(f"/t/{CODE}/game.png?lang=ja").data == english.data
    picture.png_of.cache_clear()
