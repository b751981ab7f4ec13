"""Deals as the engine's records before play, which `python -m engine solve` reads."""

from engine.record import Record, dump

from .boards import Boards


def write(boards: Boards) -> bytes:
    """Return a record on each line, in the order of the boards; they have no numbers."""
    return "".join(
        f"{dump(Record(boards.game, boards.options, board.deal, ()))}\n" for board in boards.boards
    ).encode()
