"""Times the computation of standings: 300 tables, 30 boards, 27,000 results by seat.

Run from the root of the project: python -m tests.rules.bench_standings
"""

import random
from collections import defaultdict
from time import process_time

from tests.rules.given import entrants, made
from tournament.rules.standings import Method, Play, Settings, SitOut, TieBreak, compute

DISTRIBUTIONS = ((2, -2, 0), (1, -2, 0), (1, 1, -2), (2, -1, -1))


def evening(*, tables: int = 300, boards: int = 30, seed: str = "evening") -> list[Play]:
    """Plays of a full event: every table plays every board, players are dealt out afresh."""
    rng = random.Random(seed)
    players = list(range(3 * tables))
    plays: list[Play] = []
    for board in range(1, boards + 1):
        rng.shuffle(players)
        for table in range(tables):
            scores = list(rng.choice(DISTRIBUTIONS))
            rng.shuffle(scores)
            seats = tuple(players[3 * table : 3 * table + 3])
            plays.append(Play(len(plays) + 1, board, seats, tuple(scores)))
    return plays


def by_pairs(plays: list[Play]) -> dict[int, int]:
    """Matchpoints the obvious way, each result against each other one: the yardstick."""
    fields = defaultdict(list)
    for play in plays:
        for seat, (entry, score) in enumerate(zip(play.players, made(play), strict=True)):
            fields[play.board, seat].append((entry, score))
    points: dict[int, int] = defaultdict(int)
    for field in fields.values():
        for entry, score in field:
            points[entry] += sum((score > other) + (score >= other) for _, other in field) - 1
    return points


def main() -> None:
    plays = evening()
    entries = range(900)
    order = tuple(TieBreak)
    variants = {method.value: Settings(method) for method in Method}
    for method in Method:
        variants[f"{method}, all tie-breaks"] = Settings(method, tie_breaks=order, seed="s")
    variants["matchpoints, sit-outs 60"] = Settings(Method.MATCHPOINTS, sit_out=SitOut.SIXTY)
    partial = [
        play if index % 7 or play.board < 10 else Play(play.id, play.board, play.players, None)
        for index, play in enumerate(plays)
    ]
    for name, settings in variants.items():
        for label, given in (("complete", plays), ("one in seven missing", partial)):
            taken = []
            for _ in range(7):
                start = process_time()
                compute(
                    given, settings=settings, entrants=entrants(entries, dict.fromkeys(entries, 3))
                )
                taken.append(process_time() - start)
            print(f"{name:28} {label:22} {1000 * sorted(taken)[3]:7.1f} ms CPU")
    start = process_time()
    by_pairs(plays)
    print(f"{'by pairs, points only':51} {1000 * (process_time() - start):7.1f} ms CPU")


if __name__ == "__main__":
    main()
