"""Teams of three: three teams meet at three tables, with one player of each team at every table.

All tables of a match turn their boards alike, and a team's chairs differ from table to table. So on
every board each team holds each seat once, at one table each: its three scores can be summed and
compared with those of every team that plays the board.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, permutations, product
from operator import itemgetter

from tournament.rules.movements.comparisons import turnings
from tournament.rules.movements.draws import Draw, draws, shuffled
from tournament.rules.movements.planning import plan
from tournament.rules.movements.seats import (
    Counts,
    Parts,
    balance,
    boards_held,
    seats_held,
    stretches,
    unevenness,
)
from tournament.rules.movements.shapes import CHAIRS, RoundPlan, TablePlan

# A team's three players, by the chairs they take.
Lineup = tuple[int, ...]

# At a table of a match the first team sits on some chair, the second on the next or the one after.
_WAYS_ROUND = (1, 2)

_ATTEMPTS = 8


def plan_teams(
    *,
    available: Sequence[Mapping[int, tuple[int, int, int]]],
    boards_per_round: int,
    seed: str,
    played: Sequence[RoundPlan] = (),
    team_of: Mapping[int, int] | None = None,
    turned: bool = False,
) -> tuple[RoundPlan, ...]:
    """The rounds still to play of a movement of teams. Tables 1 to 3 of a round are a match, as
    are 4 to 6 and so on.

    `available[i]` maps each team present in the i-th round to plan to its three players;
    `played` are the rounds that stand and `team_of` says whose team those were in who are not in
    `available`. Which teams meet, and which sit out, is what `plan` makes of them; in a team left
    over all three sit out. With fewer than three teams there are no tables. Players of a team
    take turns at the tables so that opponents vary, and hold each seat equally often, within one
    round; with `turned` the boards are turned, and it is one board.
    The same arguments give the same rounds on every machine and Python version. Raises ValueError
    if a player is named twice in a round, one who played is in no team, or a round has no boards.
    """
    for teams in available:
        players = [player for lineup in teams.values() for player in lineup]
        if len(set(players)) != len(players):
            raise ValueError("A player is named twice in the same round.")
    belongs = {
        player: team for teams in available for team, lineup in teams.items() for player in lineup
    } | dict(team_of or {})
    if not belongs.keys() >= {player for past in played for player in past.present()}:
        raise ValueError("Somebody who played is in no team.")
    rounds = plan(
        available=available,
        boards_per_round=boards_per_round,
        seed=seed,
        played=[_of_teams(past, belongs) for past in played],
    )
    lineups = _lineups(rounds, available, played, boards_per_round, seed, turned=turned)
    hold = ((0,) * boards_per_round,)
    turns = (
        tuple(dict.fromkeys(way.turns for way in turnings(boards_per_round))) if turned else hold
    )
    met = _met(played)
    return tuple(
        RoundPlan(
            tuple(
                TablePlan(players, turns[number % len(turns)])
                for number, match in enumerate(matches)
                for players in _tables(match, met)
            ),
            tuple(sorted(player for team in each.sit_outs for player in present[team])),
        )
        for each, matches, present in zip(rounds, lineups, available, strict=True)
    )


def substituted(
    planned: RoundPlan,
    lineups: Mapping[int, Lineup],
    *,
    team_of: Mapping[int, int],
    boards_per_round: int,
    turned: bool,
) -> RoundPlan | None:
    """The round as planned, with those of a team who play now on the chairs of those who do not:
    nobody else changes place. None where it cannot stand, as with other teams or boards.

    `lineups` maps each team present to its three players; `team_of` says whose team all are in.
    """
    seated = _seated_by_team(planned, team_of)
    out = {team_of.get(player, 0) for player in planned.sit_outs}
    if seated is None or seated.keys() | out != lineups.keys():
        return None
    lengths = {len(table.turns) for table in planned.tables}
    if lengths != {boards_per_round} or turned != any(any(each.turns) for each in planned.tables):
        return None
    instead: dict[int, int] = {}
    for team, were in seated.items():
        left = [player for player in were if player not in lineups[team]]
        new = [player for player in lineups[team] if player not in were]
        instead.update(zip(left, new, strict=True))
    return RoundPlan(
        tuple(
            replace(table, players=tuple(instead.get(player, player) for player in table.players))
            for table in planned.tables
        ),
        tuple(sorted(player for team in out for player in lineups[team])),
    )


def _seated_by_team(planned: RoundPlan, team_of: Mapping[int, int]) -> dict[int, list[int]] | None:
    """The three players of each team at the tables; None if these are no matches of teams."""
    seated: dict[int, list[int]] = {}
    for first in range(0, len(planned.tables), CHAIRS):
        chairs: dict[int, set[int]] = {}
        for table in planned.tables[first : first + CHAIRS]:
            for chair, player in enumerate(table.players):
                team = team_of.get(player, 0)
                seated.setdefault(team, []).append(player)
                chairs.setdefault(team, set()).add(chair)
        if sorted(map(len, chairs.values())) != [CHAIRS] * CHAIRS:
            return None
    return seated if all(len(players) == CHAIRS for players in seated.values()) else None


def _of_teams(past: RoundPlan, team_of: Mapping[int, int]) -> RoundPlan:
    """A round of players as one of teams: each match is a table."""
    matches = [
        tuple(sorted({team_of[player] for player in table.players})) for table in past.tables
    ]
    seated = {team for match in matches for team in match}
    return RoundPlan(
        tuple(TablePlan(match, ()) for match in dict.fromkeys(matches) if len(match) == CHAIRS),
        tuple(sorted({team_of[player] for player in past.sit_outs} - seated)),
    )


def _lineups(
    rounds: Sequence[RoundPlan],
    available: Sequence[Mapping[int, Lineup]],
    played: Sequence[RoundPlan],
    boards: int,
    seed: str,
    *,
    turned: bool,
) -> list[list[list[Lineup]]]:
    """Each team's players in chair order, by round and match."""
    rest = boards % CHAIRS
    held = boards_held(played, 1 if rest == 1 else -1) if turned else seats_held(played)
    # Where turned boards share out every seat within the round, chairs need not.
    chairs_count = rest > 0 or not turned
    suiting = held if chairs_count else None
    tries: list[tuple[int, list[list[int]]]] = []
    for attempt in range(_ATTEMPTS):
        met = _met(played)
        orders = _varied(rounds, available, suiting, met, draws(seed, f"lineups {attempt}"))
        tries.append((sum(times**2 for times in met.values()), orders))
        if max(met.values(), default=0) <= 1:
            break
    _, orders = min(tries, key=itemgetter(0))
    if chairs_count and not balance(orders, stretches(orders, held)):
        # What was played rules it out after every round: then at the end.
        number = {player: place for place, player in enumerate(sorted({*chain(*orders)}))}
        seats = [list(held.get(player, (0,) * CHAIRS)) for player in number]
        balance(
            orders, Parts([{player: number[player] for player in each} for each in orders], seats)
        )
    return [
        [
            [tuple(order[first + start : first + start + CHAIRS]) for start in (0, 3, 6)]
            for first in range(0, len(order), CHAIRS * CHAIRS)
        ]
        for order in orders
    ]


def _varied(
    rounds: Sequence[RoundPlan],
    available: Sequence[Mapping[int, Lineup]],
    held: Mapping[int, Counts] | None,
    met: Counter[tuple[int, int]],
    draw: Draw,
) -> list[list[int]]:
    """The players of each round, three by three in chair order: match by match those lineups that
    suit the seats held best (any, without `held`), and of these those with the fewest meetings.
    Adds these to `met`."""
    counts = {player: list(seats) for player, seats in (held or {}).items()}
    orders = []
    for each, present in zip(rounds, available, strict=True):
        order: list[int] = []
        for table in each.tables:
            choices = [
                _suited(present[team], counts, draw) if held is not None
                else shuffled(permutations(sorted(present[team])), draw)
                for team in table.players
            ]  # fmt: skip
            match = _least_met(choices, met)
            _tables(match, met)
            for lineup in match:
                order += lineup
                for chair, player in enumerate(lineup):
                    counts.setdefault(player, [0] * CHAIRS)[chair] += 1
        orders.append(order)
    return orders


def _suited(players: Lineup, held: Mapping[int, Counts], draw: Draw) -> list[Lineup]:
    """The ways to take chairs after which the seats held are most even."""
    costs: dict[Lineup, int] = {}
    for lineup in shuffled(permutations(sorted(players)), draw):
        costs[lineup] = 0
        for chair, player in enumerate(lineup):
            after = list(held.get(player, (0,) * CHAIRS))
            after[chair] += 1
            costs[lineup] += unevenness(after)
    return [lineup for lineup in costs if costs[lineup] == min(costs.values())]


def _least_met(choices: Sequence[Sequence[Lineup]], met: Counter[tuple[int, int]]) -> list[Lineup]:
    """One lineup of each team, such that the players have met least."""
    costs: dict[tuple[Lineup, ...], int] = {}
    for match in product(*choices):
        costs[match] = min(_cost(_seated(match, way), met) for way in _WAYS_ROUND)
        if costs[match] == 0:
            break
    fewest = min(costs.values())
    return next(list(match) for match in costs if costs[match] == fewest)


def _tables(match: Sequence[Lineup], met: Counter[tuple[int, int]]) -> list[Lineup]:
    """The tables of a match, whichever way round its players have met less; counts them."""
    tables = min(
        (_seated(match, way) for way in _WAYS_ROUND), key=lambda seated: _cost(seated, met)
    )
    met.update(_pairs(tables))
    return tables


def _seated(match: Sequence[Lineup], way: int) -> list[Lineup]:
    """Three tables, by chair. At table t the i-th team is on chair t + i or t - i, modulo 3."""
    tables = [[0] * CHAIRS for _ in range(CHAIRS)]
    for number, lineup in enumerate(match):
        for chair, player in enumerate(lineup):
            tables[(chair - way * number) % CHAIRS][chair] = player
    return [tuple(table) for table in tables]


def _pairs(tables: Iterable[Sequence[int]]) -> Iterable[tuple[int, int]]:
    for table in tables:
        yield from combinations(sorted(table), 2)


def _cost(tables: Iterable[Sequence[int]], met: Mapping[tuple[int, int], int]) -> int:
    """How much these tables add to the sum of the squared meetings, a first one for nothing."""
    return sum(met.get(pair, 0) for pair in _pairs(tables))


def _met(played: Iterable[RoundPlan]) -> Counter[tuple[int, int]]:
    """How often each two players have shared a table."""
    return Counter(pair for past in played for table in past.tables for pair in table.pairs())
