"""States of the workshop, to be shown."""

from typing import Any

from controller.maintenance.calibration.learned import Learned, Plan
from controller.maintenance.calibration.state import CalibrationState

PLAN = Plan(squares=(1, 2, 3, 4), readers=frozenset({1, 2}), lights=frozenset({1, 3}), tags={})
"""Square 1 has a reader and a light, 2 a reader only, 3 a light only, 4 nothing."""


def state(learned: Learned | None = None, **where: Any) -> CalibrationState:
    return CalibrationState(plan=PLAN, learned=learned or Learned(), **where)
