"""A result as a director types it from a paper slip, in as few keys as can be.

    532     5 3 2     5-3-2     10 0 0     the trick counts of seats A, B, C
    53      5 3                            two of them: the last one is what is missing
    fb                                     a misplay by seat B
    n no time                              not played, and why
    50 20 0 a                              what else a game asks, in its order: a number for each
                                           seat; the seats of a yes; for the table a number or word

Pure: text in, the game's detail out.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from engine.protocol import Ask
from engine.variant import Variant
from tournament.errors import Refused
from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.players.services import text_clean
from tournament.results.asks import ask_words, asks_tricks, is_yes_or_no, value_words

LONGEST = 12  # characters of trick counts: nothing longer can be
_APART = re.compile(r"[\s,;/.+–-]+")
# A stroke parts what it stands between; before a number it is a minus, and alone it is "none".
_BETWEEN = re.compile(r"[\s,;/]+|(?<=\w)[–-](?=\w)")


def read_result(text: str, rules: Variant) -> dict[str, Any]:
    """Return what `text` says of a deal of this game. Raises Refused like `read_entry`."""
    typed = " ".join(text.split())
    if asks_tricks(rules) or re.match(r"n(\s|$)", typed.casefold()):
        return read_entry(text, seats=rules.seats, total=rules.asks[0].total or 0)
    words = [word for word in _BETWEEN.split(typed.casefold()) if word]
    detail: dict[str, Any] = {}
    for ask in rules.asks:
        detail[ask.name], words = _answer(ask, words, rules)
        if detail[ask.name] is None:
            break
    else:
        if not words:
            return detail
    raise Refused(
        _("“%(text)s” is no result. Type, with blanks between: %(order)s.")
        % {"text": typed[: LONGEST * 2], "order": order_words(rules)}
    )


def order_words(rules: Variant) -> str:
    """Return what is typed of a result, in order."""
    return ", ".join(_typed_as(ask) for ask in rules.asks)


def _typed_as(ask: Ask) -> str:
    if not ask.each:
        return ask_words(ask)
    shape = _("the letters of the seats") if is_yes_or_no(ask) else _("a number for each seat")
    return _("%(what)s (%(shape)s)") % {"what": ask_words(ask), "shape": shape}


def _answer(ask: Ask, words: list[str], rules: Variant) -> tuple[Any, list[str]]:
    """Return the answer that begins the words, with the words after it; None for no answer."""
    if not ask.each:
        return (_value(ask, words[0]), words[1:]) if words else (None, words)
    if is_yes_or_no(ask):
        if not words or not (words[0] == "-" or words[0].isalpha()):
            return None, words
        letters = words[0].strip("-")
        said = {_seat(letter, rules.seats) for letter in letters}
        return [int(seat in said) for seat in range(rules.seats)], words[1:]
    numbers = [_value(ask, word) for word in words[: rules.seats]]
    if len(numbers) < rules.seats or None in numbers:
        return None, words
    return numbers, words[rules.seats :]


def _value(ask: Ask, word: str) -> int | None:
    """Return which of the values this is: written as a number, or the beginning of one's words."""
    if not ask.words:
        return int(word) if re.fullmatch("-?[0-9]{1,4}", word) else None
    begin = [value for value in ask.values if value_words(ask, value).casefold().startswith(word)]
    exact = [value for value in begin if value_words(ask, value).casefold() == word]
    found = exact or begin
    return found[0] if len(found) == 1 else None


def read_entry(text: str, *, seats: int, total: int) -> dict[str, Any]:
    """Return what `text` says, as the game's detail or {"not_played": reason}.

    `total` is what the trick counts of all `seats` add up to. Raises Refused, with a sentence that
    says what is possible, for what cannot be read, cannot be, or can be read in two ways.
    """
    typed = " ".join(text.split())
    letter, rest = typed[:1].casefold(), typed[1:].strip()
    if letter == "f":
        return {"fault": _seat(rest, seats)}
    if letter == "n" and (not rest or typed[1].isspace()):
        return _not_played(rest)
    if len(typed) > LONGEST or not re.fullmatch(r"[0-9]+", _APART.sub("", typed)):
        raise Refused(
            _("“%(text)s” is no result. Type the trick counts (532), f and a seat, or n and why.")
            % {"text": typed[: LONGEST * 2]}
        )
    return {"tricks": _tricks(typed, seats, total)}


def _seat(letter: str, seats: int) -> int:
    letters = [seat_letter(seat) for seat in range(seats)]
    if letter.upper() not in letters:
        raise Refused(
            _("Type the seat that misplayed after the f: one of %(letters)s.")
            % {"letters": ", ".join(letters)}
        )
    return letters.index(letter.upper())


def _not_played(reason: str) -> dict[str, Any]:
    reason = text_clean(reason)
    if not reason:
        raise Refused(_("Say why the board was not played, after the n."))
    return {"not_played": reason}


def _tricks(typed: str, seats: int, total: int) -> list[int]:
    groups = [group for group in _APART.split(typed) if group]
    if len(groups) == 1:
        return _unseparated(groups[0], seats, total)
    if len(groups) not in {seats - 1, seats}:
        raise Refused(_("Type %(seats)d trick counts, or all but the last.") % {"seats": seats})
    counts = [int(group) for group in groups]
    full = _filled(counts, seats, total)
    if full is None:
        raise Refused(
            _("%(counts)s is not possible: the trick counts add up to %(total)d.")
            % {"counts": " + ".join(map(str, counts)), "total": total}
        )
    return full


def _unseparated(digits: str, seats: int, total: int) -> list[int]:
    readings: list[list[int]] = []
    for counts in _splits(digits, total):
        # One count says all only if it is all of the tricks.
        enough = len(counts) in {seats - 1, seats} or counts == [total]
        full = _filled(counts, seats, total) if enough else None
        if full is not None and full not in readings:
            readings.append(full)
    if len(readings) == 1:
        return readings[0]
    if readings:
        ways = ", ".join("-".join(map(str, full)) for full in readings)
        raise Refused(
            _("%(digits)s can be read in several ways (%(ways)s): put blanks between the counts.")
            % {"digits": digits, "ways": ways}
        )
    raise Refused(
        _("%(digits)s is not possible: the trick counts add up to %(total)d.")
        % {"digits": digits, "total": total}
    )


def _splits(digits: str, total: int) -> Iterator[list[int]]:
    """Yield the ways to cut `digits` into counts that can be: up to `total`, no 07."""
    if not digits:
        yield []
    for length in range(1, min(len(digits), len(str(total))) + 1):
        head = digits[:length]
        if int(head) <= total and str(int(head)) == head:
            for rest in _splits(digits[length:], total):
                yield [int(head), *rest]


def _filled(counts: list[int], seats: int, total: int) -> list[int] | None:
    """Return the counts with those left out filled in; None if they cannot add up."""
    left = total - sum(counts)
    missing = seats - len(counts)
    if left < 0 or (left and missing != 1):
        return None
    return [*counts, *([left] if missing else []), *[0] * (missing - 1)]
