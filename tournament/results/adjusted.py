"""What the director gives instead of a result, seat by seat.

Stored as {"adjusted": [...]}, with for each seat {"average": "A+"}, where "A+ fixed" stands for
60 % whatever the player's own; {"shares": [[60, detail], [40, detail]]}, results of the game with
their parts in per cent; or null, where the board does not count.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import UnattainableResult
from engine.variant import Variant
from tournament.errors import Refused
from tournament.rules.plain import Stored, score_to_json
from tournament.rules.scores import Average, Score, from_text, weighted

from .asks import unattainable

MOST_PARTS = 6


def adjusted_scores(rules: Variant, given: Any, *, seats: int) -> list[Stored]:
    """Return what each seat of a table of `seats` gets. Raises Refused, saying what is wrong."""
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != seats:
        raise Refused(_("Say what each seat gets."))
    scores = [_score(rules, seat, of_seat) for seat, of_seat in enumerate(given)]
    if all(score is None for score in scores):
        raise Refused(_("This counts for nobody: say that the board was not played."))
    return [score_to_json(score) for score in scores]


def _score(rules: Variant, seat: int, given: Any) -> Score:
    if given is None:
        return None
    if not isinstance(given, Mapping) or len(given) != 1:
        raise Refused(_("Say what each seat gets."))
    if "average" in given:
        return _average(given["average"])
    return _assigned(rules, seat, given.get("shares"))


def _average(name: Any) -> Average:
    try:
        average = from_text(name) if isinstance(name, str) else None
    except ValueError:
        average = None
    if not isinstance(average, Average):
        raise Refused(_("An average is A+, A or A−."))
    return average


def _assigned(rules: Variant, seat: int, shares: Any) -> Score:
    if not isinstance(shares, Sequence) or isinstance(shares, str) or not shares:
        raise Refused(_("Say what each seat gets."))
    if len(shares) > MOST_PARTS:
        raise Refused(_("Take at most %(most)d results together.") % {"most": MOST_PARTS})
    parts: dict[int, Fraction] = {}
    for share in shares:
        if not isinstance(share, Sequence) or isinstance(share, str) or len(share) != 2:
            raise Refused(_("Say what each seat gets."))
        percent, detail = share
        if type(percent) is not int or not 0 < percent <= 100:
            raise Refused(_("Give each result its share in whole per cent."))
        if not isinstance(detail, Mapping):
            raise Refused(_("Say what each seat gets."))
        try:
            score = rules.score(detail)[seat]
        except UnattainableResult as error:
            raise unattainable(rules, error) from error
        parts[score] = parts.get(score, Fraction(0)) + Fraction(percent, 100)
    if sum(parts.values()) != 1:
        raise Refused(_("The shares of a seat sum to 100 %."))
    return weighted(parts)
