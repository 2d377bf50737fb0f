"""Checks the power supply and temperature of the computer."""

from collections.abc import Iterator
from typing import Final

from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.findings import DoctorFinding, Voltage, sentence

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

FEED: Final = sentence(
    "Power the Raspberry Pi with 5.1 V from a good supply of its own and a short thick cable (3 A; "
    "a Raspberry Pi 5: 5 A), and lights and readers directly from the big supply, not through it; "
    "connect the grounds. If it happens when the lights shine, lower {key} in {section}.",
    key="budget_ma",
    section="[lights]",
)
LOST: Final = sentence(
    "A Raspberry Pi with too little power crashes, damages its card and misreads tags."
)


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
            sentence("The system doesn't say whether the power supply is good."),
            LOST,
            sentence(
                "Ask the firmware: {command}. It should say {answer}.",
                command="vcgencmd get_throttled",
                answer="throttled=0x0",
            ),
        )
    elif voltage == "low":
        low = sentence("The supply voltage is too low right now.")
        yield DoctorFinding("power", "bad", low, LOST, FEED)
    elif voltage == "has-been-low":
        yield DoctorFinding(
            "power",
            "bad",
            sentence("Since the start, the supply voltage has been too low at least for a moment."),
            LOST,
            FEED,
        )
    elif (flags or 0) & (CAPPED | THROTTLED | CAPPED << SINCE | THROTTLED << SINCE):
        now = (flags or 0) & (CAPPED | THROTTLED)
        yield DoctorFinding(
            "power",
            "advice",
            sentence("The firmware is slowing the processor down.")
            if now
            else sentence("Since the start, the firmware has slowed the processor down."),
            sentence("A slow processor reads the squares less often."),
            sentence("Check the temperature here, and add a heat sink or a fan."),
        )
    else:
        yield DoctorFinding("power", "good", sentence("The supply voltage has never been too low."))


def temperature(case: Case) -> Iterator[DoctorFinding]:
    """Check the temperature of the processor."""
    degrees = degrees_of(case.site)
    if degrees is None:
        if case.site.pi is not None:
            untold = sentence("The system doesn't say how warm it is.")
            yield DoctorFinding("temperature", "unknown", untold)
        return
    told = sentence("The processor is at {degrees} °C.", degrees=round(degrees))
    has_been = (_flags(case.site) or 0) & (WARM | WARM << SINCE)
    if degrees >= TOO_HOT_C or degrees >= WARM_C or has_been:
        yield DoctorFinding(
            "temperature",
            "bad" if degrees >= TOO_HOT_C else "advice",
            told
            if degrees >= WARM_C
            else sentence(
                "The processor is at {degrees} °C, and has been hotter since the start.",
                degrees=round(degrees),
            ),
            sentence(
                "From {degrees} °C on it slows down, and reads the squares less often.",
                degrees=TOO_HOT_C,
            ),
            sentence("Add a heat sink or a fan, and make some holes in the box under the board."),
        )
    else:
        yield DoctorFinding("temperature", "good", told)


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
