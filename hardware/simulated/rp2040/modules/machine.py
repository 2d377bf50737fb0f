"""`machine` as the firmware needs it. Runs in MicroPython and in Python."""

import _board


class Pin:
    """A pin by its number."""

    IN, OUT = 0, 1
    PULL_UP, PULL_DOWN = 1, 2

    def __init__(self, number, mode=-1, pull=None, value=None):
        if not isinstance(number, int):
            raise ValueError("no pin has this name")
        self.number = number
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=None, value=None):
        """Make it an output, or an input with a resistor."""
        if mode == Pin.OUT:
            _board.tell(f"out {self.number} {1 if value else 0}")
        elif mode == Pin.IN:
            _board.tell(f"in {self.number} {pull or 0}")

    def value(self, level=None):
        """Its level; set if one is given."""
        if level is None:
            return int(_board.call(f"get {self.number}"))
        _board.tell(f"set {self.number} {1 if level else 0}")
        return None


_SIO = 0xD0000000


class _PinRegisters:
    """Those that read pins, set and clear them, many at once (RP2040 datasheet, 2.3.1.7)."""

    _READ = 1
    _LEVELS = {5: 1, 6: 0}

    def __getitem__(self, word):
        if word != self._READ:
            raise ValueError("nothing is known of this register")
        return int(_board.call("levels"))

    def __setitem__(self, word, mask):
        if mask:
            _board.tell(f"pins {mask} {self._LEVELS[word]}")


class _SpiRegisters:
    """Data and state (4.4.4). What is written goes over the wire as soon as one is read."""

    _DATA, _STATE = 0, 1
    _RECEIVED = 4
    _QUEUE = 8

    def __init__(self, number):
        self._number = number
        self._out = bytearray(self._QUEUE)
        self._sent = 0
        self._in = b""
        self._at = 0

    def __setitem__(self, word, byte):
        if word != self._DATA or self._sent == self._QUEUE or self._at < len(self._in):
            raise ValueError("more than its queue takes")
        self._out[self._sent] = byte
        self._sent += 1

    def __getitem__(self, word):
        if self._sent:
            sent = bytes(self._out[: self._sent]).hex()
            self._in = bytes.fromhex(_board.call(f"x {self._number} {sent}"))
            self._sent = self._at = 0
        if word == self._STATE:
            return self._RECEIVED if self._at < len(self._in) else 0
        self._at += 1
        return self._in[self._at - 1]


def pointer(what):
    """Viper's `ptr32`: to the words of a buffer, or of registers."""
    if isinstance(what, int):
        return {_SIO: _PIN_REGISTERS}[what]
    return getattr(what, "registers", what)


_PIN_REGISTERS = _PinRegisters()


class SPI:
    """One of the two hardware SPIs; the highest bit goes first."""

    def __init__(self, number, baudrate=1000000, sck=None, mosi=None, miso=None):
        self._number = number
        self.registers = _SpiRegisters(number)
        pins = [-1 if pin is None else pin.number for pin in (sck, mosi, miso)]
        _board.call(f"spi {number} {baudrate} {pins[0]} {pins[1]} {pins[2]}")

    def init(self, baudrate):
        """Set its clock."""
        _board.call(f"spi {self._number} {baudrate} -1 -1 -1")

    def write(self, data):
        """Send bytes."""
        _board.call(f"x {self._number} {bytes(data).hex()}")

    def write_readinto(self, out, into):
        """Send bytes and take as many."""
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        into[:] = bytes.fromhex(_board.call(f"x {self._number} {bytes(out).hex()}"))

    def deinit(self):
        """Let go of it."""
        _board.call(f"unspi {self._number}")


class Timer:
    """One that calls back now and then; here only while nothing else is done."""

    PERIODIC = 1
    callbacks = []

    def __init__(self, id=-1, *, mode, period, callback):
        self.callbacks.append(callback)

    @staticmethod
    def tick():
        """The time has come."""
        for callback in Timer.callbacks:
            callback(None)


class WDT:
    """The watchdog; it cannot be stopped."""

    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout too long")
        _board.call(f"dog {timeout}")

    def feed(self):
        """Not yet."""
        _board.tell("feed")


class _Memory:
    def __getitem__(self, address):
        return int(_board.call(f"peek {address}"))


mem32 = _Memory()


def reset():
    """Start anew."""
    _board.call("reset")


def unique_id():
    """Eight bytes of the flash's own."""
    return bytes.fromhex(_board.call("id"))
