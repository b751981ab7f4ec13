"""Putting right at the desk: shown with the ranks it moves, then saved with its reason."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_event, record, start_round
from tests.rulings.evenings import Evening, everything, given, make_evening
from tournament.events.models import Event, Round
from tournament.leaderboard.services import event_publish
from tournament.results.models import Result
from tournament.results.services import round_close
from tournament.rulings.changes import SeatsChange
from tournament.rulings.models import Proposal, Ruling
from tournament.standings.models import Standings
from tournament.standings.services import standings_compute
from tournament.tables.models import Play, PlaySeat

pytestmark = pytest.mark.django_db

Typed = dict[str, Any]


@pytest.fixture
def evening(db: None) -> Evening:
    return make_evening()


@pytest.fixture
def play(evening: Evening) -> Play:
    return evening.play(1, 1)


def url(evening: Evening, kind: str, play: Play) -> str:
    return reverse("desk_put_right", args=[evening.event.public_id, play.pk, kind])


def text(answer: Any) -> str:
    """A page's words and boxes, as people read them."""
    return html.unescape(str(answer.content.decode()))


def hidden(answer: Any) -> Typed:
    """What the page sends on, unseen, when one of its buttons is pressed."""
    found: dict[str, list[str]] = {}
    for box in re.findall(r'<input type="hidden"[^>]*>', answer.content.decode()):
        name = re.search(r'name="([^"]*)"', box)
        value = re.search(r'value="([^"]*)"', box)
        assert name is not None
        found.setdefault(name[1], []).append(html.unescape(value[1]) if value else "")
    return found


def what_counts() -> list[list[Any]]:
    """All that a ruling changes."""
    models = (Result, Play, PlaySeat, Standings)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def selected(page: str, name: str) -> str:
    """The value chosen in a list of the form."""
    box = page[page.index(f'<select name="{name}"') :]
    found = re.search(r'<option value="([^"]*)" selected', box[: box.index("</select>")])
    assert found is not None
    return found[1]


def adjust(_evening: Evening) -> Typed:
    return {"seat_0": "A+", "seat_1": "assigned", "seat_2": "nothing", "result_0": "4 4 2"}


def move(evening: Evening) -> Typed:
    return {"other": evening.play(2, 1).pk}


def clear(_evening: Evening) -> Typed:
    return {}


def seats(evening: Evening) -> Typed:
    a, b, c = evening.numbers(1)
    return {"seat_0": b, "seat_1": c, "seat_2": a, "scope": "on"}


def cards(evening: Evening) -> Typed:
    return {"tables": [evening.play(1, 1).pk, evening.play(2, 1).pk]}


def substitute(evening: Evening) -> Typed:
    return {"entry": evening.entry(1, 0).pk, "name": "Zoé “Z” 'x'", "scope": "on"}


FORMS: dict[str, Callable[[Evening], Typed]] = {
    "adjust": adjust, "move": move, "clear": clear,
    "seats": seats, "cards": cards, "substitute": substitute,
}  # fmt: skip
REASON = "“Slip” of Zoé's, 5 < 3 & “é” \\"


def lines(evening: Evening, kind: str) -> list[str]:
    """What the page says would change."""
    a, b, c = (evening.entry(1, seat).player.name for seat in range(3))
    return {
        "adjust": ["Table 1, board 1: 5-3-2 → A+ / 4-4-2 / –"],
        "move": ["Table 1, board 1: 5-3-2 → 2-3-5", "Table 2, board 1: 2-3-5 → 5-3-2"],
        "clear": ["Table 1, board 1: 5-3-2 → no result"],
        "seats": [
            f"Table 1, board {board}: A {a}, B {b}, C {c} → A {b}, B {c}, C {a}" for board in (1, 2)
        ],
        "cards": [
            f"Table {table}, board 1: the cards as dealt → other cards (version 2)"
            for table in (1, 2)
        ],
        "substitute": [f"Table 1, board {board}: {a} → Zoé “Z” 'x'" for board in (1, 2)],
    }[kind]


@pytest.mark.parametrize("kind", FORMS)
class TestEveryKind:
    def test_is_shown_can_be_changed_and_is_saved(
        self, director: Client, evening: Evening, play: Play, kind: str
    ) -> None:
        address, typed = url(evening, kind, play), FORMS[kind](evening) | {"reason": REASON}
        told = lines(evening, kind)
        first = director.get(address)
        assert first.status_code == 200
        assert "Round 1, table 1, board 1" in text(first)
        before = everything()

        shown = director.post(address, typed)
        assert shown.status_code == 200
        assert re.findall(r'<p class="big-change">(.*?)</p>', text(shown)) == told
        assert f"<q>{REASON}</q>" in text(shown)
        assert everything() == before

        again = director.post(address, hidden(shown) | {"edit": "1"})
        assert again.status_code == 200
        assert f'name="reason" value="{REASON}"' in text(again)
        for name, value in typed.items():
            if name.startswith("seat_") or name in {"other", "entry"}:
                assert selected(text(again), name) == str(value)
        assert everything() == before

        saved = director.post(address, hidden(shown) | {"sure": "1"})
        assert saved["Location"] == reverse("desk_play", args=[evening.event.public_id, play.pk])
        ruling = Ruling.objects.get()
        assert (ruling.reason, ruling.user) == (REASON, evening.event.directors.get())
        page = text(director.get(saved["Location"]))
        assert "It is put right." in page
        for line in told:
            assert f"<strong>{line}</strong>" in page

    def test_the_ranks_shown_are_those_saved(
        self, director: Client, evening: Evening, play: Play, kind: str
    ) -> None:
        address, typed = url(evening, kind, play), FORMS[kind](evening) | {"reason": "Slip"}
        shown = director.post(address, typed)
        told = re.findall(
            r"<bdi>([^<]*)</bdi></th><td>([^<]*)</td><td class=\"main\">([^<]*)</td>", text(shown)
        )
        director.post(address, hidden(shown) | {"sure": "1"})
        ruling = Ruling.objects.get()
        names = dict(evening.event.entries.values_list("number", "player__name"))
        assert {name: (before, after) for name, before, after in told} == {
            names[int(number)]: tuple(
                "–" if rank is None else str(rank)
                for rank in (ruling.ranks_before[number], ruling.ranks_after[number])
            )
            for number in ruling.ranks_after
        }
        assert bool(told) != ("No rank changes." in text(shown))

    def test_it_is_refused_where_somebody_else_was_faster(
        self, director: Client, superuser: Client, evening: Evening, play: Play, kind: str
    ) -> None:
        address, typed = url(evening, kind, play), FORMS[kind](evening) | {"reason": "Slip"}
        told = lines(evening, kind)
        mine = hidden(director.post(address, typed))
        theirs = hidden(superuser.post(address, typed | {"reason": "Theirs"}))
        superuser.post(address, theirs | {"sure": "1"})
        refused = director.post(address, mine | {"sure": "1"})
        assert refused.status_code == 422
        assert "Somebody else has just changed this: look at it again." in text(refused)
        assert 'name="reason" value="Slip"' in text(refused)
        for line in told:
            where, change = line.split(": ")
            assert f"<p>{where}: {change.split(' → ')[1]}</p>" in text(refused)
        assert Ruling.objects.get().reason == "Theirs"

    def test_a_reason_that_is_none_comes_back_with_what_was_typed(
        self, director: Client, evening: Evening, play: Play, kind: str
    ) -> None:
        for reason, says in NO_REASONS.items():
            typed = FORMS[kind](evening) | {"reason": reason, "seen": "{}"}
            for step in ({}, {"sure": "1"}):
                answer = director.post(url(evening, kind, play), typed | step)
                assert answer.status_code == 422
                assert says in text(answer)
                for name in typed.keys() & {"seat_0", "other", "entry"}:
                    assert selected(text(answer), name) == str(typed[name])
        assert not Ruling.objects.exists()

    def test_what_no_page_writes_was_not_seen(
        self, director: Client, evening: Evening, play: Play, kind: str
    ) -> None:
        typed = FORMS[kind](evening) | {"reason": "Slip", "sure": "1"}
        before = everything()
        for seen in UNSEEN:
            form = typed | ({} if seen is None else {"seen": seen})
            answer = director.post(url(evening, kind, play), form)
            assert answer.status_code == 422
            assert "Somebody else has just changed this" in text(answer)
        assert everything() == before


NO_REASONS = {
    "": "This field is required.",
    " \t ": "This field is required.",
    "x" * 201: "at most 200 characters",
    "a\0b": "Null characters are not allowed.",
}
UNSEEN = [
    None, "", "null", "no JSON", "\0", '"\\u0000"', '"\\ud800"', "[]", "{}", '{"1": NaN}', "1e999",
    "9" * 5000, "[" * 100_000, '{"é": "“”"}',
]  # fmt: skip


class TestForms:
    def test_those_about_seats_say_who_sits_there(
        self, director: Client, evening: Evening, play: Play
    ) -> None:
        names = [evening.entry(1, seat).player.name for seat in range(3)]
        page = text(director.get(url(evening, "adjust", play)))
        for letter, name in zip("ABC", names, strict=True):
            assert f"{letter} – {name}</label>" in page
        page = text(director.get(url(evening, "seats", play)))
        for seat, number in enumerate(evening.numbers(1)):
            assert selected(page, f"seat_{seat}") == str(number)
        page = text(director.get(url(evening, "substitute", play)))
        for held in play.seats.select_related("entry__player"):
            assert f'<option value="{held.entry_id}">{held.entry.player.name}</option>' in page
        assert evening.sitting_out().player.name not in page

    def test_an_adjusted_score_begins_with_what_was_made(
        self, director: Client, evening: Evening, play: Play
    ) -> None:
        page = text(director.get(url(evening, "adjust", play)))
        assert selected(page, "seat_0") == "as_is"
        assert "what was made: 5-3-2" in page
        # Where nothing was made there is nothing to keep.
        for detail in (given("A+", "A", "A-"), {"not_played": "ill"}):
            correct(play, detail)
            page = text(director.get(url(evening, "adjust", play)))
            assert selected(page, "seat_0") == "A"
            assert "what was made" not in page
        page = text(director.get(url(evening, "adjust", evening.play(3, 2))))
        assert "what was made" not in page

    @pytest.mark.parametrize(
        ("typed", "detail"),
        [
            (("A+", "A", "A-"), given("A+", "A", "A-")),
            (("A+ fixed", "A- fixed", "nothing"), given("A+ fixed", "A- fixed", None)),
            (("as_is", "as_is", "A-"), given(*[[[100, {"tricks": [5, 3, 2]}]]] * 2, "A-")),
            (
                ("assigned", "A", "A"),
                given([[60, {"tricks": [4, 4, 2]}], [40, {"fault": 1}]], "A", "A"),
            ),
        ],
    )
    def test_each_seat_gets_its_own(
        self,
        director: Client,
        evening: Evening,
        play: Play,
        typed: tuple[str, ...],
        detail: Typed,
    ) -> None:
        form = {f"seat_{seat}": choice for seat, choice in enumerate(typed)}
        form |= {"result_0": "442", "share_0": "60", "result_1": "fb", "share_1": "40"}
        shown = director.post(url(evening, "adjust", play), form | {"reason": "Cards seen"})
        director.post(url(evening, "adjust", play), hidden(shown) | {"sure": "1"})
        assert Result.objects.get(play=play).detail == detail

    @pytest.mark.parametrize(
        ("kind", "typed", "says"),
        [
            ("adjust", {"seat_0": "as_is"}, "Choose what a seat gets instead"),
            ("adjust", {f"seat_{seat}": "nothing" for seat in range(3)}, "counts for nobody"),
            ("adjust", {"seat_0": "B"}, "Select a valid choice"),
            ("adjust", {"seat_0": "assigned"}, "Type the assigned result."),
            ("adjust", {"seat_0": "assigned", "result_0": "533"}, "is not possible"),
            ("adjust", {"seat_0": "assigned", "result_0": "<é>"}, "“<é>” is no result"),
            ("adjust", {"seat_0": "assigned", "result_0": "a\0b"}, "Null characters"),
            ("adjust", {"seat_0": "assigned", "result_0": "n ill"}, "add up to 10"),
            ("adjust", {"seat_0": "assigned", "result_0": "532", "share_0": "60"}, "sum to 100 %"),
            ("adjust", {"seat_0": "assigned", "result_0": "532", "share_0": "0"}, "greater than"),
            ("adjust", {"seat_0": "assigned", "result_0": "532", "share_0": "x"}, "whole number"),
            ("adjust", {"seat_0": "assigned", "result_0": "532", "result_1": "fb"}, "sum to 100 %"),
            ("move", {"other": ""}, "This field is required."),
            ("move", {"other": "0"}, "Select a valid choice"),
            ("move", {"other": "x\0"}, "Select a valid choice"),
            ("seats", {"seat_0": "11"}, "Select a valid choice"),
            ("seats", {"seat_0": "same"}, "The same player holds two seats."),
            ("seats", {"scope": "off"}, "Select a valid choice"),
            ("cards", {"tables": ["0"]}, "Select a valid choice"),
            ("cards", {"tables": []}, "It is so already"),
            ("substitute", {"entry": "0"}, "Select a valid choice"),
            ("substitute", {"name": "x" * 81}, "at most 80 characters"),
            ("substitute", {"name": "a\0b"}, "Null characters"),
            ("substitute", {"name": "\u200b"}, "Give a name."),
            ("substitute", {"name": "own"}, "Nobody is their own substitute."),
            ("substitute", {"name": ""}, "It is so already"),
            ("clear", {"kind": "open"}, "It is so already"),
        ],
    )  # fmt: skip
    def test_what_cannot_be_comes_back_with_a_sentence_and_what_was_typed(
        self, director: Client, evening: Evening, play: Play, kind: str, typed: Typed, says: str
    ) -> None:
        form: Typed = {"seat_0": "as_is", "seat_1": "as_is", "seat_2": "as_is"}
        if kind != "adjust":
            form = FORMS[kind](evening)
        form |= typed
        if typed.get("seat_0") == "same":
            form["seat_0"] = form["seat_1"]
        if typed.get("name") == "own":
            form["name"] = evening.entry(1, 0).player.name
        if typed.get("kind") == "open":
            play = evening.play(3, 2)
        before = everything()
        for step in ({}, {"sure": "1", "seen": "{}"}):
            answer = director.post(url(evening, kind, play), form | {"reason": "Why “so”"} | step)
            assert answer.status_code == 422
            assert says in text(answer) or (step and "Somebody else" in text(answer))
            assert 'name="reason" value="Why “so”"' in text(answer)
            for name in typed.keys() & {"result_0", "name"}:
                if form[name] and "\0" not in form[name]:
                    assert f'name="{name}" value="{form[name]}"' in text(answer)
        assert everything() == before

    def test_a_result_belongs_to_another_board_or_table_of_its_round(
        self, director: Client, evening: Evening, play: Play
    ) -> None:
        page = text(director.get(url(evening, "move", play)))
        shown = re.findall(r"<option value=\"\d+\">([^<]*)</option>", page)
        assert shown == [
            "Table 1, board 2 – 4-4-2", "Table 2, board 1 – 2-3-5", "Table 3, board 1 – 3-5-2",
        ]  # fmt: skip

    def test_players_of_two_tables_change_places_in_one_ruling(
        self, director: Client, evening: Evening, play: Play
    ) -> None:
        (a, b, c), (x, y, z) = evening.numbers(1), evening.numbers(2)
        form = {"seat_0": y, "seat_1": b, "seat_2": x, "scope": "on", "reason": "Wrong table"}
        shown = director.post(url(evening, "seats", play), form)
        assert text(shown).count('<p class="big-change">') == 4
        director.post(url(evening, "seats", play), hidden(shown) | {"sure": "1"})
        plays = [*evening.plays(1), *evening.plays(2)]
        assert SeatsChange(plays).read() == {
            str(each.pk): held
            for each, held in zip(plays, [[y, b, x]] * 2 + [[c, a, z]] * 2, strict=True)
        }
        assert Ruling.objects.get().plays.count() == 4

    def test_this_board_alone_or_the_later_ones_too(
        self, director: Client, evening: Evening
    ) -> None:
        second = evening.play(1, 2)
        for scope, play, boards in (("this", evening.play(1, 1), 1), ("on", second, 1)):
            form = substitute(evening) | {"scope": scope, "reason": "Ill"}
            shown = director.post(url(evening, "substitute", play), form)
            assert text(shown).count('<p class="big-change">') == boards
        assert not PlaySeat.objects.exclude(substitute=None).exists()

    def test_tables_from_here_on_are_marked_as_holding_the_changed_cards(
        self, director: Client, evening: Evening
    ) -> None:
        def marked(table: int) -> list[str]:
            page = text(director.get(url(evening, "cards", evening.play(table, 1))))
            return re.findall(r'value="(\d+)"[^>]* checked', page)

        keys = {table: str(evening.play(table, 1).pk) for table in (1, 2, 3)}
        assert marked(2) == [keys[2], keys[3]]
        assert marked(1) == [keys[1]]
        Play.objects.filter(pk=keys[3]).update(version=1)
        assert marked(1) == [keys[3]]


class TestWhen:
    def test_once_all_is_official_a_correction_is_only_proposed(
        self, director: Client, evening: Evening, play: Play
    ) -> None:
        record(evening.play(3, 2))
        round_close(playing=Round.objects.get())
        standings_compute(event_id=evening.event.pk)
        event_publish(event=Event.objects.get())
        kinds = ("adjust", "seats", "cards", "substitute")
        for kind in kinds:
            typed = FORMS[kind](evening) | {"reason": "Told late"}
            before = (Event.objects.get().publication, what_counts())
            shown = director.post(url(evening, kind, play), typed)
            saved = director.post(url(evening, kind, play), hidden(shown) | {"sure": "1"})
            proposal = Proposal.objects.latest("pk")
            assert saved["Location"] == reverse(
                "desk_proposal", args=[evening.event.public_id, proposal.pk]
            )
            assert (Event.objects.get().publication, what_counts()) == before
            assert evening.event.rulings.count() == 0
            page = director.get(saved["Location"]).content.decode()
            assert "<q>Told late</q>" in page
        assert [each.kind for each in Proposal.objects.all()] == [
            "results", "seats", "cards", "substitute",
        ]  # fmt: skip

    def test_other_games_have_such_forms_too(self, director: Client) -> None:
        for game, typed in (("triton", "50 20 0 a"), ("vicaire", "532")):
            event = make_event(players=3, rounds=1, boards_per_round=1, game=game)
            evening = Evening(event)
            play = start_round(event).plays.get()
            form = {"seat_0": "assigned", "seat_1": "A", "seat_2": "A", "result_0": typed}
            shown = director.post(url(evening, "adjust", play), form | {"reason": "Seen"})
            assert shown.status_code == 200
            saved = director.post(url(evening, "adjust", play), hidden(shown) | {"sure": "1"})
            assert saved.status_code == 302
