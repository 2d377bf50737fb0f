"""`rp2` as the firmware needs it: a program of the PIO is assembled, and a strip runs it."""

import _board


class PIO:
    """Words of a program's set-up."""

    OUT_LOW, OUT_HIGH = 0, 1
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1


class _Instruction:
    def __init__(self, name, operands):
        self.name = name
        self.operands = operands
        self.level = None
        self.delay = 0

    def side(self, level):
        """What the side-set pin does meanwhile."""
        self.level = level
        return self

    def __getitem__(self, delay):
        self.delay = delay
        return self


class Program:
    """What `asm_pio` makes of a function."""

    def __init__(self, setup):
        self.setup = setup
        self.instructions = []
        self.labels = {}
        self.wrap_to = 0
        self.wrap_at = 0

    def text(self):
        """The program as the board takes it."""
        lines = []
        for each in self.instructions:
            name, operands = each.name, each.operands
            if name == "jmp":
                operands = [str(self.labels.get(operand, operand)) for operand in operands]
            fields = [name, ",".join([str(operand) for operand in operands])]
            lines.append(f"{fields[0]}/{fields[1]}/{each.level or 0}/{each.delay}")
        return "|".join(lines)


def asm_pio(**setup):
    """Assemble a program."""

    def assemble(function):
        program = Program(setup)

        def instruction(name):
            def add(*operands):
                made = _Instruction(name, operands)
                program.instructions.append(made)
                return made

            return add

        def label(name):
            program.labels[name] = len(program.instructions)

        def wrap_target():
            program.wrap_to = len(program.instructions)

        def wrap():
            program.wrap_at = len(program.instructions)

        names = {name: instruction(name) for name in ("out", "jmp", "nop")}
        names.update({"label": label, "wrap_target": wrap_target, "wrap": wrap})
        names.update({"x": "x", "not_x": "not_x"})
        _with(function, names)
        return program

    return assemble


def _with(function, names):
    """Call a function whose module has more names meanwhile."""
    scope = function.__globals__
    for name in names:
        scope[name] = names[name]
    try:
        function()
    finally:
        for name in names:
            del scope[name]


class StateMachine:
    """One that drives a strip."""

    def __init__(self, number, program, freq=-1, sideset_base=None):
        self.number = number
        setup = program.setup
        shift = 1 if setup.get("out_shiftdir") == PIO.SHIFT_RIGHT else 0
        told = (number, freq, sideset_base.number, setup.get("pull_thresh", 32), shift)
        told += (program.wrap_to, program.wrap_at, program.text())
        _board.call("pio " + " ".join([str(each) for each in told]))

    def active(self, on):
        """Let it run, or stop it."""
        _board.call(f"run {self.number} {1 if on else 0}")


class DMA:
    """A channel that hands words of memory to a state machine whenever that has room."""

    _WORD = 2  # of 4 bytes
    _QUEUES = 4  # of a PIO

    def __init__(self):
        self._read = self._machine = self._control = None
        self._count = 0

    @staticmethod
    def pack_ctrl(**fields):
        """Fields of its control register."""
        return fields

    def config(self, *, read=None, write=None, count=None, ctrl=None, trigger=False):
        """Set what is given; start if told to."""
        if read is not None:
            self._read = read
        if write is not None:
            self._machine = write
        if count is not None:
            self._count = count
        if ctrl is not None:
            self._control = ctrl
        if trigger:
            self._start()

    def _start(self):
        control, number = self._control, self._machine.number
        wanted = {"size": self._WORD, "inc_write": False, "treq_sel": number}
        if number >= self._QUEUES or control != wanted:
            raise ValueError("it does not feed the state machine as that takes words")
        data = bytes(self._read[: 4 * self._count])
        if len(data) < 4 * self._count:
            raise ValueError("it goes beyond the memory it reads")
        said = " ".join([str(_little_endian(data, at)) for at in range(0, len(data), 4)])
        _board.call(f"dma {number} {said}")

    def close(self):
        """Let go of the channel."""


def _little_endian(data, at):
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24
