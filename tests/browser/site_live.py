"""Tables played in the browser, those of friends among them, as the whole site is looked over."""

import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tests.builders import make_event, start_round
from tests.friendly.tables import (
    PEOPLE,
    claim_match,
    key_with_four_aces,
    make_table,
    on_table,
    place,
    play_deal,
    referee_plays,
    story,
)
from tests.live.tables import begin, finish, people, play_at, play_on
from tournament.calls.services import call_create, note_send
from tournament.events.models import Board, Event
from tournament.friendly.match_play import four_aces_ask, match_start, star_add
from tournament.friendly.models import FriendlyTable, MatchDeal
from tournament.friendly.services import TableData, place_join, table_open
from tournament.live.event_play import participant_seat_bot, play_open, watch_record
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.practice.services import practice_begin
from tournament.rules.playlog import Kind

Made = dict[str, Any]


def held(live: LiveDeal) -> LiveDeal:
    """Return the deal without a clock, and with nobody who counts as gone: it waits for us."""
    LiveDeal.objects.filter(pk=live.pk).update(
        deadline=None, due_at=None, action_seconds=None, gone_seconds=30_000
    )
    return LiveDeal.objects.get(pk=live.pk)


def live_event(name: str, *, players: int, boards: int = 1) -> Event:
    event = make_event(
        players=players,
        rounds=1,
        boards_per_round=boards,
        play_mode=Event.PlayMode.LIVE,
        round_minutes=30,
        name=name,
    )
    start_round(event)
    return event


def actor_of(live: LiveDeal) -> int:
    actor = position_of(live).state.actor
    assert actor is not None
    return actor


def seats(**taken: Participant) -> Made:
    """Return seats by name, and each one's personal link under `link_` and that name."""
    return {
        **{name: participant.public_id for name, participant in taken.items()},
        **{f"link_{name}": participant.secret for name, participant in taken.items()},
    }


def live_tables(director: User) -> Made:
    """The director has looked at hands of the event `live`, and not of `last`.

    Nobody has still to play the boards of `last_deal` and `replayed`.
    """
    live = live_event("Live", players=6, boards=2)
    own = finish(play_at(live, 1))
    playing = held(begin(play_at(live, 1, 2), 4))
    for each in (own, playing):
        watch_record(live=each, user=director)
    turn = actor_of(playing)
    at_table = people(play_at(live, 1, 2))
    stranger = at_table[(turn + 1) % 3]
    waiting, to_sit, replaced = people(play_at(live, 2))
    held(play_open(play=play_at(live, 2), participant=waiting))
    participant_seat_bot(participant=replaced, bot="simple")
    assert stranger.entry is not None and replaced.entry is not None
    call_create(table=live.tables.get(number=1), reason="play")
    note_send(event=live, table=None, text="Dinner at eight", user=director)

    last = live_event("The last table", players=6)
    hidden = finish(play_at(live_event("Half played", players=6), 1))
    finish(play_at(last, 1))
    claimed = begin(play_at(last, 2), 24)
    claimant = actor_of(claimed)
    held(step_add(live=claimed, seat=claimant, ply=claimed.steps, kind=Kind.CLAIM))

    done = live_event("Played", players=3)
    replayed = finish(play_at(done, 1))
    return {
        "live": live.public_id,
        "last": last.public_id,
        "done": done.public_id,
        "live_code": live.tables.get(number=1).code,
        "entry": stranger.entry.pk,
        "bot_number": replaced.entry.number,
        "own_deal": own.public_id,
        "deal": playing.public_id,
        "hidden_deal": hidden.public_id,
        "last_deal": claimed.public_id,
        "replayed": replayed.public_id,
        "strange_seat": stranger.public_id,
        "strange_link": stranger.secret,
        **seats(
            seat_at_turn=at_table[turn],
            seat_not_at_turn=at_table[(turn + 2) % 3],
            seat_waiting=waiting,
            seat_to_sit=to_sit,
            seat_asked=people(play_at(last, 2))[(claimant + 1) % 3],
            seat_after=people(play_at(done, 1))[0],
        ),
    }


def seated(table: FriendlyTable, number: int) -> Participant:
    participant = place(table, number).participant
    assert participant is not None
    return participant


def in_play(table: FriendlyTable, cards: int = 4) -> FriendlyTable:
    """Return the table with its present deal begun, everybody sitting and waiting for us."""
    held(play_on(on_table(table), cards))
    return table


def friendly_tables(director: User) -> Made:
    """The table `owned` is the director's, whose page sits at none of them."""
    lobby = make_table(*PEOPLE)
    empty = table_open(
        data=TableData("Monday", "comon"), owner_id=None, device="owner", address="127.0.0.1"
    )
    place_join(table=empty, name=PEOPLE[0], device="anne")

    friends = make_table(*PEOPLE)
    match_start(table=friends)
    claim_match(friends, 0)
    match_start(table=friends)
    star_add(place=place(friends, 1))
    play_deal(friends)
    in_play(friends)

    over = make_table(*PEOPLE)
    match_start(table=over)
    claim_match(over, 0, 1)

    owned = make_table(game="vicaire", target=20)
    FriendlyTable.objects.filter(pk=owned.pk).update(owner_id=director.pk)
    match_start(table=owned)
    referee_plays(owned)
    match_start(table=owned)
    held(on_table(owned))
    return {
        "lobby": lobby.public_id,
        "empty": empty.public_id,
        "invitation": empty.secret,
        "friends": friends.public_id,
        "friends_over": over.public_id,
        "owned": owned.public_id,
        **seats(
            seat_friends=seated(friends, 0),
            seat_friends_over=seated(over, 1),
            seat_empty=seated(empty, 0),
            **{f"seat_{game}": seat_in(game) for game in ("triton", "vicaire")},
            **four_aces(),
        ),
    }


def seat_in(game: str) -> Participant:
    """Return who is to play at a table of this game."""
    table = make_table(*PEOPLE, game=game)
    match_start(table=table)
    in_play(table)
    turn = actor_of(on_table(table))
    open_deal = story(table).open_deal
    assert open_deal is not None
    return seated(table, open_deal.seats[turn])


def four_aces() -> dict[str, Participant]:
    """Return who may have a deal cancelled, and who votes on it at another table."""
    asking = make_table(*PEOPLE, device="asking")
    key, holder = key_with_four_aces(asking)
    match_start(table=asking, key=key)
    in_play(asking, cards=0)
    voting = make_table(*PEOPLE, device="voting")
    # A key serves once: another one gives the aces to another seat.
    keys = (key_with_four_aces(voting, player=player) for player in range(3))
    other, player = next(found for found in keys if found[0] != key)
    match_start(table=voting, key=other)
    in_play(voting, cards=0)
    four_aces_ask(place=place(voting, player))
    # The vote would be closed after a minute.
    later = timezone.now() + datetime.timedelta(days=1)
    MatchDeal.objects.filter(match__table=voting).update(aces_at=later)
    return {
        "seat_four_aces": seated(asking, holder),
        "seat_voting": seated(voting, (player + 1) % 3),
    }


def practised(event: Event) -> Made:
    """Boards of a published event that are played again: one to its end, one in play."""
    boards = Board.objects.filter(session__event=event).order_by("number")
    over, playing = (
        practice_begin(board=board, seat=1, bot="simple", device="practice", address=None)
        for board in boards[:2]
    )
    play_on(over.live_deal)
    held(playing.live_deal)
    return {
        "practised": over.public_id,
        **seats(seat_practice=playing.participant, seat_practised=over.participant),
    }
