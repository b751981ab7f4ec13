"""Categories, handicaps, carry-over, prizes and the history, as everybody sees them."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_director, make_event, record, start_round
from tournament.documents.selectors import standings_sheet
from tournament.events.models import Entry, Event
from tournament.events.ranking import (
    Publishing,
    Ranking,
    publishing_set,
    ranking_set,
    terms_set,
)
from tournament.events.services import entry_update
from tournament.leaderboard.exports import standings_json, standings_table
from tournament.leaderboard.prizes import prizes_of
from tournament.leaderboard.selectors import entry_real_name, leaderboard
from tournament.rulings.changes import AwardsChange, SubstituteChange
from tournament.rulings.services import ruling_make
from tournament.standings.services import standings_compute, standings_mark

pytestmark = pytest.mark.django_db

PLAIN: dict[str, Any] = {"handicap": None, "stratum": "", "groups": [], "carry": None}


@pytest.fixture
def event(db: None) -> Event:
    """Two tables, two boards each. Players 1 and 4 are of B, 2 of A; 3 and 4 are juniors.

    By lives: at each table seat A wins 1 each board and seat B loses 2, seat C nothing.
    """
    event = make_event(players=6, rounds=2, boards_per_round=2, method="lives")
    ranking_set(event=event, ranking=Ranking(strata=("A", "B"), groups=("Juniors & Co",)))
    for number, stratum in {1: "B", 2: "A", 4: "B"}.items():
        terms(event, number, stratum=stratum)
    for number in (3, 4):
        terms(event, number, groups=["Juniors & Co"])
    for play in start_round(event).plays.all():
        record(play)
    return computed(event)


def terms(event: Event, number: int, **changed: Any) -> None:
    entry = event.entries.get(number=number)
    entry.event = Event.objects.get(pk=event.pk)
    now = PLAIN | {"stratum": entry.stratum, "groups": entry.groups}
    terms_set(entry=entry, terms=now | changed)


def computed(event: Event) -> Event:
    standings_mark(event_id=event.pk)
    standings_compute(event_id=event.pk)
    return Event.objects.select_related("club").get(pk=event.pk)


def address(event: Event, category: str = "") -> str:
    if not category:
        return reverse("event", args=[event.public_id])
    return reverse("category", args=[event.public_id, category])


def ranks(answer: Any) -> dict[str, str]:
    """The ranking of a page: what stands before each name."""
    page = html.unescape(answer.content.decode())
    line = r'<td class="rank">(.*?)</td>\s*<th scope="row" class="name"><a[^>]*><bdi[^>]*>(.*?)<'
    return {name: rank for rank, name in re.findall(line, page)}


class TestCategories:
    def test_each_has_an_address_with_the_ranks_within_it(
        self, client: Client, event: Event
    ) -> None:
        rows = leaderboard(event).rows
        order = [row.entry.number for row in rows]
        page = html.unescape(client.get(address(event)).content.decode())
        for name in ("A", "B", "Juniors & Co"):
            assert f'href="{address(event, name)}"' in page
        for name, members in (("A", {1, 2, 4}), ("B", {1, 4}), ("Juniors & Co", {3, 4})):
            shown = ranks(client.get(address(event, name)))
            listed = [number for number in order if number in members]
            assert list(shown) == [f"Player {number}" for number in listed]
            placed = {row.entry.number: row.row.rank or 0 for row in rows}
            for number in listed:
                ahead = sum(placed[other] < placed[number] for other in members)
                assert shown[f"Player {number}"] == str(ahead + 1)

    def test_what_is_no_category_is_not_found(self, client: Client, event: Event) -> None:
        for name in ("C", "a", " A"):
            assert client.get(address(event, name)).status_code == 404
        assert client.post(address(event, "A")).status_code == 405

    def test_the_page_asks_for_itself_and_names_the_category(
        self, client: Client, event: Event
    ) -> None:
        page = html.unescape(client.get(address(event, "Juniors & Co")).content.decode())
        assert f'hx-get="{address(event, "Juniors & Co")}"' in page
        part = client.get(address(event, "B"), headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in part
        assert "Player 1" in part
        assert "Player 3" not in part

    def test_each_is_kept_by_itself_until_something_changes(
        self, client: Client, event: Event
    ) -> None:
        tags = {}
        for name in ("", "A", "B"):
            answer = client.get(address(event, name))
            tags[name] = answer["ETag"]
            again = client.get(address(event, name), headers={"If-None-Match": answer["ETag"]})
            assert again.status_code == 304
        assert len(set(tags.values())) == 3
        terms(event, 4, stratum="")
        computed(event)
        for name, tag in tags.items():
            answer = client.get(address(event, name), headers={"If-None-Match": tag})
            assert answer.status_code == 200
        assert "Player 4" not in client.get(address(event, "B")).content.decode()

    def test_a_withheld_name_is_in_none(self, client: Client, event: Event) -> None:
        entry_update(entry=event.entries.get(number=1), name="Zoé Secret", name_public=False)
        page = client.get(address(event, "B")).content.decode()
        assert "Secret" not in page
        assert "Player 1" in page

    def test_without_any_there_is_no_choice(self, client: Client) -> None:
        page = client.get(address(make_event())).content.decode()
        assert "/categories/" not in page

    def test_files_have_columns_of_their_own(self, event: Event) -> None:
        heading, *rows = standings_table(event)
        assert heading[-5:] == [
            "Stratum", "Groups", "Rank in A", "Rank in B", "Rank in Juniors & Co",
        ]  # fmt: skip
        for row in rows:
            number = row[1]
            strata: dict[object, str] = {1: "B", 2: "A", 4: "B"}
            assert row[-5] == strata.get(number)
            assert row[-4] == ("Juniors & Co" if number in {3, 4} else None)
            assert (row[-2] is None) == (number not in {1, 4})
        found = standings_json(event)
        assert found["categories"] == {"strata": ["A", "B"], "groups": ["Juniors & Co"]}
        of_four = next(row for row in found["rows"] if row["number"] == 4)
        assert set(of_four["categories"]) == {"A", "B", "Juniors & Co"}

    def test_the_printed_standings_have_them(self, event: Event) -> None:
        names = [row.name for row in standings_sheet(event, name_of=entry_real_name).rows]
        (of_four,) = [name for name in names if name.startswith("Player 4 ")]
        assert re.fullmatch(r"Player 4 \(A \d · B \d · Juniors & Co \d\)", of_four)
        assert "Player 5" in names


class TestParts:
    def test_a_handicap_and_an_earlier_result_are_shown_by_themselves(
        self, client: Client, event: Event
    ) -> None:
        ranking = Ranking(handicap_weight="half", carry_unit="points")
        ranking_set(event=event, ranking=ranking)
        carry = {"points": "0", "top_sum": "0", "lives": "6", "datum": "4", "boards": "3"}
        terms(event, 1, handicap=["lives", "2.00"], carry=carry)
        event = computed(event)
        row = next(row for row in leaderboard(event).rows if row.entry.number == 1)
        # Half of 2 half-lives for each of two boards is a life; 6 half-lives are 3 lives.
        assert row.note == "handicap +1.00 · carried over +3.00"
        card = reverse("scorecard", args=[event.public_id, 1])
        page = html.unescape(client.get(card).content.decode())
        assert "<dt>Handicap</dt><dd>+2 half-lives, in all +1.00</dd>" in page
        assert "<dt>Carried over</dt><dd>+3.00</dd>" in page
        (found,) = [row for row in standings_json(event)["rows"] if row["number"] == 1]
        assert [part["kind"] for part in found["beside_the_boards"]] == ["handicap", "carry"]
        assert found["beside_the_boards"][0]["half_lives"] == 2.0


class TestPrizes:
    def set(self, event: Event, *, public: bool, **prizes: Any) -> Event:
        publishing_set(
            event=event,
            publishing=Publishing(
                prizes={"": (5000, 3000, 2001), "B": (1000,)}, prizes_public=public
            ),
        )
        return Event.objects.select_related("club").get(pk=event.pk)

    def test_those_who_share_places_share_what_they_bring(self, event: Event) -> None:
        event = self.set(event, public=True)
        rows = leaderboard(event).rows
        won = [each for each in prizes_of(event, rows) if not each.category]
        assert [each.rank for each in won] == [each.row.row.rank for each in won]
        # Two tables alike: two share each rank; the third prize is shared, too, in whole cents.
        assert [each.cents for each in won] == [4000, 4000, 1000, 1000]
        assert [each.amount for each in won[:1]] == ["40\u00a0€"]
        in_b = [each for each in prizes_of(event, rows) if each.category]
        assert sum(each.cents for each in in_b) <= 1000

    def test_everybody_sees_them_only_if_the_event_says_so(
        self, client: Client, event: Event
    ) -> None:
        for public in (False, True):
            event = self.set(event, public=public)
            page = client.get(address(event)).content.decode()
            assert ("40\u00a0€" in page) is public
            assert bool(standings_json(event)["prizes"]) is public
            heading, *_rows = standings_table(event)
            assert ("Prizes" in heading) is public
            heading, *rows = standings_table(event, name_of=entry_real_name)
            assert heading[-1] == "Prizes"
            assert rows[0][-1] is not None

    def test_the_desk_sees_them_at_the_end(self, client: Client, event: Event) -> None:
        event = self.set(event, public=False)
        client.force_login(make_director())
        desk = reverse("desk_event", args=[event.public_id])
        assert "40\u00a0€" not in client.get(desk).content.decode()
        Event.objects.update(state=Event.State.FINISHED)
        assert "40\u00a0€" in client.get(desk).content.decode()


class TestHistory:
    def address(self, event: Event) -> str:
        return reverse("history", args=[event.public_id])

    def told(self, event: Event) -> str:
        answer = Client().get(self.address(event))
        assert answer.status_code == 200
        return re.sub(r"\s+", " ", html.unescape(answer.content.decode()))

    def test_what_was_what_is_why_and_the_ranks_but_no_withheld_name(self, event: Event) -> None:
        play = event.tables.get(number=1).plays.order_by("board__number").first()
        assert play is not None
        entry = play.seats.get(number=0).entry
        entry_update(entry=entry, name="Zoé Secret", name_public=False)
        correct(play, {"tricks": [2, 3, 5]}, "Zoé read it upside down")
        substitute = SubstituteChange(entry, [play])
        after = dict.fromkeys(substitute.read(), "Léa Cachée")
        for change, value, reason in (
            (AwardsChange(entry), [penalty()], "Secret was late"),
            (substitute, after, "Léa Cachée came for Zoé"),
        ):
            ruling_make(
                event=event,
                change=change,
                after=value,
                reason=reason,
                user=make_director(),
                seen=change.read(),
            )
        page = self.told(event)
        assert f"Player {entry.number} read it upside down" in page
        assert "5-3-2 → 2-3-5" in page
        assert f"Player {entry.number}: none → procedural penalty −10 % of a board" in page
        assert "A substitute came for" in page
        assert "ranks changed" in page
        for hidden in ("Zoé", "Secret", "Léa", "Cachée"):
            assert hidden not in page
        assert "director" not in page.replace("the director", "")
        assert self.address(event) in Client().get(address(event)).content.decode()

    def test_why_a_board_was_not_played_stays_in_the_room(self, event: Event) -> None:
        play = event.tables.get(number=1).plays.order_by("board__number").first()
        assert play is not None
        correct(play, {"not_played": "Zoé was ill"}, "Told late")
        page = self.told(event)
        assert "5-3-2 → not played" in page
        assert "Zoé" not in page

    def test_a_board_that_somebody_has_still_to_play_is_not_told_of(self) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=1)
        first, second = start_round(event).plays.all()
        record(first)
        correct(first, {"tricks": [2, 3, 5]}, "Slip")
        page = self.told(event)
        assert "2-3-5" not in page
        assert "1 correction is not shown yet" in page
        record(second)
        assert "2-3-5" in self.told(event)

    def test_at_the_desk_only_if_the_event_says_so(self, client: Client, event: Event) -> None:
        play = event.tables.get(number=1).plays.order_by("board__number").first()
        assert play is not None
        correct(play, {"tricks": [2, 3, 5]}, "Read upside down")
        board = reverse("board", args=[event.public_id, play.board.number])
        assert "Read upside down" in client.get(board).content.decode()
        publishing_set(event=event, publishing=Publishing(history_public=False))
        assert client.get(self.address(event)).status_code == 404
        page = client.get(board).content.decode()
        assert "Read upside down" not in page
        assert "Corrected" in page
        assert self.address(event) not in client.get(address(event)).content.decode()
        results = client.get(reverse("results_json", args=[event.public_id])).content.decode()
        assert "Read upside down" not in results
        client.force_login(make_director())
        desk = reverse("desk_history", args=[event.public_id])
        assert "Read upside down" in client.get(desk).content.decode()

    def test_other_methods(self, client: Client, event: Event) -> None:
        assert client.post(self.address(event)).status_code == 405


def penalty() -> dict[str, str]:
    return {"nature": "procedural", "unit": "percent", "value": "-10.00"}


def test_an_entry_of_a_category_given_up_is_ranked_in_none(event: Event) -> None:
    ranking_set(event=event, ranking=Ranking(strata=("A",)))
    event = computed(event)
    entry = Entry.objects.get(event=event, number=1)
    assert entry.stratum == "B"
    row = next(row for row in leaderboard(event).rows if row.entry == entry)
    assert row.row.places == ()
