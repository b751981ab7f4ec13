"""What counts beside the boards: set for the event and for each player, recomputed and shown."""

import html
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.desk.conftest import signed_in
from tests.desk.test_live_settings import FORM as SETTINGS
from tests.desk.test_rulings import hidden
from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.events.ranking import Ranking, ranking_set, terms_of, terms_set
from tournament.events.selectors import club_default
from tournament.leaderboard.services import event_publish
from tournament.players.models import Member
from tournament.rulings.models import Proposal, Ruling
from tournament.standings.models import Standings
from tournament.standings.selectors import rows_of, standings_computed, standings_of
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db

PLAIN: dict[str, Any] = {"handicap": None, "stratum": "", "groups": [], "carry": None}
FORM: dict[str, Any] = {
    "handicap": "4", "handicap_unit": "percent", "stratum": "B", "groups": ["Juniors"],
    "points": "", "top_sum": "", "lives": "", "datum": "", "boards": "", "reason": "Told late",
}  # fmt: skip


def make(**ranking: Any) -> Event:
    event = make_event(players=6, rounds=1, boards_per_round=2)
    ranking = {"strata": ("A", "B"), "groups": ("Juniors",), "handicap_weight": "full"} | ranking
    ranking_set(event=event, ranking=Ranking(**ranking))
    return event


def play(event: Event) -> Event:
    """Play the round: at table 1 seat B wins each board, at table 2 seat A."""
    for each in start_round(event).plays.select_related("table"):
        record(each, (2, 5, 3) if each.table.number == 1 else (5, 3, 2))
    event.refresh_from_db()
    standings_compute(event_id=event.pk)
    return event


def address(name: str, event: Event, *more: object) -> str:
    return reverse(name, args=[event.public_id, *more])


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


class TestPlayer:
    def test_in_preparation_it_is_saved_at_once(self, director: Client) -> None:
        event = make()
        page = address("desk_terms", event, 1)
        assert "Reason" not in text(director.get(page))
        answer = director.post(page, FORM | {"points": "62.5", "top_sum": "100"})
        assert answer["Location"] == address("desk_player", event, 1)
        terms = terms_of(event.entries.get(number=1))
        assert terms["handicap"] == ["percent", "4.00"]
        assert (terms["stratum"], terms["groups"]) == ("B", ["Juniors"])
        assert (terms["carry"]["points"], terms["carry"]["top_sum"]) == ("62.5", "100")
        assert not Ruling.objects.exists()
        shown = text(director.get(address("desk_player", event, 1)))
        assert "handicap +4 % of a board · stratum B · Juniors · earlier result" in shown

    def test_later_it_is_shown_first_has_its_reason_and_can_be_undone(
        self, director: Client
    ) -> None:
        event = play(make())
        before = standings_computed(event).rows
        last = before[-1].entry
        entry = Entry.objects.get(pk=last)
        page = address("desk_terms", event, entry.number)
        typed = FORM | {"handicap": "100"}
        shown = director.post(page, typed)
        assert "no handicap → handicap +100 % of a board" in text(shown)
        assert terms_of(Entry.objects.get(pk=last)) == PLAIN
        saved = director.post(page, hidden(shown) | {"sure": "1"})
        assert saved.status_code == 302
        ruling = Ruling.objects.get()
        assert (ruling.kind, ruling.reason) == ("terms", "Told late")
        standings_compute(event_id=event.pk)
        ranks = {row.entry: row.rank for row in rows_of(standings_of(event))}
        assert ranks[last] == 1
        undo = address("desk_undo", event, ruling.pk)
        assert director.post(undo, {"reason": "Not agreed"}).status_code == 302
        assert standings_computed(event).rows == before

    def test_once_official_it_is_proposed(self, director: Client) -> None:
        event = make()
        play_round(event)
        event_publish(event=event)
        page = address("desk_terms", event, 1)
        shown = director.post(page, FORM)
        director.post(page, hidden(shown) | {"sure": "1"})
        assert Proposal.objects.get().kind == "terms"
        assert terms_of(event.entries.get(number=1)) == PLAIN

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ({"handicap": "much"}, "Enter a number."),
            ({"handicap_unit": "tons"}, "Select a valid choice"),
            ({"stratum": "Z"}, "Select a valid choice"),
            ({"groups": ["Z"]}, "Select a valid choice"),
            ({"boards": "-1"}, "greater than or equal to 0"),
        ],
    )
    def test_what_cannot_be_is_told_and_changes_nothing(
        self, director: Client, typed: dict[str, Any], words: str
    ) -> None:
        event = make()
        answer = director.post(address("desk_terms", event, 1), FORM | typed)
        assert answer.status_code == 422
        assert words in text(answer)
        assert terms_of(event.entries.get(number=1)) == PLAIN

    def test_points_have_their_own_name_in_other_games(self, director: Client) -> None:
        for game, unit in (("comon", "half-lives"), ("triton", "points")):
            event = make_event(players=3, rounds=1, boards_per_round=1, game=game)
            for page in ("desk_terms", "desk_awards"):
                found = text(director.get(address(page, event, 1)))
                assert f'<option value="lives">{unit}</option>' in found
            start_round(event)
            penalty = {"nature": "procedural", "value": "2", "unit": "lives", "reason": "Late"}
            shown = text(director.post(address("desk_awards", event, 1), penalty))
            assert f"procedural penalty −2 {unit}" in shown

    def test_who_may_not(self, stranger: Client, client: Client) -> None:
        event = make()
        page = address("desk_terms", event, 1)
        scorer = make_director("scorer")
        Member.objects.create(club=club_default(), user=scorer, role=Member.Role.SCORER)
        for other in (stranger, signed_in(scorer)):
            assert other.get(page).status_code == 403
            assert other.post(page, FORM).status_code == 403
        assert client.post(page, FORM).status_code == 302
        assert signed_in(make_director()).delete(page).status_code == 405
        assert signed_in(make_director()).get(address("desk_terms", event, 99)).status_code == 404
        assert terms_of(event.entries.get(number=1)) == PLAIN


class TestSettings:
    def save(self, client: Client, event: Event, **typed: Any) -> Any:
        return client.post(address("desk_edit", event), SETTINGS | typed)

    def test_everything_is_kept_and_shown_again(self, director: Client) -> None:
        earlier, event = play(make()), play(make(strata=(), groups=()))
        answer = self.save(
            director, event, handicap_weight="half", strata="A, B ,C", groups=" Juniors",
            carry_from=str(earlier.pk), carry_unit="points", carry_weight="0.5",
            correction_minutes="45", history_public="on", prizes="60 30,50\nB: 20",
            currency="CHF", prizes_public="on",
        )  # fmt: skip
        assert answer.status_code == 302
        event.refresh_from_db()
        assert (event.strata, event.groups) == (["A", "B", "C"], ["Juniors"])
        assert (event.carry_from, event.carry_weight) == (earlier, Decimal("0.50"))
        assert (event.correction_minutes, event.currency) == (45, "CHF")
        assert event.prizes == {"": [6000, 3050], "B": [2000]}
        page = text(director.get(address("desk_edit", event)))
        for words in ('value="A, B, C"', "60 30.50\nB: 20", 'value="45"', 'value="0.50"'):
            assert words in page

    def test_the_effect_is_shown_and_nothing_saved(self, director: Client) -> None:
        event = play(make())
        last = Entry.objects.get(pk=rows_of(standings_of(event))[-1].entry)
        terms_set(entry=last, terms=PLAIN | {"handicap": ["percent", "100.00"]})
        standings_compute(event_id=event.pk)
        before = Event.objects.values().get(pk=event.pk)
        counted = standings_computed(event).rows
        answer = self.save(director, event, look="1", strata="A, B", groups="Juniors", name="New")
        page = text(answer)
        assert answer.status_code == 200
        assert "Nothing is saved yet." in page
        # Handicaps do not count any more: the last is the last again.
        assert f"<bdi>{last.player.name}</bdi></th><td>1</td>" in page
        assert 'value="New"' in page
        assert Event.objects.values().get(pk=event.pk) == before
        assert standings_computed(event).rows == counted

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ({"strata": "A, a"}, "Each category needs a name of its own"),
            ({"groups": "A/B"}, "cannot be a category"),
            ({"groups": ".."}, "cannot be a category"),
            ({"strata": "B", "groups": "B"}, "Each category needs a name of its own"),
            ({"carry_from": "999999"}, "Select a valid choice"),
            ({"carry_weight": "11"}, "less than or equal to 10"),
            ({"prizes": "lots"}, "“lots” is no amount"),
            ({"prizes": "1e999999"}, "“1e999999” is no amount"),
            ({"prizes": "1e-999999"}, "“1e-999999” is no amount"),
            ({"prizes": "C: 10"}, "There is no category “C”"),
            ({"prizes": "10\n20"}, "in one line"),
            ({"correction_minutes": "-1"}, "greater than or equal to 0"),
        ],
    )
    def test_what_cannot_be_is_told_and_changes_nothing(
        self, director: Client, typed: dict[str, Any], words: str
    ) -> None:
        event = play(make(strata=(), groups=()))
        before = Event.objects.values().get(pk=event.pk)
        answer = self.save(director, event, **typed)
        assert answer.status_code == 422
        assert words in text(answer)
        assert Event.objects.values().get(pk=event.pk) == before

    def test_once_official_prizes_and_history_may_still_change(self, director: Client) -> None:
        event = make()
        play_round(event)
        event_publish(event=event)
        assert 'name="strata"' not in text(director.get(address("desk_edit", event)))
        answer = self.save(director, event, prizes="60 30", history_public="on", strata="X")
        assert answer.status_code == 302
        event.refresh_from_db()
        assert (event.prizes, event.strata) == ({"": [6000, 3000]}, ["A", "B"])


class TestCarry:
    def test_the_earlier_result_of_each_player_counts_and_follows_its_corrections(
        self,
    ) -> None:
        earlier = play(make())
        event = play(make(carry_from=earlier.pk, carry_unit="points"))
        own = {row.entry: row for row in standings_computed(event).rows}
        before = {
            entry.player_id: row
            for row in rows_of(standings_of(earlier))
            for entry in [Entry.objects.get(pk=row.entry)]
        }
        for entry in event.entries.all():
            brought = before[entry.player_id]
            (part,) = own[entry.pk].parts
            assert (part.kind, part.points, part.top_sum) == (
                "carry", brought.points, brought.top_sum,
            )  # fmt: skip
        changed = Standings.objects.get(event=event).changed
        Standings.objects.filter(event=earlier).update(changed=1000)
        standings_compute(event_id=earlier.pk)
        assert Standings.objects.get(event=event).changed > changed

    def test_what_is_typed_comes_before_it(self) -> None:
        earlier = play(make())
        event = play(make(carry_from=earlier.pk, carry_unit="percent"))
        entry = event.entries.get(number=1)
        typed = {"points": "100", "top_sum": "100", "lives": "0", "datum": "0", "boards": "0"}
        terms_set(entry=entry, terms=PLAIN | {"carry": typed})
        row = next(row for row in standings_computed(event).rows if row.entry == entry.pk)
        (part,) = row.parts
        assert part.points == part.top_sum > 0

    def test_two_tournaments_never_count_in_each_other(self) -> None:
        first, second = play(make()), play(make())
        ranking_set(event=second, ranking=Ranking(carry_from=first.pk))
        with pytest.raises(Refused, match="Choose a tournament of the list"):
            ranking_set(event=first, ranking=Ranking(carry_from=second.pk))
        with pytest.raises(Refused, match="Choose a tournament of the list"):
            ranking_set(event=first, ranking=Ranking(carry_from=first.pk))
