"""What was put right, where anyone may read it: adjusted scores, and no name withheld."""

import csv
import html
import io
import json
from typing import Any

import pytest
from django.test import Client

from tests.builders import correct, make_director
from tests.leaderboard.pages import FILES, fragment, page, words
from tests.rulings.evenings import SHARES, Evening, given
from tournament.events.models import Event
from tournament.leaderboard.versions import shelf
from tournament.live.event_play import participant_of, participant_substitute
from tournament.players.services import player_create
from tournament.rulings.changes import AwardsChange, CardsChange, Change, Json, SubstituteChange
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_make, ruling_undo
from tournament.standings.services import standings_compute

from .conftest import withhold

pytestmark = pytest.mark.django_db

AVERAGES = given("A+", "A", "A- fixed")


@pytest.fixture
def evening(published: Event) -> Evening:
    """Two tables of four boards each, official; board 1 of table 1 has averages."""
    evening = Evening(published)
    correct(evening.play(1, 1), AVERAGES, "Cards seen")
    standings_compute(event_id=published.pk)
    published.refresh_from_db()
    return evening


def undo(ruling: Ruling, reason: str) -> None:
    second = make_director("second")
    ruling_undo(ruling=ruling, reason=reason, user=make_director(), second=second)


def make(evening: Evening, change: Change, after: Json, reason: str) -> None:
    ruling_make(
        event=evening.event,
        change=change,
        after=after,
        reason=reason,
        user=make_director(),
        seen=change.read(),
        second=make_director("second"),
    )


def seats_told(evening: Evening) -> list[tuple[int, str]]:
    """By the number of whoever sits at table 1, what they are given."""
    return list(zip(evening.numbers(1), ("A+", "A", "A−"), strict=True))


class TestAdjusted:
    def test_the_board_says_what_each_seat_got_and_why(self, evening: Evening) -> None:
        shown = words(page(evening.event, "boards/1/"))
        names = dict(evening.event.entries.values_list("number", "player__name"))
        for number, average in seats_told(evening):
            assert f"{names[number]} {average} " in shown
        assert "Adjusted: A+ / A / A−" in shown
        assert "Cards seen (5-3-2 → A+ / A / A−," in shown
        # The other table's A, alone in its field, with Neuberg's average.
        assert "5 tricks +½ life 1 MP" in shown

    @pytest.mark.parametrize("seat", range(3))
    def test_the_scorecard_shows_it(self, evening: Evening, seat: int) -> None:
        number, average = seats_told(evening)[seat]
        points = {"A+": "1.20", "A": "1.00", "A−": "0.80"}[average]
        shown = words(page(evening.event, f"players/{number}/"))
        assert f"Board 1 Seat {'ABC'[seat]} {average} – {points} / 2" in shown
        assert "Adjusted: A+ / A / A−" in shown

    def test_the_files_have_it(self, evening: Evening) -> None:
        (found,) = (
            play for play in self.json(evening)["plays"] if (play["board"], play["table"]) == (1, 1)
        )
        assert (found["result"], found["adjusted"]) == ("adjusted", "A+ / A / A−")
        assert [seat["average"] for seat in found["seats"]] == ["A+", "A", "A−"]
        assert [seat["matchpoints"] for seat in found["seats"]] == [1.2, 1.0, 0.8]
        assert {(seat["tricks"], seat["half_lives"]) for seat in found["seats"]} == {(None, None)}
        (corrected,) = found["corrections"]
        assert (corrected["before"], corrected["after"]) == ({"tricks": [5, 3, 2]}, AVERAGES)
        text = page(evening.event, "results.csv?style=en").removeprefix("\ufeff")
        heading, first, *_others = csv.reader(io.StringIO(text, newline=""))
        cells = dict(zip(heading, first, strict=True))
        assert cells["Remark"] == "A+ / A / A−, corrected"
        assert (cells["Tricks A"], cells["Lives A"]) == ("", "")
        assert (cells["Matchpoints A"], cells["Per cent A"]) == ("1.20", "60.00")

    def json(self, evening: Evening) -> Any:
        return json.loads(page(evening.event, "results.json"))

    def test_shares_and_what_does_not_count(self, evening: Evening) -> None:
        correct(evening.play(1, 1), given(SHARES, "A-", None), "Split")
        standings_compute(event_id=evening.event.pk)
        evening.event.refresh_from_db()
        told = "60 % 4-4-2, 40 % 2-3-5 / A− / –"
        assert f"Adjusted: {told}" in words(page(evening.event, "boards/1/"))
        found = self.json(evening)["plays"][0]
        assert found["adjusted"] == told
        # 60 % of +1 and 40 % of 0 half-lives.
        assert [seat["half_lives"] for seat in found["seats"]] == [0.6, None, None]
        assert [seat["average"] for seat in found["seats"]] == [None, "A−", None]
        for number in evening.numbers(1):
            assert f"Adjusted: {told}" in words(page(evening.event, f"players/{number}/"))

    def test_an_undone_one_is_told_in_both_directions(self, evening: Evening) -> None:
        undo(evening.event.rulings.get(), "They had not")
        standings_compute(event_id=evening.event.pk)
        evening.event.refresh_from_db()
        shown = words(page(evening.event, "boards/1/"))
        assert "Adjusted:" not in shown
        assert "They had not (A+ / A / A− → 5-3-2," in shown


def test_the_tables_phones_show_it(half_played: Event) -> None:
    evening = Evening(half_played)
    correct(evening.play(1, 1), AVERAGES, "Cards seen")
    code = half_played.tables.get(number=1).code
    for path in ("", "1/traveller/"):
        answer = Client().get(f"/t/{code}/{path}")
        assert answer.status_code == 200
        shown = words(answer.content.decode())
        names = dict(half_played.entries.values_list("number", "player__name"))
        for number, average in seats_told(evening):
            assert names[number] in shown
            assert f" {average} " in shown


def test_a_phone_whose_board_was_adjusted_before_it_entered_is_told(half_played: Event) -> None:
    evening = Evening(half_played)
    play = evening.play(2, 2)
    correct(play, given("A", "A", "A"), "Never played")
    code = half_played.tables.get(number=2).code
    phone = Client()
    entry = play.seats.get(number=0).entry_id
    phone.post(f"/t/{code}/me/", {"entry": entry})
    form = {"kind": "tricks", "sent_id": "5c1b90ba-3bc7-4bef-9ff3-b40ac8191804"}
    form |= {f"tricks_{seat}": str(count) for seat, count in enumerate((5, 3, 2))}
    answer = phone.post(f"/t/{code}/2/", form)
    assert "has its result already" in html.unescape(answer.content.decode())
    assert answer.status_code in {409, 422}


class TestNames:
    """Zoé Secret, entered, and Léa Cachée, who sat for somebody, agreed to nothing."""

    def everything(self, event: Event) -> str:
        shelf.clear()
        event.refresh_from_db()
        pages = ["", "boards/", *(f"boards/{number}/" for number in range(1, 5))]
        pages += [f"players/{number}/" for number in range(1, 7)]
        texts = [page(event, address) for address in [*pages, *FILES]]
        texts += [fragment(event, address) for address in pages]
        return html.unescape("\n".join([*texts, Client().get("/").content.decode()]))

    def refuse_names(self, event: Event) -> str:
        found = self.everything(event)
        for name in ("Zoé", "Secret", "Léa", "Cachée", "zoé", "cachée", "CACHÉE"):
            assert name not in found, found[max(0, found.index(name) - 80) :][:200]
        return found

    def test_of_players_in_any_kind_of_ruling(self, evening: Evening) -> None:
        entry = evening.entry(1, 0)
        withhold(evening.event, entry.number, "Zoé Secret")
        reason = "Zoé misled SECRET's table"
        correct(evening.play(1, 2), given("A", "A+", "A+"), reason)
        plays = [evening.play(table, 3) for table in (1, 2)]
        make(evening, CardsChange(plays), {str(plays[0].pk): 1, str(plays[1].pk): 0}, reason)
        penalty = {"nature": "disciplinary", "unit": "percent", "value": "-10.00"}
        make(evening, AwardsChange(entry), [penalty], reason)
        change = SubstituteChange(entry, [evening.play(1, 1)])
        make(evening, change, dict.fromkeys(change.read(), "Léa Cachée"), "Léa Cachée for Zoé")
        standings_compute(event_id=evening.event.pk)
        found = self.refuse_names(evening.event)
        assert f"Player {entry.number} misled Player {entry.number}'s table" in found
        assert "disciplinary penalty −10 % of a board" in found

    def test_of_substitutes_in_whose_name_an_entry_is_ranked(self, evening: Evening) -> None:
        entry = evening.entry(1, 0)
        change = SubstituteChange(entry, [evening.play(1, board) for board in range(1, 5)])
        make(evening, change, dict.fromkeys(change.read(), "Léa Cachée"), "Ill")
        standings_compute(event_id=evening.event.pk)
        found = self.refuse_names(evening.event)
        assert f"A substitute for {entry.player.name}" in found
        player_create(club=evening.event.club, name="Other", name_public=True)
        make(evening, change, dict.fromkeys(change.read(), "Other"), "It was Other")
        standings_compute(event_id=evening.event.pk)
        assert f"Other for {entry.player.name}" in self.everything(evening.event)

    def test_of_substitutes_in_the_reason_of_a_correction(self, evening: Evening) -> None:
        change = SubstituteChange(evening.entry(1, 0), [evening.play(1, 2)])
        make(evening, change, dict.fromkeys(change.read(), "Léa Cachée"), "Ill")
        correct(evening.play(1, 2), {"tricks": [4, 4, 2]}, "Cachée misread, says Léa Cachée")
        standings_compute(event_id=evening.event.pk)
        assert "A substitute misread, says A substitute" in self.refuse_names(evening.event)
        # The reason stays where it is when there was no substitute after all.
        ruling = evening.event.rulings.get(kind="substitute")
        undo(ruling, "It was not her")
        self.refuse_names(evening.event)

    def test_of_substitutes_who_played_in_the_browser(self, evening: Evening) -> None:
        holder = participant_of(evening.entry(1, 0))
        for name in ("Léa Cachée", "Zoé Secret", ""):
            participant_substitute(participant=holder, name=name)
        correct(evening.play(1, 2), {"tricks": [4, 4, 2]}, "Léa misread, Secret says so")
        standings_compute(event_id=evening.event.pk)
        assert "A substitute misread, A substitute says so" in self.refuse_names(evening.event)

    def test_why_a_board_was_not_played_stays_in_the_room(self, evening: Evening) -> None:
        withhold(evening.event, evening.numbers(1)[0], "Zoé Secret")
        correct(evening.play(1, 2), {"not_played": "Zoé was ill"}, "Told late")
        correct(evening.play(1, 2), given("A", "A", "A"), "An average")
        standings_compute(event_id=evening.event.pk)
        self.refuse_names(evening.event)
