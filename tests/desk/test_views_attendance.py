"""Before each round: present, absent, left, late; only rounds not begun are planned anew."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round, start_round
from tests.desk.test_rulings import hidden
from tournament.events.models import Event, Round
from tournament.events.selectors import entry_public_name, round_running
from tournament.tables.models import Chair, SitOut

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]


def url(event: Event) -> str:
    return reverse("desk_attendance", args=[event.public_id])


def marks(round_number: int, **presences: str) -> dict[str, str]:
    """Return a form: `p3="absent"` marks the entry numbered 3."""
    marked = {f"presence-{key[1:]}": presence for key, presence in presences.items()}
    return {"round": str(round_number)} | marked


def seated(event: Event, round_number: int) -> list[int]:
    chairs = Chair.objects.filter(round__session__event=event, round__number=round_number)
    return sorted(chairs.values_list("entry__number", flat=True))


def sitting_out(event: Event, round_number: int) -> list[int]:
    rows = SitOut.objects.filter(round__session__event=event, round__number=round_number)
    return sorted(rows.values_list("entry__number", flat=True))


def test_everybody_is_present_unless_marked(director: Client) -> None:
    event = make_event(players=4)
    page = director.get(url(event)).content.decode()
    assert page.count('value="present" checked') == 4
    assert "4 players present." in page
    assert "Sitting out:" in page


def test_a_look_names_nobody_of_the_seating_saved_last_as_sitting_out(director: Client) -> None:
    event = make_event(players=4)
    director.post(url(event), marks(1))
    out = sitting_out(event, 1)[0]
    page = director.post(url(event), marks(1, **{f"p{out}": "left"}) | {"look": "1"})
    assert "3 players present." in page.content.decode()
    assert "Sitting out:" not in page.content.decode()


def test_five_entered_one_absent_is_one_table_and_one_sit_out(director: Client) -> None:
    event = make_event(players=5)
    answer = director.post(url(event), marks(1, p2="absent"), follow=True)
    page = answer.content.decode()
    assert "Round 1 is planned with 1 table." in page
    assert "4 players present." in page
    assert page.count('value="absent" checked') == 1
    assert len(seated(event, 1)) == 3
    assert len(sitting_out(event, 1)) == 1
    assert 2 not in seated(event, 1) + sitting_out(event, 1)
    assert 2 in seated(event, 2) + sitting_out(event, 2)


def test_who_leaves_is_in_no_later_round_and_what_was_played_stands(director: Client) -> None:
    event = make_event(players=7)
    play_round(event)
    before = seated(event, 1)
    director.post(url(event), marks(2, p1="left"))
    assert seated(event, 1) == before
    for number in (2, 3, 4):
        assert 1 not in seated(event, number) + sitting_out(event, number)
        assert len(seated(event, number)) == 6
    page = director.get(reverse("desk_players", args=[event.public_id])).content.decode()
    assert "left after round 1" in page


def test_who_was_marked_by_mistake_comes_back(director: Client) -> None:
    event = make_event(players=6)
    director.post(url(event), marks(1, p1="left", p2="absent"))
    assert sorted(seated(event, 1) + sitting_out(event, 1)) == [3, 4, 5, 6]
    director.post(url(event), marks(1, p1="present", p2="present"))
    assert seated(event, 1) == [1, 2, 3, 4, 5, 6]


def test_everybody_leaves_and_a_sentence_says_so(director: Client) -> None:
    event = make_event(players=3)
    play_round(event)
    answer = director.post(url(event), marks(2, p1="left", p2="left", p3="left"), follow=True)
    page = answer.content.decode()
    assert "Round 2 has no table: too few players are present." in page
    assert seated(event, 2) == sitting_out(event, 2) == []
    answer = director.post(url(event), marks(2) | {"start": "1"}, follow=True)
    assert "there is no table to play" in answer.content.decode()
    assert round_running(event) is None


class TestALatePlayer:
    def test_plays_from_this_round_on(self, director: Client) -> None:
        event = make_event(players=5)
        play_round(event)
        sent = marks(2) | {"late_name": "Zoë", "late_public": "on", "add": "1"}
        answer = director.post(url(event), sent)
        assert answer["Location"] == f"{url(event)}?late"
        late = event.entries.get(player__name="Zoë")
        assert (late.number, late.first_round) == (6, 2)
        assert entry_public_name(late) == "Zoë"
        assert seated(event, 2) == [1, 2, 3, 4, 5, 6]
        assert len(seated(event, 1)) == 3

    def test_comes_together_with_the_marks(self, director: Client) -> None:
        event = make_event(players=3)
        director.post(url(event), marks(1, p1="absent") | {"late_name": "Zoë", "add": "1"})
        assert seated(event, 1) == [2, 3, 4]

    def test_who_cannot_be_entered_stays_in_the_box_and_nothing_is_saved(
        self, director: Client
    ) -> None:
        event = make_event(players=4)
        sent = marks(1, p1="absent", p2="left") | {"late_name": "PLAYER 3", "add": "1"}
        answer = director.post(url(event), sent)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert "is entered already" in page
        assert 'value="PLAYER 3"' in page
        assert page.count('value="absent" checked') == 1
        assert page.count('value="left" checked') == 1
        assert director.get(url(event)).content.decode().count('value="present" checked') == 4


class TestStarting:
    def test_saves_plans_and_begins_in_one_act(self, director: Client) -> None:
        event = make_event(players=7)
        answer = director.post(url(event), marks(1, p7="absent") | {"start": "1"})
        assert answer["Location"] == reverse("desk_event", args=[event.public_id])
        assert round_running(event) is not None
        assert seated(event, 1) == [1, 2, 3, 4, 5, 6]

    def test_waits_for_the_round_being_played(self, director: Client) -> None:
        event = make_event(players=3)
        start_round(event)
        page = director.get(url(event)).content.decode()
        assert "Attendance for round 2" in page
        assert "Save and start" not in page
        answer = director.post(url(event), marks(2) | {"start": "1"}, follow=True)
        assert "Close round 1 first." in answer.content.decode()

    def test_a_page_of_another_round_changes_nothing(self, director: Client) -> None:
        event = make_event(players=6)
        start_round(event)
        answer = director.post(url(event), marks(1, p1="left"))
        assert answer.status_code == 422
        assert "Another round has begun meanwhile" in answer.content.decode()
        assert event.entries.get(number=1).last_round is None

    def test_after_the_last_round_there_is_nothing_to_mark(self, director: Client) -> None:
        event = make_event(players=3, rounds=1)
        start_round(event)
        page = director.get(url(event)).content.decode()
        assert "All rounds have begun" in page
        assert director.post(url(event), marks(1, p1="left")).status_code == 200
        assert event.entries.get(number=1).last_round is None


@pytest.mark.parametrize(
    "sent",
    [{"presence-9": "absent"}, {"presence-1": "ill"}, {"presence-x": "left"}],
    ids=str,
)
def test_what_no_page_has_is_forbidden(sent: dict[str, str], director: Client) -> None:
    event = make_event(players=3)
    make_event(players=9)
    assert director.post(url(event), marks(1, p2="absent") | sent).status_code == 403
    assert not event.entries.filter(absences__isnull=False).exists()


def test_a_stale_plan_is_announced_and_made_by_saving(director: Client) -> None:
    event = make_event(players=3)
    players = reverse("desk_players", args=[event.public_id])
    director.post(players, {"name": "Zoë"})
    assert "planned when you save" in director.get(url(event)).content.decode()
    director.post(url(event), marks(1))
    assert len(sitting_out(event, 1)) == 1
    assert Round.objects.filter(session__event=event, state=Round.State.PLANNED).count() == 4


def test_asks_the_database_no_more_for_more_players(
    director: Client, count_queries: CountQueries
) -> None:
    small, large = make_event(players=3), make_event(players=30)
    assert count_queries(director, url(large)) == count_queries(director, url(small))


def test_what_somebody_else_marked_meanwhile_stays(director: Client) -> None:
    event = make_event(players=6)
    page = hidden(director.get(url(event)))
    stale = {"round": page["round"][0], "marked": page["marked"][0]}
    everybody = {f"p{number}": "present" for number in range(1, 7)}
    director.post(url(event), marks(1, **everybody | {"p2": "left"}) | stale)
    # The other page shows that number 2 is present, and marks number 3.
    director.post(url(event), marks(1, **everybody | {"p3": "absent"}) | stale)
    assert 2 not in seated(event, 1) + sitting_out(event, 1)
    assert 3 not in seated(event, 1) + sitting_out(event, 1)
    assert event.entries.get(number=2).last_round == 0


def test_a_page_that_was_refused_still_says_what_it_showed(director: Client) -> None:
    event = make_event(players=6)
    page = hidden(director.get(url(event)))
    typed = marks(1, p2="absent") | {"marked": page["marked"][0], "late_name": "Player 1"}
    refused = director.post(url(event), typed)
    assert refused.status_code == 422
    assert hidden(refused)["marked"] == page["marked"]
