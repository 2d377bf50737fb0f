"""Inputs made of seeds by chance: the same ones for the same number, with no library."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from tests.fuzz.harness import Harness

ODD: Final = (b"\0", b"\xff", b"-1", b"0", b"9" * 30, b"\r\n", b"\n", b'"', b"[" * 200, b"\xf0\x9f")
MOST_CHANGES: Final = 8


def inputs(harness: Harness, count: int, seed: int) -> Iterator[bytes]:
    """Yield the seeds of a harness, then changed ones."""
    rng = random.Random(f"{harness.name} {seed}")
    pool = [each[: harness.longest] for each in harness.seeds()]
    yield from pool[:count]
    for _ in range(count - len(pool)):
        data = bytearray(rng.choice(pool))
        for _ in range(rng.randint(1, MOST_CHANGES)):
            _change(data, rng, pool, (*harness.words, *ODD))
        yield bytes(data[: harness.longest])


def _change(
    data: bytearray, rng: random.Random, pool: Sequence[bytes], words: Sequence[bytes]
) -> None:
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice((1, 1, 2, 4, 16, 64)))
    match rng.randrange(7):
        case 0 if start < len(data):
            data[start] ^= 1 << rng.randrange(8)
        case 1:
            del data[start:end]
        case 2:
            data[start:start] = data[start:end] * rng.choice((1, 3, 50))
        case 3:
            data[start:start] = rng.choice(words)
        case 4:
            data[start:end] = rng.choice(words)
        case 5:
            other = rng.choice(pool)
            at = rng.randrange(len(other) + 1)
            data[start:] = other[at:]
        case _:
            data[start:end] = rng.randbytes(end - start)
