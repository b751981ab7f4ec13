"""What is left to do before round 1 of an event."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.events.models import Event
from tournament.events.selectors import round_next
from tournament.events.teams import entries_without_team, teams_of
from tournament.live.links import links_held
from tournament.tables.selectors import movement_is_stale

from .selectors import CHAIRS, Making, Sealed, without_stratum


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do before round 1: what, how far it is, and where to do it (or no address)."""

    title: str
    text: str
    done: bool
    url: str


def steps(event: Event, sealed: Sealed, making: Making) -> list[Step]:
    """Return what there is to do before round 1, in order."""
    todo = [_players_step(event, making)]
    if event.movement == Event.Movement.TEAMS:
        todo.append(_teams_step(event))
    todo.append(_movement_step(event, making))
    if sealed.main.public_value_source:
        todo.append(_value_step(event, sealed))
    if event.play_mode != Event.PlayMode.ENTERED:
        todo.append(_links_step(event, making))
    else:
        todo.append(_slips_step(event, sealed))
    return todo


def _players_step(event: Event, making: Making) -> Step:
    enough = making.players >= CHAIRS
    entered = ngettext("%(n)d player is entered.", "%(n)d players are entered.", making.players)
    return Step(
        title=_("Players"),
        text=" ".join([entered % {"n": making.players}, *_without(event)])
        if enough
        else _("Enter three players or more."),
        done=enough,
        url=reverse("desk_players", args=[event.public_id]),
    )


def _without(event: Event) -> list[str]:
    """Say how many players are in none of the strata, where there are any."""
    many = len(without_stratum(event, event.entries.all())) if event.strata else 0
    words = ngettext("%(n)d has no stratum.", "%(n)d have no stratum.", many)
    return [words % {"n": many}] if many else []


def _teams_step(event: Event) -> Step:
    teams = teams_of(event)
    short = sum(bool(each.missing) for each in teams)
    alone = len(entries_without_team(event))
    entered = ngettext("%(n)d team is entered.", "%(n)d teams are entered.", len(teams))
    needing = ngettext("%(n)d needs more players.", "%(n)d need more players.", short)
    without = ngettext(
        "%(n)d player is in no team and does not play.",
        "%(n)d players are in no team and do not play.",
        alone,
    )
    enough = _can_meet(event)
    said = [entered % {"n": len(teams)}] if enough else [_("Enter three teams or more.")]
    said += [needing % {"n": short}] if short else []
    said += [without % {"n": alone}] if alone else []
    return Step(
        title=_("Teams"),
        text=" ".join(said),
        done=enough and not short and not alone,
        url=reverse("desk_teams", args=[event.public_id]),
    )


def _can_meet(event: Event) -> bool:
    """Return whether three teams have their players."""
    return sum(not each.missing for each in teams_of(event)) >= CHAIRS


def _movement_step(event: Event, making: Making) -> Step:
    is_of_teams = event.movement == Event.Movement.TEAMS
    enough = _can_meet(event) if is_of_teams else making.players >= CHAIRS
    by_hand = event.movement == Event.Movement.FREE
    planned = enough and (_is_seated(event) if by_hand else not movement_is_stale(event))
    if not enough:
        text = (
            _("It can be planned once three teams have their players.")
            if is_of_teams
            else _("It can be planned once there are three players.")
        )
    elif by_hand:
        text = _("Round 1 is seated.") if planned else _("Seat the players of round 1.")
    elif planned:
        text = ngettext("Planned with %(n)d table.", "Planned with %(n)d tables.", making.tables)
        text %= {"n": making.tables}
    else:
        text = _("To be planned; starting round 1 does it as well.")
    return Step(
        title=_("Movement"),
        text=text,
        done=planned,
        url=reverse("desk_movement", args=[event.public_id]),
    )


def _is_seated(event: Event) -> bool:
    upcoming = round_next(event)
    return upcoming is not None and upcoming.chairs.exists()


def _value_step(event: Event, sealed: Sealed) -> Step:
    value, day = sealed.main.public_value, sealed.main.public_value_date
    if value or day is None:
        text = _("Entered: %(value)s.") % {"value": value}
    else:
        text = _("Comes on %(date)s: %(source)s. Until then there are no deals.") % {
            "date": date_format(day),
            "source": sealed.main.public_value_source,
        }
    return Step(
        title=_("Public value"),
        text=text,
        done=bool(value),
        url=reverse("desk_public_value", args=[event.public_id]) if sealed.value_is_due else "",
    )


def _links_step(event: Event, making: Making) -> Step:
    """Whoever plays in the browser needs their link; slips are at most a table's own choice."""
    held = links_held(event)
    words = _("%(n)d of %(total)d players have been given their link.")
    text = words % {"n": held, "total": making.players} if held else _("Nothing is printed yet.")
    if event.play_mode == Event.PlayMode.CHOICE:
        text += " " + _("Slips are needed only at tables that choose to play with cards in hand.")
    return Step(
        title=_("Guide cards with personal links"),
        text=text,
        done=bool(held) and held >= making.players,
        url=reverse("desk_print", args=[event.public_id]),
    )


def _slips_step(event: Event, sealed: Sealed) -> Step:
    printed = sealed.last_print
    return Step(
        title=_("Hand slips and cards for the tables"),
        text=_("Hands printed last by %(who)s.") % {"who": printed.who}
        if printed
        else _("Nothing is printed yet."),
        done=printed is not None,
        url=reverse("desk_print", args=[event.public_id]),
    )
