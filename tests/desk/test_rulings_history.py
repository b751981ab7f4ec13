"""Penalties, all that was put right in words, taking it back, and who may open these pages."""

import html
import re
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_director, make_event
from tests.desk.conftest import signed_in
from tests.rulings.evenings import CASES, Evening, everything, given, make_evening
from tournament.events.models import Event
from tournament.events.services import entry_remove
from tournament.players.models import Member
from tournament.results.models import Award, Result
from tournament.rulings.changes import AwardsChange
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_make, ruling_undo

pytestmark = pytest.mark.django_db

PENALTY = {"nature": "procedural", "value": "10", "unit": "percent", "reason": "Late “again”"}
SURE = {"sure": "1"}


@pytest.fixture
def evening(db: None) -> Evening:
    return make_evening()


def url(name: str, event: Event, *more: int | str) -> str:
    return reverse(name, args=[event.public_id, *more])


def text(answer: Any) -> str:
    """A page as people read it, blanks of all kinds as one."""
    return re.sub("[\u00a0\u202f]", " ", html.unescape(str(answer.content.decode())))


def make(evening: Evening, case: str, reason: str = "Slip") -> Ruling:
    change, after = CASES[case](evening)
    return ruling_make(
        event=evening.event,
        change=change,
        after=after,
        reason=reason,
        user=make_director(),
        seen=change.read(),
    )


class TestPenalties:
    def test_is_shown_can_be_changed_and_is_saved(self, director: Client, evening: Evening) -> None:
        entry = evening.entry(1, 0)
        address = url("desk_awards", evening.event, entry.number)
        assert address in text(director.get(url("desk_player", evening.event, entry.number)))
        page = text(director.get(address))
        assert "No penalty, no award." in page
        assert f"<bdi>{entry.player.name}</bdi>" in page
        before = everything()

        shown = director.post(address, PENALTY)
        line = f"{entry.player.name}: none → procedural penalty −10 % of a board"
        assert f'<p class="big-change">{line}</p>' in text(shown)
        assert 'name="seen" value="[]"' in text(shown)
        again = director.post(address, PENALTY | {"edit": "1"})
        assert again.status_code == 200
        assert 'name="value" value="10"' in text(again)
        assert everything() == before

        saved = director.post(address, PENALTY | {"seen": "[]"} | SURE)
        assert saved["Location"] == address
        page = text(director.get(address))
        assert "<li>procedural penalty −10 % of a board</li>" in page
        assert f"<strong>{line}</strong>" in page
        assert Ruling.objects.get().reason == "Late “again”"

    def test_one_follows_the_other(self, director: Client, evening: Evening) -> None:
        entry = evening.entry(1, 0)
        address = url("desk_awards", evening.event, entry.number)
        director.post(address, PENALTY | {"seen": "[]"} | SURE)
        bonus = {"nature": "bonus", "value": "1.5", "unit": "lives", "reason": "Taken back"}
        # Somebody who has not seen the first one is told of it.
        refused = director.post(address, bonus | {"seen": "[]"} | SURE)
        assert refused.status_code == 422
        assert "Somebody else has just changed this" in text(refused)
        assert "<li>procedural penalty −10 % of a board</li>" in text(refused)
        assert 'name="value" value="1.5"' in text(refused)
        shown = text(director.post(address, bonus))
        seen = re.findall(r'name="seen" value="([^>]*)">', shown)[0]
        assert director.post(address, bonus | {"seen": seen} | SURE).status_code == 302
        assert list(entry.awards.values_list("nature", "unit", "value")) == [
            ("procedural", "percent", Decimal(-10)),
            ("bonus", "lives", Decimal("1.5")),
        ]

    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ({"value": "-10"}, "more than 0, without a sign"),
            ({"value": "0"}, "more than 0, without a sign"),
            ({"value": "0.001"}, "no more than 2 decimal places"),
            ({"value": "12345"}, "no more than 4 digits before the decimal point"),
            ({"value": "NaN"}, "Enter a number."),
            ({"value": "1e999"}, "no more than"),
            ({"value": ""}, "This field is required."),
            ({"value": "1\0"}, "Enter a number."),
            ({"unit": "euros"}, "Select a valid choice"),
            ({"nature": ""}, "This field is required."),
            ({"reason": " "}, "This field is required."),
            ({"reason": "a\0b"}, "Null characters"),
            ({"reason": "x" * 201}, "at most 200 characters"),
            ({"seen": "x"}, "Somebody else has just changed this"),
            ({"seen": "9" * 5000}, "Somebody else has just changed this"),
            ({"seen": "[" * 100_000}, "Somebody else has just changed this"),
            ({"seen": '["\\u0000"]'}, "Somebody else has just changed this"),
        ],
    )
    def test_what_cannot_be_comes_back_with_a_sentence_and_what_was_typed(
        self, director: Client, evening: Evening, typed: dict[str, str], says: str
    ) -> None:
        address = url("desk_awards", evening.event, 1)
        form = PENALTY | {"seen": "[]"} | typed
        answer = director.post(address, form | SURE)
        assert answer.status_code == 422
        assert says in text(answer)
        if "\0" not in form["reason"]:
            assert f'name="reason" value="{form["reason"]}"' in text(answer)
        assert not Ruling.objects.exists()

    def test_a_comma_is_a_decimal_point_in_french(self, director: Client, evening: Evening) -> None:
        address = url("desk_awards", evening.event, 1)
        french = {"Accept-Language": "fr"}
        form = PENALTY | {"value": "2,5"}
        shown = director.post(address, form, headers=french)
        assert "−2,5 %" in text(shown)
        assert 'name="value" value="2,5"' in text(shown)
        director.post(address, form | {"seen": "[]"} | SURE, headers=french)
        assert Award.objects.get().value == Decimal("-2.5")

    def test_one_given_before_the_start_stays_and_leaves_with_its_player(
        self, director: Client
    ) -> None:
        event = make_event(players=4, rounds=1, boards_per_round=1)
        for number in (1, 2):
            address = url("desk_awards", event, number)
            assert director.get(address).status_code == 200
            form = PENALTY | {"seen": "[]"} | SURE
            assert director.post(address, form).status_code == 302
        entry_remove(entry=event.entries.get(number=1))
        page = text(director.get(url("desk_history", event)))
        assert "Player 2: none → procedural penalty" in page
        assert "Player 1:" not in page


# Each made after the other; what the event's page says of them, in English and in French.
TOLD = {
    "averages": (
        "Table 1, board 1: 5-3-2 → A+ / A / A−",
        "Table 1, étui 1 : 5-3-2 → A+ / A / A−",
    ),
    "not played": (
        "Table 1, board 1: A+ / A / A− → not played: “ill” – é\\\"'",
        "Table 1, étui 1 : A+ / A / A− → non joué : “ill” – é\\\"'",
    ),
    "a misplay": ("→ misplay by seat A", "→ faute de la place A"),
    "a weighted score": (
        "→ 60 % 4-4-2, 40 % 2-3-5 / A− / –",
        "→ 60 % 4-4-2, 40 % 2-3-5 / A− / –",
    ),
    "taken out": ("→ no result", "→ aucun résultat"),
    "seats of a table": (" → A ", " → A "),
    "fouled": (
        "Table 2, board 1: the cards as dealt → other cards (version 2)",
        "Table 2, étui 1 : ",
    ),
    "substitute by a new name": ("→ Zoé Nouvelle", "→ Zoé Nouvelle"),
    "penalties": (
        "none → disciplinary penalty −1.5 matchpoints · award +9 half-lives",
        "−1,5 ",
    ),
}
ENGLISH = (
    "board 1", "no result", "not played", "misplay", "as dealt", "other cards", "penalty",
    "matchpoints", "half-lives", "award", "Undo", "taken back", "rank changed", "No rank",
)  # fmt: skip


class TestHistory:
    @pytest.fixture
    def told(self, evening: Evening) -> Evening:
        for case in TOLD:
            make(evening, case, f"Because of “{case}” <b>")
        return evening

    def items(self, page: str) -> list[str]:
        """What happened, one text each, the latest first."""
        listed = page[page.index('<ol class="happenings">') :]
        return re.findall(r"<li>\s*<strong>.*?</q>", listed, flags=re.DOTALL)

    def test_lists_every_kind_in_words(self, director: Client, told: Evening) -> None:
        answer = director.get(url("desk_history", told.event))
        found = self.items(text(answer))
        assert len(found) == len(TOLD)
        for item, (case, (english, _french)) in zip(found, reversed(TOLD.items()), strict=True):
            assert english in item
            assert f"<q>Because of “{case}” <b></q>" in item
        assert "<b></q>" not in answer.content.decode()
        for ruling in Ruling.objects.all():
            assert url("desk_undo", told.event, ruling.pk) in text(answer)

    def test_is_in_french_for_the_french(self, director: Client, told: Evening) -> None:
        ruling_undo(ruling=Ruling.objects.latest("pk"), reason="Non", user=make_director())
        answer = director.get(url("desk_history", told.event), headers={"Accept-Language": "fr"})
        page = text(answer)
        found = self.items(page)
        for item, (_english, french) in zip(found[1:], reversed(TOLD.values()), strict=True):
            assert french in item
        listed = re.sub(r"<q>.*?</q>|<[^>]*>", " ", page[page.index("happenings") :])
        listed = listed[: listed.index("Triplicate")] if "Triplicate" in listed else listed
        assert [word for word in ENGLISH if word in listed] == []

    def test_each_play_tells_its_own(self, director: Client, told: Evening) -> None:
        page = text(director.get(url("desk_play", told.event, told.play(2, 1).pk)))
        told_there = self.items(page)
        assert len(told_there) == 1
        assert "the cards as dealt → other cards" in told_there[0]


class TestUndo:
    def test_is_shown_and_done_with_its_reason(self, director: Client, evening: Evening) -> None:
        ruling = make(evening, "averages")
        address = url("desk_undo", evening.event, ruling.pk)
        before = everything()
        page = text(director.get(address))
        assert '<p class="big-change">Table 1, board 1: 5-3-2 → A+ / A / A−</p>' in page
        assert "<q>Slip</q>" in page
        for reason, says in (("", "is required"), ("x" * 201, "at most 200"), ("\0", "Null")):
            answer = director.post(address, {"reason": reason, "x": "1"})
            assert answer.status_code == 422
            assert says in text(answer)
            assert "Take it back" in text(answer)
        assert everything() == before
        done = director.post(address, {"reason": "Wrong “board”"})
        assert done["Location"] == url("desk_history", evening.event)
        page = text(director.get(done["Location"]))
        assert "It is as it was before." in page
        assert page.index("taken back</span>") < page.index("taken back since</span>")
        assert Result.objects.get(play=evening.play(1, 1)).detail == {"tricks": [5, 3, 2]}

    def test_is_refused_twice_and_once_it_was_changed_since(
        self, director: Client, evening: Evening
    ) -> None:
        undone = make(evening, "averages")
        ruling_undo(ruling=undone, reason="Wrong", user=make_director())
        changed = make(evening, "not played")
        correct(evening.play(1, 1), given("A", "A", "A"))
        before = everything()
        for ruling, says in (
            (undone, "This is undone already."),
            (changed, "This was changed again since: undo the later change first."),
        ):
            address = url("desk_undo", evening.event, ruling.pk)
            for answer in (director.get(address), director.post(address, {"reason": "Again"})):
                assert answer.status_code == 422
                assert says in text(answer)
                assert "<button>Take it back" not in text(answer)
        assert everything() == before

    def test_an_undone_one_offers_no_undo_and_the_undo_does(
        self, director: Client, evening: Evening
    ) -> None:
        ruling = make(evening, "penalty")
        undo = ruling_undo(ruling=ruling, reason="Wrong", user=make_director())
        page = text(director.get(url("desk_history", evening.event)))
        assert url("desk_undo", evening.event, ruling.pk) not in page
        assert url("desk_undo", evening.event, undo.pk) in page
        director.post(url("desk_undo", evening.event, undo.pk), {"reason": "Right after all"})
        assert AwardsChange(evening.entry(2, 2)).read() == ruling.after


KINDS = ("adjust", "move", "clear", "seats", "cards", "substitute", "board", "round")


class TestAccess:
    @pytest.fixture
    def addresses(self, evening: Evening) -> list[str]:
        ruling = make(evening, "averages")
        play = evening.play(1, 1)
        return [
            *(url("desk_put_right", evening.event, play.pk, kind) for kind in KINDS),
            url("desk_awards", evening.event, 1),
            url("desk_undo", evening.event, ruling.pk),
            url("desk_history", evening.event),
        ]

    FORM = PENALTY | {"seat_0": "A", "seat_1": "A", "seat_2": "A", "scope": "on", "sure": "1"}

    def scorer(self, evening: Evening) -> User:
        user = make_director("scorer")
        Member.objects.create(club=evening.event.club, user=user, role=Member.Role.SCORER)
        # Named for it once, before being a scorer.
        evening.event.directors.add(user)
        return user

    def test_for_those_who_direct_the_event_alone(
        self,
        evening: Evening,
        addresses: list[str],
        client: Client,
        stranger: Client,
        director: Client,
        superuser: Client,
    ) -> None:
        scorer = signed_in(self.scorer(evening))
        before = everything()
        for address in addresses:
            for inside in (director, superuser):
                answer = inside.get(address)
                assert answer.status_code == 200
                assert "no-store" in answer["Cache-Control"]
            for outside in (stranger, scorer):
                assert outside.get(address).status_code == 403
                assert outside.post(address, self.FORM).status_code in {403, 405}
            for answer in (client.get(address), client.post(address, self.FORM)):
                if answer.status_code != 405:
                    assert answer["Location"].startswith(reverse("login"))
        assert everything() == before

    def test_by_these_methods_alone(self, director: Client, addresses: list[str]) -> None:
        for address in addresses:
            for method in (director.put, director.delete, director.patch):
                assert method(address).status_code == 405
        assert director.post(addresses[-1]).status_code == 405

    def test_of_its_own_event_alone(
        self, director: Client, evening: Evening, addresses: list[str]
    ) -> None:
        other = make_event(players=4, rounds=1, boards_per_round=1)
        evening.event.entries.filter(number=10).update(number=99)
        before = everything()
        elsewhere = [
            address.replace(evening.event.public_id, other.public_id) for address in addresses[:6]
        ]
        ruling = Ruling.objects.get()
        none = [
            *elsewhere,
            url("desk_undo", other, ruling.pk),
            url("desk_awards", other, 99),
            url("desk_undo", evening.event, ruling.pk + 1),
            url("desk_put_right", evening.event, evening.play(1, 1).pk, "unknown"),
            url("desk_put_right", evening.event, 10**30, "adjust"),
            url("desk_undo", evening.event, 10**30),
            url("desk_awards", evening.event, 10**30),
            *(address.replace(evening.event.public_id, "zzzzzzzz") for address in addresses),
        ]
        for address in none:
            assert director.get(address).status_code in {403, 404}
            assert director.post(address, self.FORM).status_code in {403, 404, 405}
        assert everything() == before
