"""Where tables that played the same deal parted ways: the first card that one played and another
did not, and again among those that had gone on together."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.protocol import Play, State

Table = TypeVar("Table", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Way(Generic[Table]):
    """The `tables` that went on with the same play; with None, they stopped, as after a claim."""

    play: Play | None
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Parting(Generic[Table]):
    """The first play in which tables differed that had played the same `ply` cards before it.

    It is in the trick number `trick`, from 1, of which `card` cards lay on the table. `seat` was to
    act, None where several were. Of the `ways`, the one that most tables went comes first.
    """

    ply: int
    trick: int
    card: int
    seat: int | None
    ways: tuple[Way[Table], ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """All that had come this far together, by the ways they went."""
        return tuple(table for way in self.ways for table in way.tables)


def partings(start: State, played: Mapping[Table, Sequence[Play]]) -> tuple[Parting[Table], ...]:
    """Every parting of these tables, the earliest first; none where all played alike.

    `played` holds each table's plays from `start` on; partings at the same ply, and the ways of
    one, follow its order. IllegalAction for a play that a rule forbids.
    """
    return tuple(sorted(_partings(start, 0, played), key=lambda each: each.ply))


def _partings(
    state: State, ply: int, played: Mapping[Table, Sequence[Play]]
) -> Iterator[Parting[Table]]:
    while len(played) > 1:
        ways: dict[Play | None, list[Table]] = {}
        for table, plays in played.items():
            ways.setdefault(plays[ply] if ply < len(plays) else None, []).append(table)
        if len(ways) > 1:
            yield _parting(state, ply, ways)
            for play, tables in ways.items():
                if play is not None:
                    gone_on = {table: played[table] for table in tables}
                    yield from _partings(state.apply(*play), ply + 1, gone_on)
            return
        (play,) = ways
        if play is None:
            return
        state = state.apply(*play)
        ply += 1


def _parting(state: State, ply: int, ways: Mapping[Play | None, Sequence[Table]]) -> Parting[Table]:
    view = state.view(0)
    return Parting(
        ply=ply,
        trick=len(view.tricks) + 1,
        card=len(view.table),
        seat=state.actor,
        ways=tuple(
            Way(play, tuple(tables))
            for play, tables in sorted(ways.items(), key=lambda way: -len(way[1]))
        ),
    )
