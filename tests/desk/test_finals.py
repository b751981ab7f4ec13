"""The final of an event: who goes on, in which groups, what is carried over, who comes in."""

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.desk.conftest import signed_in
from tests.races import at_once
from tournament.desk.event_links import event_link_create
from tournament.desk.finals import Final, final_make, next_in, ranked, replace
from tournament.errors import Refused
from tournament.events.finals import sections_by_rank
from tournament.events.groups import sections_set
from tournament.events.models import Entry, Event
from tournament.results.services import round_close
from tournament.rules.movements import quality
from tournament.standings.selectors import rows_of, standings_of
from tournament.standings.services import standings_compute
from tournament.tables.planning import movement_plan
from tournament.tables.selectors import movement_rounds

pytestmark = pytest.mark.django_db


def over(players: int = 12, *, groups: int = 1, rounds: int = 2, **data: Any) -> Event:
    """An event whose rounds are all closed, with different results at different tables."""
    event = make_event(players=players, rounds=rounds, boards_per_round=3, **data)
    if groups > 1:
        sections_set(event=event, many=groups)
        movement_plan(event=event)
    for _round in range(rounds):
        playing = start_round(event)
        for play in playing.plays.order_by("pk"):
            tricks = ((6, 3, 1), (2, 4, 4), (7, 2, 1), (5, 3, 2), (1, 8, 1))
            record(play, tricks[(play.table.number + play.board.number) % 5])
        round_close(playing=playing)
    standings_compute(event_id=event.pk)
    return Event.objects.get(pk=event.pk)


def wanted(**more: Any) -> Final:
    usual: dict[str, Any] = {
        "date": timezone.localdate(),
        "rounds": 2,
        "boards_per_round": 3,
        "go_on": 6,
        "by_group": False,
        "group_size": 0,
        "carry_unit": "percent",
        "carry_weight": Decimal(1),
        "with_rest": False,
    }
    return Final(**usual | more)


def make(event: Event, **more: Any) -> list[Event]:
    return final_make(event=event, director=make_director(), final=wanted(**more))


def players(event: Event) -> list[int]:
    return list(event.entries.order_by("number").values_list("player_id", flat=True))


def sections(event: Event) -> list[int]:
    return list(event.entries.order_by("number").values_list("section", flat=True))


@pytest.mark.parametrize(
    ("many", "size", "expected"),
    [
        (9, 3, [1, 1, 1, 2, 2, 2, 3, 3, 3]),
        (8, 3, [1, 1, 1, 2, 2, 2, 2, 2]),
        (9, 6, [1] * 6 + [2] * 3),
        (8, 6, [1] * 8),
        (4, 6, [1] * 4),
        (7, 0, [1] * 7),
        (20, 9, [1] * 9 + [2] * 11),
    ],
)
def test_sections_by_rank(many: int, size: int, expected: list[int]) -> None:
    assert sections_by_rank(many, size) == expected
    assert min(Counter(expected).values()) >= 3


class TestMade:
    def test_the_first_go_on_in_the_order_of_the_ranking(self) -> None:
        event = over(tie_breaks=("lives",), sit_out="50", confirmation="director")
        order = [entry.player_id for entry in ranked(event)]
        (final,) = make(event, go_on=6, rounds=3, boards_per_round=6)
        assert final.name == "Evening: final"
        assert (final.state, final.rounds, final.boards_per_round) == ("draft", 3, 6)
        assert players(final) == order[:6]
        for name in (
            "game",
            "method",
            "tie_breaks",
            "sit_out",
            "confirmation",
            "turned",
            "whole_event",
        ):
            assert getattr(final, name) == getattr(event, name)
        assert (final.carry_from, final.carry_unit) == (event, "percent")
        assert final.carry_weight == 1
        assert set(final.directors.all()) == set(event.directors.all())
        movement_plan(event=final)
        assert len(movement_rounds(final)[0].tables) == 2

    def test_tables_by_rank_keep_neighbours_together(self) -> None:
        event = over()
        order = [entry.player_id for entry in ranked(event)]
        (final,) = make(event, go_on=9, group_size=3)
        movement_plan(event=final)
        person = dict(final.entries.values_list("pk", "player_id"))
        for planned in movement_rounds(final):
            met = [{person[each] for each in table.players} for table in planned.tables]
            assert met == [set(order[0:3]), set(order[3:6]), set(order[6:9])]

    def test_the_first_of_each_group(self) -> None:
        event = over(groups=3)
        (final,) = make(event, go_on=2, by_group=True, group_size=3)
        firsts: Counter[int] = Counter()
        chosen = []
        for entry in ranked(event):
            firsts[entry.section] += 1
            if firsts[entry.section] <= 2:
                chosen.append(entry.player_id)
        assert players(final) == chosen
        assert len(chosen) == 6
        assert sections(final) == [1, 1, 1, 2, 2, 2]

    def test_the_others_play_a_second_final(self) -> None:
        event = over()
        first, second = make(event, go_on=6, group_size=6, with_rest=True)
        order = [entry.player_id for entry in ranked(event)]
        assert (players(first), players(second)) == (order[:6], order[6:])
        assert second.name == "Evening: final B"
        assert second.carry_from == event

    def test_nobody_is_made_where_the_second_final_is_too_small(self) -> None:
        event = over()
        before = Event.objects.count()
        with pytest.raises(Refused, match="three players"):
            make(event, go_on=10, with_rest=True)
        assert Event.objects.count() == before

    def test_what_is_carried_over_counts(self) -> None:
        event = over()
        (final,) = make(event, go_on=6, carry_unit="percent", carry_weight=Decimal("0.5"))
        (anew,) = make(event, go_on=6, carry_unit="nothing")
        for each in (final, anew):
            movement_plan(event=each)
            play_round(each)
            play_round(each)
            standings_compute(event_id=each.pk)
        carried = [row for row in rows_of(standings_of(final)) if row.parts]
        assert len(carried) == 6
        percents = {row.percent for row in rows_of(standings_of(anew))}
        assert percents == {50}
        assert {row.percent for row in rows_of(standings_of(final))} != {50}

    def test_consents_handicaps_and_categories_go_along(self) -> None:
        event = over()
        Event.objects.filter(pk=event.pk).update(strata=["A"], handicap_weight="full")
        Entry.objects.filter(event=event).update(
            stratum="A", handicap_unit="percent", handicap=Decimal(2)
        )
        event.refresh_from_db()
        (final,) = make(event)
        entry = final.entries.order_by("number")[0]
        assert (entry.stratum, entry.player.name_public) == ("A", True)
        assert entry.handicap == 2

    def test_stand_ins_and_who_is_not_ranked_stay_behind(self) -> None:
        event = over(11)
        Entry.objects.filter(event=event, number=3).update(stand_in="house")
        standings_compute(event_id=event.pk)
        event.standings.changed += 1
        event.standings.save()
        standings_compute(event_id=event.pk)
        (final,) = make(event, go_on=11)
        gone = event.entries.get(number=3).player_id
        assert gone not in players(final)
        assert len(players(final)) == 10

    def test_not_before_all_rounds_are_closed_and_not_of_teams(self) -> None:
        event = make_event(players=9)
        with pytest.raises(Refused, match="Close all rounds first"):
            make(event)
        Event.objects.filter(pk=event.pk).update(state="finished", movement="teams")
        with pytest.raises(Refused, match="Teams go on as teams"):
            make(event)

    def test_a_long_name_is_shortened(self) -> None:
        event = over(6, name="Ä" * 80)
        (final,) = make(event, go_on=3)
        assert final.name == "Ä" * 73 + ": final"

    def test_official_events_have_finals_too(self) -> None:
        event = over()
        Event.objects.filter(pk=event.pk).update(state="official")
        (final,) = make(event)
        assert quality(movement_rounds(final)).players == 0
        assert final.entries.count() == 6


class TestReplaced:
    def test_the_next_of_the_ranking_comes_in_and_those_below_move_up(self) -> None:
        event = over()
        order = ranked(event)
        (final,) = make(event, go_on=6, group_size=3)
        gone = final.entries.get(player=order[1].player_id)
        (next_one,) = next_in(gone)
        assert next_one.entry == order[6]
        replace(entry=gone, by=next_one.entry)
        kept = [order[each].player_id for each in (0, 2, 3, 4, 5, 6)]
        assert players(final) == kept
        assert sections(final) == [1, 1, 1, 2, 2, 2]
        # Whoever declined is not asked again.
        (then,) = next_in(final.entries.get(player=order[0].player_id))
        assert then.entry == order[7]

    def test_the_next_of_the_group_is_offered_where_there_are_groups(self) -> None:
        event = over(12, groups=2)
        (final,) = make(event, go_on=3, by_group=True)
        gone = final.entries.order_by("-number")[0]
        source = event.entries.get(player=gone.player_id)
        for each in next_in(gone):
            assert not final.entries.filter(player=each.entry.player_id).exists()
            if each.of_group:
                assert each.entry.section == source.section
        own = [entry for entry in ranked(event) if entry.section == source.section]
        assert own[3] in [each.entry for each in next_in(gone)]

    def test_whoever_plays_the_second_final_leaves_it(self) -> None:
        event = over()
        first, second = make(event, go_on=6, with_rest=True)
        (next_one,) = next_in(first.entries.get(number=1))
        replace(entry=first.entries.get(number=1), by=next_one.entry)
        assert first.entries.count() == 6
        assert not second.entries.filter(player=next_one.entry.player_id).exists()

    def test_not_once_a_final_has_begun(self) -> None:
        event = over()
        first, second = make(event, go_on=6, with_rest=True)
        entry = first.entries.get(number=1)
        (next_one,) = next_in(entry)
        start_round(second)
        with pytest.raises(Refused, match="which has begun"):
            replace(entry=entry, by=next_one.entry)
        start_round(first)
        with pytest.raises(Refused, match="Round 1 has begun"):
            replace(entry=entry, by=next_one.entry)
        assert first.entries.count() == 6


@pytest.mark.django_db(transaction=True)
def test_two_directors_replace_two_finalists_by_the_same_player() -> None:
    event = over()
    (final,) = make(event, go_on=6)
    one, other = final.entries.order_by("number")[:2]
    (next_one,) = next_in(one)
    outcomes = at_once(
        lambda: replace(entry=one, by=next_one.entry),
        lambda: replace(entry=other, by=next_one.entry),
    )
    assert sorted(isinstance(each, Refused) for each in outcomes) == [False, True]
    assert final.entries.count() == 6


def url(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.public_id, *more])


SENT = {
    "go_on": "6",
    "group_size": "3",
    "rounds": "2",
    "boards_per_round": "3",
    "date": "2026-12-01",
    "carry_unit": "percent",
    "carry_weight": "0.5",
}


class TestPages:
    def test_looked_at_then_made(self, director: Client) -> None:
        event = over()
        assert "Make the final…" in director.get(url("desk_event", event)).content.decode()
        page = director.post(url("desk_final", event), SENT | {"look": "1"}).content.decode()
        assert "6 players would play the final:" in page
        assert Event.objects.count() == 1
        answer = director.post(url("desk_final", event), SENT, follow=True)
        assert "“Evening: final” is made, with 6 players" in answer.content.decode()
        final = event.carried_into.get()
        assert (final.carry_weight, sections(final)) == (Decimal("0.5"), [1, 1, 1, 2, 2, 2])

    @pytest.mark.parametrize(
        "wrong",
        [
            {"go_on": "0"},
            {"go_on": ""},
            {"group_size": "4"},
            {"rounds": "99"},
            {"carry_weight": "-1"},
            {"carry_unit": "x"},
            {"date": "1066-10-14"},
            {"go_on": "2"},
        ],
    )
    def test_what_cannot_be_is_told(self, wrong: dict[str, str], director: Client) -> None:
        event = over()
        assert director.post(url("desk_final", event), SENT | wrong).status_code == 422
        assert Event.objects.count() == 1

    def test_not_while_it_is_played(self, director: Client) -> None:
        event = make_event(players=6)
        assert "Make the final" not in director.get(url("desk_event", event)).content.decode()
        answer = director.get(url("desk_final", event), follow=True)
        assert "Close all rounds first." in answer.content.decode()

    def test_replacing_at_the_desk(self, director: Client) -> None:
        event = over()
        (final,) = make(event, go_on=6)
        assert "Does not come" in director.get(url("desk_player", final, 2)).content.decode()
        (next_one,) = next_in(final.entries.get(number=2))
        page = director.get(url("desk_replace", final, 2)).content.decode()
        assert next_one.entry.player.name in page
        director.post(url("desk_replace", final, 2), {"by": next_one.entry.number})
        assert final.entries.filter(player=next_one.entry.player_id).exists()
        assert not final.entries.filter(number=2).exists()
        for wrong in ("", "x", "99", "9" * 40):
            assert director.post(url("desk_replace", final, 1), {"by": wrong}).status_code == 403
        inside = event.entries.get(player=final.entries.get(number=3).player_id)
        answer = director.post(url("desk_replace", final, 1), {"by": inside.number})
        assert answer.status_code == 422

    def test_no_finalist_nobody_to_replace(self, director: Client) -> None:
        event = make_event(players=6)
        assert director.get(url("desk_replace", event, 1)).status_code == 302
        assert director.get(url("desk_replace", event, 99)).status_code == 404

    def test_who_may(self, director: Client, stranger: Client, client: Client) -> None:
        event = over()
        Event.objects.filter(pk=event.pk).update(date=timezone.localdate())
        (final,) = make(event)
        for role, status in (("deputy", 200), ("scorer", 403)):
            for each, name, expected in (
                (event, "desk_final", 403),
                (final, "desk_replace", status),
            ):
                link, _secret = event_link_create(
                    event=each, name="Ada", role=role, user=make_director()
                )
                more = [1] if name == "desk_replace" else []
                answer = signed_in(link.user).get(url(name, each, *more))
                assert (role, name, answer.status_code) == (role, name, expected)
        for who, status in ((stranger, 403), (client, 302), (director, 200)):
            assert who.get(url("desk_final", event)).status_code == status
            assert who.get(url("desk_replace", final, 1)).status_code == status
        assert director.put(url("desk_final", event)).status_code == 405
