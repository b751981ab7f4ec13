"""What a director does in one act that takes several of the other apps' services."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from deals.services import deal_set_fix_public_value
from engine.bots import names
from tournament.errors import Refused
from tournament.events.importing import event_deals_import
from tournament.events.locks import event_lock
from tournament.events.models import Entry, Event, Round
from tournament.events.ranking import (
    Publishing,
    Ranking,
    publishing_set,
    ranking_of,
    ranking_set,
    terms_set,
)
from tournament.events.sealing import FileDeals
from tournament.events.selectors import only_session
from tournament.events.services import (
    EventData,
    NewEntry,
    Playing,
    Presence,
    attendance_set,
    entries_add,
    event_create,
    event_settings_update,
    event_update,
    events_naming,
    names_follow,
    publication_raise,
)
from tournament.events.standins import stand_ins_set
from tournament.events.teams import team_join
from tournament.flow import scoring_change
from tournament.live.event_play import (
    participant_of,
    participant_seat_bot,
    round_deals_stop,
)
from tournament.live.watching import deals_open
from tournament.players.models import Club, Player
from tournament.players.services import name_clean, player_update
from tournament.results.late import plays_move_late
from tournament.results.selectors import plays_unsettled
from tournament.results.services import round_close
from tournament.rulings.changes import ResultsChange
from tournament.rulings.selectors import number_last
from tournament.rulings.services import Ranks, ranks_of, ruling_make
from tournament.standings.services import standings_mark
from tournament.tables.seating import seatings_keep, seatings_of, sit_outs_follow

from .player_lists import names_between


@transaction.atomic
def club_rename(*, club: Club, name: str) -> None:
    """Give the club another name, which every one of its pages shows. Raises Refused."""
    club.name = name_clean(name)
    club.full_clean()
    club.save(update_fields=["name"])
    for event_id in club.events.order_by("pk").values_list("pk", flat=True):
        publication_raise(event_id=event_id)


@transaction.atomic
def event_make(
    *,
    club: Club,
    director: User,
    data: EventData,
    ranking: Ranking,
    publishing: Publishing,
) -> Event:
    """Return a new event in preparation with all its settings. Raises Refused."""
    event = event_create(club=club, director=director, data=data)
    ranking_set(event=event, ranking=ranking)
    publishing_set(event=event, publishing=publishing)
    return event


@transaction.atomic
def event_change(
    *, event: Event, data: EventData, ranking: Ranking, publishing: Publishing
) -> bool:
    """Change an event in preparation; return whether its deals had to be sealed anew.

    Raises Refused, and then nothing has changed.
    """
    # First of all: nobody is taken out between what is read here and what is written.
    event = event_lock(event.pk)
    seated = seatings_of(event)
    resealed = event_update(event=event, data=data)
    event = Event.objects.get(pk=event.pk)
    if event.movement == Event.Movement.FREE:
        # Places seated by hand stay, whatever becomes of the boards and of how they are turned.
        kept = {number: tables for number, tables in seated.items() if number <= event.rounds}
        seatings_keep(event=event, seatings=kept)
    ranking_set(event=event, ranking=ranking)
    publishing_set(event=event, publishing=publishing)
    return resealed


@transaction.atomic
def deals_import(*, event: Event, found: FileDeals, game: str) -> None:
    """Put the deals of a file in the place of an event's, where nobody has seen these yet.

    Players seated by hand stay so. Raises Refused, and then nothing has changed.
    """
    event = event_lock(event.pk)
    seated = seatings_of(event)
    event_deals_import(event=event, found=found, game=game)
    if event.movement == Event.Movement.FREE:
        seatings_keep(event=event, seatings=seated)


class _Looked(Exception):
    """Ends the transaction in which settings were changed to be looked at."""

    def __init__(self, ranks: Ranks) -> None:
        super().__init__()
        self.ranks = ranks


def settings_look(*, event: Event, **settings: Any) -> tuple[Ranks, Ranks]:
    """Return the ranks that other settings would change, before and after, having changed nothing.

    `settings` are those of `settings_change`. Raises Refused as it would.
    """
    before = ranks_of(event)
    try:
        with transaction.atomic():
            settings_change(event=event, **settings)
            raise _Looked(ranks_of(Event.objects.get(pk=event.pk)))
    except _Looked as looked:
        after = looked.ranks
    event.refresh_from_db()
    moved = [number for number, rank in after.items() if before.get(number) != rank]
    return {each: before.get(each) for each in moved}, {each: after[each] for each in moved}


@transaction.atomic
def settings_change(
    *,
    event: Event,
    name: str,
    confirmation: str,
    show_traveller: bool,
    scoring: Mapping[str, Any] | None,
    playing: Playing | None = None,
    ranking: Ranking | None = None,
    publishing: Publishing | None = None,
) -> bool:
    """Change what may change once round 1 has begun; return whether the standings must follow.

    `scoring` has what `scoring_change` takes; None leaves it alone, as it does `playing`, `ranking`
    and `publishing`. Raises Refused, and then nothing has changed.
    """
    carried = [] if ranking is None or ranking.carry_from is None else [ranking.carry_from]
    # All at once: of two that are to be carried over into each other, none waits for the other.
    event_lock(event.pk, *carried)
    if playing is not None and playing.play_mode != event.play_mode and deals_open(event).exists():
        raise Refused(
            _(
                "Boards are being played in the browser: how the cards are played can be changed "
                "once they are over, or between two rounds."
            )
        )
    event_settings_update(
        event=event,
        name=name,
        confirmation=confirmation,
        show_traveller=show_traveller,
        playing=playing,
    )
    is_scored_anew = scoring is not None and _scoring_apply(event, scoring, ranking)
    if publishing is not None:
        publishing_set(event=event, publishing=publishing)
    return is_scored_anew


def _scoring_apply(event: Event, scoring: Mapping[str, Any], ranking: Ranking | None) -> bool:
    """Rank by other rules if they are other ones; return whether they are."""
    wanted = {
        "method": scoring["method"],
        "rounding": scoring["rounding"],
        "sit_out": scoring["sit_out"],
        "tie_breaks": list(scoring["tie_breaks"]),
        "minimum_boards": scoring["minimum_boards"],
    }
    is_same = all(getattr(event, name) == value for name, value in wanted.items())
    if is_same and ranking in {None, ranking_of(event)}:
        return False
    scoring_change(event=event, **wanted, ranking=ranking)
    return True


@transaction.atomic
def round_finish(*, playing: Round, accept_missing: bool, user: User, later: bool = False) -> int:
    """Close a round; return how many deals that were being played in the browser were stopped.

    Boards that nobody has entered are to be played `later`; otherwise, in an event played in the
    browser, they are averages from then on.

    Raises Refused like `round_close`, and for deals on the tables unless missing results are
    accepted.
    """
    event_lock(playing.session.event_id)
    # Before any deal of it, as whoever pauses a round does.
    playing = Round.objects.select_for_update(no_key=True).get(pk=playing.pk)
    stopped = 0
    if accept_missing:
        reason = _("Round %(number)d was closed.") % {"number": playing.number}
        stopped = round_deals_stop(playing=playing, reason=reason, user=user)
    elif deals_open(playing.session.event).filter(play__round=playing).exists():
        raise Refused(
            _("Boards are still being played in the browser: wait for them, or stop them.")
        )
    round_close(playing=playing, accept_missing=accept_missing)
    if later:
        missing = [each.play for each in plays_unsettled(playing) if each.state == "missing"]
        plays_move_late(plays=missing)
    elif playing.session.event.play_mode == Event.PlayMode.LIVE:
        _averages_give(playing, user)
    return stopped


def _averages_give(playing: Round, user: User) -> None:
    """Give every seat an average where a board of the browser has no result: no slip can follow."""
    plays = [each.play for each in plays_unsettled(playing)]
    if not plays:
        return
    change = ResultsChange(plays)
    averages = {
        str(play.pk): {"adjusted": [{"average": "A"}] * play.seats.count()} for play in plays
    }
    ruling_make(
        event=playing.session.event,
        change=change,
        after=averages,
        reason=_("The round was closed before the board was played."),
        user=user,
        seen=change.read(),
    )


@transaction.atomic
def public_value_enter(*, event: Event, value: str) -> None:
    """Fix the announced value for the session's deals and for their reserve. Raises Refused."""
    event = event_lock(event.pk)
    session = only_session(event)
    for deal_set in (session.deal_set, session.reserve_set):
        deal_set_fix_public_value(deal_set=deal_set, value=value)
    publication_raise(event_id=event.pk)


@transaction.atomic
def players_enter(
    *,
    event: Event,
    entries: Sequence[NewEntry],
    categories: Sequence[tuple[str, str]],
    first_round: int,
    known: QuerySet[Player],
) -> list[Entry]:
    """Enter players with their stratum and groups, all of them or none. Raises Refused.

    `categories` are by player the name of the stratum, and those of the groups between commas.
    """
    made = entries_add(
        event=event,
        entries=entries,
        first_round=first_round,
        known=known,
        last_number=number_last(event),
    )
    for entry, (stratum, groups) in zip(made, categories, strict=True):
        if stratum or groups:
            belongs = names_between(groups)
            terms = {"stratum": stratum, "groups": belongs, "handicap": None, "carry": None}
            terms_set(entry=entry, terms=terms)
    sit_outs_follow(event=event)
    return made


@transaction.atomic
def consents_set(*, event: Event, shown: Collection[int], public: Collection[int]) -> int:
    """Record who of the entries numbered `shown` agreed to a public name; return how many changed.

    An entry that was not on the director's page, because somebody else has just added it, stays
    as it is.
    """
    entries = event.entries.filter(number__in=shown).select_related("player")
    event_lock(
        event.pk,
        *events_naming(
            [each.player_id for each in entries if each.player.name_public != _agreed(each, public)]
        ),
    )
    changed = [
        entry.player_id
        for entry in entries.all()
        if player_update(
            player=entry.player, name=entry.player.name, name_public=_agreed(entry, public)
        )
    ]
    names_follow(player_ids=changed)
    return len(changed)


def _agreed(entry: Entry, public: Collection[int]) -> bool:
    return entry.number in public


@transaction.atomic
def attendance_record(
    *,
    event: Event,
    round_number: int,
    presences: Mapping[int, Presence],
    late: Sequence[NewEntry],
    known: QuerySet[Player],
    late_stratum: str = "",
    late_team: int | None = None,
    fill: str = Entry.StandIn.NOBODY,
) -> None:
    """Record who is there in a round not begun, and enter who came late. Raises Refused.

    A late player's name may be one of those `known`, and is in `late_stratum`, and in the team
    numbered `late_team`. `fill` says who
    completes the last table.
    """
    attendance_set(event=event, round_number=round_number, presences=presences)
    if late:
        made = players_enter(
            event=event,
            entries=late,
            categories=[(late_stratum, "")] * len(late),
            first_round=round_number,
            known=known,
        )
        if late_team is not None:
            team_join(team=event.teams.get(number=late_team), entries=made)
    filling = stand_ins_set(
        event=event, round_number=round_number, kind=fill, last_number=number_last(event)
    )
    for entry in filling:
        if fill == Entry.StandIn.BOT:
            participant_seat_bot(participant=participant_of(entry), bot=names()[-1])
    sit_outs_follow(event=event)
    # Whoever leaves before half is not ranked.
    standings_mark(event_id=event.pk)
