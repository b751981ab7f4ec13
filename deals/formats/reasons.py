"""Why a file of deals is refused: one line of it, and the reason.

The sentences are here, once: the command line says them as they are, the site translates them.
"""

LONGEST_SHOWN = 24


def gettext_noop(text: str) -> str:
    """Return the text as it is: where it is shown, it is translated (its name marks it)."""
    return text


REASONS = {
    "too-large": gettext_noop("the file is larger than %(most)d kB."),
    "too-many-boards": gettext_noop("there are more than %(most)d boards."),
    "encoding": gettext_noop("this is not text."),
    "unknown-form": gettext_noop("this is neither PBN, nor CSV, nor JSON of ours."),
    "no-boards": gettext_noop("there are no deals in this file."),
    "no-game": gettext_noop("the file does not say which game its deals are of."),
    "unknown-game": gettext_noop("there is no game “%(game)s” here."),
    "other-game": gettext_noop("these deals are of the game “%(game)s”, and not of “%(wanted)s”."),
    "options": gettext_noop("these deals are for other rules of the game."),
    "no-board-number": gettext_noop("this is no board number: “%(text)s”."),
    "board-twice": gettext_noop("board %(board)d was on line %(first)d already."),
    "hands": gettext_noop("number of hands on board %(board)d: %(found)d, and not %(expected)d."),
    "hand-size": gettext_noop(
        "number of cards of seat %(seat)s on board %(board)d: %(found)d, and not %(expected)d."
    ),
    "talon-size": gettext_noop(
        "number of cards left over on board %(board)d: %(found)d, and not %(expected)d."
    ),
    "talon-differs": gettext_noop("the cards left over on board %(board)d are given in two ways."),
    "card-twice": gettext_noop("the card %(card)s was dealt twice."),
    "no-such-card": gettext_noop("the game has no card “%(card)s”."),
    "seat-numbers": gettext_noop("“%(name)s” is not one whole number for each seat."),
    "date": gettext_noop("this is no date: “%(text)s”."),
    "text": gettext_noop("“%(name)s” is not a line of up to %(most)d characters."),
    # JSON
    "not-json": gettext_noop("the JSON breaks off or goes wrong here."),
    "name-twice": gettext_noop("“%(name)s” stands twice in one object."),
    "unknown-name": gettext_noop("there is nothing called “%(name)s” in such a file."),
    "not-a-board": gettext_noop("this is not a board with its hands."),
    # PBN
    "comment-open": gettext_noop("the comment that begins here does not end."),
    "no-tag": gettext_noop("this is not a tag as PBN writes them: [Name \"value\"]."),
    "tag-twice": gettext_noop("the tag “%(tag)s” stands twice: an empty line ends a game."),
    "no-deal": gettext_noop("this game has no tag “%(tag)s”."),
    "not-in-pbn": gettext_noop("PBN has no way to write deals of this game."),
    "not-a-deal": gettext_noop("this is no deal as PBN writes it: “%(text)s”."),
    "dealer": gettext_noop("there is no place “%(text)s”."),
    "suits": gettext_noop("a hand has four suits between dots, and this one has not: “%(text)s”."),
    # CSV
    "no-column": gettext_noop("the first line names no column “%(name)s”."),
    "column-twice": gettext_noop("the column “%(name)s” is there twice."),
    "cells": gettext_noop("number of cells: %(found)d, and not %(expected)d."),
    "quotes": gettext_noop("a quotation mark is missing or out of place."),
}  # fmt: skip


class BoardsError(ValueError):
    """A file of deals that is refused as a whole: on which line (from 1), and why.

    `reason` is a key of REASONS, `parameters` what its sentence takes. They may name cards: only
    who has the file is shown them.
    """

    def __init__(self, line: int, reason: str, **parameters: object) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason
        self.parameters = {name: _shown(value) for name, value in parameters.items()}

    def __str__(self) -> str:
        return f"Line {self.line}: {REASONS[self.reason] % self.parameters}"


class FormError(ValueError):
    """Deals that a form cannot state; the message is one English sentence."""


def _shown(value: object) -> object:
    """Return a short text without anything unseen, a number as it is."""
    if not isinstance(value, str):
        return value
    seen = "".join(letter if letter.isprintable() else "·" for letter in value)
    return seen if len(seen) <= LONGEST_SHOWN else f"{seen[:LONGEST_SHOWN]}…"
