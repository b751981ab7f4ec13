"""What the open-hand solver says of a record: of its deal, and of the cards that were played.

It runs in a process of its own, `python -m tournament.analysis.solving` (see `solver_process.py`):
on its standard input one line, a JSON list of records; on its standard output, a JSON object. Hands
go nowhere else, neither into its arguments nor into an error. When its input is closed, it ends.
"""

import json
import os
import sys
import threading
from typing import Any, TypedDict

from engine import solver
from engine.record import Record, load
from engine.registry import game

# Whatever else the machine has to do comes first.
NICENESS = 15


class BoardFigures(TypedDict):
    """The figures of a deal by seat, as `models.BoardAnalysis` has them."""

    guaranteed: list[int]
    fewest: list[int]
    best_score: list[int]
    par_tricks: list[int]
    par_scores: list[int]


class CardFigures(TypedDict):
    """A card by which its player's own score at par fell, as `models.Mistake` has it."""

    ply: int
    seat: int
    card: str
    better: list[str]
    par_before: int
    par_after: int
    guaranteed_before: int
    guaranteed_after: int


class Findings(TypedDict):
    """Of the records asked about: the deal's figures, and each record's mistakes."""

    board: BoardFigures
    plays: list[list[CardFigures]]


def board_figures(record: Record) -> BoardFigures:
    """Return what each seat can reach from the first card on; the record's actions do not count."""
    state = game(record.game).start(record.deal, record.options)
    par = solver.par(state)
    seats = range(solver.SEATS)
    return {
        "guaranteed": [solver.guaranteed(state, seat) for seat in seats],
        "fewest": [solver.fewest(state, seat) for seat in seats],
        "best_score": [solver.best_score(state, seat) for seat in seats],
        "par_tricks": list(par.tricks),
        "par_scores": list(par.scores),
    }


def mistakes(record: Record) -> list[CardFigures]:
    """Return the cards of a record by which the outlook of their players fell, in order."""
    state = game(record.game).start(record.deal, record.options)
    outlook = solver.par(state).scores
    found: list[CardFigures] = []
    for ply, card in enumerate(record.actions, start=1):
        seat = state.actor
        if seat is None:
            break
        before, state = state, state.apply(seat, card)
        after = solver.par(state).scores
        if after[seat] < outlook[seat]:
            found.append(
                {
                    "ply": ply,
                    "seat": seat,
                    "card": card,
                    "better": [
                        value.card
                        for value in solver.card_values(before)
                        if value.par.scores[seat] >= outlook[seat]
                    ],
                    "par_before": outlook[seat],
                    "par_after": after[seat],
                    "guaranteed_before": solver.guaranteed(before, seat),
                    "guaranteed_after": solver.guaranteed(state, seat),
                }
            )
        outlook = after
    return found


def findings(records: list[Record]) -> Findings:
    """Return the figures of the first record's deal, and the mistakes in each of the records."""
    return {
        "board": board_figures(records[0]),
        "plays": [mistakes(record) for record in records],
    }


def main() -> None:
    """Answer the one question that comes in."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asked: list[Any] = json.loads(sys.stdin.readline())
    # Whoever asked keeps the line open as long as they want to know.
    threading.Thread(target=_end_with_input, daemon=True).start()
    print(json.dumps(findings([load(text) for text in asked])), flush=True)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
