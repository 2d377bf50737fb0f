"""Buses and ports: switched on, present, as fast as the board file says, and free to use."""

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from controller.board.file.buses import SOFTWARE_I2C
from controller.board.file.pins import SERIAL_OF_PI
from controller.board.plan.connections import gpio
from controller.board.plan.needs import I2cNeed
from controller.maintenance.doctor.boot_config import I2C_HZ, Boot, boot_of
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding, Sentence, sentence

CHIP_SELECTS: Final = frozenset({"GPIO7", "GPIO8"})
"""CE1 and CE0 of the first SPI bus."""
NO_SELECTS: Final = "spi0-0cs"
LAST_STRETCHING_PI: Final = 4
I2C_0: Final = "dtoverlay=i2c0"
I2C_SPEEDS: Final = {0: "i2c0_baudrate", 1: "i2c_arm_baudrate"}
"""Parameter that sets the speed of a bus of the hardware."""
NO_HARDWARE_I2C: Final = "dtparam=i2c_arm=off"
"""Leaves the pins of I2C 1 to a software bus."""
CONSOLES: Final = ("console=serial0", "console=ttyAMA0", "console=ttyS0")
BY_UDEV: Final = "hareboard-scanner"
"""Names of co-processors that systemd/99-hareboard-scanner.rules makes, and rules beside it."""
BLUETOOTH: Final = (3, 4)
"""Generations with Bluetooth on the port that the others have on the header."""
NO_BT: Final = frozenset({"disable-bt", "miniuart-bt"})
ADAPTERS: Final = frozenset({("0403", "6001"), ("10c4", "ea60"), ("1a86", "7523")})
"""USB IDs of FT232R, CP210x and CH340."""
USB: Final = "/sys/bus/usb/devices"
BRLTTY: Final = "/usr/lib/udev/rules.d/*brltty*.rules"
"""Rules by which brltty takes adapters with these chips, in which some Braille displays have them.

Source: arduino-ide issue 1788, and brltty's maintainer in it."""
NONINT: Final = "sudo raspi-config nonint"
REBOOT: Final = sentence("Then restart the Raspberry Pi: {command}.", command="sudo reboot")
SPI_NAME: Final = sentence("SPI bus {number}")
I2C_NAME: Final = sentence("I2C bus {number}")


def spi(case: Case) -> Iterator[DoctorFinding]:
    """Check the SPI buses of the board file."""
    needs = case.needs
    if needs is None or not needs.spi or case.site.pi is None:
        return
    boot = boot_of(case.site)
    for number in needs.spi:
        device = f"/dev/spidev{number}.0"
        bus = SPI_NAME.about(number=number)
        if case.site.there(device):
            there = sentence("{bus} is there: {device}.", bus=bus, device=device)
            yield DoctorFinding("spi", "good", there)
        else:
            is_on, switch = _spi_switch(number, boot)
            yield _absent("spi", bus, device, boot, switch, is_on=is_on)
    selects = tuple(sorted(needs.pins & CHIP_SELECTS))
    if 0 in needs.spi and selects and NO_SELECTS not in boot.overlays:
        yield DoctorFinding(
            "spi",
            "bad",
            sentence(
                "The board file uses {pins}, but SPI keeps such pins for itself.", pins=selects
            ),
            sentence(
                "hareboard can't use pins that the system drives as chip selects: opening them "
                "fails with “{error}”.",
                error="busy",
            ),
            sentence(
                "Write the line {line} at the end of {file}, or use other pins.",
                line=f"dtoverlay={NO_SELECTS}",
                file=_file(boot),
            )
            + REBOOT,
        )


def _spi_switch(number: int, boot: Boot) -> tuple[bool, Sentence]:
    """Return whether a bus is switched on, and the setting that switches it on."""
    if number == 0:
        return boot.on("spi"), sentence("Run: {command}.", command=f"{NONINT} do_spi 0")
    overlays = {f"spi{number}-{selects}cs" for selects in (1, 2, 3)}
    line = sentence(
        "Write the line {line} at the end of {file}.",
        line=f"dtoverlay=spi{number}-1cs",
        file=_file(boot),
    )
    return bool(overlays & boot.overlays), line


def i2c(case: Case) -> Iterator[DoctorFinding]:
    """Check the I2C buses of the board file."""
    needs = case.needs
    if needs is None or not needs.i2c or case.site.pi is None:
        return
    boot = boot_of(case.site)
    for each in needs.i2c:
        device = f"/dev/i2c-{each.number}"
        named = I2C_NAME.about(number=each.number)
        if not case.site.there(device):
            switch = sentence("Run: {command}.", command=f"{NONINT} do_i2c 0")
            is_on = each.number == 1 and boot.on("i2c_arm")
            if each.number != 1:
                line = I2C_0 if each.number == 0 else software_i2c(each)
                is_on = _overlay(line) in boot.overlays
                switch = sentence(
                    "Write the line {line} at the end of {file}.", line=line, file=_file(boot)
                )
            yield _absent("i2c", named, device, boot, switch, is_on=is_on)
            continue
        clock_hz = _clock_hz(case, each.number, boot)
        if clock_hz is not None and clock_hz != each.clock_hz:
            yield _other_speed(named, clock_hz, each, boot)
        elif clock_hz is not None:
            there = sentence(
                "{bus} is there at {speed} kHz: {device}.",
                bus=named,
                speed=clock_hz // 1000,
                device=device,
            )
            yield DoctorFinding("i2c", "good", there)
        else:
            there = sentence("{bus} is there: {device}.", bus=named, device=device)
            yield DoctorFinding("i2c", "good", there)
        if case.site.pi <= LAST_STRETCHING_PI and each.number < SOFTWARE_I2C:
            yield DoctorFinding(
                "i2c",
                "advice",
                sentence(
                    "{bus} is made by the hardware of a Raspberry Pi {model}.",
                    bus=named,
                    model=case.site.pi,
                ),
                sentence(
                    "That hardware mishandles the pauses a PN532 makes: some readings may fail."
                ),
                _software_instead_of(each, boot),
            )


def _software_instead_of(bus: I2cNeed, boot: Boot) -> Sentence:
    """Say how a software bus takes over the pins of a hardware one."""
    number = 3 if bus.number == 1 else 4
    keys: tuple[str, ...] = (f"number = {number}",)
    lines: tuple[str, ...] = (software_i2c(replace(bus, number=number)),)
    if bus.number == 1:
        lines = (NO_HARDWARE_I2C, *lines)
    else:
        keys += (f'sda_pin = "{bus.sda_pin}"', f'scl_pin = "{bus.scl_pin}"')
    said = sentence(
        "If readers on it fail now and then, take a software bus at the same pins: write {number} "
        "in the board file, and the lines {lines} at the end of {file}.",
        number=keys,
        lines=lines,
        file=_file(boot),
    )
    return said if bus.number == 1 else said + sentence("Remove {line} from that file.", line=I2C_0)


def _overlay(line: str) -> str:
    return line.removeprefix("dtoverlay=").partition(",")[0]


def software_i2c(bus: I2cNeed) -> str:
    """Return the line of config.txt that makes a software bus at its pins.

    Source: overlays/README of the firmware: a delay of 2 µs makes about 100 kHz.
    """
    delay_us = max(1, round(2 * I2C_HZ / bus.clock_hz))
    pins = f"i2c_gpio_sda={gpio(bus.sda_pin)},i2c_gpio_scl={gpio(bus.scl_pin)}"
    speed = f",i2c_gpio_delay_us={delay_us}" if delay_us != 2 else ""
    return f"dtoverlay=i2c-gpio,bus={bus.number},{pins}{speed}"


def _clock_hz(case: Case, number: int, boot: Boot) -> int | None:
    """Return the clock of a bus: from the kernel, else from the boot configuration."""
    if number not in I2C_SPEEDS:
        return None
    raw = case.site.raw(f"/sys/class/i2c-adapter/i2c-{number}/of_node/clock-frequency")
    if raw is not None and len(raw) == 4:
        return int.from_bytes(raw, "big")
    written = boot.parameters.get(I2C_SPEEDS[number], str(I2C_HZ))
    return int(written) if boot.file is not None and written.isdigit() else None


def _other_speed(named: Sentence, is_hz: int, bus: I2cNeed, boot: Boot) -> DoctorFinding:
    should_hz = bus.clock_hz
    faster = is_hz > should_hz
    return DoctorFinding(
        "i2c",
        "bad" if faster else "advice",
        sentence(
            "{bus} runs at {speed} kHz; the board file says {wanted} kHz.",
            bus=named,
            speed=is_hz // 1000,
            wanted=should_hz // 1000,
        ),
        sentence("Wires that are fine at one speed may not be at a higher one: readings fail.")
        if faster
        else sentence("Reading all squares takes longer than it needs to."),
        sentence(
            "Write the line {line} in {file}, or {other} in the board file.",
            line=f"dtparam={I2C_SPEEDS[bus.number]}={should_hz}",
            file=_file(boot),
            other=f"clock_hz = {is_hz}",
        )
        + REBOOT,
    )


def serial(case: Case) -> Iterator[DoctorFinding]:
    """Check the serial ports of the board file."""
    for port in case.needs.ports if case.needs is not None else ():
        if not port.startswith("/"):
            elsewhere = sentence("{port} is not a device of this computer.", port=port)
            yield DoctorFinding("serial", "unknown", elsewhere)
            continue
        if misplaced := _not_on_the_header(port, case):
            yield misplaced
        elif not case.site.there(port):
            yield _no_port(port, case)
        elif not case.site.may(case.site.path(port), os.R_OK | os.W_OK):
            yield DoctorFinding(
                "serial",
                "bad",
                sentence(
                    "{port} is there, but the user {user} isn't allowed to use it.",
                    port=port,
                    user=case.site.identity.user,
                ),
                _silent(port, case),
                sentence(
                    "Run: {command}. Then log out and in again.",
                    command="sudo usermod -aG dialout $USER",
                ),
            )
        elif port in SERIAL_OF_PI and _console(case):
            yield DoctorFinding(
                "serial",
                "bad",
                sentence("The system uses {port} as its console.", port=port),
                sentence(
                    "The reader gets what the system writes there, and the system takes the "
                    "reader's answers for a log-in."
                ),
                sentence("Run: {command}.", command=f"{NONINT} do_serial_cons 1") + REBOOT,
            )
        else:
            yield DoctorFinding("serial", "good", sentence("{port} is there.", port=port))


def _not_on_the_header(port: str, case: Case) -> DoctorFinding | None:
    """Check whether this model has another port than the one named on GPIO14 and GPIO15.

    Source: Raspberry Pi documentation, "Configure UARTs"; golemparts/rppal issue 165.
    """
    pi = case.site.pi
    if pi is not None and pi >= 5 and port == "/dev/serial0":
        where = sentence("On a Raspberry Pi 5 {port} is at the connector UART.", port=port)
        right = "/dev/ttyAMA0"
    elif pi in BLUETOOTH and port == "/dev/ttyAMA0" and not boot_of(case.site).overlays & NO_BT:
        where = sentence("On this Raspberry Pi {port} leads to Bluetooth.", port=port)
        right = "/dev/serial0"
    else:
        return None
    return DoctorFinding(
        "serial",
        "bad",
        where,
        _silent(port, case),
        sentence(
            "For a reader on GPIO14 and GPIO15 write {line} in the board file.",
            line=f'port = "{right}"',
        ),
    )


def _no_port(port: str, case: Case) -> DoctorFinding:
    own = port in SERIAL_OF_PI
    scanner = _is_co_processor(port, case)
    patterns = ("ttyACM*", "serial/by-id/*") if scanner else ("ttyUSB*", "ttyACM*")
    there = [path for pattern in patterns for path in case.site.glob(f"/dev/{pattern}")]
    if own and case.site.pi is not None:
        do = sentence("Run: {command}.", command=f"{NONINT} do_serial_hw 0") + REBOOT
    elif scanner:
        do = sentence(
            "Plug the co-processor in (it has a port only once its program is on it), or name the "
            "right port in the board file."
        )
    else:
        do = sentence("Plug the adapter in, or name the right port in the board file.")
    if not (own or scanner or there) and _is_taken_by_brltty(case):
        return DoctorFinding(
            "serial",
            "bad",
            sentence("An adapter is plugged in, but {port} is not there.", port=port),
            _silent(port, case),
            sentence(
                "brltty, which drives Braille displays, takes such adapters for one. If nobody "
                "here needs it, remove it: {command}. Then plug the adapter in again.",
                command="sudo apt remove brltty",
            ),
        )
    if port.startswith(f"/dev/{BY_UDEV}"):
        do += sentence(
            "That name is made by udev: {guide}.", guide="docs/firmware.md, “Permanent port names”"
        )
    if there and not own:
        do += sentence("There is {ports}: is it that one?", ports=", ".join(there))
    found = sentence("{port} is not there.", port=port)
    return DoctorFinding("serial", "bad", found, _silent(port, case), do)


def _is_taken_by_brltty(case: Case) -> bool:
    """Check whether brltty is installed, and an adapter plugged in that it would take."""
    devices = (path.removesuffix("idVendor") for path in case.site.glob(f"{USB}/*/idVendor"))
    ids = {(case.site.text(f"{at}idVendor"), case.site.text(f"{at}idProduct")) for at in devices}
    return bool(ids & ADAPTERS and case.site.glob(BRLTTY))


def _silent(port: str, case: Case) -> Sentence:
    """Explain the effect of an unusable port."""
    if _is_co_processor(port, case):
        return sentence(
            "None of the readers on that co-processor can be read, and nothing else on it works."
        )
    return sentence("The reader on it can't be read.")


def _is_co_processor(port: str, case: Case) -> bool:
    return case.needs is not None and port in case.needs.co_processors


def _console(case: Case) -> bool:
    words = (case.site.text("/proc/cmdline") or "").split()
    return any(word.startswith(CONSOLES) for word in words)


def _absent(
    check: str, named: Sentence, device: str, boot: Boot, switch: Sentence, *, is_on: bool
) -> DoctorFinding:
    why = sentence("Nothing that is connected to it can be reached.")
    if is_on:
        return DoctorFinding(
            check,
            "bad",
            sentence(
                "{bus} is not there: no {device}. It is switched on in {file}.",
                bus=named,
                device=device,
                file=_file(boot),
            ),
            why + sentence("The setting takes effect at the next start."),
            sentence(
                "Restart the Raspberry Pi: {command}. If it's still missing, another line of that "
                "file uses its pins.",
                command="sudo reboot",
            ),
        )
    found = sentence(
        "{bus} is not there: no {device}. It is switched off.", bus=named, device=device
    )
    return DoctorFinding(check, "bad", found, why, switch + REBOOT)


def _file(boot: Boot) -> str:
    return boot.file or "/boot/firmware/config.txt"
