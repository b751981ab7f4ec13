"""What a table has entered is never lost by a ruling that nobody knew would set it aside."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director
from tests.desk.conftest import signed_in
from tests.desk.test_boards import lines
from tests.desk.test_rulings import hidden, text
from tests.rulings.evenings import Evening, given, make_evening
from tournament.errors import Refused
from tournament.results.models import Pending, Result, Submission
from tournament.results.services import (
    submission_confirm,
    submission_create,
    submission_dispute,
)
from tournament.rulings.boards import RoundChange
from tournament.rulings.changes import Change, ResultsChange
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_make, ruling_undo
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
AVERAGES = given("A", "A", "A")


@pytest.fixture
def evening(db: None) -> Evening:
    """Table 3 has no result on board 2."""
    return make_evening()


@pytest.fixture
def play(evening: Evening) -> Play:
    return evening.play(3, 2)


def enter(play: Play, tricks: tuple[int, ...] = (5, 3, 2)) -> Submission:
    return submission_create(
        play=play, detail={"tricks": list(tricks)}, sent_id=uuid.uuid4(), seat=0, device="one"
    )


def make(change: Change, after: Any, seen: Any) -> Ruling:
    return ruling_make(
        event=change.plays[0].table.event, change=change, after=after, reason="Late",
        user=make_director(), seen=seen,
    )  # fmt: skip


def undo(ruling: Ruling) -> Ruling:
    return ruling_undo(ruling=ruling, reason="No", user=make_director())


def changes(play: Play) -> list[tuple[Change, Any]]:
    """An adjusted score, and the round's board annulled."""
    plays = list(Play.objects.filter(board=play.board_id).select_related("table", "board", "round"))
    gone = {str(each.pk): {"not_played": "Spilt"} for each in plays}
    return [
        (ResultsChange([play]), {str(play.pk): AVERAGES}),
        (RoundChange(plays), {"results": gone, "more": 0}),
    ]


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("disputed", [False, True])
class TestEntries:
    def test_one_that_nobody_saw_is_not_set_aside(
        self, play: Play, which: int, disputed: bool
    ) -> None:
        change, after = changes(play)[which]
        if disputed:
            entry = enter(play)
        seen = change.read()
        if disputed:
            submission_dispute(submission=entry, seat=1, device="two")
        else:
            enter(play)
        with pytest.raises(Refused, match="Somebody else has just changed this"):
            make(change, after, seen)
        assert Pending.objects.get().disputed == disputed
        assert not Result.objects.filter(play=play).exists()

    def test_one_that_was_seen_waits_again_once_undone(
        self, play: Play, which: int, disputed: bool
    ) -> None:
        entry = enter(play)
        if disputed:
            submission_dispute(submission=entry, seat=1, device="two")
        before = list(Pending.objects.values("play", "submission", "disputed"))
        change, after = changes(play)[which]
        ruling = make(change, after, change.read())
        assert not Pending.objects.exists()
        again = undo(ruling)
        assert list(Pending.objects.values("play", "submission", "disputed")) == before
        assert not Result.objects.filter(play=play).exists()
        # And once more: what undid it sets it aside again when it is undone itself.
        undo(again)
        assert not Pending.objects.exists()
        assert Result.objects.filter(play=play).exists()


def test_the_entry_that_waits_again_is_confirmed(play: Play) -> None:
    entry = enter(play)
    change = ResultsChange([play])
    undo(make(change, {str(play.pk): AVERAGES}, change.read()))
    result = submission_confirm(submission=entry, seat=1, device="two")
    assert result.detail == {"tricks": [5, 3, 2]}


def test_undoing_does_not_lose_what_was_entered_since(evening: Evening) -> None:
    play = evening.play(1, 1)
    change = ResultsChange([play])
    ruling = make(change, {str(play.pk): None}, change.read())
    enter(play, (4, 4, 2))
    with pytest.raises(Refused, match="A table has entered a board of this since"):
        undo(ruling)
    assert Pending.objects.get().submission.detail == {"tricks": [4, 4, 2]}


def test_another_board_is_entered_while_one_is_annulled(evening: Evening, play: Play) -> None:
    director = signed_in(make_director())
    address = reverse(
        "desk_put_right", args=[evening.event.public_id, evening.play(1, 1).pk, "round"]
    )
    shown = director.post(address, {"what": "annul", "reason": "Spilt"})
    enter(play)
    assert director.post(address, hidden(shown) | {"sure": "1"}).status_code == 302
    ruling = Ruling.objects.get()
    submission_confirm(submission=Pending.objects.get().submission, seat=1, device="two")
    undo(ruling)
    assert Result.objects.count() == 6


def test_boards_that_wait_for_a_confirmation_are_not_missing(evening: Evening, play: Play) -> None:
    enter(play)
    director = signed_in(make_director())
    address = reverse("desk_put_right", args=[evening.event.public_id, play.pk, "round"])
    answer = director.post(address, {"what": "fewer", "reason": "Late"})
    assert "It is so already" in text(answer)


def test_the_desk_shows_the_entry(evening: Evening, play: Play) -> None:
    director = signed_in(make_director())
    address = reverse("desk_put_right", args=[evening.event.public_id, play.pk, "adjust"])
    typed = {f"seat_{seat}": "A" for seat in range(3)} | {"reason": "Late"}
    shown = director.post(address, typed)
    enter(play)
    answer = director.post(address, hidden(shown) | {"sure": "1"})
    assert answer.status_code == 422
    assert "Somebody else has just changed this" in text(answer)
    assert "Table 3, board 2: the table has entered 5-3-2." in text(answer)

    shown = director.post(address, typed)
    aside = (
        "Table 3, board 2: the table’s entry 5-3-2 is set aside. "
        "Taking this back lets it wait again."
    )
    assert lines(shown)[1:] == [aside]
    assert director.post(address, hidden(shown) | {"sure": "1"}).status_code == 302
    assert aside in text(director.get(reverse("desk_history", args=[evening.event.public_id])))
    public = reverse("history", args=[evening.event.public_id])
    assert "set aside" not in text(Client().get(public))
