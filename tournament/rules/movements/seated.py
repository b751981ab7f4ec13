"""Tables that a director has seated by hand: how each of them turns its boards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournament.rules.movements.comparisons import Copies, Turner
from tournament.rules.movements.draws import draws
from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan


def turned_by_hand(
    rounds: Sequence[RoundPlan], boards: Mapping[int, int], *, seed: str
) -> dict[int, RoundPlan]:
    """The rounds whose numbers (from 0 on) `boards` names, with so many boards, turned; the others
    stand as they are, and count. Everybody keeps the chair that the director gave. A table that is
    not of three, since somebody was taken out, is not turned.

    The same arguments give the same turns on every machine and Python version.
    """
    roster = sorted({player for each in rounds for player in each.present()})
    index = {player: number for number, player in enumerate(roster)}
    turned = [_unturned(each) if place in boards else each for place, each in enumerate(rounds)]
    for many in sorted(set(boards.values())):
        # What is still to be turned with another number says nothing yet.
        places = [place for place in range(len(rounds)) if boards.get(place, many) <= many]
        own = {place for place in places if boards.get(place) == many}
        turner = Turner(
            [
                Copies((), tuple(_players(table, index) for table in _whole(turned[place])))
                if place in own
                else Copies(_stand(turned[place], index), ())
                for place in places
            ],
            boards=many,
            roster=len(roster),
            draw=draws(seed, f"seated {many}"),
            chairs_stand=True,
        )
        for place, ways in zip(places, turner.found(), strict=True):
            if place in own:
                found = zip(_whole(turned[place]), ways, strict=True)
                whole = {table.players: replace(table, turns=way.turns) for table, way in found}
                tables = tuple(whole.get(table.players, table) for table in turned[place].tables)
                turned[place] = replace(turned[place], tables=tables)
    return {place: turned[place] for place in boards}


def _unturned(each: RoundPlan) -> RoundPlan:
    return replace(each, tables=tuple(replace(table, turns=(), set=None) for table in each.tables))


def _whole(each: RoundPlan) -> list[TablePlan]:
    return [table for table in each.tables if len(table.players) == CHAIRS]


def _players(table: TablePlan, index: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(index[player] for player in table.players)


def _stand(each: RoundPlan, index: Mapping[int, int]) -> tuple[TablePlan, ...]:
    return tuple(replace(table, players=_players(table, index)) for table in _whole(each))
