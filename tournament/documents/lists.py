"""Numbers as people write them, and the refusal of an empty sheet."""

from collections.abc import Iterable, Sized


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers with neighbours joined: (7, 8, 9, 12) → "7–9, 12"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def require(things: Sized) -> None:
    """ValueError when there is nothing to print."""
    if not things:
        raise ValueError("a sheet without anything to print")
