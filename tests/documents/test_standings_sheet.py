"""The printed standings hold what the page does: who left with figures, and who wins what."""

import pytest

from tests.builders import make_event, play_round, record, start_round
from tests.documents import poppler
from tournament.documents.pdf import render
from tournament.documents.selectors import standings_sheet
from tournament.events.models import Event
from tournament.events.ranking import Publishing, publishing_set
from tournament.events.selectors import entry_public_name
from tournament.events.services import attendance_set, entry_update
from tournament.leaderboard.selectors import entry_real_name, leaderboard
from tournament.leaderboard.ties import ties_of
from tournament.results.services import round_close
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Three rounds of two boards; who played as number 1 has left after the first."""
    event = make_event(players=9, rounds=3, boards_per_round=2)
    play_round(event)
    gone = event.entries.get(number=1)
    attendance_set(event=event, round_number=2, presences={gone.pk: "left"})
    play_round(event)
    play_round(event)
    return computed(event)


def computed(event: Event) -> Event:
    standings_compute(event_id=event.pk)
    return Event.objects.select_related("club").get(pk=event.pk)


def give_prizes(event: Event, *, public: bool) -> Event:
    prizes = {"": (5000, 3000, 2001)}
    publishing_set(event=event, publishing=Publishing(prizes=prizes, prizes_public=public))
    return computed(event)


def test_who_left_has_figures_and_no_rank(event: Event) -> None:
    (of_page,) = [each for each in leaderboard(event).rows if each.entry.number == 1]
    assert of_page.row.rank is None
    rows = standings_sheet(event, name_of=entry_real_name).rows
    (row,) = [row for row in rows if row.name == "Player 1"]
    assert (row.rank, row.boards) == ("–", "2")
    assert row.points
    assert row.percent
    assert row.lives


def test_who_has_played_nothing_has_no_figures() -> None:
    event = make_event(players=4, rounds=1, boards_per_round=1)
    play_round(event)
    rows = standings_sheet(computed(event), name_of=entry_real_name).rows
    (row,) = [row for row in rows if row.rank == "–"]
    assert (row.boards, row.points, row.percent, row.lives) == ("0", "", "", "")


def test_prizes_stand_where_the_page_shows_them(event: Event) -> None:
    assert "Prizes" not in poppler.text(render(standings_sheet(event, name_of=entry_public_name)))
    event = give_prizes(event, public=True)
    sheet = standings_sheet(event, name_of=entry_public_name)
    assert sheet.prizes
    told = poppler.text(render(sheet))
    for prize in sheet.prizes:
        amount = prize.amount.replace("\u00a0", " ")
        assert f"{prize.rank} {prize.name} {amount}" in told


def test_prizes_not_public_are_for_the_room_alone(event: Event) -> None:
    event = give_prizes(event, public=False)
    assert standings_sheet(event, name_of=entry_public_name).prizes == ()
    assert standings_sheet(event, name_of=entry_real_name).prizes


def test_a_withheld_name_wins_as_a_number(event: Event) -> None:
    event = give_prizes(event, public=True)
    first = standings_sheet(event, name_of=entry_real_name).prizes[0].name
    entry = event.entries.get(player__name=first)
    entry_update(entry=entry, name="Zoé Secret", name_public=False)
    public = standings_sheet(computed(event), name_of=entry_public_name)
    assert "Zoé Secret" not in poppler.text(render(public))
    assert f"Player {entry.number}" in [prize.name for prize in public.prizes]


def test_how_ties_were_broken_is_told_as_on_the_page() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=3, tie_breaks=("tops", "lot"))
    playing = start_round(event)
    for play, tricks in zip(
        playing.plays.order_by("board__number"), [(5, 3, 2), (2, 5, 3), (3, 2, 5)], strict=True
    ):
        record(play, tricks)
    round_close(playing=playing)
    sheet = standings_sheet(computed(event), name_of=entry_public_name)
    ties = ties_of(leaderboard(event).rows, method=event.method, game=event.game)
    assert [tie.name for tie in sheet.ties] == [tie.row.name for tie in ties]
    assert ties
    told = poppler.text(render(sheet))
    assert "How ties were broken" in told
    for tie in sheet.ties:
        rules = " · ".join(f"{name}: {value}" for name, value in tie.rules)
        assert f"{tie.rank} {tie.name} – {rules}" in told
