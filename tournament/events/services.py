"""Everything that writes events, their sessions and their entries."""

import datetime
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from deals.selectors import prints_of
from engine.errors import UnknownGame
from engine.registry import game
from tournament.errors import Refused
from tournament.players.models import Club, Player
from tournament.players.services import name_clean, player_create, player_update, text_clean
from tournament.push.services import announce
from tournament.push.topics import desk_topic, event_topic

from .locks import event_lock
from .models import Absence, Entry, Event, Round
from .sealing import Keys, Sealing, sealing_of, session_create, session_reseal
from .sections import sections_follow
from .selectors import entries_sorted, only_session

PLAYERS_MOST = 1200
ROUNDS_MOST = 40
BOARDS_MOST = 20
# The least and the most that a clock of live play may be set to; None is no clock.
ACTION_SECONDS = (5, 600)
CLOCK_MINUTES = (1, 120)
GONE_SECONDS = (10, 600)
SEATS = 3

Presence = Literal["present", "absent", "left"]


@dataclass(frozen=True, slots=True)
class EventData:
    """What a director decides about an event. Unknown values are refused by `full_clean`."""

    name: str
    date: datetime.date
    rounds: int
    boards_per_round: int
    time_zone: str = "Europe/Paris"
    game: str = "comon"
    method: str = Event.Method.MATCHPOINTS
    rounding: str = Event.Rounding.EXACT
    sit_out: str = Event.SitOutRule.NONE
    tie_breaks: tuple[str, ...] = ()
    minimum_boards: int = 0
    confirmation: str = Event.Confirmation.PLAYERS
    show_traveller: bool = True
    play_mode: str = Event.PlayMode.ENTERED
    action_seconds: int | None = 30
    board_minutes: int | None = None
    gone_seconds: int = 40
    round_minutes: int | None = None
    pass_four_aces: bool = False
    # A value nobody can know before its date, such as a lottery draw: where it will be read.
    public_value_source: str = ""
    public_value_date: datetime.date | None = None
    # The deals that were imported stay; an event begins with drawn ones.
    imported: bool = False
    movement: str = Event.Movement.BAROMETER
    turned: bool = True
    whole_event: bool = True

    @property
    def sealing(self) -> Sealing:
        """What the deals are drawn from."""
        if self.imported:
            return Sealing(False, "", None, imported=True)
        return Sealing(self.pass_four_aces, self.public_value_source, self.public_value_date)


@dataclass(frozen=True, slots=True)
class Playing:
    """How the cards of an event are played, and the clocks of those played in the browser."""

    play_mode: str = Event.PlayMode.ENTERED
    action_seconds: int | None = 30
    board_minutes: int | None = None
    gone_seconds: int = 40
    round_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A player to be entered, and whether the name may be public."""

    name: str
    name_public: bool = False


def _event_check(data: EventData) -> None:
    if not 1 <= data.rounds <= ROUNDS_MOST:
        raise Refused(_("Choose from 1 to %(most)d rounds.") % {"most": ROUNDS_MOST})
    if not 1 <= data.boards_per_round <= BOARDS_MOST:
        raise Refused(_("Choose from 1 to %(most)d boards per round.") % {"most": BOARDS_MOST})
    if data.time_zone not in available_timezones():
        raise Refused(_("Choose a time zone of the list."))
    try:
        is_for_three = SEATS in game(data.game).seats
    except UnknownGame as error:
        raise Refused(_("Choose a game of the list.")) from error
    if not is_for_three:
        raise Refused(_("Choose a game of the list."))
    if data.movement not in Event.Movement:
        raise Refused(_("Choose a movement of the list."))
    _playing_check(data)
    if bool(data.public_value_source) != bool(data.public_value_date):
        raise Refused(_("A public value needs both a source and a date."))


def _playing_check(data: EventData | Playing) -> None:
    if data.play_mode not in Event.PlayMode:
        raise Refused(_("Choose how the cards are played."))
    if not _is_within(data.action_seconds, ACTION_SECONDS):
        raise Refused(
            _("A card has from %(least)d to %(most)d seconds, or no clock.")
            % _limits(ACTION_SECONDS)
        )
    if not _is_within(data.board_minutes, CLOCK_MINUTES):
        raise Refused(
            _("A board has from %(least)d to %(most)d minutes, or no clock.")
            % _limits(CLOCK_MINUTES)
        )
    if not _is_within(data.round_minutes, CLOCK_MINUTES):
        raise Refused(
            _("A round has from %(least)d to %(most)d minutes, or no clock.")
            % _limits(CLOCK_MINUTES)
        )
    if data.gone_seconds is None or not _is_within(data.gone_seconds, GONE_SECONDS):
        raise Refused(
            _("A bot plays after %(least)d to %(most)d seconds without a connection.")
            % _limits(GONE_SECONDS)
        )


def _limits(limits: tuple[int, int]) -> dict[str, int]:
    return {"least": limits[0], "most": limits[1]}


def _is_within(number: int | None, limits: tuple[int, int]) -> bool:
    return number is None or limits[0] <= number <= limits[1]


def _playing_apply(event: Event, data: EventData | Playing) -> None:
    event.play_mode = data.play_mode
    event.action_seconds = data.action_seconds
    event.board_minutes = data.board_minutes
    event.gone_seconds = data.gone_seconds
    event.round_minutes = data.round_minutes


def _event_apply(event: Event, data: EventData) -> None:
    event.name = name_clean(data.name)
    event.date = data.date
    event.time_zone = data.time_zone
    event.game = data.game
    event.rounds = data.rounds
    event.boards_per_round = data.boards_per_round
    event.movement = data.movement
    event.turned = data.turned
    event.whole_event = data.whole_event
    event.method = data.method
    event.rounding = data.rounding
    event.sit_out = data.sit_out
    event.tie_breaks = list(data.tie_breaks)
    event.minimum_boards = data.minimum_boards
    event.confirmation = data.confirmation
    event.show_traveller = data.show_traveller
    _playing_apply(event, data)


def _sealed_for(event: Event, sealing: Sealing) -> tuple[object, ...]:
    is_shared = event.movement == Event.Movement.SHARED
    return event.game, event.rounds, event.boards_per_round, is_shared, sealing


@transaction.atomic
def event_create(
    *,
    club: Club,
    director: AbstractBaseUser,
    data: EventData,
    seed: str = "",
    keys: Keys = (None, None),
) -> Event:
    """Return a new event in preparation, with sealed deals. Raises Refused.

    `seed` (of movement and lots) and `keys` (of the deals and the reserve) come from the system's
    secure source unless given, as only simulations do.
    """
    _event_check(data)
    event = Event(club=club, seed=seed or secrets.token_hex(8))
    _event_apply(event, data)
    event.full_clean(exclude=["options", "tie_breaks"])
    event.save()
    event.directors.add(director.pk)
    session_create(event, data.sealing, keys=keys)
    return event


@transaction.atomic
def event_update(*, event: Event, data: EventData) -> bool:
    """Change an event in preparation; return whether its deals had to be sealed anew.

    Raises Refused once round 1 has begun: then only `event_settings_update` may change it.
    """
    event = event_lock(event.pk)
    if event.state != Event.State.DRAFT:
        raise Refused(_("Round 1 has begun: rounds, boards and deals can no longer be changed."))
    _event_check(data)
    before = _sealed_for(event, sealing_of(only_session(event)))
    data = replace(data, public_value_source=text_clean(data.public_value_source))
    _event_apply(event, data)
    event.full_clean(exclude=["options", "tie_breaks"])
    event.save()
    resealed = before != _sealed_for(event, data.sealing)
    if resealed:
        session_reseal(event, data.sealing)
    publication_raise(event_id=event.pk)
    return resealed


@transaction.atomic
def event_size_set(*, event: Event, rounds: int, boards_per_round: int) -> bool:
    """Give an event in preparation other numbers of rounds and boards; else like `event_update`.

    All else stays as it is by now: deals may have been imported since the event was read.
    """
    event = event_lock(event.pk)
    sealing = sealing_of(only_session(event))
    known = {name: getattr(sealing, name) for name in Sealing.__dataclass_fields__}
    known |= {
        name: getattr(event, name) for name in EventData.__dataclass_fields__.keys() - known.keys()
    }
    known |= {"rounds": rounds, "boards_per_round": boards_per_round}
    return event_update(event=event, data=EventData(**known))


@transaction.atomic
def event_settings_update(
    *,
    event: Event,
    name: str,
    confirmation: str,
    show_traveller: bool,
    playing: Playing | None = None,
) -> None:
    """Change what may change while the event is played; `playing` None leaves that as it is.

    The clocks are those of deals and rounds not yet begun. Raises Refused for an unusable name, and
    for clocks that cannot be.
    """
    event.name = name_clean(name)
    event.confirmation = confirmation
    event.show_traveller = show_traveller
    changed = ["name", "confirmation", "show_traveller"]
    if playing is not None:
        _playing_check(playing)
        _playing_apply(event, playing)
        changed += Playing.__dataclass_fields__.keys()
    event.full_clean(exclude=["options", "tie_breaks"])
    event.save(update_fields=changed)
    publication_raise(event_id=event.pk)


@transaction.atomic
def event_delete(*, event: Event) -> None:
    """Delete an event in preparation with its deals.

    Raises Refused once it has begun, or once hands were printed: that stays on record.
    """
    event = event_lock(event.pk)
    if event.state != Event.State.DRAFT:
        raise Refused(_("Round 1 has begun: the tournament can no longer be deleted."))
    sets = [made for each in event.sessions.all() for made in (each.deal_set, each.reserve_set)]
    if prints_of(sets).exists():
        raise Refused(
            _(
                "Hands of this tournament were printed, and who printed them stays on record: it "
                "cannot be deleted. If it is not played, say so in its name."
            )
        )
    event.delete()
    for deal_set in sets:
        deal_set.delete()


def events_naming(player_ids: Collection[int]) -> list[int]:
    """Return the events in which one of these players is named: entered, or as substitute."""
    if not player_ids:
        return []
    shown_at = Event.objects.filter(
        Q(entries__player__in=player_ids)
        | Q(sessions__rounds__plays__seats__substitute__in=player_ids)
    )
    return list(shown_at.order_by("pk").values_list("pk", flat=True).distinct())


def names_follow(*, player_ids: Collection[int]) -> None:
    """Have all events shown anew where one of these players is named.

    Whoever calls has locked them all at once, before the players.
    """
    for event_id in events_naming(player_ids):
        publication_raise(event_id=event_id)


def publication_raise(*, event_id: int) -> None:
    """Make every cached copy of the event's public pages old; tell these and the desk's pages.

    Called inside the transaction of whatever changed a name, a consent or the content.
    """
    Event.objects.filter(pk=event_id).update(publication=F("publication") + 1)
    public_id = Event.objects.values_list("public_id", flat=True).get(pk=event_id)
    announce(event_topic(public_id), desk_topic(public_id))


@transaction.atomic
def entries_add(
    *,
    event: Event,
    entries: Sequence[NewEntry],
    first_round: int = 1,
    known: QuerySet[Player] | None = None,
    last_number: int = 0,
) -> list[Entry]:
    """Enter players, all of them or none; return the entries in the order given.

    A name among the `known` players, the club's unless given, is that player, who keeps what they
    agreed to unless the new entry agrees to more. Numbers go on after `last_number`, also where
    that entry is gone. Raises Refused for an unusable name, one entered before, one given twice,
    and above PLAYERS_MOST.
    """
    people = event.club.players.all() if known is None else known
    # Who agrees now is named in other events, too.
    event = event_lock(event.pk, *events_naming(players_agreeing(entries, people)))
    if event.state in {Event.State.FINISHED, Event.State.OFFICIAL}:
        raise Refused(_("All rounds are closed: nobody can be entered any more."))
    entered = {name_clean(entry.player.name).casefold() for entry in entries_sorted(event)}
    if len(entered) + len(entries) > PLAYERS_MOST:
        raise Refused(
            _("A tournament has at most %(most)d players; this would make %(many)d.")
            % {"most": PLAYERS_MOST, "many": len(entered) + len(entries)}
        )
    players = {player.name.casefold(): player for player in people.order_by("-pk")}
    number = max(last_number, event.entries.aggregate(most=Max("number"))["most"] or 0)
    made = []
    agreed: list[int] = []
    for new in entries:
        name = name_clean(new.name)
        key = name.casefold()
        if key in entered:
            raise _entered_already(name)
        entered.add(key)
        found = players.get(key)
        if found is None:
            found = player_create(club=event.club, name=name, name_public=new.name_public)
        elif new.name_public and not found.name_public:
            player_update(player=found, name=found.name, name_public=True)
            agreed.append(found.pk)
        number += 1
        made.append(Entry(event=event, player=found, number=number, first_round=first_round))
    Entry.objects.bulk_create(made)
    sections_follow(event, made)
    publication_raise(event_id=event.pk)
    names_follow(player_ids=agreed)
    return made


def players_agreeing(entries: Sequence[NewEntry], people: QuerySet[Player]) -> list[int]:
    """Return which of the people agree by these entries to a public name, and had not before."""
    names = {name_clean(new.name).casefold() for new in entries if new.name_public}
    if not names:
        return []
    silent = people.filter(name_public=False).values_list("pk", "name")
    return [player_id for player_id, name in silent if name.casefold() in names]


def _entered_already(name: str) -> Refused:
    words = _("“%(name)s” is entered already. If they are two people, add something to one.")
    return Refused(words % {"name": name})


@transaction.atomic
def entry_update(*, entry: Entry, name: str, name_public: bool) -> None:
    """Correct a name or a consent, wherever that player's name is shown. Raises Refused."""
    event_lock(entry.event_id, *events_naming([entry.player_id]))
    key = name_clean(name).casefold()
    for other in entry.event.entries.exclude(pk=entry.pk).select_related("player"):
        if other.player.name.casefold() == key:
            raise _entered_already(name)
    if player_update(player=entry.player, name=name, name_public=name_public):
        names_follow(player_ids=[entry.player_id])


@transaction.atomic
def entry_remove(*, entry: Entry) -> None:
    """Take a player out before round 1. Raises Refused later: then the player leaves instead."""
    event = event_lock(entry.event_id)
    if event.state != Event.State.DRAFT:
        raise Refused(
            _("Round 1 has begun: mark %(name)s as leaving instead.") % {"name": entry.player.name}
        )
    entry.delete()
    publication_raise(event_id=event.pk)


def round_to_come(found: Round | None) -> Round:
    """Return the round. Raises Refused once it has begun, or, None, has fallen away."""
    if found is None:
        raise Refused(_("The rounds are changing just now: try again."))
    if found.state != Round.State.PLANNED:
        raise Refused(_("Round %(number)d has begun already.") % {"number": found.number})
    return found


@transaction.atomic
def attendance_set(*, event: Event, round_number: int, presences: Mapping[int, Presence]) -> None:
    """Record who is present, absent or has left, before that round begins.

    `presences` maps entry ids to presences; entries not named stay as they are. Raises Refused
    when the round has begun, and for an entry of another event.
    """
    event_lock(event.pk)
    round_to_come(only_session(event).rounds.filter(number=round_number).first())
    entries = event.entries.in_bulk()
    if not presences.keys() <= entries.keys():
        raise Refused(_("One of these players is not in this tournament."))
    for entry_id, presence in presences.items():
        entry = entries[entry_id]
        if presence == "absent":
            Absence.objects.get_or_create(entry=entry, round_number=round_number)
        else:
            Absence.objects.filter(entry=entry, round_number=round_number).delete()
        has_left = entry.last_round is not None and entry.last_round < round_number
        if presence == "left" and not has_left:
            entry.last_round = round_number - 1
            entry.save(update_fields=["last_round"])
        elif presence != "left" and has_left:
            entry.last_round = None
            entry.save(update_fields=["last_round"])
    publication_raise(event_id=event.pk)
