"""Directors and phones at the same instant, in real threads on real connections."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.desk.conftest import signed_in
from tests.races import at_once
from tests.rulings.evenings import Evening, given, make_evening
from tournament.errors import Refused
from tournament.events.models import Entry, Event, Round
from tournament.events.services import attendance_set
from tournament.players.models import Player
from tournament.results.models import Pending, Result, Submission
from tournament.results.services import round_close, submission_confirm, submission_create
from tournament.rulings.boards import BoardChange, RoundChange
from tournament.rulings.changes import (
    AwardsChange,
    CardsChange,
    Change,
    Json,
    ResultsChange,
    SeatsChange,
    SubstituteChange,
)
from tournament.rulings.entries import ENTERED, without_entered
from tournament.rulings.merging import merge_of, merged
from tournament.rulings.models import Ruling
from tournament.rulings.services import Effect, ruling_make, ruling_preview, ruling_undo
from tournament.rulings.terms import TermsChange
from tournament.standings.models import Standings
from tournament.tables.models import Chair, Play
from tournament.tables.planning import movement_plan
from tournament.tables.services import round_start

pytestmark = pytest.mark.django_db(transaction=True)

AVERAGES = given("A+", "A", "A-")


def making(change: Change, after: Json, user: User, **more: Any) -> Callable[[], Ruling]:
    """Return the act of a director who sees what is there now."""
    arguments = {"reason": f"Said {user}", "seen": change.read()} | more
    event = Event.objects.get()
    return lambda: ruling_make(event=event, change=change, after=after, user=user, **arguments)


def looking(change: Change, after: Json) -> Callable[[], Effect]:
    event = change.plays[0].table.event
    return lambda: ruling_preview(event=event, change=change, after=after)


def refusals(outcomes: list[Any]) -> list[Refused]:
    return [outcome for outcome in outcomes if isinstance(outcome, Refused)]


def enter(play: Play) -> Submission:
    return submission_create(
        play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="one"
    )


def confirming(submission: Submission) -> Callable[[], Result]:
    return lambda: submission_confirm(submission=submission, seat=1, device="two")


def handicap(percent: str) -> Json:
    return {"handicap": ["percent", percent], "stratum": "", "groups": [], "carry": None}


def award(percent: str) -> Json:
    return [{"nature": "procedural", "unit": "percent", "value": percent}]


def played_instead(play: Play, board: int) -> Json:
    return {str(play.pk): {"board": board, "owed": play.board.number, "given": None}}


@pytest.mark.parametrize(
    "kind", sorted({*Ruling.Kind.values} - {Ruling.Kind.NAME, Ruling.Kind.LEAVING})
)
def test_of_two_who_change_the_same_one_is_shown_what_the_other_did(kind: str) -> None:
    evening = make_evening(rounds=2)
    play = evening.play(1, 1)
    key, (a, b, c), plays = str(play.pk), evening.numbers(1), [evening.play(1, 1)]
    whole = RoundChange(list(play.round.plays.all()))
    twice = merge_of(evening.entry(1, 0), evening.sitting_out())
    ways: dict[str, tuple[Change, Json, Json]] = {
        "results": (ResultsChange(plays), {key: {"tricks": [2, 3, 5]}}, {key: AVERAGES}),
        "seats": (SeatsChange(plays), {key: [b, a, c]}, {key: [c, b, a]}),
        "cards": (CardsChange(plays), {key: 1}, {key: 2}),
        "substitute": (SubstituteChange(evening.entry(1, 0), plays), {key: "Zoé"}, {key: "Léa"}),
        "terms": (TermsChange(evening.entry(1, 0)), handicap("2.00"), handicap("3.00")),
        "awards": (AwardsChange(evening.entry(1, 0)), award("-10.00"), award("-20.00")),
        "board": (BoardChange(plays), played_instead(play, 3), played_instead(play, 4)),
        "round": (whole, whole.read() | {"more": 1}, whole.read() | {"more": 2}),
        "merge": (twice, merged(twice.read()), merged(twice.read())),
    }
    change, one, other = ways[kind]
    outcomes = at_once(
        making(change, one, make_director()), making(change, other, make_director("other"))
    )
    (refusal,) = refusals(outcomes)
    ruling = Ruling.objects.get()
    assert ruling in outcomes
    assert change.read() == ruling.after
    assert refusal.details["current"] == ruling.after


def test_of_two_pages_one_is_refused() -> None:
    evening = make_evening()
    other = make_director("other")
    evening.event.directors.add(other)
    play = evening.play(1, 1)
    address = reverse("desk_put_right", args=[evening.event.public_id, play.pk, "clear"])
    form = {"reason": "Slip", "seen": f'{{"{play.pk}": {{"tricks": [5, 3, 2]}}}}', "sure": "1"}
    clients = [signed_in(make_director()), signed_in(other)]
    answers = at_once(*(lambda client=client: client.post(address, form) for client in clients))
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    (refused,) = (answer for answer in answers if answer.status_code == 422)
    assert "Somebody else has just changed this" in refused.content.decode()
    assert Ruling.objects.count() == 1


def test_both_are_done_where_they_change_different_things() -> None:
    evening = make_evening()
    one, other = evening.play(1, 1), evening.play(2, 1)
    outcomes = at_once(
        making(ResultsChange([one]), {str(one.pk): AVERAGES}, make_director()),
        making(AwardsChange(evening.entry(2, 2)), award("-60.00"), make_director("other")),
        making(SeatsChange([other]), {str(other.pk): evening.numbers(2)[::-1]}, make_director()),
    )
    assert refusals(outcomes) == []
    # Each begins with the ranks that the last has left.
    ranks: dict[str, Any] = {}
    for ruling in Ruling.objects.order_by("pk"):
        assert {n: ruling.ranks_before[n] for n in ranks.keys() & ruling.ranks_before} == {
            n: ranks[n] for n in ranks.keys() & ruling.ranks_before
        }
        ranks |= ruling.ranks_after


def test_a_new_substitute_of_two_players_is_one_person() -> None:
    evening = make_evening(boards_per_round=3)
    # Of a board nobody holds two seats.
    changes = [
        SubstituteChange(evening.entry(table, 0), [evening.play(table, table)])
        for table in (1, 2, 3)
    ]
    outcomes = at_once(
        *(
            making(change, dict.fromkeys(change.read(), "Zoé"), make_director())
            for change in changes
        )
    )
    assert refusals(outcomes) == []
    zoe = Player.objects.get(name="Zoé")
    assert {whom for change in changes for whom in change.read().values()} == {zoe.pk}


def test_a_ruling_is_undone_once() -> None:
    evening = make_evening()
    play = evening.play(1, 1)
    ruling = making(ResultsChange([play]), {str(play.pk): AVERAGES}, make_director())()
    users = [make_director(), make_director("other")]
    outcomes = at_once(
        *(lambda user=user: ruling_undo(ruling=ruling, reason="Wrong", user=user) for user in users)
    )
    assert len(refusals(outcomes)) == 1
    assert Ruling.objects.filter(undoes=ruling).count() == 1
    assert Result.objects.get(play=play).detail == {"tricks": [5, 3, 2]}


class TestPhones:
    """What counts is what came first, and whoever comes second is told."""

    @pytest.mark.parametrize("time", range(4))
    def test_one_confirms_while_the_director_adjusts(self, time: int) -> None:
        # The event's first result: nothing of its standings is stored before.
        play = start_round(make_event(players=3, rounds=1, boards_per_round=1)).plays.get()
        submission, director = enter(play), make_director()
        confirmed, ruled = at_once(
            confirming(submission),
            making(ResultsChange([play]), {str(play.pk): AVERAGES}, director),
        )
        result = Result.objects.get()
        assert len(refusals([confirmed, ruled])) == 1
        if isinstance(ruled, Refused):
            assert ruled.details["current"] == {str(play.pk): {"tricks": [5, 3, 2]}}
            assert (result.detail, result.submission) == ({"tricks": [5, 3, 2]}, submission)
            assert not Ruling.objects.exists()
        else:
            # The entry that the director had seen is set aside with what was.
            assert result.detail == AVERAGES
            assert without_entered(ruled.before) == {str(play.pk): None}
            assert ruled.before[ENTERED][str(play.pk)]["submission"] == submission.pk
        assert not Pending.objects.exists()
        assert Standings.objects.get().changed > 0

    @pytest.mark.parametrize("time", range(4))
    def test_one_confirms_while_the_director_looks_at_two_results_that_change_places(
        self, time: int
    ) -> None:
        playing = start_round(make_event(players=3, rounds=1, boards_per_round=2))
        first, second = playing.plays.order_by("pk")
        record(first, (2, 3, 5))
        submission = enter(second)
        after = {str(first.pk): None, str(second.pk): {"tricks": [2, 3, 5]}}
        # In both orders, as directors come from both places.
        confirmed, *looked = at_once(
            confirming(submission),
            looking(ResultsChange([first, second]), after),
            looking(ResultsChange([second, first]), after),
        )
        assert refusals([confirmed, *looked]) == []
        assert Result.objects.get(play=second).detail == {"tricks": [5, 3, 2]}
        assert Result.objects.get(play=first).detail == {"tricks": [2, 3, 5]}

    @pytest.mark.parametrize("time", range(4))
    def test_one_confirms_while_two_results_change_places(self, time: int) -> None:
        playing = start_round(make_event(players=3, rounds=1, boards_per_round=2))
        first, second = playing.plays.order_by("pk")
        record(first, (2, 3, 5))
        after = {str(first.pk): None, str(second.pk): {"tricks": [2, 3, 5]}}
        confirmed, ruled = at_once(
            confirming(enter(second)),
            making(ResultsChange([first, second]), after, make_director()),
        )
        assert len(refusals([confirmed, ruled])) == 1
        found = set(Result.objects.values_list("play", flat=True))
        assert found == ({second.pk} if isinstance(confirmed, Refused) else {first.pk, second.pk})


@pytest.mark.parametrize("time", range(3))
def test_the_round_is_closed_while_the_director_rules(time: int) -> None:
    evening = Evening(make_evening().event)
    play = evening.play(3, 2)
    playing = Round.objects.get(session__event=evening.event)
    outcomes = at_once(
        lambda: round_close(playing=playing, accept_missing=True),
        making(ResultsChange([play]), {str(play.pk): AVERAGES}, make_director()),
        making(AwardsChange(evening.entry(1, 0)), award("-10.00"), make_director()),
    )
    assert refusals(outcomes) == []
    assert Ruling.objects.count() == 2
    assert Result.objects.get(play=play).detail == AVERAGES
    assert Round.objects.get(pk=playing.pk).state == Round.State.CLOSED


def merging(kept: Entry, gone: Entry) -> Callable[[], Ruling]:
    """Return the act of a director who looks and saves at once."""

    def act() -> Ruling:
        change = merge_of(kept, gone)
        return making(change, merged(change.read()), make_director())()

    return act


@pytest.mark.parametrize("time", range(4))
def test_of_two_who_merge_the_same_both_ways_one_is_refused(time: int) -> None:
    evening = make_evening()
    one, other = evening.entry(1, 0), evening.sitting_out()
    outcomes = at_once(merging(one, other), merging(other, one))
    assert len(refusals(outcomes)) == 1
    assert Ruling.objects.get() in outcomes
    assert evening.event.entries.count() == 9


@pytest.mark.parametrize("time", range(6))
def test_a_round_that_begins_during_a_merge_loses_no_chair(time: int) -> None:
    event = make_event(players=10, rounds=2, boards_per_round=1)
    play_round(event)
    left = Chair.objects.filter(round__number=1)[0].entry
    out = Entry.objects.get(sit_outs__round__number=1)
    attendance_set(event=event, round_number=2, presences={left.pk: "left"})
    movement_plan(event=event)
    begun, made = at_once(lambda: round_start(event=event), merging(left, out))
    second = Round.objects.get(session__event=event, number=2)
    if not isinstance(begun, Refused):
        assert (second.state, second.chairs.count()) == (Round.State.RUNNING, 9)
    assert not (isinstance(begun, Refused) and isinstance(made, Refused))
