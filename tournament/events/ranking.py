"""Everything that writes how an event ranks beside its method, and what holds for each entry:
handicaps, categories, carry-over, prizes, and when the standings become official."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.players.services import text_clean

from .locks import event_lock
from .models import Entry, Event, Round
from .selectors import carry_sources
from .services import publication_raise

CATEGORIES_MOST = 12
CATEGORY_LENGTH = 40
CORRECTION_MINUTES_MOST = 7 * 24 * 60
PRIZES_MOST = 50
# What an address, or a list of names, takes for something else.
NOT_IN_NAMES = frozenset("/\\?#;,:")

Terms = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ranking:
    """What counts beside the boards, and among whom: it stands once the event is official."""

    handicap_weight: str = Event.HandicapWeight.OFF
    strata: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    carry_from: int | None = None
    carry_unit: str = Event.CarryUnit.PERCENT
    carry_weight: Decimal = Decimal(1)


@dataclass(frozen=True, slots=True)
class Publishing:
    """What becomes of the standings: when they are official, what is won, what everybody sees.

    `prizes` are cents by category, "" for the main ranking.
    """

    correction_minutes: int | None = 30
    history_public: bool = True
    prizes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    currency: str = "€"
    prizes_public: bool = False


def ranking_of(event: Event) -> Ranking:
    """Return how the event ranks now."""
    return Ranking(
        handicap_weight=event.handicap_weight,
        strata=tuple(event.strata),
        groups=tuple(event.groups),
        carry_from=event.carry_from_id,
        carry_unit=event.carry_unit,
        carry_weight=event.carry_weight,
    )


@transaction.atomic
def ranking_set(*, event: Event, ranking: Ranking) -> None:
    """Store how the event ranks; whoever calls sees to the standings. Raises Refused."""
    event.handicap_weight = ranking.handicap_weight
    event.strata = _categories(ranking.strata)
    event.groups = _categories(ranking.groups)
    both = [name.casefold() for name in (*event.strata, *event.groups)]
    if len(set(both)) < len(both):
        raise Refused(_("Each category needs a name of its own."))
    if ranking.carry_from is not None:
        allowed = carry_sources(event).filter(pk=ranking.carry_from).exists()
        if not allowed:
            raise Refused(_("Choose a tournament of the list to carry over from."))
    event.carry_from_id = ranking.carry_from
    event.carry_unit = ranking.carry_unit
    event.carry_weight = ranking.carry_weight
    event.full_clean(exclude=["options", "tie_breaks"])
    event.save(
        update_fields=[
            *("handicap_weight", "strata", "groups"),
            *("carry_from", "carry_unit", "carry_weight"),
        ]
    )
    publication_raise(event_id=event.pk)


def _categories(names: Collection[str]) -> list[str]:
    cleaned = [text_clean(name) for name in names]
    if len(cleaned) > CATEGORIES_MOST:
        raise Refused(_("Take at most %(most)d categories.") % {"most": CATEGORIES_MOST})
    for name in cleaned:
        if not name.strip(".") or len(name) > CATEGORY_LENGTH or NOT_IN_NAMES & set(name):
            raise Refused(
                _("“%(name)s” cannot be a category: take a short name of letters and digits.")
                % {"name": name[:CATEGORY_LENGTH]}
            )
    return cleaned


@transaction.atomic
def publishing_set(*, event: Event, publishing: Publishing) -> None:
    """Store what becomes of the standings. Raises Refused.

    A correction period that is running ends when the new setting says.
    """
    event = event_lock(event.pk)
    minutes, began = publishing.correction_minutes, _period_began(event)
    if minutes is not None and not 0 <= minutes <= CORRECTION_MINUTES_MOST:
        raise Refused(_("A correction period lasts a week at most."))
    for category, amounts in publishing.prizes.items():
        if category and category not in {*event.strata, *event.groups}:
            raise Refused(_("There is no category “%(name)s”.") % {"name": category})
        if len(amounts) > PRIZES_MOST or any(amount < 0 for amount in amounts):
            raise Refused(_("Give at most %(most)d prizes, none below 0.") % {"most": PRIZES_MOST})
    event.correction_minutes = minutes
    event.history_public = publishing.history_public
    event.prizes = {name: list(amounts) for name, amounts in publishing.prizes.items() if amounts}
    event.currency = text_clean(publishing.currency)
    event.prizes_public = publishing.prizes_public
    if event.state == Event.State.FINISHED:
        event.provisional_until = _provisional_until(began, minutes)
    event.full_clean(exclude=["options", "tie_breaks"])
    event.save(
        update_fields=[
            *("correction_minutes", "provisional_until", "history_public"),
            *("prizes", "currency", "prizes_public"),
        ]
    )
    publication_raise(event_id=event.pk)


def correction_period_begin(*, event: Event) -> None:
    """Note until when the standings are provisional: the event is over from now on.

    The last round was closed just now, or earlier, if those that were to follow have fallen away.
    """
    event.provisional_until = _provisional_until(timezone.now(), event.correction_minutes)
    event.save(update_fields=["provisional_until"])


def _period_began(event: Event) -> datetime | None:
    """Return when the correction period of an event that is over began."""
    if event.provisional_until is not None and event.correction_minutes is not None:
        return event.provisional_until - timedelta(minutes=event.correction_minutes)
    rounds = Round.objects.filter(session__event=event)
    closed_at: datetime | None = rounds.aggregate(last=Max("closed_at"))["last"]
    return closed_at


def _provisional_until(began: datetime | None, minutes: int | None) -> datetime | None:
    return None if began is None or minutes is None else began + timedelta(minutes=minutes)


def terms_of(entry: Entry) -> dict[str, Any]:
    """Return what holds for an entry, as JSON: `handicap`, `stratum`, `groups` and `carry`."""
    return {
        "handicap": [entry.handicap_unit, f"{entry.handicap:.2f}"] if entry.handicap_unit else None,
        "stratum": entry.stratum,
        "groups": list(entry.groups),
        "carry": entry.carry,
    }


@transaction.atomic
def terms_set(*, entry: Entry, terms: Terms) -> None:
    """Store what holds for an entry, as `terms_of` gives it. Raises Refused.

    A category that the event gave up since may stay: nobody is ranked in it.
    """
    event = entry.event
    known = {*event.strata, *event.groups, entry.stratum, *entry.groups, ""}
    for name in (terms["stratum"], *terms["groups"]):
        if name not in known:
            raise Refused(_("There is no category “%(name)s”.") % {"name": name})
    unit, value = terms["handicap"] or ("", "0")
    entry.handicap_unit, entry.handicap = unit, Decimal(value)
    entry.stratum, entry.groups, entry.carry = (
        terms["stratum"],
        list(terms["groups"]),
        terms["carry"],
    )
    entry.full_clean(exclude=["event", "player", "number"])
    entry.save(update_fields=["handicap_unit", "handicap", "stratum", "groups", "carry"])
