"""Entering a list: read, looked at, entered; nothing half."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import make_event
from tournament.desk.views_lists import PreviewRow
from tournament.events.models import Event
from tournament.events.ranking import Ranking, ranking_set
from tournament.events.services import PLAYERS_MOST, NewEntry, entries_add
from tournament.players.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=0)


def url(event: Event) -> str:
    return reverse("desk_list", args=[event.public_id])


def entered(event: Event) -> list[tuple[str, bool]]:
    rows = event.entries.order_by("number")
    return list(rows.values_list("player__name", "player__name_public"))


def preview(client: Client, event: Event, **sent: Any) -> list[PreviewRow]:
    answer = client.post(url(event), sent)
    assert answer.status_code == 200
    rows: list[PreviewRow] = answer.context["rows"]
    return rows


def as_shown(rows: list[PreviewRow]) -> dict[str, Any]:
    """Return what a browser sends when the preview is entered as it is."""
    return {
        "enter": "1",
        "name": [row.name for row in rows],
        "take": [str(row.index) for row in rows if row.taken],
        "public": [str(row.index) for row in rows if row.name_public],
    }


def csv(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("players.csv", content)


def test_a_pasted_list_is_shown_before_anything_is_entered(director: Client, event: Event) -> None:
    rows = preview(director, event, pasted="Zoë\nAnne\n")
    assert [row.name for row in rows] == ["Zoë", "Anne"]
    assert not Player.objects.exists()
    answer = director.post(url(event), as_shown(rows), follow=True)
    assert "2 players are entered." in answer.content.decode()
    assert entered(event) == [("Zoë", False), ("Anne", False)]


def test_names_and_consents_can_be_corrected_in_the_preview(director: Client, event: Event) -> None:
    sent = as_shown(preview(director, event, pasted="Ane\nBob\nNot this one"))
    sent |= {"name": ["Anne", "Bob", "Not this one"], "take": ["0", "1"], "public": ["1"]}
    director.post(url(event), sent)
    assert entered(event) == [("Anne", False), ("Bob", True)]


def test_all_of_a_list_may_have_agreed(director: Client, event: Event) -> None:
    rows = preview(director, event, pasted="Anne\nBob", all_public="on")
    director.post(url(event), as_shown(rows))
    assert entered(event) == [("Anne", True), ("Bob", True)]


def test_a_file_brings_names_and_consents(director: Client, event: Event) -> None:
    content = "Nom;Prénom;Consentement;Licence\nŠimek;Zoë;oui;1\nNuñez;Élodie;;2\n"
    answer = director.post(url(event), {"file": csv(content.encode("cp1252"))})
    assert "Licence" in answer.content.decode()
    director.post(url(event), as_shown(answer.context["rows"]))
    assert entered(event) == [("Zoë Šimek", True), ("Élodie Nuñez", False)]


def test_the_preview_marks_who_is_known_entered_or_twice(
    club_director: Client, event: Event
) -> None:
    club = make_event(players=0)
    entries_add(event=club, entries=[NewEntry("Known"), NewEntry("Agreed", name_public=True)])
    entries_add(event=event, entries=[NewEntry("Here")])
    rows = preview(club_director, event, pasted="New\nknown\nAgreed\nHERE\nNew\n")
    assert [(row.mark, row.taken, row.name_public) for row in rows] == [
        ("new", True, False),
        ("known", True, False),
        ("known", True, True),
        ("entered", False, False),
        ("twice", False, False),
    ]
    club_director.post(url(event), as_shown(rows))
    assert entered(event) == [("Here", False), ("New", False), ("Known", False), ("Agreed", True)]
    assert Player.objects.count() == 4


def test_two_people_of_one_name_are_told_apart_in_the_preview(
    director: Client, event: Event
) -> None:
    sent = as_shown(preview(director, event, pasted="Anne\nAnne"))
    refused = director.post(url(event), sent | {"take": ["0", "1"]})
    assert refused.status_code == 422
    assert "is entered already" in refused.content.decode()
    assert entered(event) == []
    sent |= {"name": ["Anne", "Anne B."], "take": ["0", "1"]}
    director.post(url(event), sent)
    assert entered(event) == [("Anne", False), ("Anne B.", False)]


def test_what_was_corrected_is_kept_when_it_is_refused(director: Client, event: Event) -> None:
    sent = {"enter": "1", "name": ["Anne", "\u202e"], "take": ["0", "1"], "public": ["0"]}
    answer = director.post(url(event), sent)
    assert answer.status_code == 422
    kept = answer.context["rows"]
    assert [(row.name, row.taken, row.name_public) for row in kept] == [
        ("Anne", True, True),
        ("\u202e", True, False),
    ]
    assert entered(event) == []
    assert not Player.objects.exists()


def test_an_empty_choice_is_refused(director: Client, event: Event) -> None:
    answer = director.post(url(event), {"enter": "1", "name": ["Anne"]})
    assert answer.status_code == 422


@pytest.mark.parametrize("field", ["take", "public"])
@pytest.mark.parametrize("index", ["1", "-1", "first", "01"])
def test_rows_that_are_not_there_are_forbidden(
    field: str, index: str, director: Client, event: Event
) -> None:
    sent = {"enter": "1", "name": ["Anne"], "take": ["0"], field: [index]}
    assert director.post(url(event), sent).status_code == 403


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ({"pasted": ""}, "no player"),
        ({"pasted": "Anne", "file": csv(b"Bob")}, "one of them"),
        ({"file": csv(b"nom;public\nAnne;oui\nBob;perhaps\n")}, "Line 3"),
        ({"file": csv(b"PK\x03\x04")}, "CSV UTF-8"),
        ({"file": csv(b"x" * 1_000_000)}, "larger than"),
        ({"file": csv(b"")}, "no player"),
    ],
    ids=["nothing", "both", "a bad line", "a spreadsheet", "a huge file", "an empty file"],
)
def test_a_wrong_list_is_refused_with_its_reason_and_kept(
    sent: dict[str, Any], reason: str, director: Client, event: Event
) -> None:
    answer = director.post(url(event), sent)
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    if sent.get("pasted"):
        assert ">\nAnne</textarea>" in answer.content.decode()
    assert not Player.objects.exists()


def test_a_whole_hall_is_entered_in_one_act(director: Client, event: Event) -> None:
    pasted = "\n".join(f"Player {number}" for number in range(PLAYERS_MOST))
    rows = preview(director, event, pasted=pasted, all_public="on")
    assert director.post(url(event), as_shown(rows)).status_code == 302
    assert event.entries.count() == PLAYERS_MOST
    one_more = {"enter": "1", "name": ["One more"], "take": ["0"]}
    assert director.post(url(event), one_more).status_code == 422


def test_markup_in_a_list_is_inert(director: Client, event: Event) -> None:
    answer = director.post(url(event), {"pasted": '"><script>alert(1)</script>\n=1+1'})
    page = answer.content.decode()
    assert "<script>alert" not in page
    assert 'value="=1+1"' in page


class TestCategories:
    LIST = b"name;stratum;groups\nAnne;B;Juniors, Ladies\nBob;A;\nClara;;"

    @pytest.fixture
    def event(self, event: Event) -> Event:
        ranking_set(event=event, ranking=Ranking(strata=("A", "B"), groups=("Juniors", "Ladies")))
        return event

    def test_columns_of_the_list_set_them(self, director: Client, event: Event) -> None:
        rows = preview(director, event, file=csv(self.LIST))
        assert [(row.stratum, row.groups) for row in rows] == [
            ("B", "Juniors, Ladies"), ("A", ""), ("", ""),
        ]  # fmt: skip
        sent = as_shown(rows) | {
            "take": ["0", "1"],
            "stratum": [row.stratum for row in rows],
            "groups": [row.groups for row in rows],
        }
        assert director.post(url(event), sent).status_code == 302
        found = event.entries.order_by("number").values_list("player__name", "stratum", "groups")
        assert list(found) == [("Anne", "B", ["Juniors", "Ladies"]), ("Bob", "A", [])]

    def test_an_unknown_one_is_told_with_its_line_and_nobody_is_entered(
        self, director: Client, event: Event
    ) -> None:
        for content, line, name in (
            (b"name;stratum\nAnne;B\nBob;Z", 3, "Z"),
            (b"name;groups\nAnne;Juniors, Z", 2, "Z"),
        ):
            answer = director.post(url(event), {"file": csv(content)})
            assert answer.status_code == 422
            words = f"Line {line}: there is no category “{name}” in this tournament."
            assert words in answer.content.decode()
        forged = {"enter": "1", "name": ["Anne"], "take": ["0"], "stratum": ["Z"], "groups": [""]}
        answer = director.post(url(event), forged)
        assert answer.status_code == 422
        assert "There is no category" in answer.content.decode()
        assert not event.entries.exists()
