"""The refusal of an empty sheet."""

from collections.abc import Sized


def require(things: Sized) -> None:
    """ValueError when there is nothing to print."""
    if not things:
        raise ValueError("a sheet without anything to print")
