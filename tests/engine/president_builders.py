"""Le Président for tests: endings with a few cards, and deals around some."""

from engine.games.president_play import PACK, PresidentState
from engine.protocol import Deal, State
from engine.registry import game

PRESIDENT = game("president")
ALL_OFF: dict[str, object] = {
    "revolution": False,
    "skip_if_missing": False,
    "best_card_closes": False,
}


def with_players(options: dict[str, object], players: int) -> dict[str, object]:
    return options if players == 3 else {**options, "players": players}


def ending(*hands: str, **options: object) -> PresidentState:
    """A deal with so few cards left, in which seat 0, or in the rapid mode anybody, is to open."""
    every = with_players(options, len(hands))
    dealt = PRESIDENT.deal_from(PRESIDENT.deck(every), every)
    begun = PRESIDENT.start(dealt, every)
    assert isinstance(begun, PresidentState)
    return begun._replace(
        hands=tuple(PACK.mask(hand.split()) for hand in hands),
        turn=None if every.get("rapid") else 0,
    )


def plain(*hands: str, **options: object) -> PresidentState:
    """The same with every variant off but those that are named."""
    return ending(*hands, **{**ALL_OFF, **options})


def deal_around(*hands: str, **options: object) -> Deal:
    """A whole deal in which the seats hold at least these cards.

    The others are given out from the weakest up, so that the last seats hold the strong ones.
    """
    every = with_players(options, len(hands))
    sizes = map(len, PRESIDENT.deal_from(PRESIDENT.deck(every), every).hands)
    held = [hand.split() for hand in hands]
    spare = [card for card in PACK.deck if not any(card in hand for hand in held)]
    for hand, size in zip(held, sizes, strict=True):
        hand += [spare.pop(0) for _ in range(size - len(hand))]
    return Deal(tuple(map(tuple, held)), ())


def take(state: State, *actions: str) -> State:
    """The state after these actions written as in a rapid deal's record: `2/7S`."""
    for action in actions:
        seat, _, done = action.partition("/")
        state = state.apply(int(seat), done)
    return state


def facts(state: State, *names: str) -> list[object]:
    """What everybody knows under these names."""
    return [state.view(0).facts[name] for name in names]
