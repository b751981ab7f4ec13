"""What the pages of the whole site show when they are looked over."""

import datetime
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from deals.models import DealSet
from tests.builders import correct, make_director, make_event, play_round, record, start_round
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
from tests.team_events import make_teams, play_at_random
from tournament.calls.services import call_create, call_take, note_send
from tournament.desk.event_links import event_link_create
from tournament.desk.finals import Final, final_make
from tournament.events.models import Event
from tournament.events.ranking import (
    Publishing,
    Ranking,
    publishing_set,
    ranking_set,
    terms_set,
)
from tournament.events.selectors import club_default, only_session
from tournament.events.services import NewEntry, entries_add
from tournament.events.teams import team_create, team_update
from tournament.friendly.match_play import four_aces_ask, match_start, star_add
from tournament.friendly.models import FriendlyTable, MatchDeal
from tournament.friendly.services import TableData, place_join, table_open
from tournament.leaderboard.services import event_publish
from tournament.live.event_play import participant_seat_bot, play_open, watch_record
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.players.members import access_withdraw, invitation_create, member_invite
from tournament.results.late import plays_move_late
from tournament.results.models import Submission
from tournament.results.services import (
    result_record,
    round_close,
    submission_create,
    submission_dispute,
)
from tournament.rules.playlog import Kind
from tournament.rulings.changes import AwardsChange, ResultsChange
from tournament.rulings.proposals import ruling_or_proposal
from tournament.rulings.services import ruling_make
from tournament.standings.services import standings_compute
from tournament.tables.models import Play
from tournament.tables.planning import movement_plan
from tournament.tables.seating import seating_set

Made = dict[str, Any]


def everything() -> Made:
    """Return what addresses are made of, by the names that their rows use."""
    director = make_director()
    return {
        **preparations(),
        **seated_by_hand(),
        **of_teams(),
        **evening(director),
        **endings(),
        **live_tables(director),
        **friendly_tables(director),
        **accounts(director),
    }


def enter(play: Play, tricks: list[int]) -> Submission:
    return submission_create(
        play=play, detail={"tricks": tricks}, sent_id=uuid.uuid4(), seat=0, device="one"
    )


def withhold(event: Event) -> None:
    """Let two players be named nowhere in public."""
    for entry in event.entries.filter(number__in=(2, 5)):
        entry.player.name_public = False
        entry.player.save()


def categorise(event: Event) -> None:
    """Rank some players of the event in categories, with handicaps and prizes."""
    ranking = Ranking(strata=("A", "B"), groups=("Juniors",), handicap_weight="full")
    ranking_set(event=event, ranking=ranking)
    prizes = {"": (6000, 3000, 1550), "B": (2000,)}
    publishing_set(event=event, publishing=Publishing(prizes=prizes, prizes_public=True))
    carry = {"points": "30", "top_sum": "40", "lives": "3", "datum": "2", "boards": "9"}
    for entry in event.entries.filter(number__in=(1, 2, 4)):
        terms_set(
            entry=entry,
            terms={
                "handicap": ["percent", "4.00"],
                "stratum": "B" if entry.number > 1 else "A",
                "groups": ["Juniors"],
                "carry": carry,
            },
        )
    event.refresh_from_db()


def preparations() -> Made:
    in_a_week = timezone.localdate() + datetime.timedelta(7)
    return {
        "new": make_event(players=0, name="New").public_id,
        "draft": make_event(name="Draft <b>&amp;</b>").public_id,
        "moving": make_event(players=15, name="Moving", movement="shared").public_id,
        "drawn": make_event(
            name="Drawn", public_value_source="Loto", public_value_date=in_a_week
        ).public_id,
    }


def seated_by_hand() -> Made:
    """A tournament whose director seats the players: one meets another twice, one never plays."""
    event = make_event(players=11, rounds=3, name="By hand", movement=Event.Movement.FREE)
    entries = list(event.entries.order_by("number"))
    for number in (1, 2):
        tables = [entries[0:3], entries[3:6], entries[6:9]]
        seating_set(event=event, round_number=number, tables=tables)
    return {"free": event.public_id}


def of_teams() -> Made:
    """Six teams after two rounds, one with a reserve; and three in preparation, one too small."""
    draft = make_teams(2, name="Teams to come")
    team_create(event=draft, name="Greens", members=[NewEntry("Ann"), NewEntry("Ben")])
    entries_add(event=draft, entries=[NewEntry("Cleo")])
    event = make_teams(6, name="Teams", turned=True, tie_breaks=("lives",))
    withhold(event)
    for number in (1, 2):
        play_at_random(event, str(number))
    team = event.teams.get(number=1)
    members = [NewEntry(name) for name in ("1.1", "1.2", "1.3", "Reserve")]
    team_update(team=team, name="Reds", members=members, first_round=3)
    movement_plan(event=event)
    standings_compute(event_id=event.pk)
    return {"teams": event.public_id, "teams_draft": draft.public_id}


def evening(director: User) -> Made:
    """An evening in its second round; at table 1 each board is in another state."""
    event = make_event(players=10, rounds=3, boards_per_round=6, name="Running", director=director)
    withhold(event)
    categorise(event)
    corrected = play_round(event).plays.all()[0]
    ruling = correct(corrected, {"tricks": [10, 0, 0]}, "Slip read upside down", user=director)
    penalty = AwardsChange(event.entries.get(number=1))
    ruling_make(
        event=event,
        change=penalty,
        after=[{"nature": "procedural", "unit": "percent", "value": "-10.00"}],
        reason="Late",
        user=director,
        seen=penalty.read(),
    )
    second = start_round(event)
    table = event.tables.get(number=1)
    states = ("settled", "misplayed", "unplayed", "disputed", "waiting", "missing")
    plays = second.plays.filter(table=table).order_by("board__number")
    at_table = dict(zip(states, plays, strict=True))
    record(at_table["settled"], (4, 3, 3))
    details: Mapping[str, Mapping[str, Any]] = {
        "misplayed": {"fault": 1},
        "unplayed": {"not_played": "No time"},
    }
    for state, detail in details.items():
        result_record(play=at_table[state], detail=detail, sent_id=uuid.uuid4(), user=director)
    submission_dispute(
        submission=enter(at_table["disputed"], [6, 2, 2]),
        seat=1,
        device="two",
        detail={"tricks": [2, 6, 2]},
    )
    enter(at_table["waiting"], [7, 3, 0])
    settled = at_table["settled"].board
    for play in second.plays.filter(board=settled).exclude(table=table):
        record(play, (5, 5, 0))
    standings_compute(event_id=event.pk)
    call_take(call=call_create(table=event.tables.get(number=2), reason="cards"), user=director)
    called = call_create(table=table, reason="rules", text="Who leads?")
    note = note_send(event=event, table=None, text="Dinner at eight", user=director)
    link, secret = event_link_create(event=event, name="Ada", role="deputy", user=director)
    return {
        "running": event.public_id,
        "desk_link": link.pk,
        "desk_secret": secret,
        "called": called.pk,
        "note": note.pk,
        "code": table.code,
        "corrected_play": corrected.pk,
        "ruling": ruling.pk,
        "disputed_play": at_table["disputed"].pk,
        "missing_play": at_table["missing"].pk,
        **{state: play.board.number for state, play in at_table.items()},
    }


def endings() -> Made:
    confirming = make_event(rounds=1, boards_per_round=1, confirmation="director", name="By paper")
    for play in start_round(confirming).plays.all():
        enter(play, [5, 3, 2])
    late = make_event(players=6, rounds=2, boards_per_round=1, name="Late")
    first = start_round(late)
    record(first.plays.get(table__number=1))
    round_close(playing=first, accept_missing=True)
    plays_move_late(plays=first.plays.filter(result=None), until=timezone.now())
    over = make_event(rounds=1, boards_per_round=1, method="lives", name="Over")
    play_round(over)
    official = make_event(
        rounds=2, boards_per_round=2, name="Official", tie_breaks=("tops", "lives", "lot")
    )
    withhold(official)
    categorise(official)
    play_round(official, (5, 5, 0))
    play_round(official)
    event_publish(event=Event.objects.get(pk=official.pk))
    play = official.tables.get(number=1).plays.order_by("pk")[0]
    change = ResultsChange([play])
    proposal = ruling_or_proposal(
        event=official,
        change=change,
        after={str(play.pk): {"tricks": [4, 4, 2]}},
        reason="Told the next day",
        user=official.directors.get(),
        seen=change.read(),
    )
    deals = only_session(official).deal_set
    assert isinstance(deals, DealSet)
    return {
        "confirming": confirming.public_id,
        "over": over.public_id,
        "late": late.public_id,
        "official": official.public_id,
        "final": final_of(over).public_id,
        "proposal": proposal.pk,
        "stratum": "B",
        "group": "Juniors",
        "set": deals.public_id,
    }


def final_of(event: Event) -> Event:
    """The final of the first three."""
    final = Final(
        date=event.date,
        rounds=2,
        boards_per_round=3,
        go_on=3,
        by_group=False,
        group_size=3,
        carry_unit="percent",
        carry_weight=Decimal(1),
        with_rest=False,
    )
    return final_make(event=event, director=event.directors.get(), final=final)[0]


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


def accounts(director: User) -> Made:
    club = club_default()
    invited, withdrawn = (
        member_invite(club=club, username=name, role=role).user
        for name, role in (("ines.invited", "scorer"), ("former@example.org", "director"))
    )
    access_withdraw(club=club, user=withdrawn)
    uid, token = invitation_create(user=invited)
    return {
        "myself": director.pk,
        "invited": invited.pk,
        "withdrawn": withdrawn.pk,
        "uid": uid,
        "token": token,
    }
