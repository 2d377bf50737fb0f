"""From what a board file says of co-processors to what they have to know of their wires."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.presses import ButtonSettings
from hardware.sensing.settings import (
    ArraySettings,
    DecoderSelect,
    LineSelect,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    Timing,
)

MOSI_OF_SPI_0: Final = (3, 7, 19)
"""Source: RP2040 datasheet, 1.4.3, function F1 (SPI0 TX)."""


@dataclass(frozen=True, slots=True)
class StripWire:
    """A strip at a pin of a co-processor.

    Attributes:
        pin: its name, `GP22`.
        lights: number of lights.
        order: the order of their colours on the wire.
    """

    pin: str
    lights: int
    order: str


def pin_number(name: str) -> int:
    """Return the number of a pin of a co-processor: 17 for `GP17`."""
    return int(name.removeprefix("GP"))


def spi_number(mosi: str) -> int:
    """Return the hardware SPI, of two, that has this pin for its data."""
    return 0 if pin_number(mosi) in MOSI_OF_SPI_0 else 1


def wiring(
    port: ScannerPort,
    settings: ArraySettings,
    strip: StripWire | None = None,
    buttons: ButtonSettings | None = None,
) -> dict[str, Any]:
    """Return the wiring message of a co-processor (firmware/PROTOCOL.md).

    Args:
        port: the section of the board file.
        settings: durations.
        strip: its lights, if it has any.
        buttons: its buttons, if it has any.
    """
    pins = port.pins
    return {
        "spi": [pin_number(pin) for pin in (pins.sck, pins.mosi, pins.miso)],
        "hz": port.clock_hz,
        "reset": None if port.reset_pin is None else pin_number(port.reset_pin),
        "select": _select(port.select, port.readers),
        "apart": _apart(port, settings),
        "timing": _timing(settings.timing),
        "reading": {
            "attempts": settings.attempts,
            "retries": settings.retries,
            "lit_retries": settings.lit_retries,
            "targets": settings.targets,
            "analog": settings.analog.hex(),
        },
        "strip": None
        if strip is None
        else {"pin": pin_number(strip.pin), "lights": strip.lights, "order": strip.order},
        "buttons": None
        if buttons is None
        else {"pins": [pin_number(pin) for pin in buttons.pins.values()], "up": buttons.pull_up},
    }


def _select(select: Select, readers: Mapping[int, int]) -> dict[str, Any]:
    """Return the chip select wiring of its readers, in the order of their numbers."""
    squares = sorted(readers, key=readers.__getitem__)
    match select:
        case LineSelect(pins):
            return {"lines": [pin_number(pins[square]) for square in squares]}
        case DecoderSelect():
            lines = [select.lines[square] for square in squares]
            return {
                "rows": [pin_number(pin) for pin in select.row_pins],
                "columns": [pin_number(pin) for pin in select.column_pins],
                "enable": pin_number(select.enable_pin),
                "addresses": [row | column << len(select.row_pins) for row, column in lines],
            }
        case ShiftRegisterSelect():
            return {
                "data": pin_number(select.data_pin),
                "clock": pin_number(select.clock_pin),
                "latch": pin_number(select.latch_pin),
                "registers": select.registers,
                "outputs": [select.outputs[square] for square in squares],
            }


def _apart(port: ScannerPort, settings: ArraySettings) -> dict[str, Any]:
    """Return where its readers are, in the order of their numbers, and what disturbs what."""
    places = [settings.places[square] for square in port.readers]
    return {
        "stride": settings.stride,
        "fields": settings.max_fields,
        "rows": [place.row for place in places],
        "columns": [place.column for place in places],
    }


def _timing(timing: Timing) -> dict[str, int]:
    return {
        "ack": _us(timing.ack_s),
        "rise": _us(timing.field_rise_s),
        "try": _us(timing.try_s),
        "activation": _us(timing.activation_s),
        "slack": _us(timing.slack_s),
        "guard": _us(timing.guard_s),
        "poll": _us(timing.poll_s),
        "calm": _us(timing.calm_s),
        "wake": _us(timing.wake_s),
        "select": _us(timing.select_s),
        "reset": _us(timing.reset_s),
        "after_reset": _us(timing.after_reset_s),
    }


def _us(seconds: float) -> int:
    return round(seconds * 1e6)
