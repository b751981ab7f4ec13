"""What a new plan changes and what it costs, told when it is made, or before anything is saved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.selectors import round_next
from tournament.rules.movements import RoundPlan
from tournament.standings.teams import teams_by_entry
from tournament.tables.planning import movement_plan
from tournament.tables.plans import SearchDue, searches_elsewhere
from tournament.tables.seating import seated_but_gone
from tournament.tables.selectors import movement_is_stale, movement_played, round_plans

from .movement_words import change, cost_of
from .team_words import cost_of_teams, team_rounds

# A search for each group of an event, and one more for each change that somebody makes meanwhile.
LOOKS_MOST = 40


@dataclass(frozen=True, slots=True)
class Plans:
    """What was planned: the next round, None when there is none, and the whole event."""

    upcoming: RoundPlan | None
    rounds: Sequence[RoundPlan]


class _TakenBack(Exception):
    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words


def plans_now(event: Event) -> Plans:
    """Return the plan as it stands, to be compared with a later one."""
    upcoming = round_next(event)
    return Plans(None if upcoming is None else round_plans(upcoming), movement_played(event))


def plan_words(event: Event, before: Plans) -> str:
    """Return what the plan changes of the next round, and what it costs of the whole event."""
    # Where shared boards had to be sealed anew, the rounds are new ones.
    upcoming = round_next(event)
    if upcoming is None or before.upcoming is None:
        return ""
    if event.movement == Event.Movement.FREE:
        return _free_words(event)
    words = change(before.upcoming, round_plans(upcoming), round_number=upcoming.number)
    return f"{words} {costs_words(event, before)}".strip()


def costs_words(event: Event, before: Plans) -> str:
    """Return what a new plan costs, or gains; "" for nothing."""
    after = movement_played(event)
    if event.movement != Event.Movement.TEAMS:
        return cost_of(before.rounds, after)
    team_of = teams_by_entry(event)
    return cost_of_teams(team_rounds(before.rounds, team_of), team_rounds(after, team_of))


def plan_anew(event: Event, before: Plans) -> str:
    """Plan the rounds to come anew if players changed, and return what that changes and costs.

    Nothing, and "", where no round is to come or the plan still holds. Raises Refused like
    `movement_plan`.
    """
    if round_next(event) is None:
        return ""
    if movement_is_stale(event):
        movement_plan(event=event)
    elif event.movement != Event.Movement.FREE:
        return ""
    return plan_words(event, before)


def looked_at(event: Event, act: Callable[[], object]) -> str:
    """Return what planning anew after `act` would change and cost, having changed nothing.

    Raises Refused as either would. What is done is taken back before a search that may take
    seconds, since nobody else could write meanwhile, and is done again with what that has found.
    """
    found: dict[str, Sequence[RoundPlan]] = {}
    for _attempt in range(LOOKS_MOST):
        try:
            with transaction.atomic(), searches_elsewhere(found):
                before = plans_now(event)
                act()
                if movement_is_stale(event):
                    movement_plan(event=event)
                raise _TakenBack(plan_words(event, before))
        except SearchDue as due:
            found[due.key] = due.search()
        except _TakenBack as made:
            return made.words
    raise Refused(_("The players are changing just now: try again."))


def _free_words(event: Event) -> str:
    """Say that the director seats the players, and whose place is empty now."""
    words = _("You seat the players: everybody keeps their place.")
    to_come = Round.objects.filter(session__event=event, state=Round.State.PLANNED)
    gone = {chair.entry.number: chair.entry.player.name for chair in seated_but_gone(*to_come)}
    if not gone:
        return words
    names = ", ".join(name for _number, name in sorted(gone.items()))
    told = _("They have a place, but are not there: %(names)s. Seat others under Movement.")
    return " ".join([words, told % {"names": names}])
