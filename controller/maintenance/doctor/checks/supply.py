"""Checks the power supply and temperature of the computer."""

from collections.abc import Iterator
from typing import Final, Literal

from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.findings import DoctorFinding

LOW: Final = 1 << 0
CAPPED: Final = 1 << 1
THROTTLED: Final = 1 << 2
WARM: Final = 1 << 3
SINCE: Final = 16
"""Shift from the "now" bits to the "since the start" bits.

Source: Raspberry Pi documentation, `vcgencmd get_throttled`.
"""
FLAGS: Final = "/sys/devices/platform/soc*/soc*:firmware/get_throttled"
MONITORS: Final = "/sys/class/hwmon/hwmon*/name"
TOO_HOT_C: Final = 80
"""A Raspberry Pi slows down from here on. Source: its documentation, "Frequency management"."""
WARM_C: Final = 70

FEED: Final = (
    "Feed the Raspberry Pi with 5.1 V by its own good supply and a short thick cable (3 A; "
    "a Raspberry Pi 5: 5 A), and lights and readers from the big supply directly, not through it; "
    "join the grounds. Lower budget_ma in [lights] if it happens when the lights shine."
)
LOST: Final = "A Raspberry Pi that is fed too little crashes, damages its card, and misreads tags."


Voltage = Literal["good", "has-been-low", "low"]
"""Supply voltage: never too low since the start, too low at least for a moment, or too low just
now."""


def voltage_of(site: ExaminedComputer) -> Voltage | None:
    """Return the state of the supply voltage; None if this computer does not report it."""
    flags, alarm = _flags(site), _alarm(site)
    if flags is None and alarm is None:
        return None
    if (flags or 0) & LOW or alarm:
        return "low"
    return "has-been-low" if (flags or 0) & LOW << SINCE else "good"


def degrees_of(site: ExaminedComputer) -> float | None:
    """Return the processor's temperature in degrees Celsius; None if it is not reported."""
    milli = site.whole("/sys/class/thermal/thermal_zone0/temp")
    return None if milli is None else milli / 1000


def power(case: Case) -> Iterator[DoctorFinding]:
    """Check the supply's voltage, now and since the start."""
    site = case.site
    if site.pi is None:
        return
    flags, voltage = _flags(site), voltage_of(site)
    if voltage is None:
        yield DoctorFinding(
            "power",
            "unknown",
            "The system does not say whether the supply is good.",
            LOST,
            "Ask the firmware: vcgencmd get_throttled. It should say throttled=0x0.",
        )
    elif voltage == "low":
        yield DoctorFinding("power", "bad", "The supply's voltage is too low just now.", LOST, FEED)
    elif voltage == "has-been-low":
        yield DoctorFinding(
            "power",
            "bad",
            "The supply's voltage has been too low since the start, at least for a moment.",
            LOST,
            FEED,
        )
    elif (flags or 0) & (CAPPED | THROTTLED | CAPPED << SINCE | THROTTLED << SINCE):
        now = (flags or 0) & (CAPPED | THROTTLED)
        yield DoctorFinding(
            "power",
            "advice",
            f"The processor {'is' if now else 'has been'} slowed down by its firmware.",
            "A slow processor reads the squares less often.",
            "Look at the temperature here, and give it a heat sink or a fan.",
        )
    else:
        yield DoctorFinding("power", "good", "The supply's voltage has never been too low.")


def temperature(case: Case) -> Iterator[DoctorFinding]:
    """Check the temperature of the processor."""
    degrees = degrees_of(case.site)
    if degrees is None:
        if case.site.pi is not None:
            yield DoctorFinding("temperature", "unknown", "The system does not say how warm it is.")
        return
    has_been = (_flags(case.site) or 0) & (WARM | WARM << SINCE)
    if degrees >= TOO_HOT_C or degrees >= WARM_C or has_been:
        yield DoctorFinding(
            "temperature",
            "bad" if degrees >= TOO_HOT_C else "advice",
            f"The processor has {degrees:.0f} °C"
            + ("." if degrees >= WARM_C else ", and has been hotter since the start."),
            f"From {TOO_HOT_C} °C on it slows down, and reads the squares less often.",
            "Give it a heat sink or a fan, and the box under the board some holes.",
        )
    else:
        yield DoctorFinding("temperature", "good", f"The processor has {degrees:.0f} °C.")


def _flags(site: ExaminedComputer) -> int | None:
    """Return the firmware's flags; None if not reported, as on many a Raspberry Pi 5."""
    found = (site.whole(path, 16) for path in site.glob(FLAGS))
    return next((flags for flags in found if flags is not None), None)


def _alarm(site: ExaminedComputer) -> bool | None:
    """Check the kernel's undervoltage alarm; None if the kernel does not monitor the supply."""
    for path in site.glob(MONITORS):
        if site.text(path) == "rpi_volt":
            alarm = site.whole(path.removesuffix("name") + "in0_lcrit_alarm")
            return None if alarm is None else bool(alarm)
    return None
