"""Every kind of change: looked at, made, undone; and what is refused."""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from tests.builders import make_director
from tests.live.tables import begin, finish
from tests.news import announced
from tests.rulings.evenings import CASES, NEW_NAME, Case, Evening, everything, given, make_evening
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.players.models import Player
from tournament.push.topics import desk_topic, event_topic, table_topic
from tournament.results.models import Pending, Result
from tournament.results.services import submission_create, submission_withdraw
from tournament.rulings.changes import (
    AwardsChange,
    CardsChange,
    Change,
    Json,
    ResultsChange,
    SeatsChange,
    SubstituteChange,
)
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_make, ruling_preview, ruling_undo, undo_preview
from tournament.standings.models import Standings
from tournament.standings.selectors import standings_computed

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    return make_evening()


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


def make(evening: Evening, change: Change, after: Json, **more: Any) -> Ruling:
    arguments = {"reason": "Slip", "user": make_director(), "seen": change.read()} | more
    return ruling_make(event=evening.event, change=change, after=after, **arguments)


def ranks(event: Event) -> dict[str, int | None]:
    numbers = dict(event.entries.values_list("pk", "number"))
    return {str(numbers[row.entry]): row.rank for row in standings_computed(event).rows}


class TestMaking:
    def test_looking_at_it_changes_nothing_and_says_what_saving_does(
        self,
        request: pytest.FixtureRequest,
        evening: Evening,
        case: Case,
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        change, after = case(evening)
        before = everything()
        with django_capture_on_commit_callbacks() as to_tell:
            effect = ruling_preview(event=evening.event, change=change, after=after)
        assert everything() == before
        assert to_tell == []
        ruling = make(evening, change, after)
        assert effect.before == ruling.before
        assert (effect.ranks_before, effect.ranks_after) == (
            ruling.ranks_before, ruling.ranks_after,
        )  # fmt: skip
        # The id that a new name would get is taken back with it.
        assert effect.after == ruling.after or NEW_NAME in request.node.name

    def test_it_is_kept_with_what_was_who_why_and_the_ranks_it_moved(
        self, evening: Evening, case: Case
    ) -> None:
        change, after = case(evening)
        was, earlier, other = change.read(), timezone.now(), make_director("other")
        before, standings = ranks(evening.event), standings_computed(evening.event)
        publication = Event.objects.get().publication
        Standings.objects.update(seen=10, changed=10)
        with announced() as topics:
            made = make(evening, change, after, reason="  Slip misread ", user=other)
        ruling = Ruling.objects.get()
        assert ruling == made
        assert (ruling.before, ruling.after) == (was, change.read())
        assert ruling.before != ruling.after
        assert (ruling.event, ruling.kind, ruling.entry) == (
            evening.event, change.kind, change.entry,
        )  # fmt: skip
        assert {play.pk for play in ruling.plays.all()} == {play.pk for play in change.plays}
        assert (ruling.reason, ruling.user, ruling.undoes) == ("Slip misread", other, None)
        assert earlier <= ruling.at <= timezone.now()

        assert standings_computed(evening.event) != standings
        now = ranks(evening.event)
        moved = {number for number in now if now[number] != before[number]}
        assert ruling.ranks_before == {number: before[number] for number in moved}
        assert ruling.ranks_after == {number: now[number] for number in moved}

        # Whoever looks on is told.
        public_id = evening.event.public_id
        tables = {play.table.number for play in change.plays}
        assert topics == {
            desk_topic(public_id),
            event_topic(public_id),
            *(table_topic(public_id, table) for table in tables),
        }
        assert Standings.objects.get().changed > 10
        assert Event.objects.get().publication > publication

    def test_an_entry_of_the_table_is_replaced_and_stays_on_record(self, evening: Evening) -> None:
        play = evening.play(3, 2)
        entered = submission_create(
            play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="one"
        )
        make(evening, ResultsChange([play]), {str(play.pk): given("A", "A", "A")})
        assert not Pending.objects.exists()
        assert list(play.submissions.all()) == [entered]


class TestUndoing:
    def test_all_is_as_it_was_and_a_row_says_so(self, evening: Evening, case: Case) -> None:
        change, after = case(evening)
        was, standings = change.read(), standings_computed(evening.event)
        results = list(Result.objects.order_by("play").values("play", "detail", "scores"))
        ruling = make(evening, change, after)
        effect = undo_preview(ruling=ruling)
        director = make_director("other")
        undo = ruling_undo(ruling=ruling, reason="Wrong table", user=director)
        assert change.read() == was
        assert standings_computed(evening.event) == standings
        assert list(Result.objects.order_by("play").values("play", "detail", "scores")) == results
        assert list(Ruling.objects.all()) == [ruling, undo]
        assert (undo.undoes, undo.reason, undo.user) == (ruling, "Wrong table", director)
        assert (undo.kind, undo.entry, set(undo.plays.all())) == (
            ruling.kind, ruling.entry, set(ruling.plays.all()),
        )  # fmt: skip
        assert (undo.before, undo.after) == (ruling.after, ruling.before)
        assert (undo.ranks_before, undo.ranks_after) == (ruling.ranks_after, ruling.ranks_before)
        assert (effect.ranks_before, effect.ranks_after) == (undo.ranks_before, undo.ranks_after)

        # An undo is undone like any other, and nothing twice, though all is as the ruling left it.
        again = ruling_undo(ruling=undo, reason="Right after all", user=director)
        assert (again.undoes, change.read()) == (undo, ruling.after)
        self.refuse(ruling, "undone already")

    def test_not_without_a_reason_nor_once_something_else_changed_the_same(
        self, evening: Evening, case: Case
    ) -> None:
        change, after = case(evening)
        was = change.read()
        ruling = make(evening, change, after)
        for reason in ("", " \n "):
            with pytest.raises(Refused, match="Give the reason"):
                ruling_undo(ruling=ruling, reason=reason, user=make_director())
        # Another director puts the same right, without knowing of the first ruling.
        make(evening, change, was, reason="Other")
        self.refuse(ruling, "changed again since")

    def refuse(self, ruling: Ruling, says: str) -> None:
        before = everything()
        with pytest.raises(Refused, match=says):
            undo_preview(ruling=ruling)
        with pytest.raises(Refused, match=says):
            ruling_undo(ruling=ruling, reason="Wrong", user=make_director())
        assert everything() == before

    def test_what_its_phones_do_afterwards_is_a_change_too(self, evening: Evening) -> None:
        play = evening.play(1, 1)
        ruling = make(evening, ResultsChange([play]), {str(play.pk): None})
        make(evening, ResultsChange([play]), {str(play.pk): {"tricks": [6, 3, 1]}})
        self.refuse(ruling, "changed again since")

    def test_a_substitute_is_not_lost_by_moving_somebody_away_and_back(
        self, evening: Evening
    ) -> None:
        play, absent = evening.play(1, 1), evening.entry(1, 0)
        substitute = SubstituteChange(absent, [play])
        make(evening, substitute, {str(play.pk): "Zoé"})
        held = substitute.read()
        first, *others = evening.numbers(1)
        seats = SeatsChange([play])
        make(evening, seats, {str(play.pk): [*others, first]})
        assert substitute.read() == held
        with pytest.raises(Refused, match=f"A substitute played there for {absent.player.name}"):
            make(evening, seats, {str(play.pk): [evening.sitting_out().number, *others]})
        assert substitute.read() == held


class TestRefused:
    def test_without_a_reason_unseen_or_when_nothing_would_change(
        self, evening: Evening, case: Case
    ) -> None:
        change, after = case(evening)
        was = change.read()
        before = everything()
        for reason in ("", " \n "):
            with pytest.raises(Refused, match="Give the reason"):
                make(evening, change, after, reason=reason)
        unseen: list[Json] = [{}, None, "", 7, {"1": None}]
        for seen in unseen:
            with pytest.raises(Refused, match="Somebody else has just changed this"):
                make(evening, change, after, seen=seen)
        assert everything() == before

        make(evening, change, after)
        before = everything()
        with pytest.raises(Refused, match="It is so already"):
            ruling_preview(event=evening.event, change=change, after=after)
        with pytest.raises(Refused, match="It is so already"):
            make(evening, change, after, reason="Again")
        # Whoever still saw what was is shown what is.
        with pytest.raises(Refused, match="Somebody else has just changed this") as refusal:
            make(evening, change, was, reason="Mine", seen=was)
        assert refusal.value.details["current"] == change.read()
        assert everything() == before

    def refuse(self, evening: Evening, change: Change, after: Json, says: str) -> None:
        """Both looking at it and saving it are refused, and leave all as it is."""
        before = everything()
        with pytest.raises(Refused, match=says):
            ruling_preview(event=evening.event, change=change, after=after)
        with pytest.raises(Refused, match=says):
            make(evening, change, after)
        assert everything() == before

    def test_the_same_player_in_two_seats(self, evening: Evening) -> None:
        play, (one, two, _three) = evening.play(1, 1), evening.numbers(1)
        says = "The same player holds two seats"
        self.refuse(evening, SeatsChange([play]), {str(play.pk): [one, two, one]}, says)

    def test_a_player_who_has_the_board_at_another_table(self, evening: Evening) -> None:
        play, other = evening.play(1, 1), evening.entry(2, 1)
        held = [other.number, *evening.numbers(1)[1:]]
        says = f"{other.player.name} has board 1 at table 2: put that right first"
        self.refuse(evening, SeatsChange([play]), {str(play.pk): held}, says)

    @pytest.mark.parametrize("number", [0, 11, -1, 10**6])
    def test_a_player_there_is_not(self, evening: Evening, number: int) -> None:
        play, (_one, two, three) = evening.play(1, 1), evening.numbers(1)
        make_evening()  # its players have such numbers too
        says = f"There is no player with number {number}"
        self.refuse(evening, SeatsChange([play]), {str(play.pk): [number, two, three]}, says)

    def test_ones_own_substitute(self, evening: Evening) -> None:
        change = SubstituteChange(evening.entry(1, 0), evening.plays(1))
        name = evening.entry(1, 0).player.name
        for written in (name, name.upper()):
            after = dict.fromkeys(change.read(), written)
            self.refuse(evening, change, after, "Nobody is their own substitute")

    @pytest.mark.parametrize("name", ["", " ", "\u200b", "\t\n", "x" * 81])
    def test_a_substitute_without_a_name(self, evening: Evening, name: str) -> None:
        change = SubstituteChange(evening.entry(1, 0), evening.plays(1))
        says = "Give a name|longer than 80"
        self.refuse(evening, change, dict.fromkeys(change.read(), name), says)

    def test_a_result_of_a_round_not_begun(self, evening: Evening) -> None:
        Round.objects.update(state=Round.State.PLANNED)
        play = evening.play(1, 1)
        change = ResultsChange([play])
        for detail in ({"tricks": [2, 3, 5]}, given("A", "A", "A"), None):
            self.refuse(evening, change, {str(play.pk): detail}, "Round 1 has not begun")

    @pytest.mark.parametrize(
        ("detail", "says"),
        [
            ({"tricks": [5, 3, 3]}, "add up to 10"),
            ({"not_played": " "}, "Say why the board was not played"),
            ({"not_played": "a\0b"}, "Say why the board was not played"),
            (given(None, None, None), "counts for nobody"),
            (given("A+", "A"), "Say what each seat gets"),
            (given("B", "A", "A"), "An average is"),
            (given([[60, {"tricks": [5, 3, 2]}]], "A", "A"), "sum to 100"),
        ],
    )
    def test_what_is_no_result(self, evening: Evening, detail: Json, says: str) -> None:
        play = evening.play(1, 1)
        self.refuse(evening, ResultsChange([play]), {str(play.pk): detail}, says)

    def test_one_of_two_results_alone_is_not_changed(self, evening: Evening) -> None:
        one, other = evening.plays(1)
        after = {str(one.pk): {"tricks": [2, 3, 5]}, str(other.pk): {"tricks": [9, 9, 9]}}
        self.refuse(evening, ResultsChange([one, other]), after, "add up to 10")


class TestInTheBrowser:
    def test_the_result_of_a_deal_that_is_played_is_waited_for(self) -> None:
        evening = Evening(make_evening(play_mode="choice").event)
        play = evening.play(3, 2)
        begin(play, cards=4)
        for detail in ({"tricks": [5, 3, 2]}, given("A", "A", "A")):
            before = everything()
            with pytest.raises(Refused, match="plays board 2 in the browser"):
                ruling_preview(
                    event=evening.event, change=ResultsChange([play]), after={str(play.pk): detail}
                )
            with pytest.raises(Refused, match="plays board 2 in the browser"):
                make(evening, ResultsChange([play]), {str(play.pk): detail})
            assert everything() == before

    def test_one_that_was_made_can_be_taken_out_entered_by_hand_and_put_back(self) -> None:
        evening = make_evening(play_mode="choice")
        play = evening.play(3, 2)
        finish(play)
        change = ResultsChange([play])
        made, standings = change.read(), standings_computed(evening.event)
        ruling = make(evening, change, {str(play.pk): None})
        entry = submission_create(
            play=play, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=0, device="one"
        )
        with pytest.raises(Refused, match="A table has entered a board of this since"):
            ruling_undo(ruling=ruling, reason="It was right", user=make_director())
        submission_withdraw(submission=entry, device="one")
        ruling_undo(ruling=ruling, reason="It was right", user=make_director())
        assert change.read() == made
        assert standings_computed(evening.event) == standings


class TestSubstitutes:
    def name(self, evening: Evening, name: str | None) -> Ruling:
        change = SubstituteChange(evening.entry(1, 0), evening.plays(1))
        return make(evening, change, dict.fromkeys(change.read(), name))

    def test_a_new_name_is_a_player_of_the_club_who_agreed_to_nothing(
        self, evening: Evening
    ) -> None:
        self.name(evening, " Zoé \u200bNouvelle")
        found = Player.objects.get(name="Zoé Nouvelle")
        assert (found.club, found.name_public) == (evening.event.club, False)
        assert {seat.substitute for seat in evening.entry(1, 0).seats.all()} == {found}

    def test_a_name_that_the_club_knows_is_that_player(self, evening: Evening) -> None:
        known = Player.objects.create(club=evening.event.club, name="Léa Klein")
        players = Player.objects.count()
        self.name(evening, "léa  klein")
        assert Player.objects.count() == players
        assert {seat.substitute for seat in evening.entry(1, 0).seats.all()} == {known}

    def test_the_entry_itself_again(self, evening: Evening) -> None:
        standings = standings_computed(evening.event)
        self.name(evening, "Zoé")
        ruling = self.name(evening, None)
        assert set(ruling.after.values()) == {None}
        assert standings_computed(evening.event) == standings


def test_only_its_own_plays_and_entry_are_changed(evening: Evening) -> None:
    """Everybody else's seats, cards, results and penalties stay, here and in another event."""
    other = make_evening()
    plays = [other.play(*place) for place in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2))]
    changes: list[Change] = [
        kind(found)
        for found in (plays, [evening.play(2, 2)])
        for kind in (ResultsChange, SeatsChange, CardsChange)
    ]
    changes += [AwardsChange(entry) for entry in other.event.entries.all()]
    before = [each.read() for each in changes]
    for name, case in CASES.items():
        if name in {"averages", "seats of a table", "fouled", NEW_NAME, "penalty"}:
            make(evening, *case(evening))
    assert Ruling.objects.count() == 5
    assert [each.read() for each in changes] == before
