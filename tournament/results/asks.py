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
from engine.protocol import Ask
from engine.variant import Variant, variant
from tournament.errors import Refused

TRICKS = "tricks"
NAMES: Mapping[str, object] = {
    TRICKS: pgettext_lazy("what a form asks of a seat", "Tricks"),
    "combinations": pgettext_lazy("what a form asks of a seat", "Combination"),
    "best": pgettext_lazy("what a form asks of a seat", "Best combination"),
}
# The words of the choices, by `name.word` of an `Ask`.
VALUES: Mapping[str, object] = {}
MOST_SHOWN = 12


def asks_tricks(rules: Variant) -> bool:
    """Return whether trick counts are all that is asked."""
    return [ask.name for ask in rules.asks] == [TRICKS]


@cache
def knows_misplays(key: str) -> bool:
    """Return whether a misplay ends a deal of this game, with a score of its own."""
    try:
        variant(key).score({"fault": 0})
    except UnattainableResult:
        return False
    return True


def ask_words(ask: Ask) -> str:
    """Return what is asked, as a label."""
    return str(NAMES.get(ask.name, ask.name))


def value_words(ask: Ask, value: int) -> str:
    """Return one of the values that may be answered, as it is read."""
    if not ask.words:
        return str(value)
    word = ask.words[ask.values.index(value)]
    return str(VALUES.get(f"{ask.name}.{word}", word))


def values_shown(ask: Ask) -> str:
    """Return the values that may be answered; the ends of a long row."""
    if is_long(ask):
        return _("%(least)d to %(most)d") % {"least": min(ask.values), "most": max(ask.values)}
    return ", ".join(value_words(ask, value) for value in ask.values)


def is_long(ask: Ask) -> bool:
    """Return whether the answer is a number to be typed, and not one of a few choices."""
    return not ask.words and len(ask.values) > MOST_SHOWN


def is_yes_or_no(ask: Ask) -> bool:
    """Return whether a seat answers with yes or no."""
    return ask.values == (0, 1)


def field_name(ask: Ask, seat: int) -> str:
    """Return the name of a seat's field in a form, or of the only one for the whole table."""
    return f"{ask.name}_{seat}" if ask.each else ask.name


def seats_asked(ask: Ask, rules: Variant) -> range:
    """Return the seats a question has a field for; of the whole table the first one answers."""
    return range(rules.seats if ask.each else 1)


def field_names(rules: Variant) -> list[str]:
    """Return the names of all fields of a form, in order."""
    return [field_name(ask, seat) for ask in rules.asks for seat in seats_asked(ask, rules)]


def answers_of(rules: Variant, detail: Mapping[str, Any]) -> dict[str, int]:
    """Return what each field of a form says of this detail."""
    return {
        field_name(ask, seat): detail[ask.name][seat] if ask.each else detail[ask.name]
        for ask in rules.asks
        for seat in seats_asked(ask, rules)
    }


def asked_read(rules: Variant, answer: Callable[[str], str]) -> dict[str, Any]:
    """Return the detail that a form says; `answer` gives what stands in a field, "" for nothing.

    A yes is any text. Raises Refused for what is missing, or none of the values.
    """
    detail: dict[str, Any] = {}
    for ask in rules.asks:
        answers = [_answer(ask, answer(field_name(ask, seat))) for seat in seats_asked(ask, rules)]
        detail[ask.name] = answers if ask.each else answers[0]
    return detail


def _answer(ask: Ask, text: str) -> int:
    if is_yes_or_no(ask):
        return int(bool(text))
    number = {str(value): value for value in ask.values}.get(text)
    if number is None:
        words = {"what": ask_words(ask), "values": values_shown(ask)}
        raise Refused(
            _("Choose for each seat one of %(values)s.") % words
            if ask.each
            else _("%(what)s: choose one of %(values)s.") % words
        )
    return number


def unattainable(rules: Variant, error: UnattainableResult) -> Refused:
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
        total = rules.asks[0].total
        sentences["trick-counts"] = sentences["trick-sum"] = sentences["result-detail"] = _(
            "The trick counts are whole numbers that add up to %(total)s: correct one of them."
        ) % {"total": total}
    words = {
        "values": values_shown(rules.asks[0]),
        "highest": error.parameters.get("highest", ""),
        "most": error.parameters.get("most", ""),
    }
    unknown = _("This is no result of the game.")
    return Refused(sentences.get(error.rule, unknown) % words)
