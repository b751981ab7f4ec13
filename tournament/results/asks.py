"""What a form asks of a result entered by hand, game by game, and why an answer cannot be.

A game says by `asks` what is entered: a number for each seat under a name. The trick counts of a
table, of which one may be left out, are the form that most games have; others have a choice for
each seat, or a yes and no.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from engine.errors import UnattainableResult
from engine.protocol import Ask, Game
from engine.registry import game
from tournament.errors import Refused

TRICKS = "tricks"
NAMES: Mapping[str, object] = {
    TRICKS: pgettext_lazy("what a form asks of a seat", "Tricks"),
    "combinations": pgettext_lazy("what a form asks of a seat", "Combination"),
    "best": pgettext_lazy("what a form asks of a seat", "Best combination"),
}


def asks_tricks(rules: Game) -> bool:
    """Return whether trick counts are all that is asked."""
    return [ask.name for ask in rules.asks()] == [TRICKS]


def seats_of(rules: Game) -> int:
    """Return for how many seats a form asks."""
    return rules.seats[0]


@cache
def knows_misplays(key: str) -> bool:
    """Return whether a misplay ends a deal of this game, with a score of its own."""
    try:
        game(key).score({"fault": 0})
    except UnattainableResult:
        return False
    return True


def ask_words(ask: Ask) -> str:
    """Return what is asked, as a label."""
    return str(NAMES.get(ask.name, ask.name))


def is_yes_or_no(ask: Ask) -> bool:
    """Return whether a seat answers with yes or no."""
    return ask.values == (0, 1)


def field_name(ask: Ask, seat: int) -> str:
    """Return the name of a seat's field in a form."""
    return f"{ask.name}_{seat}"


def asked_read(rules: Game, answer: Callable[[str], str]) -> dict[str, Any]:
    """Return the detail that a form says; `answer` gives what stands in a field, "" for nothing.

    A yes is any text. Raises Refused for what is missing, or none of the values.
    """
    return {
        ask.name: [_answer(ask, answer(field_name(ask, seat))) for seat in range(seats_of(rules))]
        for ask in rules.asks()
    }


def _answer(ask: Ask, text: str) -> int:
    if is_yes_or_no(ask):
        return int(bool(text))
    number = {str(value): value for value in ask.values}.get(text)
    if number is None:
        raise Refused(
            _("Choose for each seat one of %(values)s.")
            % {"values": ", ".join(map(str, ask.values))}
        )
    return number


def unattainable(rules: Game, error: UnattainableResult) -> Refused:
    """Return what a person is told of a result that no deal can have."""
    sentences = {
        "fault-seat": _("Choose who misplayed."),
        "combinations": _("Choose what the combination of each seat is worth: %(values)s."),
        "combinations-together": _(
            "These combinations are not possible together: thirty cards are won, so that somebody "
            "has two pairs or better."
        ),
        "best": _("Say which seat has the best combination."),
        "best-not-highest": _(
            "The best combination is one of the highest: only a seat with %(highest)s can have it."
        ),
        "best-level": _(
            "With combinations of %(highest)s at most %(most)s can share the best one; compare "
            "their ranks."
        ),
    }
    if asks_tricks(rules):
        total = rules.asks()[0].total
        sentences["trick-counts"] = sentences["trick-sum"] = sentences["result-detail"] = _(
            "The trick counts are whole numbers that add up to %(total)s: correct one of them."
        ) % {"total": total}
    words = {
        "values": ", ".join(map(str, rules.asks()[0].values)),
        "highest": error.parameters.get("highest", ""),
        "most": error.parameters.get("most", ""),
    }
    unknown = _("This is no result of the game.")
    return Refused(sentences.get(error.rule, unknown) % words)
