"""Public pages as anyone reads them."""

import re

from django.test import Client

from tournament.events.models import Event

PAGES = ["", "boards/", "boards/1/", "players/1/"]
FILES = ["standings.csv", "standings.json", "results.csv", "results.json"]


def page(event: Event, address: str = "", headers: dict[str, str] | None = None) -> str:
    response = Client().get(f"/e/{event.public_id}/{address}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def fragment(event: Event, address: str = "") -> str:
    return page(event, address, {"HX-Request": "true"})


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&nbsp;", " ").split())
