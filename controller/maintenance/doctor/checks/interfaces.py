"""Buses and ports: switched on, present, as fast as the board file says, and free to use."""

import os
from collections.abc import Iterator
from typing import Final

from controller.board.file.buses import CLOCK_STRETCHING, SOFTWARE_I2C
from controller.board.file.pins import SERIAL_OF_PI
from controller.maintenance.doctor.boot_config import I2C_HZ, Boot, boot_of
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding

CHIP_SELECTS: Final = frozenset({"GPIO7", "GPIO8"})
"""CE1 and CE0 of the first SPI bus."""
NO_SELECTS: Final = "spi0-0cs"
LAST_STRETCHING_PI: Final = 4
CONSOLES: Final = ("console=serial0", "console=ttyAMA0", "console=ttyS0")
REBOOT: Final = "Then restart the Raspberry Pi: sudo reboot."


def spi(case: Case) -> Iterator[DoctorFinding]:
    """Check the SPI buses of the board file."""
    needs = case.needs
    if needs is None or not needs.spi or case.site.pi is None:
        return
    boot = boot_of(case.site)
    for number in needs.spi:
        device = f"/dev/spidev{number}.0"
        if case.site.there(device):
            yield DoctorFinding("spi", "good", f"SPI bus {number} is there: {device}.")
        else:
            is_on, switch = _spi_switch(number, boot)
            yield _absent("spi", f"SPI bus {number}", device, boot, switch, is_on=is_on)
    selects = sorted(needs.pins & CHIP_SELECTS)
    if 0 in needs.spi and selects and NO_SELECTS not in boot.overlays:
        yield DoctorFinding(
            "spi",
            "bad",
            f"The board file uses {' and '.join(selects)}, and SPI keeps that for itself.",
            "Pins that the system drives as chip selects cannot be used by hareboard: opening "
            "them fails with “busy”.",
            f"Write the line dtoverlay={NO_SELECTS} at the end of {_file(boot)}, or use other "
            f"pins. {REBOOT}",
        )


def _spi_switch(number: int, boot: Boot) -> tuple[bool, str]:
    """Return whether a bus is switched on, and the setting that switches it on."""
    if number == 0:
        return boot.on("spi"), "Run: sudo raspi-config nonint do_spi 0."
    overlays = {f"spi{number}-{selects}cs" for selects in (1, 2, 3)}
    line = f"Write the line dtoverlay=spi{number}-1cs at the end of {_file(boot)}."
    return bool(overlays & boot.overlays), line


def i2c(case: Case) -> Iterator[DoctorFinding]:
    """Check the I2C buses of the board file."""
    needs = case.needs
    if needs is None or not needs.i2c or case.site.pi is None:
        return
    boot = boot_of(case.site)
    for each in needs.i2c:
        device = f"/dev/i2c-{each.number}"
        named = f"I2C bus {each.number}"
        if not case.site.there(device):
            switch = "Run: sudo raspi-config nonint do_i2c 0."
            if each.number != 1:
                switch = f"Switch it on in {_file(boot)} (dtoverlay=i2c{each.number} or i2c-gpio)."
            is_on = each.number == 1 and boot.on("i2c_arm")
            yield _absent("i2c", named, device, boot, switch, is_on=is_on)
            continue
        clock_hz = _clock_hz(case, each.number, boot)
        if clock_hz is not None and clock_hz != each.clock_hz:
            yield _other_speed(named, clock_hz, each.clock_hz, boot)
        else:
            at = f" at {clock_hz // 1000} kHz" if clock_hz is not None else ""
            yield DoctorFinding("i2c", "good", f"{named} is there{at}: {device}.")
        if case.site.pi <= LAST_STRETCHING_PI and each.number < SOFTWARE_I2C:
            yield DoctorFinding(
                "i2c",
                "advice",
                f"{named} is one of the hardware of a Raspberry Pi {case.site.pi}.",
                CLOCK_STRETCHING,
                "If readers on it fail now and then, switch on a bus in software, "
                "dtoverlay=i2c-gpio,bus=3, wire the readers to its pins, and write number = 3 in "
                "the board file.",
            )


def _clock_hz(case: Case, number: int, boot: Boot) -> int | None:
    """Return the clock of a bus: from the kernel, else from the boot configuration."""
    raw = case.site.raw(f"/sys/class/i2c-adapter/i2c-{number}/of_node/clock-frequency")
    if raw is not None and len(raw) == 4:
        return int.from_bytes(raw, "big")
    written = boot.parameters.get("i2c_arm_baudrate", str(I2C_HZ))
    return int(written) if number == 1 and boot.file is not None and written.isdigit() else None


def _other_speed(named: str, is_hz: int, should_hz: int, boot: Boot) -> DoctorFinding:
    faster = is_hz > should_hz
    return DoctorFinding(
        "i2c",
        "bad" if faster else "advice",
        f"{named} runs at {is_hz // 1000} kHz; the board file says {should_hz // 1000} kHz.",
        "Wires that bear the one speed may not bear a higher one: readings fail."
        if faster
        else "Reading all squares takes longer than it need.",
        f"Write the line dtparam=i2c_arm_baudrate={should_hz} in {_file(boot)}, or "
        f"clock_hz = {is_hz} in the board file. {REBOOT}",
    )


def serial(case: Case) -> Iterator[DoctorFinding]:
    """Check the serial ports of the board file."""
    for port in case.needs.ports if case.needs is not None else ():
        if not port.startswith("/"):
            yield DoctorFinding("serial", "unknown", f"{port} is no device of this computer.")
            continue
        if not case.site.there(port):
            yield _no_port(port, case)
        elif not case.site.may(case.site.path(port), os.R_OK | os.W_OK):
            yield DoctorFinding(
                "serial",
                "bad",
                f"{port} is there, and {case.site.identity.user} may not use it.",
                _silent(port, case),
                "Run: sudo usermod -aG dialout $USER. Then log out and in again.",
            )
        elif port in SERIAL_OF_PI and _console(case):
            yield DoctorFinding(
                "serial",
                "bad",
                f"{port} is the console of the system.",
                "What the system writes there reaches the reader, and what the reader says is "
                "taken for a log-in.",
                f"Run: sudo raspi-config nonint do_serial_cons 1. {REBOOT}",
            )
        else:
            yield DoctorFinding("serial", "good", f"{port} is there.")


def _no_port(port: str, case: Case) -> DoctorFinding:
    own = port in SERIAL_OF_PI
    scanner = _is_co_processor(port, case)
    patterns = ("ttyACM*", "serial/by-id/*") if scanner else ("ttyUSB*", "ttyACM*")
    there = [path for pattern in patterns for path in case.site.glob(f"/dev/{pattern}")]
    plug = (
        "Plug the co-processor in (it has a port only once its program is on it)"
        if scanner
        else "Plug the adapter in"
    )
    others = f" There is {', '.join(there)}: is it that one?" if there else ""
    return DoctorFinding(
        "serial",
        "bad",
        f"{port} is not there.",
        _silent(port, case),
        f"Run: sudo raspi-config nonint do_serial_hw 0. {REBOOT}"
        if own and case.site.pi is not None
        else f"{plug}, or name the right port in the board file.{others}",
    )


def _silent(port: str, case: Case) -> str:
    """Explain the effect of an unusable port."""
    if _is_co_processor(port, case):
        return "None of the readers of that co-processor can be asked, nor what else hangs on it."
    return "The reader on it cannot be asked."


def _is_co_processor(port: str, case: Case) -> bool:
    return case.needs is not None and port in case.needs.co_processors


def _console(case: Case) -> bool:
    words = (case.site.text("/proc/cmdline") or "").split()
    return any(word.startswith(CONSOLES) for word in words)


def _absent(
    check: str, named: str, device: str, boot: Boot, switch: str, *, is_on: bool
) -> DoctorFinding:
    found = f"{named} is not there: no {device}."
    why = "What hangs on it cannot be reached."
    if is_on:
        return DoctorFinding(
            check,
            "bad",
            f"{found} It is switched on in {_file(boot)}.",
            f"{why} The setting counts from the next start on.",
            "Restart the Raspberry Pi: sudo reboot. If it stays away, another line of that file "
            "takes its pins.",
        )
    return DoctorFinding(check, "bad", f"{found} It is switched off.", why, f"{switch} {REBOOT}")


def _file(boot: Boot) -> str:
    return boot.file or "/boot/firmware/config.txt"
