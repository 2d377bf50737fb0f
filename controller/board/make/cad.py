"""Writes solids as STEP and STL, in millimetres, by OpenCASCADE.

Source of OpenCASCADE's calls: dev.opencascade.org/doc/refman. Its Python names are those of OCP.
"""

import contextlib
import io
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from OCP.APIHeaderSection import APIHeaderSection_MakeHeader
from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCylinder
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt
from OCP.Interface import Interface_Static
from OCP.Message import Message, Message_Gravity
from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer
from OCP.StlAPI import StlAPI_Writer
from OCP.TCollection import TCollection_HAsciiString
from OCP.TopoDS import TopoDS_Shape

from controller.board.make.order import MadeFile, Order
from controller.board.make.solids import Cuboid, Cylinder, Solid, solids

DEVIATION_MM: Final = 0.02
"""How far triangles of an STL may lie off the curve."""
TURN_RAD: Final = 0.2


def solid_files(order: Order) -> Iterator[MadeFile]:
    """Yield every solid as STEP and as STL."""
    for solid in solids(order):
        shape = shape_of(solid)
        yield MadeFile(f"solids/{solid.name}.step", _step(shape, solid.name))
        yield MadeFile(f"solids/{solid.name}.stl", _stl(shape))


def shape_of(solid: Solid) -> TopoDS_Shape:
    """Return the shape of a solid."""
    first, *others = (_primitive(each) for each in solid.bodies)
    for other in others:
        first = BRepAlgoAPI_Fuse(first, other).Shape()
    for cut in solid.cuts:
        first = BRepAlgoAPI_Cut(first, _primitive(cut)).Shape()
    return first


def _primitive(part: Cylinder | Cuboid) -> TopoDS_Shape:
    corner = gp_Pnt(part.x, part.y, part.z)
    if isinstance(part, Cuboid):
        return BRepPrimAPI_MakeBox(corner, part.width, part.depth, part.height).Shape()
    axis = gp_Ax2(corner, gp_Dir(0, 0, 1))
    return BRepPrimAPI_MakeCylinder(axis, part.diameter / 2, part.height).Shape()


def _step(shape: TopoDS_Shape, name: str) -> bytes:
    """Write STEP AP214 without dates and counters."""
    with _quiet():
        writer = STEPControl_Writer()
        Interface_Static.SetCVal_s("write.step.unit", "MM")
        Interface_Static.SetCVal_s("write.step.product.name", name)
        writer.Transfer(shape, STEPControl_StepModelType.STEPControl_AsIs)
        header = APIHeaderSection_MakeHeader(writer.Model())
        header.SetName(TCollection_HAsciiString(f"{name}.step"))
        header.SetTimeStamp(TCollection_HAsciiString("1970-01-01T00:00:00"))
        out = io.BytesIO()
        writer.WriteStream(out)
    # It counts the products that a process has written.
    return re.sub(rf"'{name} \d+'".encode(), f"'{name}'".encode(), out.getvalue())


def _stl(shape: TopoDS_Shape) -> bytes:
    """Write STL as text; OpenCASCADE writes it to a path alone."""
    BRepMesh_IncrementalMesh(shape, DEVIATION_MM, False, TURN_RAD)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solid.stl"
        StlAPI_Writer().Write(shape, str(path))
        return path.read_bytes()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep OpenCASCADE from printing its progress."""
    printers = Message.DefaultMessenger_s().Printers()
    every = [printers.Value(at) for at in range(1, printers.Size() + 1)]
    before = [each.GetTraceLevel() for each in every]
    for each in every:
        each.SetTraceLevel(Message_Gravity.Message_Fail)
    try:
        yield
    finally:
        for each, level in zip(every, before, strict=True):
            each.SetTraceLevel(level)
