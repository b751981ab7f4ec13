"""Where tables parted that played the same deal."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import IllegalAction
from engine.partings import Parting, partings
from engine.protocol import Deal, Play, State
from tests.engine.builders import COMON, choices, comon_deal, deals, states

# Hearts and clubs are trumps; A leads.
DEAL = comon_deal("AS KS", "QS JS", "TS 9S", turned="8H 7C")


def played(cards: str, deal: Deal = DEAL) -> list[Play]:
    state: State = COMON.start(deal)
    plays = []
    for card in cards.split():
        assert state.actor is not None
        plays.append(Play(state.actor, card))
        state = state.apply(*plays[-1])
    return plays


def told(found: Iterable[Parting[int]]) -> list[tuple[int, int, dict[str, tuple[int, ...]]]]:
    """The trick, the seat, and by card which tables played it."""
    return [
        (each.trick, each.seat or 0, {way.play.action: way.tables for way in each.ways if way.play})
        for each in found
    ]


def parted(tables: dict[int, list[Play]]) -> tuple[Parting[int], ...]:
    return partings(COMON.start(DEAL), tables)


def test_tables_that_led_different_cards_part_in_the_first_trick() -> None:
    found = parted({1: played("AS"), 2: played("KS"), 3: played("AS")})
    assert told(found) == [(1, 0, {"AS": (1, 3), "KS": (2,)})]
    assert (found[0].ply, found[0].card) == (0, 0)


def test_those_that_went_on_together_part_later() -> None:
    found = parted(
        {
            1: played("AS QS TS KS JS 9S"),
            2: played("AS QS TS KS JS"),
            3: played("AS JS"),
            4: played("AS QS 9S"),
        }
    )
    assert told(found) == [
        (1, 1, {"QS": (1, 2, 4), "JS": (3,)}),
        (1, 2, {"TS": (1, 2), "9S": (4,)}),
        (2, 2, {"9S": (1,)}),
    ]
    assert [(each.ply, each.card) for each in found] == [(1, 1), (2, 2), (5, 2)]


def test_a_table_that_stopped_is_a_way_of_its_own() -> None:
    (found,) = parted({1: played("AS QS TS"), 2: played("AS QS TS KS")})
    assert {way.play: way.tables for way in found.ways} == {None: (1,), Play(0, "KS"): (2,)}
    assert (found.trick, found.card) == (2, 0)


def test_tables_that_played_alike_do_not_part() -> None:
    assert parted({1: played("AS QS"), 2: played("AS QS")}) == ()
    assert parted({1: played("AS")}) == ()
    assert parted({}) == ()


def test_most_tables_come_first_and_partings_by_their_card() -> None:
    found = parted(
        {
            1: played("KS QS TS AS JS"),
            2: played("AS QS TS KS JS"),
            3: played("AS QS 9S KS JS"),
            4: played("KS QS TS AS JS 9S"),
            5: played("AS JS TS KS QS"),
        }
    )
    assert [each.ply for each in found] == [0, 1, 2, 5]
    assert found[0].tables == (2, 3, 5, 1, 4)


def test_a_play_that_a_rule_forbids_is_refused() -> None:
    with pytest.raises(IllegalAction):
        parted({1: [Play(1, "QS"), Play(2, "TS")], 2: [Play(1, "QS"), Play(2, "9S")]})


@given(deals, st.lists(choices, min_size=2, max_size=6))
def test_whoever_parts_once_never_meets_again(deal: Deal, numbers: list[list[int]]) -> None:
    """Each pair of tables that did not play alike parts exactly once, at its first difference."""
    tables = {}
    for table, chosen in enumerate(numbers):
        through = list(states(COMON, deal, chosen))
        tricks = through[-1].view(0).tricks
        tables[table] = [
            Play((trick.leader + place) % 3, card)
            for trick in tricks
            for place, card in enumerate(trick.cards)
        ]
    found = partings(COMON.start(deal), tables)
    for one in tables:
        for other in range(one):
            differing = [
                ply
                for ply, (mine, yours) in enumerate(zip(tables[one], tables[other], strict=True))
                if mine != yours
            ]
            met = [
                each.ply
                for each in found
                if len([way for way in each.ways if {one, other} & set(way.tables)]) == 2
            ]
            assert met == differing[:1]
