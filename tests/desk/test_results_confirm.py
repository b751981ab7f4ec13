"""Confirming a round's entries in one act, and deciding disputes."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round, record, start_round
from tests.desk.conftest import enter
from tournament.desk import views_results
from tournament.events.models import Event, Round
from tournament.results.models import Pending, Result, Submission, Verdict
from tournament.results.services import (
    round_close,
    submission_dispute,
    submission_withdraw,
)
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    return make_event(
        players=9, rounds=2, boards_per_round=2, confirmation=Event.Confirmation.DIRECTOR
    )


@pytest.fixture
def playing(event: Event) -> Round:
    return start_round(event)


@pytest.fixture
def plays(playing: Round) -> list[Play]:
    return list(playing.plays.order_by("table__number", "board__number"))


def confirm_url(event: Event, number: int = 1) -> str:
    return reverse("desk_confirm", args=[event.public_id, number])


def said(answer: Any) -> str:
    return str(answer.content.decode())


class TestConfirm:
    def test_lists_all_open_entries_checked(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        enter(plays[0])
        submission_dispute(submission=enter(plays[1]), seat=1, device="two")
        enter(plays[2], 0, 10, 0)
        record(plays[3])
        page = said(director.get(confirm_url(event)))
        assert page.count('type="checkbox"') == page.count(" checked>") == 2
        assert "0-10-0" in page

    def test_one_act_confirms_what_is_checked(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        first, second, doubted = enter(plays[0]), enter(plays[1]), enter(plays[2])
        answer = director.post(confirm_url(event), {"entry": [first.pk, second.pk]}, follow=True)
        assert "2 entries are confirmed." in said(answer)
        assert set(Result.objects.values_list("submission", flat=True)) == {first.pk, second.pk}
        assert Pending.objects.get().submission == doubted
        assert {verdict.user for verdict in Verdict.objects.all()} == {event.directors.get()}

    def test_entries_changed_since_are_left_and_named(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        shown = [enter(play) for play in plays[:4]]
        submission_withdraw(submission=shown[0], device="one")
        enter(plays[0], 0, 5, 5)
        submission_dispute(submission=shown[1], seat=1, device="two")
        answer = director.post(
            confirm_url(event), {"entry": [each.pk for each in shown]}, follow=True
        )
        page = said(answer)
        assert "2 entries are confirmed." in page
        assert "left as it is: Table 1, board 1 · Table 1, board 2." in page
        assert Result.objects.count() == 2
        assert Pending.objects.count() == 2

    def test_confirming_twice_is_confirming_once(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        entry = enter(plays[0])
        director.post(confirm_url(event), {"entry": entry.pk})
        answer = director.post(confirm_url(event), {"entry": entry.pk}, follow=True)
        assert "left as it is" not in said(answer)
        assert Verdict.objects.count() == 1

    def test_an_entry_of_another_round_or_event_is_refused(
        self, director: Client, event: Event, playing: Round, plays: list[Play]
    ) -> None:
        own = enter(plays[0])
        round_close(playing=playing, accept_missing=True)
        later = enter(start_round(event).plays.all()[0])
        other = enter(start_round(make_event(players=3)).plays.all()[0])
        for foreign in (later.pk, other.pk, 0, "x", "9" * 30):
            answer = director.post(confirm_url(event), {"entry": [own.pk, foreign]})
            assert answer.status_code == 403
        assert not Result.objects.exists()

    def test_works_long_after_the_round_is_closed(
        self, director: Client, event: Event, playing: Round, plays: list[Play]
    ) -> None:
        entry = enter(plays[0])
        round_close(playing=playing, accept_missing=True)
        director.post(confirm_url(event), {"entry": entry.pk})
        assert Result.objects.get().submission == entry

    def test_very_long_lists_come_in_parts(
        self,
        director: Client,
        event: Event,
        plays: list[Play],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(views_results, "CONFIRM_MOST", 2)
        for play in plays[:5]:
            enter(play)
        page = said(director.get(confirm_url(event)))
        assert page.count('type="checkbox"') == 2
        assert "3 more come after these." in page

    def test_nothing_waits(self, director: Client, event: Event, playing: Round) -> None:
        assert "No entry of this round waits" in said(director.get(confirm_url(event)))
        assert director.get(confirm_url(event, 2)).status_code == 404

    def test_asks_no_more_for_more_entries(self, director: Client, count_queries: Any) -> None:
        counts = []
        for players in (9, 36):
            event = make_event(players=players, rounds=1, boards_per_round=2)
            for play in start_round(event).plays.all():
                enter(play)
            counts.append(count_queries(director, confirm_url(event)))
        assert counts[0] == counts[1]


class TestDecide:
    @pytest.fixture
    def disputed(self, plays: list[Play]) -> Submission:
        entry = enter(plays[0], 5, 3, 2)
        submission_dispute(submission=entry, seat=1, device="two", detail={"tricks": [5, 2, 3]})
        return entry

    def url(self, event: Event, play: Play) -> str:
        return reverse("desk_decide", args=[event.public_id, play.pk])

    def test_for_the_entry(self, director: Client, event: Event, disputed: Submission) -> None:
        answer = director.post(self.url(event, disputed.play), {"entry": disputed.pk}, follow=True)
        assert "Table 1, board 1: 5-3-2." in said(answer)
        assert Result.objects.get().detail == {"tricks": [5, 3, 2]}
        assert not Pending.objects.exists()

    def test_for_the_other_version(
        self, director: Client, event: Event, disputed: Submission
    ) -> None:
        verdict = Verdict.objects.get()
        form = {"entry": disputed.pk, "verdict": verdict.pk}
        director.post(self.url(event, disputed.play), form)
        assert Result.objects.get().detail == {"tricks": [5, 2, 3]}

    def test_deciding_twice_alike_is_once(
        self, director: Client, event: Event, disputed: Submission
    ) -> None:
        for _time in range(2):
            director.post(self.url(event, disputed.play), {"entry": disputed.pk})
        assert Submission.objects.count() == 2

    def test_the_second_of_two_directors_who_disagree_is_refused(
        self, director: Client, superuser: Client, event: Event, disputed: Submission
    ) -> None:
        verdict = Verdict.objects.get()
        director.post(self.url(event, disputed.play), {"entry": disputed.pk})
        answer = superuser.post(
            self.url(event, disputed.play),
            {"entry": disputed.pk, "verdict": verdict.pk},
            follow=True,
        )
        assert "has a result: correct it, with a reason" in said(answer)
        assert Result.objects.get().detail == {"tricks": [5, 3, 2]}

    def test_what_belongs_elsewhere_is_refused(
        self, director: Client, event: Event, plays: list[Play], disputed: Submission
    ) -> None:
        elsewhere = enter(plays[3])
        submission_dispute(submission=elsewhere, seat=1, device="two")
        nothing_said = Verdict.objects.get(submission=elsewhere)
        for form in (
            {"entry": elsewhere.pk},
            {"entry": ""},
            {},
            {"entry": disputed.pk, "verdict": nothing_said.pk},
            {"entry": disputed.pk, "verdict": "x"},
        ):
            assert director.post(self.url(event, disputed.play), form).status_code == 403
        # A mere “this is wrong” is no version to decide for.
        form = {"entry": elsewhere.pk, "verdict": nothing_said.pk}
        assert director.post(self.url(event, plays[3]), form).status_code == 403
        assert not Result.objects.exists()

    def test_a_play_of_another_event_is_not_found(
        self, director: Client, event: Event, disputed: Submission
    ) -> None:
        other = play_round(make_event(players=3, rounds=1, boards_per_round=1)).plays.get()
        form = {"entry": disputed.pk}
        assert director.post(self.url(event, other), form).status_code == 404
