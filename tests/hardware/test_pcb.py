"""The printed boards: what their files join is what wiring.yml joins, and shops can make them.

Most of it needs no KiCad: the copper is read back from the very zip that a shop gets.
"""

import csv
import re
import runpy
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import combinations, pairwise
from math import dist, inf
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

import drawing
import supply
from drawing import Pin, net, pin
from pcb import board, copper, fabrication, gerber, judge, make, parts_page
from pcb.copper import Islands, Made
from pcb.layout import CHARGER_MM, LAYOUTS, keys, main, station
from pcb.prints import SILK_CLEARANCE, Print, prints
from pcb.router import STEP, Via
from rig import browser as browsers

ROOT = Path(__file__).parents[2]
MADE_BY = {
    "min gap": 0.15,
    "min drill": 0.3,
    "min ring": 0.15,
    "min edge": 0.3,
    "most mm": 100,
}
"""What two cheap makers ask for at their lowest price, the stricter of both (assumed)."""
BOARDS = pytest.mark.parametrize(
    "layout", [make_layout() for make_layout in LAYOUTS], ids=lambda each: each.name
)


@cache
def made(name: str) -> Made:
    """A board as its zip has it."""
    with ZipFile(make.archive(name)) as archive:
        return copper.read(archive)


@cache
def islands(name: str) -> Islands:
    """Its pieces of copper."""
    return Islands(made(name))


def spots(layout):
    """Every leg of a layout: its net, or a name of its own, and where it is."""
    for part in (*layout.parts, *layout.tests):
        for leg in part.footprint.legs:
            yield part.nets.get(leg.number, f"{part.name}-{leg.number}"), part, leg


def differences(layout, of: Made) -> list[str]:
    """Where a board's copper joins other legs than its layout, or leaves some apart."""
    pieces, pads = Islands(of), copper.pads(of)
    nets_of, pieces_of = {}, {}
    found = []
    for name, part, leg in spots(layout):
        at = part.at(leg.x, leg.y)
        flashes = pads.get((part.reference, leg.number), [])
        if not any(abs(f.at[0] - at[0]) + abs(f.at[1] - at[1]) < 0.01 for f in flashes):
            found.append(f"{part.name}-{leg.number} is not there")
            continue
        for layer in (0, 1) if leg.drill else (0,):
            piece = pieces.at(layer, at)
            nets_of.setdefault(piece, set()).add(name)
            pieces_of.setdefault(name, set()).add(piece)
    found += [f"joined: {sorted(each)}" for each in nets_of.values() if len(each) > 1]
    found += [f"apart: {name}" for name, each in pieces_of.items() if len(each) > 1]
    if (spare := pieces.count() - len(nets_of)) > 0:
        found.append(f"{spare} pieces of copper belong to nothing")
    return found


@BOARDS
def test_the_project_is_what_the_drawings_give(layout):
    """Byte by byte, but for the areas of ground, which KiCad fills."""
    folder = make.HERE / layout.name
    fill = make.filled(folder / f"{layout.name}.kicad_pcb")
    for name, text in make.files(layout, make.kept(layout), fill).items():
        assert (folder / name).read_text(encoding="utf-8") == text, f"{name}: run `make hardware`"


def test_the_main_board_joins_what_the_wiring_joins():
    legs = {
        Pin(part.name, int(leg.number)): part.nets.get(leg.number)
        for part in main().parts
        for leg in part.footprint.legs
    }
    assert set(legs) == set(drawing.places())
    for leg, name in legs.items():
        others = {each for each in net(leg) if each in legs} - {leg}
        assert others == ({each for each in legs if legs[each] == name} - {leg} if name else set())


def test_the_pico_of_the_main_board_has_the_pins_of_the_firmware():
    pins = runpy.run_path(str(ROOT / "firmware/pico/pins.py"))
    (pico,) = [part for part in main().parts if part.name == "PICO"]

    def on(gpio):
        return pico.nets[str(pin("PICO", f"GP{gpio}").number)]

    for number, gpio in enumerate(pins["KEY_ROWS"]):
        (resistor,) = [part for part in main().parts if part.name == f"R_KEY{number}"]
        assert resistor.nets == {"1": on(gpio), "2": f"KEY_R{number}"}
    for seat, gpio in enumerate(pins["READER_CS"]):
        (resistor,) = [part for part in main().parts if part.name == f"R_SELECT{seat}"]
        assert resistor.nets == {"1": on(gpio), "2": f"SELECT{seat}"}


def test_the_keys_are_where_the_firmware_looks_for_them():
    words = runpy.run_path(str(ROOT / "firmware/pico/pins.py"))["KEYS"]
    switches = [part for part in keys().parts if part.what == "Key"]
    assert len(switches) == len(words)
    for number, part in enumerate(switches):
        assert part.nets == {"1": f"KEY_R{number // 4}", "2": f"KEY_C{number % 4}"}
        assert part.printed == words[number].replace("T", "10") or len(words[number]) > 1
    (plug,) = [part for part in keys().parts if part.name == "KEYPAD"]
    (other,) = [part for part in main().parts if part.name == "KEYS"]
    assert plug.nets == other.nets  # the ribbon joins legs of the same number


@pytest.mark.parametrize("seat", supply.seats())
def test_each_station_joins_what_the_wiring_joins_and_all_are_the_same(seat):
    board = station(seat)
    legs = {
        Pin(f"{part.name}{seat}", int(leg.number)): part.nets.get(leg.number)
        for part in board.parts
        for leg in part.footprint.legs
    }
    assert {leg.part for leg in legs} == {f"{part}{seat}" for part in drawing.BOARD["station"]}
    for leg, name in legs.items():
        others = {each for each in net(leg) if each in legs}
        assert others == ({each for each in legs if legs[each] == name} if name else {leg})
    assert board == station()


def test_the_readers_two_rows_of_holes_are_each_others_mirror_image():
    (reader,) = [part for part in station().parts if part.name == "READER"]
    rows = [[leg for leg in reader.footprint.legs if leg.y == y] for y in (0, 2.54)]
    across = [[leg.number for leg in sorted(row, key=lambda leg: leg.x)] for row in rows]
    assert across[0] == across[1][::-1] == list("12345678")


def test_a_ribbon_joins_legs_of_the_same_number_in_box_and_station():
    joined = [wire for wire in drawing.wires() if wire.cable.startswith("W_SEAT")]
    assert len(joined) == 40
    assert all(wire.start.number == wire.number == wire.end.number for wire in joined)


def test_the_shop_is_told_of_each_part_that_it_fits_once():
    for layout in (make_layout() for make_layout in LAYOUTS):
        placed, listed = (
            csv.DictReader(
                (make.HERE / layout.name / f"{layout.name}-{of}.csv").read_text().splitlines()
            )
            for of in ("places", "parts")
        )
        names = [part.reference for part in layout.parts if part.name not in layout.by_hand]
        assert sorted(row["Designator"] for row in placed) == sorted(names)
        assert sorted(",".join(row["Designator"] for row in listed).split(",")) == sorted(names)


@BOARDS
def test_the_page_for_the_bench_has_each_part_to_tick_and_to_find(layout):
    page = parts_page.page(layout)
    names = sorted(part.name for part in layout.parts)
    assert sorted(re.findall(r'<g data-part="(\w+)"', page)) == names
    listed = re.findall(r'<li data-part="(\w+)"', page)
    assert sorted(listed) == names
    assert tuple(listed[: len(layout.by_hand)]) == layout.by_hand
    keys = [name for name in listed if name.startswith("KEY") and name[3:].isdecimal()]
    assert keys == sorted(keys, key=lambda name: int(name[3:]))
    assert "http" not in page


@pytest.fixture(scope="module")
def browser():
    """A real browser, started once."""
    with browsers.opened() as browser:
        yield browser


@pytest.mark.parametrize(
    ("width", "is_beside"), [(1280, True), (900, True), (390, False)], ids=lambda each: str(each)
)
@BOARDS
def test_the_board_stays_in_sight_while_the_list_is_scrolled(
    layout, width, is_beside, browser, tmp_path
):
    file = tmp_path / "parts.html"
    file.write_text(parts_page.page(layout), encoding="utf-8")
    with browser.new_context(viewport={"width": width, "height": 700}) as context:
        page = context.new_page()
        page.goto(file.as_uri(), wait_until="domcontentloaded")
        last = page.locator("li").last
        last.scroll_into_view_if_needed()
        board, part = page.locator("svg").bounding_box(), last.bounding_box()
        assert 0 <= board["y"] < board["y"] + board["height"] <= 700
        assert part["y"] + part["height"] <= 700
        if is_beside:
            assert part["x"] >= board["x"] + board["width"]
        else:
            assert part["y"] >= board["y"] + board["height"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("svg g[data-part]").first.click()
        expect(page.locator("li.chosen")).to_have_count(1)


@BOARDS
def test_a_touch_names_a_part_in_large_letters_and_brings_it_near(layout, browser, tmp_path):
    file = tmp_path / "parts.html"
    file.write_text(parts_page.page(layout), encoding="utf-8")
    phone = {"width": 390, "height": 700}
    with browser.new_context(viewport=phone, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(file.as_uri(), wait_until="domcontentloaded")
        name = layout.parts[-1].name
        part = page.locator(f"g[data-part={name}]")
        title, far = page.locator("figcaption"), part.bounding_box()["height"]
        part.tap()
        expect(title).to_contain_text(f"{name}: ")
        expect(title).to_have_css("font-size", "22.4px")
        assert part.bounding_box()["height"] == pytest.approx(3 * far, rel=0.02)
        part.tap()
        whole = f"0 0 {layout.width:g} {layout.height:g}"
        expect(page.locator("svg")).to_have_attribute("viewBox", whole)
        assert title.evaluate("one => one.scrollHeight <= one.clientHeight")


@BOARDS
def test_every_part_of_a_board_is_in_the_list_of_parts(layout):
    bought = {line["part_number"]: float(line["quantity"]) for line in drawing.parts_list()}
    for number, count in Counter(part.value for part in layout.parts).items():
        assert count <= bought[number], number


@BOARDS
def test_the_copper_joins_what_the_layout_joins_and_nothing_else(layout):
    assert differences(layout, made(layout.name)) == []


@BOARDS
def test_two_cheap_shops_can_make_it(layout):
    board = made(layout.name)
    assert (board.width, board.height) == (layout.width, layout.height)
    assert max(board.width, board.height) <= MADE_BY["most mm"]
    assert copper.least_gap(board, islands(layout.name)) >= MADE_BY["min gap"]
    assert copper.nearest_edge(board) >= MADE_BY["min edge"]
    assert copper.thinnest_ring(board) >= MADE_BY["min ring"]
    assert min(hole.diameter for hole in board.holes) >= MADE_BY["min drill"]
    widths = [
        each.width for side in board.layers for each in side if isinstance(each, gerber.Stroke)
    ]
    assert min(widths) >= MADE_BY["min gap"]


def ground() -> int:
    """The piece of the main board that is ground."""
    (leg,) = [part for part in main().tests if part.name == "GND"]
    piece = islands("main").at(0, (leg.x, leg.y))
    assert piece is not None
    return piece


def test_ground_is_poured_on_both_sides():
    board = made("main")
    for layer in (0, 1):
        assert islands("main").share(layer, ground()) > 0.5 * board.width * board.height


# GP16 hears the answers through 5.6 kohm: nothing on it is fast.
FAST = re.compile(r"(SCK|MOSI|MISO)\d|GP1[89]|ANSWER")
BESIDE_MM = 1.0


def test_the_return_of_every_fast_line_runs_below_or_beside_it():
    """Within a millimetre of it, on either side of the board, on nine tenths of its way."""
    pieces, piece = islands("main"), ground()
    near = [(x / 2, y / 2) for x in (-2, 0, 2) for y in (-2, 0, 2)]
    ways = Counter()
    for track in make.kept(main()).tracks:
        if FAST.fullmatch(track.net):
            steps = max(1, round(abs(track.x1 - track.x0) + abs(track.y1 - track.y0)))
            for step in range(steps):
                x = track.x0 + (track.x1 - track.x0) * (step + 0.5) / steps
                y = track.y0 + (track.y1 - track.y0) * (step + 0.5) / steps
                is_near = any(
                    pieces.at(layer, (x + right * BESIDE_MM, y + down * BESIDE_MM)) == piece
                    for layer in (0, 1)
                    for right, down in near
                )
                ways[track.net, is_near] += 1
    nets = {name for name, _ in ways}
    assert len(nets) == 4 * 3 + 3
    shares = {name: ways[name, True] / (ways[name, True] + ways[name, False]) for name in nets}
    assert {name: share for name, share in shares.items() if share < 0.9} == {}


def track_mm(net_name: str, start: tuple[float, float], end: tuple[float, float]) -> float:
    """The shortest way along a net's tracks."""
    links: dict = {}
    for track in make.kept(main()).tracks:
        if track.net == net_name:
            across, down = track.x1 - track.x0, track.y1 - track.y0
            steps = max(1, round(max(abs(across), abs(down)) / STEP))
            way = [
                (round(track.x0 + across * n / steps, 2), round(track.y0 + down * n / steps, 2))
                for n in range(steps + 1)
            ]
            for a, b in pairwise(way):
                links.setdefault(a, []).append((b, dist(a, b)))
                links.setdefault(b, []).append((a, dist(a, b)))
    far = {(round(start[0], 2), round(start[1], 2)): 0.0}
    queue = [*far]
    for here in queue:
        for there, mm in links[here]:
            if far[here] + mm < far.get(there, inf) - 1e-6:
                far[there] = far[here] + mm
                queue.append(there)
    return far[round(end[0], 2), round(end[1], 2)]


MILLIOHM_PER_SQUARE = 0.5
"""Of 35 um of copper."""


@pytest.mark.parametrize("seat", supply.seats())
def test_what_the_stations_share_on_the_board_is_no_more_than_the_sums_have(seat):
    """So another station does not feel a short more than docs/explanation/power.md tells."""
    by_name = {part.name: part for part in main().parts}
    power, fuse = by_name["POWER"], by_name[f"FUSE{seat}"]
    mm = track_mm("+5V_CHARGER", (power.x, power.y), (fuse.x, fuse.y))
    reckoned = supply.ohms(supply.way(pin("POWER", "VBUS"), pin(f"FUSE{seat}", "A")))
    assert mm / CHARGER_MM * MILLIOHM_PER_SQUARE <= 1000 * reckoned


def test_the_capacitor_of_the_level_shifter_stands_beside_it():
    by_name = {part.name: part for part in main().parts}
    (supply,) = [leg for leg in by_name["BUFFER"].footprint.legs if leg.number == "14"]
    x, y = by_name["BUFFER"].at(supply.x, supply.y)
    capacitor = by_name["C_BUFFER"]
    assert abs(capacitor.x - x) + abs(capacitor.y - y) < 6


def letters(layout, side: str) -> list[gerber.Stroke]:
    """The strokes of a side's print that are no outline of a part."""
    outlines = [
        (part.at(*line[:2]), part.at(*line[2:]))
        for part in (*layout.parts, *layout.tests)
        for line in part.footprint.lines
    ]
    with ZipFile(make.archive(layout.name)) as archive:
        ink = archive.read(f"{layout.name}-{side}_Silkscreen.gbr").decode()
        strokes = list(copper.moved(archive, gerber.shapes(ink)))
    return [
        each
        for each in strokes
        if not any(
            dist(each.start, one) + dist(each.end, other) < 0.03
            for line in outlines
            for one, other in (line, line[::-1])
        )
    ]


def crossed(strokes: list[gerber.Stroke], holes: list[tuple[float, float, float]]) -> list:
    """The holes, each with its diameter, that come nearer to a letter than print may."""
    found = []
    for x, y, diameter in holes:
        for stroke in strokes:
            reach = diameter / 2 + stroke.width / 2 + SILK_CLEARANCE / 2
            if (
                min(stroke.start[0], stroke.end[0]) - reach < x
                and x < max(stroke.start[0], stroke.end[0]) + reach
                and min(stroke.start[1], stroke.end[1]) - reach < y
                and y < max(stroke.start[1], stroke.end[1]) + reach
                and copper.to_line((x, y), stroke.start, stroke.end) < reach
            ):
                found.append((x, y))
                break
    return found


@pytest.mark.parametrize("side", ["F", "B"])
@BOARDS
def test_no_hole_crosses_a_letter(layout, side):
    """Most holes join the areas of ground, and lie everywhere."""
    holes = [(*hole.at, hole.diameter) for hole in made(layout.name).holes]
    strokes = letters(layout, side)
    assert crossed(strokes, holes) == []
    (x, y), _, _ = strokes[0]
    assert crossed(strokes, [*holes, (x, y + 0.2, 0.4)]) == [(x, y + 0.2)]


@BOARDS
def test_each_word_has_its_own_place_beside_its_part(layout):
    """Apart from the others, from copper, from the edge and from the bodies of other parts."""
    words = prints(layout, make.kept(layout).vias)
    assert len(words) == len(layout.parts) + len(layout.tests) + len(layout.words)
    for one, other in combinations(words, 2):
        assert one.side != other.side or not one.box.is_near(other.box), (one, other)
    for word in words:
        for pad in layout.pads():
            if word.side == "F" or pad.drill:
                reach = word.box.wider(SILK_CLEARANCE)
                is_over = (
                    reach.left < pad.x + pad.width / 2
                    and pad.x - pad.width / 2 < reach.right
                    and reach.back < pad.y + pad.height / 2
                    and pad.y - pad.height / 2 < reach.front
                )
                assert not is_over, (word, pad)
    for side in "FB":  # else what is kept free would be too little
        boxes = [word.box.wider(0.05) for word in words if word.side == side]
        for (x, y), (to_x, to_y), _ in letters(layout, side):
            assert any(
                box.left < min(x, to_x)
                and max(x, to_x) < box.right
                and box.back < min(y, to_y)
                and max(y, to_y) < box.front
                for box in boxes
            ), (x, y)


def test_a_word_makes_way_for_a_hole_and_stays_with_its_part():
    usual = next(each for each in prints(station(), ()) if each.words == "BUTTON")
    moved_away = prints(station(), [Via("GND", usual.x, usual.y)])
    (other,) = [each for each in moved_away if each.words == "BUTTON"]
    assert 0.5 < dist((usual.x, usual.y), (other.x, other.y)) < 1.5
    with pytest.raises(ValueError, match="no room for"):
        prints(station()._replace(height=1.0, parts=station().parts[:1], words=()), ())


def changed(board: Made, change) -> Made:
    """A board whose layers have been changed."""
    front, back = (tuple(change(list(layer))) for layer in board.layers)
    return board._replace(layers=(front, back))


def longest(layer):
    """The longest track of a layer."""
    strokes = [each for each in layer if isinstance(each, gerber.Stroke)]
    return max(strokes, key=lambda s: abs(s.start[0] - s.end[0]) + abs(s.start[1] - s.end[1]))


def cut(layer):
    layer.remove(longest(layer))
    return layer


def moved(layer):
    (x0, y0), (x1, y1), width = track = longest(layer)
    layer[layer.index(track)] = gerber.Stroke((x0, y0 + 2.54), (x1, y1 + 2.54), width)
    return layer


def without_a_part(layer):
    return [
        each for each in layer if getattr(each, "pad", None) not in {("KEY7", "1"), ("KEY7", "2")}
    ]


@pytest.mark.parametrize("change", [cut, moved, without_a_part])
def test_a_fault_in_the_copper_is_found(change):
    assert differences(keys(), changed(made("keys"), change))


def test_two_exchanged_nets_are_found():
    parts = list(keys().parts)
    parts[3] = parts[3]._replace(nets={"1": parts[3].nets["2"], "2": parts[3].nets["1"]})
    assert differences(keys()._replace(parts=tuple(parts)), made("keys"))


def test_ground_that_is_not_filled_is_found():
    bare = changed(made("main"), lambda layer: [s for s in layer if not isinstance(s, gerber.Area)])
    pieces = Islands(bare)
    (leg,) = [part for part in main().tests if part.name == "GND"]
    piece = pieces.at(0, (leg.x, leg.y))
    assert piece is None or pieces.share(0, piece) < 0.5 * bare.width * bare.height


def test_a_line_of_a_gerber_that_is_not_understood_is_an_error():
    with pytest.raises(ValueError, match="not understood"):
        list(gerber.shapes("%LPC*%\n"))
    with pytest.raises(ValueError, match="not understood"):
        list(gerber.drills("M71\n"))


def test_the_checksums_are_those_of_the_zips():
    told = dict(
        line.split("  ")[::-1] for line in make.SUMS.read_text(encoding="ascii").splitlines()
    )
    zips = [make.archive(layout().name) for layout in LAYOUTS]
    assert told == {path.name: sha256(path.read_bytes()).hexdigest() for path in zips}


with_kicad = pytest.mark.skipif(
    not judge.is_there(), reason="no KiCad 9 here: its rules and its files are not compared"
)


@with_kicad
@BOARDS
def test_kicad_finds_no_fault(layout):
    """Errors or warnings, in the schematic, on the board, or between the two."""
    assert judge.faults(make.HERE / layout.name) == []


@with_kicad
def test_words_that_run_together_are_a_fault(tmp_path, monkeypatch):
    """So near that they are read as one, though no stroke touches another."""
    words = [Print("HERE", "F", 10, 35, 0, 0.8), Print("THERE", "F", 13.4, 35, 0, 0.8)]
    monkeypatch.setattr(board, "prints", lambda *_: words)
    layout = station()
    project = tmp_path / layout.name
    area = make.filled(make.HERE / layout.name / f"{layout.name}.kicad_pcb")
    make.write(project, make.files(layout, make.kept(layout), area))
    assert [fault.split(":")[0] for fault in judge.faults(project)] == ["silk_overlap"]


@with_kicad
@BOARDS
def test_the_zip_is_what_kicad_makes_of_the_board(layout):
    """Byte by byte, where the same release of KiCad is at hand."""
    if judge.version() not in fabrication.software(make.archive(layout.name)):
        pytest.skip("another release of KiCad made the zip")
    board = make.HERE / layout.name / f"{layout.name}.kicad_pcb"
    assert fabrication.packed(board) == make.archive(layout.name).read_bytes()
