"""Names on public pages: those agreed to, as text."""

import pytest
from django.test import Client

from tests.builders import make_event, play_round
from tests.leaderboard.pages import FILES, PAGES, fragment, page
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
from tournament.leaderboard.versions import shelf
from tournament.standings.services import standings_compute

from .conftest import withhold

pytestmark = pytest.mark.django_db


class TestNames:
    def everything(self, event: Event) -> str:
        pages = ["", "boards/", "boards/1/", "boards/3/"]
        pages += [f"players/{number}/" for number in range(1, 7)]
        texts = [page(event, address) for address in [*pages, *FILES]]
        texts += [fragment(event, address) for address in pages]
        return "\n".join([*texts, Client().get("/").content.decode()])

    def test_a_withheld_name_is_nowhere(self, published: Event) -> None:
        withhold(published, 2, "Zoé Secret")
        everything = self.everything(published)
        assert "Zoé" not in everything
        assert "Secret" not in everything
        assert "Player 2" in everything

    def test_a_name_withheld_later_leaves_the_copies(self, published: Event) -> None:
        withhold(published, 2, "Zoé Secret")
        entry = published.entries.get(number=2)
        entry.player.name_public = True
        entry.player.save()
        shelf.clear()
        assert "Secret" in self.everything(published)
        entry.refresh_from_db()
        withhold(published, 2, "Zoé Secret")
        assert "Secret" not in self.everything(published)

    @pytest.mark.parametrize("address", PAGES)
    def test_search_engines_stay_out_while_a_name_is_withheld(
        self, published: Event, address: str
    ) -> None:
        robots = '<meta name="robots" content="noindex">'
        assert robots not in page(published, address)
        withhold(published, 2)
        assert robots in page(published, address)

    def test_hostile_names_are_text(self) -> None:
        event = make_event(players=0, rounds=1, boards_per_round=1)
        entries_add(
            event=event,
            entries=[
                NewEntry("<script>alert(1)</script>", True),
                NewEntry("محمد & Söhne", True),
                NewEntry('"><img src=x>', True),
            ],
        )
        for step in ("listed", "ranked"):
            if step == "ranked":
                play_round(event)
                standings_compute(event_id=event.pk)
            html = page(event)
            assert "<script>alert" not in html
            assert "<img src=x" not in html
            assert "<bdi>محمد &amp; Söhne</bdi>" in html
