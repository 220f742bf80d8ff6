"""Finds tracks for all nets of a board by negotiation. Places no part and knows no circuit.

Every net takes its cheapest way, at first through others; what is wanted by two becomes dearer from
round to round, until nobody wants it but who needs it most (McMurchie and Ebeling, "PathFinder",
1995). The search is A* over a grid of two layers, in eight directions. Millimetres throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, inf, sqrt
from typing import NamedTuple

STEP = 0.635
"""From node to node: a quarter of the holes' pitch."""
CLEARANCE = 0.19
"""Copper to copper: two tracks of 0.25 pass each other at half a diagonal."""
EDGE = 0.5
"""Copper to the board's edge."""
VIA_WIDTH, VIA_DRILL = 0.8, 0.4
DRILL_APART = 0.3
ROUNDS = 120
GROUND = "GND"
STITCH_MM = 2.54
"""So far apart are the vias that may join the areas of ground."""
_VIA_COST = 8.0
_AGAINST = 1.25
"""A step across a layer's own direction: upright in front, level behind."""
_DEARER_PER_ROUND = 1.15
_DIAGONAL = sqrt(2)


class Pad(NamedTuple):
    """Copper for a leg: on both layers about its hole, or on the front alone."""

    net: str
    """Empty: nothing may be joined to it."""
    x: float
    y: float
    width: float
    height: float
    round: bool
    drill: float
    """0: it has no hole, and is in front alone."""

    @property
    def layers(self) -> tuple[int, ...]:
        """Those with its copper."""
        return (0, 1) if self.drill else (0,)

    def distance(self, x: float, y: float) -> float:
        """From its copper to a point; 0 within."""
        across, down = abs(x - self.x), abs(y - self.y)
        if self.round:  # a circle, or a slot with round ends
            radius = min(self.width, self.height) / 2
            across = max(0.0, across - (self.width / 2 - radius))
            down = max(0.0, down - (self.height / 2 - radius))
            return max(0.0, hypot(across, down) - radius)
        return hypot(max(0.0, across - self.width / 2), max(0.0, down - self.height / 2))


class Hole(NamedTuple):
    """A hole without copper."""

    x: float
    y: float
    diameter: float


class Track(NamedTuple):
    """A straight piece of copper; layer 0 is the side of the parts."""

    net: str
    layer: int
    x0: float
    y0: float
    x1: float
    y1: float
    width: float


class Via(NamedTuple):
    """A plated hole from layer to layer."""

    net: str
    x: float
    y: float


class Task(NamedTuple):
    """What is to be joined, and where."""

    width: float
    height: float
    origin: tuple[float, float]
    """Some node of the grid: a hole, so that the legs lie on nodes."""
    pads: tuple[Pad, ...]
    holes: tuple[Hole, ...]
    widths: Mapping[str, float]
    """Of each net's tracks."""


class NoWay(Exception):
    """Not all nets found a way that nobody else needs."""


class Copper(NamedTuple):
    """What was laid."""

    tracks: list[Track]
    vias: list[Via]


def route(task: Task) -> Copper:
    """Join the pads of each net. Raises: NoWay."""
    return _Negotiation(task).settle()


def stitches(task: Task, copper: Copper) -> Iterator[Via]:
    """Where ground could have one more via, to join its areas on both layers."""
    reach, apart = VIA_WIDTH / 2, VIA_DRILL / 2 + DRILL_APART
    for row in range(int(task.height / STITCH_MM)):
        for column in range(int(task.width / STITCH_MM)):
            x, y = round((column + 0.5) * STITCH_MM, 4), round((row + 0.5) * STITCH_MM, 4)
            is_free = (
                min(x, y, task.width - x, task.height - y) >= reach + EDGE
                and all(
                    hypot(x - hole.x, y - hole.y) >= hole.diameter / 2 + reach + EDGE / 2
                    for hole in task.holes
                )
                and not any(
                    _is_no_place_for_a_via(pad, x, y, VIA_DRILL)
                    or (pad.net != GROUND and pad.distance(x, y) < reach + CLEARANCE)
                    for pad in task.pads
                )
                and all(
                    hypot(x - via.x, y - via.y)
                    >= (VIA_DRILL / 2 + apart if via.net == GROUND else 2 * reach + CLEARANCE)
                    for via in copper.vias
                )
                and all(
                    track.net == GROUND
                    or _apart(track, x, y) >= reach + track.width / 2 + CLEARANCE
                    for track in copper.tracks
                )
            )
            if is_free:
                yield Via(GROUND, x, y)


def _apart(track: Track, x: float, y: float) -> float:
    """From the middle of a track to a point."""
    across, down = track.x1 - track.x0, track.y1 - track.y0
    length = across**2 + down**2
    along = ((x - track.x0) * across + (y - track.y0) * down) / length if length else 0
    along = min(1.0, max(0.0, along))
    return hypot(x - track.x0 - along * across, y - track.y0 - along * down)


Node = tuple[int, int]
"""Layer, and the place on it."""


class _Field:
    """The places of a board, twice as close as the nodes.

    Between four nodes is the middle of their diagonals, so that two tracks are as near to each
    other as two of their places are.
    """

    def __init__(self, task: Task) -> None:
        half = STEP / 2
        self.left, self.top = task.origin[0] % STEP, task.origin[1] % STEP
        self.columns = int((task.width - self.left) / half) + 1
        self.rows = int((task.height - self.top) / half) + 1
        self.size = self.columns * self.rows
        self._task = task

    def at(self, place: int) -> tuple[float, float]:
        """Where a place is on the board."""
        row, column = divmod(place, self.columns)
        return self.left + column * STEP / 2, self.top + row * STEP / 2

    def around(self, x: float, y: float, reach: float) -> Iterator[int]:
        """The places in a square about a point."""
        half = STEP / 2
        first = max(0, int((x - reach - self.left) / half))
        last = min(self.columns - 1, int((x + reach - self.left) / half) + 1)
        start = max(0, int((y - reach - self.top) / half))
        end = min(self.rows - 1, int((y + reach - self.top) / half) + 1)
        for row in range(start, end + 1):
            yield from range(row * self.columns + first, row * self.columns + last + 1)

    def offsets(self, distance: float) -> list[int]:
        """From a place to those that are nearer than this; a path keeps away from the edge."""
        reach = int(distance / (STEP / 2)) + 1
        return [
            down * self.columns + right
            for down in range(-reach, reach + 1)
            for right in range(-reach, reach + 1)
            if hypot(right, down) * STEP / 2 < distance - 1e-6
        ]

    def within(self, pad: Pad) -> list[int]:
        """The nodes that lie well in a pad."""
        reach = max(min(pad.width, pad.height) * 0.28, STEP * 0.71)
        found = []
        for place in self.around(pad.x, pad.y, reach):
            row, column = divmod(place, self.columns)
            x, y = self.at(place)
            if not row % 2 and not column % 2 and hypot(x - pad.x, y - pad.y) <= reach:
                found.append(place)
        return found

    def ahead(self, goals: Iterable[int]) -> Callable[[int], float]:
        """For a place, what the way to some goals costs at least: that to a box around them."""
        rows = [place // self.columns for place in goals]
        columns = [place % self.columns for place in goals]
        top, bottom, left, right = min(rows), max(rows), min(columns), max(columns)

        def ahead(place: int) -> float:
            row, column = divmod(place, self.columns)
            down, across = max(top - row, 0, row - bottom), max(left - column, 0, column - right)
            return (max(down, across) + (_DIAGONAL - 1) * min(down, across)) / 2

        return ahead

    def owners(self, width: float, layers: tuple[int, ...], drill: float = 0) -> list[int]:
        """For each place which net may have copper of this width there: FREE, NOBODY, or a number.

        With a `drill` it is a via's.
        """
        task, owners = self._task, [FREE] * self.size
        radius = width / 2
        for place in range(self.size):
            x, y = self.at(place)
            inset = min(x, y, task.width - x, task.height - y)
            if inset < EDGE + radius - 1e-6:
                owners[place] = NOBODY
        for hole in task.holes:
            reach = hole.diameter / 2 + radius + max(CLEARANCE, EDGE / 2)
            for place in self.around(hole.x, hole.y, reach):
                x, y = self.at(place)
                if hypot(x - hole.x, y - hole.y) < reach:
                    owners[place] = NOBODY
        for pad in (pad for pad in task.pads if set(layers) & set(pad.layers)):
            number = self.number(pad.net)
            reach = max(pad.width, pad.height) / 2 + radius + CLEARANCE
            for place in self.around(pad.x, pad.y, reach):
                x, y = self.at(place)
                apart = pad.distance(x, y)
                if drill and _is_no_place_for_a_via(pad, x, y, drill):
                    owners[place] = NOBODY
                elif apart < radius + CLEARANCE - 1e-6 and owners[place] != number:
                    owners[place] = number if owners[place] == FREE and number >= 0 else NOBODY
        return owners

    def number(self, net: str) -> int:
        """A net's number; NOBODY's for a pad without one."""
        return self.numbers.get(net, NOBODY)

    @property
    def numbers(self) -> dict[str, int]:
        """Of all nets."""
        return {net: number for number, net in enumerate(sorted(self._task.widths))}


FREE, NOBODY = -1, -2


def _is_no_place_for_a_via(pad: Pad, x: float, y: float, drill: float) -> bool:
    """A leg's hole leads to the other layer anyhow; a hole in a flat pad would drink its solder."""
    if pad.drill:
        return hypot(x - pad.x, y - pad.y) < pad.drill / 2 + drill / 2 + DRILL_APART
    return pad.distance(x, y) < VIA_WIDTH / 2


class _Negotiation:
    """Mutable: who holds which place, and how dear each has become."""

    def __init__(self, task: Task) -> None:
        self._task, self._field = task, _Field(task)
        widths = sorted(set(task.widths.values()))
        self._kind = {net: widths.index(width) for net, width in task.widths.items()}
        self._via = len(widths)
        sizes = [*widths, VIA_WIDTH]
        self._near = [
            [self._field.offsets(one / 2 + other / 2 + CLEARANCE) for other in sizes]
            for one in sizes
        ]
        self._owner = [
            [self._field.owners(width, (layer,)) for layer in (0, 1)] for width in widths
        ]
        self._via_owner = self._field.owners(VIA_WIDTH, (0, 1), VIA_DRILL)
        self._open = {net: self._places_for(net) for net in task.widths}
        """For each net: where its tracks may lie on either layer, and where its vias."""
        layer = [0] * self._field.size
        self._held = [[layer[:], layer[:]] for _ in sizes]
        """For each kind of copper: how many nets are in its way at a place."""
        self._dear = [[0.0] * self._field.size for _ in range(2)]
        self._ways: dict[str, list[list[Node]]] = {}
        self._claims: dict[str, list[set[Node]]] = {}
        self._pressure = 0.6
        self._pads = {net: [pad for pad in task.pads if pad.net == net] for net in task.widths}

    def _places_for(self, net: str) -> list[bytes]:
        number = self._field.number(net)
        maps = (*self._owner[self._kind[net]], self._via_owner)
        return [bytes(owner in (FREE, number) for owner in owners) for owners in maps]

    def settle(self) -> Copper:
        """Let the nets find their ways until no place is wanted twice."""
        nets = sorted(self._pads, key=lambda net: (len(self._pads[net]), net))
        for _ in range(ROUNDS):
            for net in nets:
                if net not in self._ways or self._quarrels(net):
                    self._give_up(net)
                    self._find(net)
            disputed = [net for net in nets if self._quarrels(net)]
            if not disputed:
                return self._copper()
            for net in disputed:
                for layer, place in self._quarrels(net):
                    self._dear[layer][place] += 0.4
            self._pressure = min(60.0, self._pressure * _DEARER_PER_ROUND)
            nets = nets[1:] + nets[:1]
        raise NoWay(", ".join(disputed))

    def _quarrels(self, net: str) -> list[Node]:
        """The places of a net that another one wants too."""
        kind = self._kind[net]
        found = []
        for layer, place, is_via in self._places(net):
            if self._held[self._via if is_via else kind][layer][place] > 1:
                found.append((layer, place))
        return found

    def _places(self, net: str) -> Iterator[tuple[int, int, bool]]:
        """All that a net's ways pass over, with the middles of diagonals and both ends of vias."""
        for way in self._ways.get(net, ()):
            for (layer, place), after in pairwise([*way, way[-1]]):
                yield layer, place, False
                if after[0] != layer and not self._is_in_leg(net, place):
                    yield layer, place, True
                    yield after[0], place, True
                elif after[1] != place and (place + after[1]) % 2 == 0:
                    yield layer, (place + after[1]) // 2, False

    def _is_in_leg(self, net: str, place: int) -> bool:
        """Whether a leg's hole joins both layers there."""
        x, y = self._field.at(place)
        return any(pad.drill and pad.distance(x, y) == 0 for pad in self._pads[net])

    def _give_up(self, net: str) -> None:
        for kind, claim in enumerate(self._claims.pop(net, ())):
            held = self._held[kind]
            for layer, place in claim:
                held[layer][place] -= 1
        self._ways.pop(net, None)

    def _claim(self, net: str) -> None:
        claims: list[set[Node]] = [set() for _ in self._near]
        for layer, place, is_via in self._places(net):
            near = self._near[self._via if is_via else self._kind[net]]
            for kind, offsets in enumerate(near):
                claims[kind].update(
                    (layer, place + offset)
                    for offset in offsets
                    if 0 <= place + offset < self._field.size
                )
        for kind, claim in enumerate(claims):
            held = self._held[kind]
            for layer, place in claim:
                held[layer][place] += 1
        self._claims[net] = claims

    def _find(self, net: str) -> None:
        """Join pad after pad to what is joined already, the nearest first."""
        first, *rest = self._pads[net]
        within = {pad: self._field.within(pad) for pad in self._pads[net]}
        tree = {(layer, place) for place in within[first] for layer in first.layers}
        self._ways[net] = []
        while rest:
            goals = {
                (layer, place): pad for pad in rest for layer in pad.layers for place in within[pad]
            }
            way = self._search(net, tree, goals)
            reached = goals[way[-1]]
            rest.remove(reached)
            tree.update(way)
            tree.update((layer, place) for place in within[reached] for layer in reached.layers)
            self._ways[net].append(way)
        self._claim(net)

    def _search(self, net: str, tree: Iterable[Node], goals: Mapping[Node, Pad]) -> list[Node]:
        """The cheapest way from a tree to one of the goals. Raises: NoWay."""
        size, ahead = self._field.size, self._field.ahead([place for _, place in goals])
        spent = {layer * size + place: 0.0 for layer, place in sorted(tree)}
        came: dict[int, int] = {}
        queue = sorted((ahead(node % size), node) for node in spent)
        done = set()
        steps = self._steps(net)
        while queue:
            _, node = heappop(queue)
            if node in done:
                continue
            done.add(node)
            if divmod(node, size) in goals:
                return self._back(node, came)
            cost = spent[node]
            for there, price in steps(node):
                total = cost + price
                if total < spent.get(there, inf):
                    spent[there] = total
                    came[there] = node
                    heappush(queue, (total + ahead(there % size), there))
        raise NoWay(net)

    def _steps(self, net: str) -> Callable[[int], list[tuple[int, float]]]:
        """What leads on from a node, and its price as things stand."""
        kind = self._kind[net]
        columns, size, pressure = self._field.columns, self._field.size, self._pressure
        *is_open_on, is_open_to_via = self._open[net]
        held, via_held, dear = self._held[kind], self._held[self._via], self._dear
        straight = ((2, 0), (-2, 0), (2 * columns, 1), (-2 * columns, 1))
        slant = (columns + 1, columns - 1, 1 - columns, -columns - 1)

        def steps(node: int) -> list[tuple[int, float]]:
            layer, place = divmod(node, size)
            on, dearer, base, is_open = held[layer], dear[layer], layer * size, is_open_on[layer]
            found = []
            for offset, upright in straight:
                there = place + offset
                if is_open[there]:
                    price = (1 + dearer[there]) * (1 + pressure * on[there])
                    found.append((base + there, price * (_AGAINST if upright == layer else 1)))
            for offset in slant:
                there, middle = place + 2 * offset, place + offset
                if is_open[there] and is_open[middle]:
                    price = (1 + dearer[there] + dearer[middle]) * _DIAGONAL
                    price *= 1 + pressure * (on[there] + on[middle])
                    found.append((base + there, price))
            if is_open_to_via[place]:
                wanted = via_held[0][place] + via_held[1][place]
                price = _VIA_COST * (1 + dear[0][place] + dear[1][place]) * (1 + pressure * wanted)
                found.append(((1 - layer) * size + place, price))
            return found

        return steps

    def _back(self, node: int, came: Mapping[int, int]) -> list[Node]:
        way = [node]
        while way[-1] in came:
            way.append(came[way[-1]])
        return [divmod(each, self._field.size) for each in reversed(way)]

    def _copper(self) -> Copper:
        tracks: list[Track] = []
        vias: set[Via] = set()
        for net, ways in sorted(self._ways.items()):
            width = self._task.widths[net]
            pieces: set[tuple[int, int, int]] = set()
            for way in ways:
                for (layer, place), (other, after) in pairwise(way):
                    if layer == other:
                        pieces.add((layer, min(place, after), max(place, after)))
                    elif not self._is_in_leg(net, place):
                        vias.add(Via(net, *self._point(place)))
                for layer, place in (way[0], way[-1]):
                    tracks += self._into_pad(net, layer, place)
            tracks += [
                Track(net, layer, *self._point(start), *self._point(end), width)
                for layer, start, end in self._straight(sorted(pieces))
            ]
        return Copper(sorted(set(tracks)), sorted(vias))

    def _point(self, place: int) -> tuple[float, float]:
        x, y = self._field.at(place)
        return round(x, 4), round(y, 4)

    def _into_pad(self, net: str, layer: int, place: int) -> list[Track]:
        """From a node beside a pad's middle to that middle."""
        x, y = self._point(place)
        for pad in self._pads[net]:
            if layer not in pad.layers:
                continue
            if pad.distance(x, y) == 0 and hypot(x - pad.x, y - pad.y) > 1e-3:
                return [Track(net, layer, x, y, pad.x, pad.y, self._task.widths[net])]
        return []

    def _straight(self, pieces: Sequence[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
        """Pieces joined where they go on in the same direction."""
        left = dict.fromkeys(pieces)
        for piece in pieces:
            if piece not in left:
                continue
            del left[piece]
            layer, start, end = piece
            step = end - start
            while (layer, end, end + step) in left:
                del left[layer, end, end + step]
                end += step
            yield layer, start, end
