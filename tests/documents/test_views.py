"""The standings as a PDF for everybody: public names, official or not, in the reader's language."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.documents import poppler
from tournament.events.models import Event
from tournament.events.services import entry_update
from tournament.leaderboard.selectors import leaderboard
from tournament.leaderboard.services import event_publish
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db
WITHHELD = "Marie-Ange Quelconque"


@pytest.fixture
def event(db: None) -> Event:
    """An event half played: eight names are public, the second is not."""
    made = make_event(players=9, rounds=1, name="Soirée d’été")
    entry_update(entry=made.entries.get(number=2), name=WITHHELD, name_public=False)
    for play in start_round(made).plays.filter(board__number__lte=2):
        record(play, [(5, 3, 2), (2, 7, 1), (4, 4, 2)][play.table.number % 3])
    standings_compute(event_id=made.pk)
    made.refresh_from_db()
    return made


def address(event: Event) -> str:
    return reverse("standings_pdf", args=[event.public_id])


def told(client: Client, event: Event, **query: str) -> str:
    answer = client.get(address(event), query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return poppler.text(answer.content)


def test_it_stands_beside_the_public_page(event: Event) -> None:
    assert address(event) == f"/e/{event.public_id}/standings.pdf"


def test_a_withheld_name_is_in_no_public_pdf(event: Event, client: Client) -> None:
    director = Client()
    director.force_login(make_director())
    for reader in (client, director):
        for language in ("en", "fr"):
            pdf = reader.get(address(event), {"language": language}).content
            assert "Marie" not in poppler.text(pdf)
            assert b"Marie" not in pdf
    assert "Player 2" in told(client, event)
    assert "Player 3" in told(client, event)


def test_a_name_withheld_later_is_gone_from_the_next_answer(event: Event, client: Client) -> None:
    entry_update(entry=event.entries.get(number=3), name="Jeanne", name_public=True)
    assert "Jeanne" in told(client, event)
    entry_update(entry=event.entries.get(number=3), name="Jeanne", name_public=False)
    assert "Jeanne" not in told(client, event)


def test_search_engines_are_told_when_a_name_is_withheld(event: Event, client: Client) -> None:
    assert client.get(address(event))["X-Robots-Tag"] == "noindex"
    entry_update(entry=event.entries.get(number=2), name=WITHHELD, name_public=True)
    assert "X-Robots-Tag" not in client.get(address(event))


def test_the_order_and_figures_are_the_pages(event: Event, client: Client) -> None:
    lines = [line for line in told(client, event).splitlines() if " Player " in line]
    rows = leaderboard(event).rows
    assert [line.split()[0] for line in lines] == [str(each.row.rank) for each in rows]
    assert [" ".join(line.split()[1:3]) for line in lines] == [each.name for each in rows]
    page = client.get(reverse("event", args=[event.public_id])).content.decode()
    for line in lines:
        assert f"{line.split()[5]}%" in page


def test_it_is_provisional_until_it_is_published(client: Client) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    play_round(event)
    assert "Provisional" in told(client, event)
    event_publish(event=event)
    official = told(client, event)
    assert "Official" in official
    assert "Provisional" not in official


def test_figures_follow_the_language_asked_for(event: Event, client: Client) -> None:
    assert "0.00" in told(client, event, language="en")
    assert "0,00" in told(client, event, language="fr")
    french = client.get(address(event), headers={"Accept-Language": "fr"}).content
    assert "0,00" in poppler.text(french)


def test_it_is_shown_under_a_name_that_says_what_it_is(event: Event, client: Client) -> None:
    shown = client.get(address(event))["Content-Disposition"]
    assert shown.startswith("inline; ")
    assert "Soir%C3%A9e_d%C3%A9t%C3%A9_standings.pdf" in shown


def test_no_policy_of_our_pages_keeps_a_viewer_from_showing_it(
    event: Event, client: Client
) -> None:
    for _first_and_kept in range(2):
        answer = client.get(address(event))
        assert "Content-Security-Policy" not in answer
        assert answer["X-Frame-Options"] == "DENY"


def test_what_is_not_there_is_not_found(event: Event, client: Client) -> None:
    assert client.get(reverse("standings_pdf", args=["zzzzzzzz"])).status_code == 404
    assert client.get(address(event), {"language": "xx"}).status_code == 400
    assert client.post(address(event)).status_code == 405


def test_an_event_without_results_is_a_friendly_page(client: Client) -> None:
    assert "No results yet." in told(client, make_event(players=3))
