"""What is unfavourable in a movement seated by hand, in words and with names: told, not refused."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import Entry, Event, Round
from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.rules.movements import Matrices, RoundPlan, matrices
from tournament.tables.seating import seated_but_gone

# More of a kind are counted, and not listed.
LISTED_MOST = 12


def violations(
    event: Event,
    plans: Mapping[int, RoundPlan],
    entries: Iterable[Entry],
    *,
    with_seats: bool = True,
) -> list[tuple[str, list[str]]]:
    """Return what is unfavourable in these rounds, by number: a heading and its lines each.

    Without `with_seats` nobody knows yet who holds which.
    """
    names = {entry.pk: entry.player.name for entry in entries}
    seated = [planned for planned in plans.values() if planned.tables]
    found = matrices(seated)
    named = [names.get(player, "–") for player in found.players]
    unseated = [number for number, planned in plans.items() if not planned.tables]
    allowed = 1 if event.turned else event.boards_per_round
    uneven = _seats(found, named, allowed) if with_seats else []
    all_found = [
        (_("Not seated yet"), [_("Round %(number)d") % {"number": number} for number in unseated]),
        (_("They have a place, but are not there"), _gone(event)),
        (_("They meet again"), _met_again(found, named)),
        (_("Seats are uneven"), uneven),
        *_sitting(found, named, len(seated)),
    ]
    return [(title, _listed(lines)) for title, lines in all_found if lines]


def _listed(lines: Sequence[str]) -> list[str]:
    more = len(lines) - LISTED_MOST
    if more <= 0:
        return list(lines)
    words = ngettext("and %(n)d more", "and %(n)d more", more) % {"n": more}
    return [*lines[:LISTED_MOST], words]


def _gone(event: Event) -> list[str]:
    to_come = Round.objects.filter(session__event=event, state=Round.State.PLANNED)
    return [
        _("%(name)s: round %(round)d, table %(table)d")
        % {
            "name": chair.entry.player.name,
            "round": chair.round.number,
            "table": chair.table.number,
        }
        for chair in seated_but_gone(*to_come)
    ]


def _met_again(found: Matrices, named: Sequence[str]) -> list[str]:
    pairs = [
        (found.meetings[one][other], named[one], named[other])
        for one, other in combinations(range(len(named)), 2)
        if found.meetings[one][other] > 1
    ]
    return [
        _("%(one)s and %(other)s: %(times)d times") % {"one": one, "other": other, "times": times}
        for times, one, other in sorted(pairs, key=lambda pair: -pair[0])
    ]


def _seats(found: Matrices, named: Sequence[str], allowed: int) -> list[str]:
    uneven = [
        (max(held) - min(held), name, held)
        for name, held in zip(named, found.seats, strict=True)
        if max(held) - min(held) > allowed
    ]
    return [
        _("%(name)s: %(held)s")
        % {
            "name": name,
            "held": ", ".join(f"{seat_letter(seat)} {boards}" for seat, boards in enumerate(held)),
        }
        for _spread, name, held in sorted(uneven, key=lambda each: -each[0])
    ]


def _sitting(found: Matrices, named: Sequence[str], rounds: int) -> list[tuple[str, list[str]]]:
    """Return who sits out more than one round more than others, and who never plays."""
    never = [
        name for name, held in zip(named, found.seats, strict=True) if not sum(held) and rounds
    ]
    least = min(found.sit_outs, default=0)
    uneven = [
        ngettext("%(name)s: %(n)d round", "%(name)s: %(n)d rounds", times)
        % {"name": name, "n": times}
        for times, name in sorted(zip(found.sit_outs, named, strict=True), reverse=True)
        if times > least + 1 and name not in never
    ]
    return [
        (_("They sit out more than one round more than others"), uneven),
        (_("They do not play in any round"), never),
    ]
