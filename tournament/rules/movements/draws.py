"""Reproducible draws.

Python promises stable streams for `random.random()` only, not for `shuffle` and `sample`, and its
values are floats. A movement has to come out the same on every machine and version, so the
draws here are SHA-256 in counter mode, read as integers.
"""

import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import TypeVar

Draw = Callable[[], int]
Item = TypeVar("Item")

BITS = 32
_DIGESTS_AT_ONCE = 32


def draws(seed: str, purpose: str) -> Draw:
    """A function that returns the next 32-bit integer of the stream of this seed and purpose.

    `draw() * n >> BITS` is then a number from 0 to n - 1 (uneven by at most n / 2**32, which no
    seating can show).
    """
    return _words(hashlib.sha256(f"{len(purpose)}:{purpose}{seed}".encode()).digest()).__next__


def _words(key: bytes) -> Iterator[int]:
    unpack = struct.Struct(f">{8 * _DIGESTS_AT_ONCE}I").unpack
    for start in count(0, _DIGESTS_AT_ONCE):
        blocks = range(start, start + _DIGESTS_AT_ONCE)
        yield from unpack(
            b"".join(hashlib.sha256(key + block.to_bytes(8, "big")).digest() for block in blocks)
        )


def shuffled(items: Iterable[Item], draw: Draw) -> list[Item]:
    """The items in an order given by the draws (Fisher and Yates)."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = draw() * (last + 1) >> BITS
        result[last], result[other] = result[other], result[last]
    return result


def shuffling_key(seed: str, item: int) -> bytes:
    """Sorting by this key shuffles by the seed, and in the same way whatever other items there
    are."""
    return hashlib.sha256(f"{item}:{seed}".encode()).digest()
