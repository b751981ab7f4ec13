"""What the pages of the whole site show when they are looked over."""

import datetime
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from deals.models import DealSet
from tests.browser.site_live import Made, friendly_tables, live_tables, practised
from tests.builders import correct, make_director, make_event, play_round, record, start_round
from tests.leaderboard.published_boards import analyse, first, last_at, mistake, played
from tests.live.tables import play_at
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
from tournament.leaderboard.services import event_publish
from tournament.players.members import access_withdraw, invitation_create, member_invite
from tournament.results.late import plays_move_late
from tournament.results.models import Submission
from tournament.results.services import (
    result_record,
    round_close,
    submission_create,
    submission_dispute,
)
from tournament.rulings.changes import AwardsChange, ResultsChange
from tournament.rulings.proposals import ruling_or_proposal
from tournament.rulings.services import ruling_make
from tournament.standings.services import standings_compute
from tournament.tables.models import Play
from tournament.tables.planning import movement_plan
from tournament.tables.seating import seating_set


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
        "published": published_board(),
        **friendly_tables(director),
        **accounts(director),
    }


def published_board() -> str:
    """Return an official event of four tables in the browser, whose board is analysed."""
    event = played([[first, first, last_at(0), last_at(3)]], is_published=True)
    analyse(event, 1)
    mistake(play_at(event, 1), 0, 4)
    return event.public_id


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
        **practised(official),
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
