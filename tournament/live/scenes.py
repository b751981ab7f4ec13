"""A deal as a spectator sees it, at any position: plain values for watching and for replays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from deals.selectors import deal_of
from engine.protocol import Play, Trick
from engine.record import Record, dump
from engine.replay import recorded
from tournament.events.models import Entry
from tournament.events.selectors import entry_public_name
from tournament.rules.playlog import Kind, Position

from .arranging import HandCard, HandSuit, annulled, hand_by_suits, place_of
from .models import LiveDeal, LiveSeat, Participant, Step
from .positions import position_of
from .selectors import TableCard, TableView, participant_name, table_view

ALL = "all"
CLOSED = ""

NameOf = Callable[[Participant], str]


def public_name(participant: Participant) -> str:
    """Return the name that strangers may see: of a substitute, the entry's."""
    entry: Entry | None = participant.entry
    return participant.name if entry is None else entry_public_name(entry)


@dataclass(frozen=True, slots=True)
class SceneSeat:
    """A seat at one position. `hand` is None while it is closed; `score` is known at the end."""

    number: int
    name: str
    place: str
    is_bot: bool
    is_turn: bool
    cards: int
    tricks: int | None
    hand: Sequence[HandSuit] | None
    captured: Sequence[str]
    score: int | None
    final_tricks: int | None

    @property
    def backs(self) -> range:
        """One for each card in a closed hand."""
        return range(self.cards)


@dataclass(frozen=True, slots=True)
class SceneTrick:
    """A complete trick; `ply` is the position after its last card."""

    number: int
    ply: int
    cards: Sequence[TableCard]


@dataclass(frozen=True, slots=True)
class Scene:
    """One position of a deal; `last` is the number of the last one.

    `opened` says whose hands are open: a seat's letter, `ALL` or `CLOSED`. `centre` is the trick in
    the middle; a completed one stays until the next card is led. `turned` and `trumps` are as the
    table sees them, `played` is the card that led to this position, and `by` who played it if no
    person did. Steps are numbers of positions, None where there is none.
    """

    live: LiveDeal
    ply: int
    last: int
    opened: str
    seats: Sequence[SceneSeat]
    turned: Sequence[str]
    trumps: str
    played: Play | None
    centre: Sequence[TableCard]
    is_complete: bool
    tricks: Sequence[SceneTrick]
    by: str
    is_claimed: bool
    trick_before: int | None
    trick_after: int | None

    @property
    def first(self) -> int | None:
        return 0 if self.ply else None

    @property
    def end(self) -> int | None:
        return self.last if self.ply < self.last else None

    @property
    def before(self) -> int | None:
        return self.ply - 1 if self.ply else None

    @property
    def after(self) -> int | None:
        return self.ply + 1 if self.ply < self.last else None

    @property
    def is_over(self) -> bool:
        """Whether this is the end of the deal."""
        return self.ply == self.last and self.live.finished_at is not None

    @property
    def player(self) -> SceneSeat | None:
        """Who played the card that led to this position."""
        return None if self.played is None else self.seats[self.played.seat]

    @property
    def winner(self) -> SceneSeat | None:
        """Who won the trick that lies complete in the middle."""
        won = [card.seat for card in self.centre if card.is_winner]
        return self.seats[won[0]] if won else None


def scene_of(live: LiveDeal, ply: int | None, opened: str, *, name_of: NameOf) -> Scene:
    """Return a deal after `ply` cards, or as it stands now, with the hands that `opened` says.

    A ply beyond the last is the last. Whether it may be seen is the caller's question.
    """
    position = position_of(live)
    last = len(position.taken)
    ply = last if ply is None else min(ply, last)
    view = position.states[ply].view(0)
    trumps = view.trumps or "".join(card[-1] for card in view.turned)
    by = _by(live)
    laying = _Laying(live.game, trumps, len(view.counts["cards"]), by)
    trick = laying.cards(view.table)
    done = view.tricks[-1] if view.tricks else None
    borders = _borders(position)
    return Scene(
        live=live,
        ply=ply,
        last=last,
        opened=opened,
        seats=_seats(live, position, ply, opened, trumps, name_of),
        turned=view.turned,
        trumps=trumps,
        played=position.taken[ply - 1] if ply else None,
        centre=trick or (() if done is None else laying.trick(done)),
        is_complete=not trick and done is not None,
        tricks=[
            SceneTrick(number, borders[number], laying.trick(each))
            for number, each in enumerate(view.tricks, start=1)
        ],
        by=by.get(position.taken[ply - 1], "") if ply else "",
        is_claimed=ply == last and position.claim is not None,
        trick_before=max((border for border in borders if border < ply), default=None),
        trick_after=min(
            (border for border in borders if border > ply), default=last if ply < last else None
        ),
    )


def _borders(position: Position) -> list[int]:
    """Return the positions at which no card lies in the middle: each trick's beginning, the end."""
    return [ply for ply, state in enumerate(position.states) if not state.view(0).table]


def _by(live: LiveDeal) -> dict[tuple[int, str], str]:
    """Return who played the cards that no person played; of a card taken back, the last time."""
    plays = live.log.filter(kind=Kind.PLAY).order_by("ply").values_list("seat", "action", "by")
    found = {Play(seat, action): by for seat, action, by in plays}
    return {play: by for play, by in found.items() if by != Step.By.PERSON}


def _seats(
    live: LiveDeal, position: Position, ply: int, opened: str, trumps: str, name_of: NameOf
) -> list[SceneSeat]:
    state = position.states[ply]
    public = state.view(0)
    is_over = ply == len(position.taken) and live.finished_at is not None
    final = (live.detail or {}).get("tricks") if is_over else None
    held: Sequence[LiveSeat] = list(
        live.seats.select_related("participant__entry__player").order_by("number")
    )
    seats = []
    for seat in held:
        number = seat.number
        is_shown = opened in {ALL, _letter(number)}
        seats.append(
            SceneSeat(
                number=number,
                name=name_of(seat.participant),
                place=place_of(number, me=None, seats=len(held)),
                is_bot=bool(seat.participant.bot),
                is_turn=not is_over and state.actor == number,
                cards=public.counts["cards"][number],
                tricks=public.counts["tricks"][number] if "tricks" in public.counts else None,
                hand=_hand(state.view(number).hand, trumps) if is_shown else None,
                captured=public.captured[number] if public.captured else (),
                score=live.scores[number] if is_over and live.scores else None,
                final_tricks=final[number] if final else None,
            )
        )
    return seats


def _letter(seat: int) -> str:
    return "ABCDEFGHIJ"[seat]


def _hand(cards: Sequence[str], trumps: str) -> list[HandSuit]:
    return hand_by_suits([HandCard(code, is_playable=False) for code in cards], trumps)


class _Laying:
    """Lays cards before their seats, as seat A sees the table."""

    def __init__(self, game: str, trumps: str, seats: int, by: dict[tuple[int, str], str]) -> None:
        self.game = game
        self.trumps = trumps
        self.seats = seats
        self.by = by

    def trick(self, trick: Trick) -> list[TableCard]:
        plays = [
            Play((trick.leader + place) % self.seats, card)
            for place, card in enumerate(trick.cards)
        ]
        return self.cards(plays, winner=trick.winner)

    def cards(self, plays: Sequence[Play], winner: int | None = None) -> list[TableCard]:
        gone = annulled(self.game, [play.action for play in plays], self.trumps)
        return [
            TableCard(
                seat=play.seat,
                code=play.action,
                by=self.by.get(play, ""),
                place=place_of(play.seat, me=None, seats=self.seats),
                is_annulled=play.action in gone,
                is_winner=play.seat == winner,
            )
            for play in plays
        ]


def record_of(live: LiveDeal) -> str:
    """Return the deal and its cards as a record (triplicate-record/1), without names."""
    position = position_of(live)
    return dump(
        Record(
            game=live.game,
            options=live.rules.options,
            deal=deal_of(live.deal_set, live.deal_number, live.carried),
            actions=tuple(
                recorded(state, play.seat, play.action)
                for state, play in zip(position.states, position.taken, strict=False)
            ),
        )
    )


def watched(live: LiveDeal, *, name_of: NameOf = participant_name) -> TableView:
    """Return a deal as whoever sits at no seat sees its table, hands closed."""
    table = table_view(live, None)
    names = {
        seat.number: name_of(seat.participant)
        for seat in live.seats.select_related("participant__entry__player")
    }
    seats = [replace(seat, name=names[seat.number]) for seat in table.seats]
    return replace(table, seats=seats, opponents=seats)
