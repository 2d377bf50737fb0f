"""Reads a STEP file without a CAD library: faces, edges, and the volume that they enclose.

It knows what our solids have: planes, upright cylinders, lines and circles. Source: ISO 10303-21
(the text), ISO 10303-42 (faces lie to the left of their bounds, seen against the normal).
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

Point = tuple[float, float, float]

NEAR_MM: Final = 1e-6
"""A point is on a surface if it is no farther from it."""


class StepEdge(NamedTuple):
    """An edge as a face has it: its number, its ends, and of a circle centre, radius, turn."""

    number: str
    start: Point
    end: Point
    circle: tuple[Point, float, int] | None
    forward: bool

    @property
    def area(self) -> float:
        """Its share of the area, seen from above, of a face that lies to its left."""
        (x, y, _), (to_x, to_y, _) = self.start, self.end
        if self.circle is None:
            return (x * to_y - to_x * y) / 2
        (at_x, at_y, _), radius, turn = self.circle
        angles = (math.atan2(y - at_y, x - at_x), math.atan2(to_y - at_y, to_x - at_x))
        swept = (angles[1] - angles[0]) * turn % math.tau
        if math.dist(self.start, self.end) < NEAR_MM:
            swept = math.tau
        return (radius**2 * swept * turn + at_x * (to_y - y) - at_y * (to_x - x)) / 2


class StepFace(NamedTuple):
    """A face: kind of its surface, a point and direction of it, radius, edges of its bounds."""

    kind: str
    at: Point
    along: Point
    radius: float
    bounds: tuple[tuple[StepEdge, ...], ...]

    def off(self, point: Point) -> float:
        """Return how far a point is from the surface."""
        away = [here - there for here, there in zip(point, self.at, strict=True)]
        up = sum(here * there for here, there in zip(away, self.along, strict=True))
        if self.kind == "PLANE":
            return abs(up)
        return abs(math.sqrt(max(0.0, sum(each**2 for each in away) - up**2)) - self.radius)


class StepSolid:
    """The solid of a STEP file.

    Args:
        text: the file.

    Raises:
        AssertionError: it has not one closed shell.
    """

    def __init__(self, text: str) -> None:
        plain = re.sub(r"\s", "", text)
        self._entities: dict[str, tuple[str, str]] = {
            number: (kind, inside)
            for number, kind, inside in re.findall(r"#(\d+)=(\w+)\((.*?)\);", plain)
        }
        kinds = Counter(kind for kind, _ in self._entities.values())
        assert kinds["MANIFOLD_SOLID_BREP"] == kinds["CLOSED_SHELL"] == 1
        assert "SI_UNIT(.MILLI.,.METRE.)" in plain

    @cached_property
    def faces(self) -> tuple[StepFace, ...]:
        """Its faces."""
        (shell,) = (inside for kind, inside in self._entities.values() if kind == "CLOSED_SHELL")
        return tuple(self._face(number) for number in self._numbers(shell))

    @property
    def volume(self) -> float:
        """What its faces enclose in mm³: by Gauss, the sum of height times area seen from above."""
        return sum(
            face.at[2] * edge.area
            for face in self.faces
            if face.kind == "PLANE" and abs(face.along[2]) == 1
            for bound in face.bounds
            for edge in bound
        )

    def open_edges(self) -> list[str]:
        """List edges that do not join two faces, once in each direction."""
        used: dict[str, list[bool]] = {}
        for edge in self._edges():
            used.setdefault(edge.number, []).append(edge.forward)
        return [number for number, ways in used.items() if sorted(ways) != [False, True]]

    def broken_bounds(self) -> list[tuple[StepEdge, ...]]:
        """List bounds in which an edge does not begin where the one before it ends."""
        return [
            bound
            for face in self.faces
            for bound in face.bounds
            if any(
                math.dist(one.end, other.start) > NEAR_MM
                for one, other in zip(bound, (*bound[1:], bound[0]), strict=True)
            )
        ]

    def stray_points(self) -> list[tuple[str, Point]]:
        """List ends of edges, and far points of circles, that are not on the surface of a face."""
        return [
            (face.kind, point)
            for face in self.faces
            for bound in face.bounds
            for edge in bound
            for point in (edge.start, edge.end, *_opposite(edge))
            if face.off(point) > NEAR_MM
        ]

    def _edges(self) -> Iterator[StepEdge]:
        yield from (edge for face in self.faces for bound in face.bounds for edge in bound)

    def _face(self, number: str) -> StepFace:
        inside = self._of(number, "ADVANCED_FACE")
        *bounds, surface = self._numbers(inside)
        kind, data = self._entities[surface]
        assert kind in ("PLANE", "CYLINDRICAL_SURFACE")
        at, along = self._placement(self._numbers(data)[0])
        radius = 0.0 if kind == "PLANE" else float(data.rpartition(",")[2])
        return StepFace(kind, at, along, radius, tuple(map(self._bound, bounds)))

    def _bound(self, number: str) -> tuple[StepEdge, ...]:
        _, data = self._entities[number]
        loop, agrees = self._numbers(data)[0], data.endswith(".T.")
        edges = tuple(
            self._edge(each, agrees=agrees) for each in self._numbers(self._of(loop, "EDGE_LOOP"))
        )
        return edges if agrees else edges[::-1]

    def _edge(self, number: str, *, agrees: bool) -> StepEdge:
        data = self._of(number, "ORIENTED_EDGE")
        (edge,) = self._numbers(data)
        forward = data.endswith(".T.") == agrees
        inside = self._of(edge, "EDGE_CURVE")
        first, last, curve = self._numbers(inside)
        ends = [self._point(self._numbers(self._entities[each][1])[0]) for each in (first, last)]
        start, end = ends if forward else ends[::-1]
        return StepEdge(
            edge,
            start,
            end,
            self._circle(curve, forward=forward == inside.endswith(".T.")),
            forward,
        )

    def _circle(self, number: str, *, forward: bool) -> tuple[Point, float, int] | None:
        kind, data = self._entities[number]
        if kind in ("SURFACE_CURVE", "SEAM_CURVE"):
            return self._circle(self._numbers(data)[0], forward=forward)
        if kind == "LINE":
            return None
        assert kind == "CIRCLE"
        at, along = self._placement(self._numbers(data)[0])
        assert abs(along[2]) == 1
        turn = 1 if (along[2] > 0) == forward else -1
        return at, float(data.rpartition(",")[2]), turn

    def _placement(self, number: str) -> tuple[Point, Point]:
        at, along, *_ = self._numbers(self._of(number, "AXIS2_PLACEMENT_3D"))
        return self._point(at), self._point(along)

    def _point(self, number: str) -> Point:
        _, data = self._entities[number]
        x, y, z = map(float, data[data.index("(") + 1 : data.index(")")].split(","))
        return x, y, z

    def _of(self, number: str, kind: str) -> str:
        found, inside = self._entities[number]
        assert found == kind
        return inside

    @staticmethod
    def _numbers(data: str) -> list[str]:
        return re.findall(r"#(\d+)", data)


def _opposite(edge: StepEdge) -> Iterator[Point]:
    """Yield the point of a circle that is opposite to an edge's start."""
    if edge.circle is not None:
        (x, y, z), _, _ = edge.circle
        yield 2 * x - edge.start[0], 2 * y - edge.start[1], z
