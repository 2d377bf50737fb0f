"""A state machine of the PIO, as far as a strip needs one, and what lights make of its waveform.

Source: RP2040 datasheet, 3.4 (instructions, side-set, delays, autopull); WS2812B datasheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

ZERO_NS: Final = (220, 550)
ONE_NS: Final = (580, 1600)
"""Time the wire is high for a zero and for a one."""
LONGEST_BIT_NS: Final = 5000
MOST_STEPS: Final = 64


@dataclass(frozen=True)
class Instruction:
    """One instruction.

    Attributes:
        name: `out`, `jmp` or `nop`.
        operands: a condition, a target.
        level: of the side-set pin while it lasts.
        cycles: its duration.
    """

    name: str
    operands: tuple[str, ...]
    level: int
    cycles: int


@dataclass(frozen=True)
class Program:
    """A program that shifts out bits of words, the highest first, with the levels it makes.

    Attributes:
        instructions: in their order.
        hz: cycles a second.
        bits: of each word, before the next one is pulled.
        wrap_to: the next instruction after `wrap_at`.
        wrap_at: behind its last instruction.
    """

    instructions: tuple[Instruction, ...]
    hz: int
    bits: int
    wrap_to: int
    wrap_at: int

    @classmethod
    def read(cls, text: str, hz: int, bits: int, wrap_to: int, wrap_at: int) -> "Program":
        """Return a program from the text of the module `rp2`."""
        made = []
        for line in text.split("|"):
            name, operands, level, delay = line.split("/")
            told = tuple(each for each in operands.split(",") if each)
            made.append(Instruction(name, told, int(level), 1 + int(delay)))
        return cls(tuple(made), hz, bits, wrap_to, wrap_at or len(made))

    @cached_property
    def bit_cycles(self) -> int:
        """Number of cycles of a zero."""
        return sum(cycles for _, cycles in _bit(self, 0))


def waveform(program: Program, values: Sequence[int]) -> list[tuple[int, float]]:
    """Return levels and their durations, in nanoseconds, while these words are shifted out."""
    levels: list[tuple[int, float]] = []
    for value in values:
        for place in range(31, 31 - program.bits, -1):
            for level, cycles in _bit(program, value >> place & 1):
                lasts_ns = cycles * 1e9 / program.hz
                if levels and levels[-1][0] == level:
                    levels[-1] = (level, levels[-1][1] + lasts_ns)
                else:
                    levels.append((level, lasts_ns))
    return levels


def duties_of(levels: Sequence[tuple[int, float]]) -> list[tuple[int, int, int]]:
    """Return the three bytes that each light takes out of a waveform.

    Raises:
        ValueError: the waveform is invalid for lights.
    """
    bits = []
    for level, lasts_ns in levels:
        if level:
            if ZERO_NS[0] <= lasts_ns <= ZERO_NS[1]:
                bits.append(0)
            elif ONE_NS[0] <= lasts_ns <= ONE_NS[1]:
                bits.append(1)
            else:
                raise ValueError(f"high for {lasts_ns:.0f} ns is neither a zero nor a one")
        elif lasts_ns > LONGEST_BIT_NS:
            raise ValueError(f"low for {lasts_ns:.0f} ns ends a frame")
    taken = bytes(int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits) - 7, 8))
    return [(taken[at], taken[at + 1], taken[at + 2]) for at in range(0, len(taken) - 2, 3)]


@lru_cache
def _bit(program: Program, bit: int) -> tuple[tuple[int, int], ...]:
    """Return levels and cycles from one `out` to the next, with this bit shifted out."""
    at = next(n for n, each in enumerate(program.instructions) if each.name == "out")
    levels: list[tuple[int, int]] = []
    for step in range(MOST_STEPS):
        each = program.instructions[at]
        if each.name == "out" and step:
            return tuple(levels)
        levels.append((each.level, each.cycles))
        at += 1
        if each.name == "jmp":
            *condition, target = each.operands
            if not condition or (condition == ["not_x"] and not bit):
                at = int(target)
        if at == program.wrap_at:
            at = program.wrap_to
    raise ValueError("the program never shifts out a bit again")
