"""Finds the tracks of a circuit board, on a grid of two layers.

Each net grows from its first pad to its nearest other pad by A*. Tracks run along the grid, on the
top layer rather across, on the bottom rather up and down, so that ground can fill what is left. A
net that finds no free way goes through tracks of others, at a price that rises where it happens
often; these are taken up and laid again (negotiated congestion). No chance is in it: equal boards
have equal tracks. Ground is poured; only what pours leave apart is joined by tracks.

Source: L. McMurchie, C. Ebeling, PathFinder, 1995.
"""

import heapq
import math
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from controller.board.circuit_boards.placement import SCREW_HEAD_MM, Pad, PlacedBoard, Point
from controller.board.electronics.circuit import GROUND

GRID_MM: Final = 0.635
TRACK_MM: Final = 0.3
VIA_MM: Final = 1.0
VIA_HOLE_MM: Final = 0.5
FEED_VIA_MM: Final = 1.5
FEED_VIA_HOLE_MM: Final = 0.9
"""Of vias that bear the supply's current."""
CLEARANCE_MM: Final = 0.25
EDGE_MM: Final = 0.6
"""Least distance of copper to the board's edge."""
HOLE_GAP_MM: Final = 0.5
"""Least distance between two holes."""
VIA_COST: Final = 8
ACROSS_COST: Final = 3
"""Cost of a step against the layer's direction; 1 along it."""
CROSSING_COST: Final = 12
"""Cost of a step over another net's track, the first time."""
MOST_ROUNDS: Final = 600
LAYERS: Final = (0, 1)
"""Top and bottom."""


class Node(NamedTuple):
    """A point of the grid on a layer."""

    layer: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class CopperTrack:
    """A straight track."""

    net: str
    layer: int
    start: Point
    end: Point
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that joins both layers: its net, centre, and diameters of pad and hole."""

    net: str
    at: Point
    pad: float
    hole: float


class UnroutableError(ValueError):
    """No way was found for a net."""

    def __init__(self, board: str, net: str) -> None:
        super().__init__(
            f"{board}: no way is left for the tracks of {net}. Take other pins, so that fewer "
            "wires cross, or wire this board by hand."
        )


class Router:
    """Routes one board.

    Args:
        board: the board with its parts in their places.
        feed_mm: width of the tracks that bear the supply's current.
    """

    def __init__(self, board: PlacedBoard, feed_mm: float) -> None:
        self._board = board
        self._feed_mm = feed_mm
        self._columns = math.floor(board.size[0] / GRID_MM) + 1
        self._rows = math.floor(board.size[1] / GRID_MM) + 1
        self._fixed: dict[float, dict[Node, str]] = {
            radius: self._fixed_for(radius)
            for radius in sorted({TRACK_MM / 2, feed_mm / 2, VIA_MM / 2, FEED_VIA_MM / 2})
        }
        self._taken: dict[float, defaultdict[Node, dict[str, int]]] = {
            radius: defaultdict(dict) for radius in self._fixed
        }
        self._history: defaultdict[Node, int] = defaultdict(int)
        self._pad_at = {node: pad.net for pad in board.pads for node in _inside(pad)}
        self._drilled = {
            place
            for pad in board.pads
            for place in self._grid_about(pad.at, (pad.hole + FEED_VIA_HOLE_MM) / 2 + HOLE_GAP_MM)
        }
        self._own_vias: set[tuple[int, int]] = set()
        self._ends: dict[str, list[Sequence[Sequence[Node]]]] = {}
        self._pads: defaultdict[str, list[Pad]] = defaultdict(list)
        for pad in board.pads:
            if pad.net:
                self._pads[pad.net].append(pad)
        self._paths: dict[str, list[list[Node]]] = {}

    def routed(self) -> tuple[tuple[CopperTrack, ...], tuple[Via, ...]]:
        """Return tracks and vias that join all pads of each net but ground.

        Raises:
            UnroutableError: a net found no way.
        """
        nets = [net for net in self._pads if net != GROUND]
        self._ends = {net: [[_inside(pad) for pad in self._pads[net]]] for net in nets}
        nets.sort(key=lambda net: (-self._width(net), _span(self._pads[net]), net))
        return self._settled(deque(nets))

    def tied(
        self, groups: Sequence[Sequence[Pad]]
    ) -> tuple[tuple[CopperTrack, ...], tuple[Via, ...]]:
        """Return the tracks with some of ground, which join groups that its pours leave apart.

        What was to be joined before stays joined by tracks.

        Raises:
            UnroutableError: a net found no way.
        """
        if GROUND in self._paths:
            self._take_up(GROUND)
        ends = [tuple(node for pad in group for node in _inside(pad)) for group in groups]
        self._ends.setdefault(GROUND, []).append(ends)
        return self._settled(deque([GROUND]))

    def _settled(self, waiting: deque[str]) -> tuple[tuple[CopperTrack, ...], tuple[Via, ...]]:
        """Lay the tracks of nets, and again those of nets that had to be taken up for them."""
        for _ in range(MOST_ROUNDS):
            if not waiting:
                break
            net = waiting.popleft()
            self._paths[net] = self._join(net)
            for other in self._in_the_way(net):
                self._take_up(other)
                waiting.append(other)
            self._lay(net)
        if waiting:
            raise UnroutableError(self._board.title, waiting[0])
        return tuple(self._tracks()), tuple(self._vias())

    def _width(self, net: str) -> float:
        return self._feed_mm if net in self._board.design.feeds else TRACK_MM

    def _via(self, net: str) -> tuple[float, float]:
        """Return the diameters of a net's vias: of the pad and of the hole."""
        if net in self._board.design.feeds:
            return FEED_VIA_MM, FEED_VIA_HOLE_MM
        return VIA_MM, VIA_HOLE_MM

    # What is taken

    def _fixed_for(self, radius: float) -> dict[Node, str]:
        """Return the nodes that pads and edges forbid to others; "-" if to all."""
        found: dict[Node, str] = {}
        width, height = self._board.size
        for column in range(self._columns):
            for row in range(self._rows):
                x, y = column * GRID_MM, row * GRID_MM
                edge = min(x, y, width - x, height - y)
                screw = min(
                    (math.dist((x, y), hole) for hole in self._board.holes), default=math.inf
                )
                if edge < EDGE_MM + radius or screw < SCREW_HEAD_MM / 2 + CLEARANCE_MM / 2 + radius:
                    for layer in LAYERS:
                        found[Node(layer, column, row)] = "-"
        for pad in self._board.pads:
            reach = radius + CLEARANCE_MM
            for node in self._near(pad, reach):
                owner = pad.net or f"{pad.terminal}"
                found[node] = owner if found.get(node, owner) == owner else "-"
        return found

    def _near(self, pad: Pad, reach: float) -> Iterator[Node]:
        """List the nodes within a distance of a pad, taken as a rectangle."""
        for column, row in self._grid_about(pad.at, max(pad.width, pad.height) / 2 + reach):
            dx = max(abs(column * GRID_MM - pad.at[0]) - pad.width / 2, 0)
            dy = max(abs(row * GRID_MM - pad.at[1]) - pad.height / 2, 0)
            if pad.rounded and pad.width == pad.height:
                away = math.dist((column * GRID_MM, row * GRID_MM), pad.at) - pad.width / 2
            else:
                away = math.hypot(dx, dy)
            # A track may pass half a step beside a node.
            if away < reach + 0.03:
                yield from (Node(layer, column, row) for layer in LAYERS)

    def _grid_about(self, at: Point, reach: float) -> Iterator[tuple[int, int]]:
        first_column = max(math.ceil((at[0] - reach) / GRID_MM), 0)
        last_column = min(math.floor((at[0] + reach) / GRID_MM), self._columns - 1)
        first_row = max(math.ceil((at[1] - reach) / GRID_MM), 0)
        last_row = min(math.floor((at[1] + reach) / GRID_MM), self._rows - 1)
        for column in range(first_column, last_column + 1):
            for row in range(first_row, last_row + 1):
                yield column, row

    def _lay(self, net: str, sign: int = 1) -> None:
        """Note the space that a net's tracks take, or free it again."""
        for node, half in self._copper(net):
            for radius, taken in self._taken.items():
                reach = half + radius + CLEARANCE_MM - 1e-6
                at = (node.column * GRID_MM, node.row * GRID_MM)
                for column, row in self._grid_about(at, reach):
                    if math.dist(at, (column * GRID_MM, row * GRID_MM)) >= reach:
                        continue
                    owners = taken[Node(node.layer, column, row)]
                    owners[net] = owners.get(net, 0) + sign
                    if not owners[net]:
                        del owners[net]

    def _copper(self, net: str) -> Iterator[tuple[Node, float]]:
        """List the nodes under a net's tracks and vias, each with half the width there."""
        for path in self._paths[net]:
            yield from ((node, self._width(net) / 2) for node in path)
            for change in _changes(path):
                yield from ((node, self._via(net)[0] / 2) for node in change)

    def _in_the_way(self, net: str) -> list[str]:
        found: dict[str, None] = {}
        half = self._width(net) / 2
        for node, radius in self._copper(net):
            for other in self._taken[radius if radius in self._taken else half].get(node, ()):
                if other != net:
                    found[other] = None
                    self._history[node] += 1
        return list(found)

    def _take_up(self, net: str) -> None:
        self._lay(net, -1)
        del self._paths[net]

    # Finding ways

    def _join(self, net: str) -> list[list[Node]]:
        """Return the paths that join the ends of a net."""
        self._own_vias = set()
        paths: list[list[Node]] = []
        for first, *rest in self._ends[net]:
            tree, left = set(first), dict(enumerate(rest))
            while left:
                goals = {node: end for end, nodes in left.items() for node in nodes}
                path = self._way(net, tree, set(goals))
                tree.update(path)
                tree.update(left.pop(goals[path[-1]]))
                paths.append(path)
                self._own_vias.update((node.column, node.row) for node, _ in _changes(path))
        return paths

    def _way(self, net: str, starts: set[Node], goals: set[Node]) -> list[Node]:
        """Return the cheapest path from a node of one set to one of another."""
        box = (
            min(node.column for node in goals),
            max(node.column for node in goals),
            min(node.row for node in goals),
            max(node.row for node in goals),
        )
        best: dict[Node, float] = dict.fromkeys(starts, 0.0)
        before: dict[Node, Node] = {}
        heap = [(_ahead(node, box), 0.0, node) for node in sorted(starts)]
        heapq.heapify(heap)
        done: set[Node] = set()
        while heap:
            _, cost, node = heapq.heappop(heap)
            if node in done:
                continue
            done.add(node)
            if node in goals:
                path = [node]
                while path[-1] in before:
                    path.append(before[path[-1]])
                return path[::-1]
            for there, step in self._steps(net, node, goals):
                total = cost + step
                if total < best.get(there, math.inf):
                    best[there] = total
                    before[there] = node
                    heapq.heappush(heap, (total + _ahead(there, box), total, there))
        raise UnroutableError(self._board.title, net)

    def _steps(self, net: str, node: Node, goals: set[Node]) -> Iterator[tuple[Node, float]]:
        """List the nodes beside a node with the cost to go there."""
        layer, column, row = node
        half = self._width(net) / 2
        for across, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = Node(layer, column + across, row + up)
            cost = self._cost(net, there, half)
            if cost is not None:
                along = (across != 0) == (layer == 0)
                yield there, cost + (1 if along else ACROSS_COST)
        other = Node(1 - layer, column, row)
        if self._pad_at.get(node) == net:
            yield other, 0.5
            return
        if not self._can_drill(column, row):
            return
        costs = [self._cost(net, each, self._via(net)[0] / 2) for each in (node, other)]
        if None not in costs:
            yield other, VIA_COST + sum(each or 0 for each in costs)

    def _can_drill(self, column: int, row: int) -> bool:
        """Check whether a via is far enough from pads and from other vias of its net."""
        if (column, row) in self._drilled:
            return False
        apart = (FEED_VIA_HOLE_MM + HOLE_GAP_MM) / GRID_MM
        return all(
            near == (column, row) or math.dist(near, (column, row)) >= apart
            for near in self._own_vias
        )

    def _cost(self, net: str, node: Node, radius: float) -> float | None:
        """Return what it costs to use a node besides the way there; None if it is forbidden."""
        if not (0 <= node.column < self._columns and 0 <= node.row < self._rows):
            return None
        if self._fixed[radius].get(node, net) != net:
            return None
        others = self._taken[radius].get(node)
        if not others or (len(others) == 1 and net in others):
            return 0.0
        return float(CROSSING_COST * (1 + self._history[node]))

    # What is found

    def _tracks(self) -> Iterator[CopperTrack]:
        for net in sorted(self._paths):
            for path in self._paths[net]:
                yield from self._straight(net, path)
            for pad in self._pads[net]:
                nearest = _at(_inside(pad)[0])
                if math.dist(nearest, pad.at) > 1e-6:
                    for layer in LAYERS:
                        yield CopperTrack(net, layer, nearest, pad.at, self._width(net))

    def _straight(self, net: str, path: list[Node]) -> Iterator[CopperTrack]:
        """Join the steps of a path to straight tracks."""
        start = 0
        for at in range(1, len(path)):
            last = at == len(path) - 1
            if last or _turn(path[at - 1], path[at]) != _turn(path[at], path[at + 1]):
                here, there = path[start], path[at]
                if here.layer == there.layer and here != there:
                    yield CopperTrack(net, here.layer, _at(here), _at(there), self._width(net))
                start = at

    def _vias(self) -> Iterator[Via]:
        for net in sorted(self._paths):
            places = {
                _at(node)
                for path in self._paths[net]
                for node, _ in _changes(path)
                if self._pad_at.get(node) != net
            }
            yield from (Via(net, at, *self._via(net)) for at in sorted(places))


def _inside(pad: Pad) -> tuple[Node, Node]:
    """Return the nodes nearest to the centre of a pad, where tracks end."""
    column, row = round(pad.at[0] / GRID_MM), round(pad.at[1] / GRID_MM)
    return Node(0, column, row), Node(1, column, row)


def _changes(path: list[Node]) -> Iterator[tuple[Node, Node]]:
    """List the changes of layer of a path."""
    yield from ((here, there) for here, there in pairwise(path) if here.layer != there.layer)


def _ahead(node: Node, box: tuple[int, int, int, int]) -> float:
    left, right, low, high = box
    return max(left - node.column, node.column - right, 0) + max(low - node.row, node.row - high, 0)


def _turn(here: Node, there: Node) -> tuple[int, int, int]:
    return there.layer - here.layer, there.column - here.column, there.row - here.row


def _at(node: Node) -> Point:
    return round(node.column * GRID_MM, 4), round(node.row * GRID_MM, 4)


def _span(pads: list[Pad]) -> float:
    xs, ys = [pad.at[0] for pad in pads], [pad.at[1] for pad in pads]
    return max(xs) - min(xs) + max(ys) - min(ys)
