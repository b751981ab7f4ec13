"""A player leaves in the middle of a round: shown, saved, and undone where it is a ruling."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, record, start_round
from tests.desk.conftest import signed_in
from tests.desk.test_boards import lines
from tests.desk.test_people import make_member
from tests.desk.test_rulings import hidden, text
from tests.live.tables import begin
from tests.rulings.evenings import everything, given
from tournament.events.models import Entry, Event
from tournament.live.event_play import participant_of
from tournament.live.models import LiveDeal
from tournament.players.models import Player
from tournament.results.models import Result
from tournament.rulings.models import Ruling
from tournament.standings.models import Standings
from tournament.tables.models import Chair, PlaySeat

pytestmark = pytest.mark.django_db
REASON = {"reason": "Ill & gone"}
BACK = (
    "Taking back what becomes of the boards does not change that: “Comes back”, on the player’s "
    "page, does."
)


def make(**more: Any) -> Event:
    """Six players, two rounds of three boards; table 1 has played its first."""
    event = make_event(players=6, rounds=2, boards_per_round=3, **more)
    playing = start_round(event)
    if event.play_mode == Event.PlayMode.ENTERED:
        record(playing.plays.get(table__number=1, board__number=1))
    return event


@pytest.fixture
def event(db: None) -> Event:
    return make()


def leaver(event: Event) -> Entry:
    """Who holds seat B at table 1."""
    chair = Chair.objects.get(table__event=event, table__number=1, round__number=1, number=1)
    return Entry.objects.select_related("player").get(pk=chair.entry_id)


def url(event: Event) -> str:
    return reverse("desk_leave", args=[event.public_id, leaver(event).number])


def leave(director: Client, event: Event, typed: dict[str, str]) -> list[str]:
    """Look at what it does, then save it; return what was said of it."""
    before = everything()
    shown = director.post(url(event), REASON | typed)
    assert shown.status_code == 200, text(shown)
    assert everything() == before
    answer = director.post(url(event), hidden(shown) | {"sure": "1"})
    assert answer.status_code == 302, text(answer)
    return lines(shown)


@pytest.mark.parametrize(("own", "gets"), [("nothing", None), ("A-", "A-")])
def test_the_others_get_averages_for_the_boards_left(
    director: Client, event: Event, own: str, gets: str | None
) -> None:
    typed = {"goes_on": "averages", "own": own, "for_good": "on"}
    said = leave(director, event, typed)
    one = leaver(event)
    instead = "–" if gets is None else "A−"
    assert said == [
        f"Table 1, board 2: no result → A+ / {instead} / A+",
        f"Table 1, board 3: no result → A+ / {instead} / A+",
        f"{one.player.name} has no seat in the rounds to come. {BACK}",
    ]
    results = Result.objects.filter(play__board__number__in=(2, 3))
    assert [each.detail for each in results] == [given("A+", gets, "A+")] * 2
    assert not Chair.objects.filter(round__number=2, entry=one).exists()
    ruling = Ruling.objects.get()
    assert ruling.reason == REASON["reason"]
    undo = reverse("desk_undo", args=[event.public_id, ruling.pk])
    gone = f"<bdi>{one.player.name}</bdi> has left and has no seat in the rounds to come."
    assert gone in text(director.get(undo))
    assert director.post(undo, {"reason": "Back"}).status_code == 302
    assert Result.objects.count() == 1


def test_whoever_left_comes_back_by_an_act_of_its_own(director: Client, event: Event) -> None:
    one = leaver(event)
    assert 'name="back"' not in text(director.get(url(event)))
    leave(director, event, {"goes_on": "averages", "own": "nothing", "for_good": "on"})
    page = reverse("desk_player", args=[event.public_id, one.number])
    assert "Comes back" in text(director.get(page))
    assert 'name="back"' in text(director.get(url(event)))
    changed = Standings.objects.get().changed
    answer = director.post(url(event), {"back": "1"}, follow=True)
    assert f"{one.player.name} has a seat again in the rounds to come." in text(answer)
    one.refresh_from_db()
    assert one.last_round is None
    assert Chair.objects.filter(round__number=2, entry=one).exists()
    assert Standings.objects.get().changed > changed
    assert "Comes back" not in text(director.get(page))


def test_nobody_comes_back_once_the_last_round_has_begun(director: Client) -> None:
    event = make_event(players=6, rounds=1, boards_per_round=1)
    start_round(event)
    answer = director.post(url(event), {"back": "1"}, follow=True)
    assert "The last round has begun" in text(answer)


def test_a_substitute_plays_what_is_left(director: Client, event: Event) -> None:
    said = leave(director, event, {"goes_on": "substitute", "name": "Zoé", "own": "nothing"})
    one = leaver(event)
    assert said == [f"Table 1, board {board}: {one.player.name} → Zoé" for board in (2, 3)]
    seats = PlaySeat.objects.filter(entry=one).order_by("board__number")
    assert list(seats.values_list("substitute__name", flat=True)) == [None, "Zoé", "Zoé"]
    assert Chair.objects.filter(round__number=2, entry=one).exists()


def test_nobody_named_is_refused(director: Client, event: Event) -> None:
    typed = {"goes_on": "substitute", "name": " ", "own": "nothing"} | REASON
    answer = director.post(url(event), typed)
    assert answer.status_code == 422
    assert "Say who plays instead." in text(answer)


def test_in_the_browser_a_bot_plays(director: Client) -> None:
    event = make(play_mode="live")
    one = leaver(event)
    said = leave(director, event, {"goes_on": "bot", "own": "nothing", "for_good": "on"})
    assert said[0] == f"A bot plays for {one.player.name} from now on."
    assert participant_of(one).bot


def test_in_the_browser_the_deal_is_stopped_for_averages(director: Client) -> None:
    event = make(play_mode="live")
    begin(leaver(event).seats.get(board__number=1).play, 4)
    leave(director, event, {"goes_on": "averages", "own": "A-"})
    assert LiveDeal.objects.get().voided_at is not None
    assert Result.objects.count() == 3


def test_with_cards_on_the_table_there_is_no_bot(director: Client, event: Event) -> None:
    assert "a bot plays" not in text(director.get(url(event)))
    answer = director.post(url(event), {"goes_on": "bot", "own": "nothing"} | REASON)
    assert answer.status_code == 422


def test_what_somebody_else_entered_meanwhile_stands(director: Client, event: Event) -> None:
    typed = {"goes_on": "averages", "own": "nothing"} | REASON
    shown = director.post(url(event), typed)
    record(leaver(event).seats.get(board__number=2).play)
    answer = director.post(url(event), hidden(shown) | {"sure": "1"})
    assert answer.status_code == 422
    assert "Somebody else has just changed this" in text(answer)
    assert Result.objects.count() == 2


def test_between_rounds_the_attendance_page_does_it(director: Client) -> None:
    event = make_event(players=6, rounds=2, boards_per_round=1)
    number = event.entries.earliest("number").number
    address = reverse("desk_leave", args=[event.public_id, number])
    assert "mark who leaves under Attendance" in text(director.get(address))
    answer = director.post(address, {"goes_on": "averages", "own": "nothing"} | REASON)
    assert answer.status_code == 422


def test_who_may(director: Client, stranger: Client, event: Event) -> None:
    assert director.put(url(event)).status_code == 405
    for client in (stranger, signed_in(make_member("carla", "scorer"))):
        assert client.get(url(event)).status_code == 403
        assert client.post(url(event), REASON).status_code == 403
        assert client.post(url(event), {"back": "1"}).status_code == 403
    assert Client().post(url(event), REASON).status_code == 302
    missing = reverse("desk_leave", args=[event.public_id, 99])
    assert director.get(missing).status_code == 404
    assert not Ruling.objects.exists()


def history(client: Client, event: Event) -> str:
    return text(client.get(reverse("desk_history", args=[event.public_id])))


def test_a_bot_that_takes_over_is_in_the_history_and_so_is_who_comes_back(
    director: Client,
) -> None:
    event = make(play_mode="live")
    one = leaver(event)
    leave(director, event, {"goes_on": "bot", "own": "nothing", "for_good": "on"})
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.entry, ruling.reason) == ("leaving", one, REASON["reason"])
    said = [
        f"{one.player.name} leaves in round 1, and a bot plays on.",
        f"{one.player.name} has no seat in the rounds to come.",
    ]
    undo = reverse("desk_undo", args=[event.public_id, ruling.pk])
    page = history(director, event)
    assert all(line in page for line in said)
    assert undo not in page
    assert "is said on the player’s page" in text(director.post(undo, {"reason": "Back"}))
    director.post(url(event), {"back": "1"})
    assert f"{one.player.name} comes back, from round 2 on." in history(director, event)
    assert not participant_of(one).bot
    # Once is enough.
    answer = director.post(url(event), {"back": "1"}, follow=True)
    assert f"{one.player.name} has not left." in text(answer)
    assert Ruling.objects.count() == 2


def test_the_public_history_says_so_without_a_withheld_name(director: Client) -> None:
    event = make(play_mode="live")
    one = leaver(event)
    Player.objects.filter(pk=one.player_id).update(name_public=False, name="Zoé Vidal")
    typed = {"goes_on": "bot", "own": "nothing", "reason": "Zoé is ill"}
    said = leave(director, event, typed)
    assert said == ["A bot plays for Zoé Vidal from now on."]
    page = text(Client().get(reverse("history", args=[event.public_id])))
    assert f"Player {one.number} leaves in round 1, and a bot plays on." in page
    assert "Zoé" not in page


def test_who_leaves_after_the_last_board_is_in_the_history(director: Client, event: Event) -> None:
    one = leaver(event)
    for seat in one.seats.exclude(board__number=1):
        record(seat.play)
    leave(director, event, {"goes_on": "averages", "own": "nothing", "for_good": "on"})
    said = [f"{one.player.name} leaves in round 1.", "has no seat in the rounds to come."]
    assert all(line in history(director, event) for line in said)


def test_nothing_is_set_aside_that_the_page_did_not_show(director: Client, event: Event) -> None:
    one = leaver(event)
    for seat in one.seats.exclude(board__number=1):
        record(seat.play)
    typed = {"goes_on": "averages", "own": "nothing"} | REASON
    shown = director.post(url(event), typed)
    Result.objects.filter(play__board__number=3, play__seats__entry=one).delete()
    answer = director.post(url(event), hidden(shown) | {"sure": "1"})
    assert "Somebody else has just changed this" in text(answer)
