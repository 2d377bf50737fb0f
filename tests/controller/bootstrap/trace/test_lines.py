"""What a board says, in a line each."""

import pytest

from controller.bootstrap.trace.lines import event_line
from hardware.ports import BoardEvent, LightsChanged, Pressed


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Pressed("confirm", 12.5), "button     confirm"),
        (Pressed("take-back", 12.5, held=True), "button     take-back, held"),
        (LightsChanged("The strip is away.", 12.5), "lights     The strip is away."),
        (LightsChanged(None, 12.5), "lights     shine"),
    ],
)
def test_buttons_and_lights_have_their_lines(event: BoardEvent, said: str) -> None:
    time, _, rest = event_line(event, 10.0, {}).strip().partition("  ")
    assert "2.5" in time
    assert rest == said
