"""One play at the desk: its history, recording, correcting, and two directors at once."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_director, make_event, play_round, record, start_round
from tests.desk.conftest import enter
from tournament.events.models import Event, Round
from tournament.results.models import Result, Submission
from tournament.results.services import (
    round_close,
    submission_confirm,
    submission_dispute,
    submission_withdraw,
)
from tournament.rulings.models import Ruling
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=6, rounds=2, boards_per_round=2)


@pytest.fixture
def playing(event: Event) -> Round:
    return start_round(event)


@pytest.fixture
def play(playing: Round) -> Play:
    return playing.plays.get(table__number=1, board__number=1)


def url(event: Event, play: Play) -> str:
    return reverse("desk_play", args=[event.public_id, play.pk])


def tricks(*counts: int | str) -> dict[str, Any]:
    return {"kind": "tricks"} | {f"tricks_{seat}": count for seat, count in enumerate(counts)}


def entry(seen: int | str = "", **fields: Any) -> dict[str, Any]:
    return {"sent_id": str(uuid.uuid4()), "seen": seen} | fields


def text(answer: Any) -> str:
    return str(answer.content.decode())


class TestRecording:
    @pytest.mark.parametrize(
        ("form", "detail"),
        [
            (tricks(5, 3, 2), {"tricks": [5, 3, 2]}),
            (tricks(5, 3, ""), {"tricks": [5, 3, 2]}),
            (tricks("", 3, 2), {"tricks": [5, 3, 2]}),
            (tricks(10, "", 0), {"tricks": [10, 0, 0]}),
            ({"kind": "fault", "fault": "1"}, {"fault": 1}),
            ({"kind": "not_played", "not_played": "\u202eno time"}, {"not_played": "no time"}),
        ],
    )
    def test_every_kind_of_result(
        self, director: Client, event: Event, play: Play, form: dict[str, Any], detail: object
    ) -> None:
        answer = director.post(url(event, play), entry(**form))
        assert answer["Location"] == reverse("desk_event", args=[event.public_id])
        assert Result.objects.get(play=play).detail == detail

    @pytest.mark.parametrize(
        ("form", "says"),
        [
            (tricks(5, 3, 3), "5 + 3 + 3 is not possible"),
            (tricks(8, 3, ""), "8 + 3 is not possible"),
            (tricks(5, "", ""), "Enter the trick counts, or all but one."),
            (tricks(11, "", ""), "less than or equal to 10"),
            (tricks(-1, 5, 6), "greater than or equal to 0"),
            (tricks("x", 5, 5), "Enter a whole number."),
            ({"kind": "fault"}, "Choose the seat that misplayed."),
            ({"kind": "fault", "fault": "3"}, "Select a valid choice"),
            ({"kind": "not_played", "not_played": " "}, "Say why the board was not played."),
            ({"kind": "adjusted"}, "Select a valid choice"),
            ({}, "This field is required."),
        ],
    )
    def test_what_cannot_be_comes_back_with_a_sentence_and_what_was_typed(
        self, director: Client, event: Event, play: Play, form: dict[str, Any], says: str
    ) -> None:
        answer = director.post(url(event, play), entry(**form))
        assert answer.status_code == 422
        assert says in text(answer)
        if form.get("tricks_1"):
            assert f'name="tricks_1" value="{form["tricks_1"]}"' in text(answer)
        assert not Result.objects.exists()

    def test_begins_with_what_the_table_entered(
        self, director: Client, event: Event, play: Play
    ) -> None:
        submission = enter(play, 6, 4, 0)
        page = text(director.get(url(event, play)))
        assert 'name="tricks_0" value="6"' in page
        assert f'name="seen" value="{submission.pk}"' in page
        assert "Confirm 6-4-0" in page

    def test_replaces_the_entry_it_showed(self, director: Client, event: Event, play: Play) -> None:
        submission = enter(play, 6, 4, 0)
        director.post(url(event, play), entry(seen=submission.pk, **tricks(6, 3, 1)))
        assert Result.objects.get().detail == {"tricks": [6, 3, 1]}

    def test_an_entry_that_came_meanwhile_is_not_replaced_unseen(
        self, director: Client, event: Event, play: Play
    ) -> None:
        submission = enter(play, 6, 4, 0)
        answer = director.post(url(event, play), entry(**tricks(6, 3, 1)))
        assert answer.status_code == 422
        page = text(answer)
        assert "The table has just entered: 6-4-0." in page
        assert 'name="tricks_1" value="3"' in page
        assert f'name="seen" value="{submission.pk}"' in page
        assert not Result.objects.exists()

    def test_an_entry_that_came_meanwhile_and_says_the_same_is_no_hindrance(
        self, director: Client, event: Event, play: Play
    ) -> None:
        enter(play, 6, 4, 0)
        director.post(url(event, play), entry(**tricks(6, 4, 0)))
        assert Result.objects.get().detail == {"tricks": [6, 4, 0]}

    def test_late_results_come_after_the_round_is_closed(
        self, director: Client, event: Event, playing: Round, play: Play
    ) -> None:
        round_close(playing=playing, accept_missing=True)
        director.post(url(event, play), entry(**tricks(5, 3, 2)))
        assert Result.objects.get().play == play

    def test_the_second_of_two_directors_is_shown_the_first_ones_result(
        self, director: Client, superuser: Client, event: Event, play: Play
    ) -> None:
        director.post(url(event, play), entry(**tricks(5, 3, 2)))
        answer = superuser.post(url(event, play), entry(**tricks(4, 4, 2)))
        assert answer.status_code == 422
        page = text(answer)
        assert "has a result: correct it, with a reason." in page
        assert "The result is now 5-3-2." in page
        # What was typed is in the form of a correction now.
        assert 'name="tricks_0" value="4"' in page
        assert 'name="version" value="1"' in page
        assert Result.objects.get().detail == {"tricks": [5, 3, 2]}

    def test_sent_twice_is_once(self, director: Client, event: Event, play: Play) -> None:
        form = entry(**tricks(5, 3, 2))
        for _time in range(2):
            assert director.post(url(event, play), form).status_code == 302
        assert Submission.objects.count() == 1


class TestCorrecting:
    @pytest.fixture
    def play(self, playing: Round) -> Play:
        for each in playing.plays.all():
            record(each, (5, 3, 2))
        return playing.plays.get(table__number=1, board__number=1)

    def form(self, *counts: int, version: int = 1, **more: str) -> dict[str, Any]:
        return tricks(*counts) | {"version": version, "reason": "Slip misread"} | more

    def test_shows_which_ranks_change_and_saves_nothing(
        self, director: Client, event: Event, play: Play
    ) -> None:
        answer = director.post(url(event, play), self.form(2, 3, 5))
        assert answer.status_code == 200
        page = text(answer)
        assert "Save the correction?" in page
        assert "5-3-2 →" in page
        names = {seat.number: seat.entry.player.name for seat in play.seats.all()}
        assert f"<bdi>{names[0]}</bdi></th><td>1</td>" in page
        assert 'name="reason" value="Slip misread"' in page
        assert not Ruling.objects.exists()
        assert Result.objects.get(play=play).detail == {"tricks": [5, 3, 2]}

    def test_says_when_no_rank_changes(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play = play_round(event, (5, 3, 2)).plays.get()
        assert "No rank changes." in text(director.post(url(event, play), self.form(6, 3, 1)))

    def test_is_saved_by_the_second_step(self, director: Client, event: Event, play: Play) -> None:
        answer = director.post(url(event, play), self.form(2, 3, 5, sure="1"), follow=True)
        assert "Table 1, board 1 is corrected: 2-3-5, no longer 5-3-2." in text(answer)
        correction = Ruling.objects.get()
        assert (correction.before, correction.after) == (
            {str(play.pk): {"tricks": [5, 3, 2]}}, {str(play.pk): {"tricks": [2, 3, 5]}},
        )  # fmt: skip
        assert (correction.reason, correction.user) == ("Slip misread", make_director())
        assert correction.ranks_before
        assert Result.objects.get(play=play).version == 2

    def test_a_result_may_become_a_misplay_or_not_played(
        self, director: Client, event: Event, play: Play
    ) -> None:
        shared = {"reason": "Told late", "sure": "1"}
        director.post(url(event, play), {"kind": "fault", "fault": "2", "version": 1} | shared)
        assert Result.objects.get(play=play).scores == [1, 1, -2]
        director.post(
            url(event, play), {"kind": "not_played", "not_played": "ill", "version": 2} | shared
        )
        assert Result.objects.get(play=play).scores is None

    def test_can_be_changed_before_it_is_saved(
        self, director: Client, event: Event, play: Play
    ) -> None:
        answer = director.post(url(event, play), self.form(2, 3, 5, edit="1"))
        assert answer.status_code == 200
        assert 'name="tricks_2" value="5"' in text(answer)
        assert 'name="reason" value="Slip misread"' in text(answer)
        assert not Ruling.objects.exists()

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            ({"reason": "  "}, "This field is required."),
            ({"reason": "x" * 201}, "at most 200 characters"),
            ({"tricks_0": 5, "tricks_2": 2}, "It is so already"),
            ({"tricks_0": 3}, "3 + 3 + 5 is not possible"),
        ],
    )
    @pytest.mark.parametrize("step", [{}, {"sure": "1"}])
    def test_what_cannot_be_comes_back_with_what_was_typed(
        self,
        director: Client,
        event: Event,
        play: Play,
        change: dict[str, Any],
        says: str,
        step: dict[str, str],
    ) -> None:
        answer = director.post(url(event, play), self.form(2, 3, 5) | change | step)
        assert answer.status_code == 422
        assert says in text(answer)
        assert 'name="tricks_1" value="3"' in text(answer)
        assert not Ruling.objects.exists()

    @pytest.mark.parametrize("step", [{}, {"sure": "1"}])
    def test_the_second_of_two_directors_is_shown_the_first_ones_change(
        self,
        director: Client,
        superuser: Client,
        event: Event,
        play: Play,
        step: dict[str, str],
    ) -> None:
        director.post(url(event, play), self.form(4, 4, 2, sure="1"))
        mine = self.form(2, 3, 5) | {"reason": "Mine"}
        answer = superuser.post(url(event, play), mine | step)
        assert answer.status_code == 422
        page = text(answer)
        assert "Somebody else has just corrected this result: look at it again." in page
        assert "The result is now 4-4-2." in page
        assert "<q>Slip misread</q>" in page
        # The input is kept, and the form now answers to the result that is shown.
        assert 'name="tricks_2" value="5"' in page
        assert 'name="reason" value="Mine"' in page
        assert 'name="version" value="2"' in page
        assert Result.objects.get(play=play).detail == {"tricks": [4, 4, 2]}

    def test_a_correction_of_a_play_without_a_result_is_refused(
        self, director: Client, event: Event, play: Play
    ) -> None:
        later = play_round_two(event, play)
        answer = director.post(url(event, later), self.form(2, 3, 5, sure="1"))
        assert answer.status_code == 422
        assert not Result.objects.filter(play=later).exists()


def play_round_two(event: Event, play: Play) -> Play:
    round_close(playing=play.round)
    return start_round(event).plays.all()[0]


class TestHistory:
    def test_tells_everything_in_order(self, director: Client, event: Event, play: Play) -> None:
        withdrawn = enter(play, 9, 1, 0)
        submission_withdraw(submission=withdrawn, device="one")
        submission = enter(play, 5, 3, 2)
        submission_dispute(
            submission=submission, seat=1, device="two", detail={"tricks": [5, 2, 3]}
        )
        record(play, (5, 2, 3))
        correct(play, {"tricks": [4, 4, 2]}, "Counted again")
        page = text(director.get(url(event, play)))
        told = page[page.index('id="history"') :]
        names = {seat.number: seat.entry.player.name for seat in play.seats.all()}
        order = [
            "9-1-0</strong> entered", f"A <bdi>{names[0]}</bdi>", "Withdrawn",
            "5-3-2</strong> entered", "5-2-3</strong> given instead", f"B <bdi>{names[1]}</bdi>",
            "5-2-3</strong> entered", "Confirmed", "5-2-3 → 4-4-2", "Counted again",
        ]  # fmt: skip
        places = [told.index(part) for part in order]
        assert places == sorted(places)

    def test_says_who_confirmed(self, director: Client, event: Event, play: Play) -> None:
        submission_confirm(submission=enter(play), seat=2, device="two")
        name = play.seats.get(number=2).entry.player.name
        page = text(director.get(url(event, play)))
        assert f"C <bdi>{name}</bdi>" in page[page.index("Confirmed") :]

    def test_words_of_others_are_shown_as_text(
        self, director: Client, event: Event, play: Play
    ) -> None:
        record(play)
        correct(play, {"not_played": "<i>fire</i>"}, "<script>x</script>")
        for address in (url(event, play), reverse("desk_history", args=[event.public_id])):
            page = text(director.get(address))
            assert "<script>x" not in page
            assert "<i>fire" not in page

    def test_the_event_lists_all_corrections_with_their_effect(
        self, director: Client, event: Event, playing: Round
    ) -> None:
        address = reverse("desk_history", args=[event.public_id])
        assert "Nothing was corrected" in text(director.get(address))
        for each in playing.plays.all():
            record(each)
        for each, reason in zip(playing.plays.order_by("pk"), ["First", "Second"], strict=False):
            correct(each, {"tricks": [2, 3, 5]}, reason)
        page = text(director.get(address))
        assert page.index("Second") < page.index("First")
        assert page.count("5-3-2 → 2-3-5") == 2
        assert "rank changed" in page or "ranks changed" in page
        assert "director" in page

    def test_asks_no_more_for_more_corrections_or_players(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        counts = []
        for players, corrections in ((6, 1), (36, 4)):
            event = make_event(players=players, rounds=1, boards_per_round=1)
            plays = list(play_round(event).plays.all())
            for version in range(1, corrections + 1):
                correct(plays[0], {"tricks": [version, 10 - version, 0]}, "Again")
            counts.append(
                [
                    count_queries(director, reverse("desk_history", args=[event.public_id])),
                    count_queries(director, url(event, plays[0])),
                ]
            )
        assert counts[0] == counts[1]
