"""Groups of a field on the public pages and in the exports, and at the desk."""

import csv
import html
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round, record, start_round
from tournament.documents.selectors import standings_sheet
from tournament.events.groups import sections_set
from tournament.events.models import Event
from tournament.leaderboard.sections import section_ranks
from tournament.leaderboard.selectors import entry_real_name, leaderboard
from tournament.results.services import round_close
from tournament.standings.services import standings_compute
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(players=12, rounds=2, boards_per_round=2)
    sections_set(event=event, many=2)
    movement_plan(event=event)
    playing = start_round(event)
    for play in playing.plays.order_by("pk"):
        record(play, ((6, 3, 1), (2, 4, 4), (7, 2, 1), (5, 3, 2))[play.table.number % 4])
    round_close(playing=playing)
    standings_compute(event_id=event.pk)
    event.refresh_from_db()
    return event


def page(client: Client, event: Event, query: str = "") -> str:
    answer = client.get(reverse("event", args=[event.public_id]) + query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_ranks_within_a_group_are_those_of_the_whole_ranking_counted_there(event: Event) -> None:
    rows = leaderboard(event).rows
    within = section_ranks(rows)
    for each in rows:
        better = [
            other
            for other in rows
            if other.entry.section == each.entry.section
            and other.row.rank is not None
            and each.row.rank is not None
            and other.row.rank < each.row.rank
        ]
        assert within[each.entry.pk] == len(better) + 1


def test_the_ranking_says_who_is_of_which_group_and_filters(client: Client, event: Event) -> None:
    whole = page(client, event)
    assert whole.count("group 1: rank ") == 6
    assert "?section=2" in whole
    of_two = page(client, event, "?section=2")
    names = {entry.player.name for entry in event.entries.filter(section=2)}
    for entry in event.entries.select_related("player"):
        assert (f"<bdi>{entry.player.name}</bdi>" in of_two) == (entry.player.name in names)
    assert "in the whole field: rank " in of_two
    assert 'hx-get="' + reverse("event", args=[event.public_id]) + "?section=2" in of_two


@pytest.mark.parametrize("query", ["?section=9", "?section=x", "?section=", "?section=1%27"])
def test_a_group_that_is_not_shows_all(query: str, client: Client, event: Event) -> None:
    assert page(client, event, query).count("group 1: rank ") == 6


def test_the_scorecard_says_the_rank_in_the_group(client: Client, event: Event) -> None:
    first = next(each for each in leaderboard(event).rows if each.entry.section == 2)
    card = client.get(reverse("scorecard", args=[event.public_id, first.entry.number]))
    assert "Group 2, rank 1 in the group" in card.content.decode()


def test_exports_have_the_group_and_the_rank_in_it(client: Client, event: Event) -> None:
    answer = client.get(reverse("standings_csv", args=[event.public_id]), {"style": "en"})
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    within = section_ranks(leaderboard(event).rows)
    entries = {str(entry.number): entry for entry in event.entries.all()}
    for row in rows:
        entry = entries[row["Number"]]
        assert row["Qualifying group"] == str(entry.section)
        assert row["Rank in the group"] == str(within[entry.pk])
    found = json.loads(client.get(reverse("standings_json", args=[event.public_id])).content)
    assert {row["group"] for row in found["rows"]} == {1, 2}
    assert all(row["rank_in_group"] >= 1 for row in found["rows"])


def test_one_group_is_not_spoken_of(client: Client) -> None:
    event = make_event(players=6)
    play_round(event)
    standings_compute(event_id=event.pk)
    assert "group" not in page(client, event).lower().replace("optgroup", "")
    answer = client.get(reverse("standings_csv", args=[event.public_id]), {"style": "en"})
    assert "Qualifying" not in answer.content.decode()


def test_the_printed_ranking_says_the_rank_in_the_group(event: Event) -> None:
    rows = leaderboard(event).rows
    within = section_ranks(rows)
    printed = standings_sheet(event, name_of=entry_real_name).rows
    for each, line in zip(rows, printed, strict=True):
        rank = within[each.entry.pk]
        assert line.name == f"{each.name} (group {each.entry.section}: rank {rank})"
