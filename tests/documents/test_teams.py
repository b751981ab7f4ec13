"""Teams on paper: before the players in the standings, and by name on guide cards."""

import pytest

from tests.builders import make_event, play_round
from tests.leaderboard.conftest import withhold
from tests.team_events import make_teams, play_at_random
from tournament.documents.payload import payload
from tournament.documents.pdf import render
from tournament.documents.selectors import guide_cards, standings_sheet
from tournament.events.models import Event
from tournament.events.selectors import entry_public_name
from tournament.leaderboard.teams import team_ranking
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Event:
    event = make_teams(6, rounds=1, boards=2)
    play_at_random(event, "one")
    standings_compute(event_id=event.pk)
    return event


def test_teams_come_before_the_players(played: Event) -> None:
    withhold(played, 1)
    sheet = standings_sheet(played, name_of=entry_public_name)
    assert [row.name for row in sheet.teams] == [each.name for each in team_ranking(played)]
    own = next(row for row in sheet.teams if row.name == "Team 1")
    assert own.under == "Player 1, 1.2, 1.3"
    assert len(sheet.rows) == 18
    data = payload(sheet).data
    assert [len(row["figures"]) for row in data["teams"]] == [len(data["headings"])] * 6
    assert render(sheet).startswith(b"%PDF")


def test_single_players_have_none() -> None:
    event = make_event(rounds=1)
    play_round(event)
    standings_compute(event_id=event.pk)
    assert standings_sheet(event, name_of=entry_public_name).teams == ()


def test_guide_cards_name_the_team(played: Event) -> None:
    cards = guide_cards(played)
    assert [card.team for card in cards.cards] == [
        f"Team {number}" for number in range(1, 7) for _seat in range(3)
    ]
    assert render(cards).startswith(b"%PDF")
