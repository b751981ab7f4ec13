"""Small builders for the engine's tests: deals around a few cards, and play by a list of cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hypothesis import strategies as st

from engine.cards import PIQUET, SUITS
from engine.errors import IllegalAction
from engine.protocol import Deal, Game, State, View
from engine.registry import game

COMON = game("comon")

VICAIRE = game("vicaire")
TRITON = game("triton")
THREE_FIVE_SEVEN_NINE = game("3579")

# Any deal of Com'on!, any way of playing it (the n-th choice picks among what is legal), and any
# trick counts by seat.
deals = st.permutations(PIQUET).map(COMON.deal_from)
trick_counts = st.sampled_from(
    [(one, two, 10 - one - two) for one in range(11) for two in range(11 - one)]
)
choices = st.lists(st.integers(0, 59), min_size=30, max_size=30)


def comon_deal(*hands: str, turned: str, void: Mapping[int, str] | None = None) -> Deal:
    """A full deal in which the seats hold at least these cards, and none of the suits in `void`."""
    return piquet_deal(*hands, talon=turned, void=void)


def piquet_deal(*hands: str, talon: str, void: Mapping[int, str] | None = None) -> Deal:
    """The same for any game of 32 cards, ten in each hand and two in the talon."""
    return any_deal(PIQUET, *hands, size=10, talon=talon, void=void)


def any_deal(
    deck: Sequence[str],
    *hands: str,
    size: int,
    talon: str = "",
    void: Mapping[int, str] | None = None,
) -> Deal:
    """The same for any deck, with so many cards in each hand; the talon is filled up last.

    The suit of a tarot trump is T, that of the excuse E.
    """
    *held, aside = [part.split() for part in (*hands, talon)]
    used = {card for part in (*held, aside) for card in part}
    spare = [card for card in deck if card not in used]
    voids = void or {}

    def takers(card: str) -> list[int]:
        suit = card[1] if card[1] in SUITS else card[0]
        return [seat for seat in range(len(held)) if suit not in voids.get(seat, "")]

    # Cards that fewer seats may take are given out first.
    spare.sort(key=lambda card: len(takers(card)))
    for card in spare:
        room = (held[seat] for seat in takers(card) if len(held[seat]) < size)
        next(room, aside).append(card)
    return Deal(tuple(map(tuple, held)), tuple(aside))


def play(state: State, *actions: str) -> State:
    """The state after these actions, each by the seat whose turn it is."""
    for action in actions:
        assert state.actor is not None
        state = state.apply(state.actor, action)
    return state


def states(game: Game, deal: Deal, numbers: Iterable[int]) -> Iterator[State]:
    """Every state of a deal played by these choices, the first and the last included."""
    state = game.start(deal)
    yield state
    for number in numbers:
        if state.actor is None:
            return
        legal = state.legal()
        state = state.apply(state.actor, legal[number % len(legal)])
        yield state


def actions(game: Game, deal: Deal, numbers: Iterable[int]) -> list[str]:
    """What is done in a deal that is played by these choices."""
    done = []
    state = game.start(deal)
    for number in numbers:
        if state.actor is None:
            break
        legal = state.legal()
        done.append(legal[number % len(legal)])
        state = state.apply(state.actor, done[-1])
    return done


def other_world(
    deal: Deal, numbers: list[int], ply: int, seat: int, *, rules: Game = COMON
) -> tuple[View, View] | None:
    """The seat's view at this ply, and in a deal where the cards it cannot see are exchanged.

    None if the play would have been illegal with those cards, as then the seat could tell.
    """
    state = list(states(rules, deal, numbers))[ply]
    view = state.view(seat)
    others = [state.view(each).hand for each in range(len(deal.hands)) if each != seat]
    aside = [card for card in deal.talon if card not in view.turned]
    open_to_all = {card for cards in view.shown for card in cards}
    hidden = [card for hand in (*others, aside) for card in hand if card not in open_to_all]
    turn = max(map(len, others))
    moved = dict(zip(hidden, hidden[turn:] + hidden[:turn], strict=True))
    swapped = Deal(
        tuple(tuple(moved.get(card, card) for card in hand) for hand in deal.hands),
        tuple(moved.get(card, card) for card in deal.talon),
    )
    played = actions(rules, deal, numbers[:ply])
    try:
        return view, play(rules.start(swapped), *played).view(seat)
    except IllegalAction:
        return None


def where_cards_lie(state: State, dealt: Deal) -> list[str]:
    """Every card of a game of tricks: in hand, on the table, in a trick, or aside from the deal."""
    view = state.view(0)
    return [
        *(card for seat in range(len(dealt.hands)) for card in state.view(seat).hand),
        *(play.action for play in view.table),
        *(card for trick in view.tricks for card in trick.cards),
        *dealt.talon,
    ]
