"""Claiming the rest: what it is worth, and whether nobody could have prevented it."""

from engine.protocol import Game, Outcome, State

# What a bot looks at before it accepts: seven cards each are seen through, in about a second.
CLAIM_POSITIONS = 200_000


def claimed(game: Game, state: State, seat: int) -> Outcome | None:
    """The outcome if this seat wins all tricks that are left; None where there is no claim.

    There is none when the deal is over, in the middle of a trick, and in a game whose result is
    more than trick counts.
    """
    view = state.view(seat)
    if state.actor is None or view.table or [ask.name for ask in game.asks()] != ["tricks"]:
        return None
    counts = view.counts["tricks"]
    left = view.counts["cards"][seat]
    detail = {
        "tricks": [count + left if each == seat else count for each, count in enumerate(counts)]
    }
    return Outcome(scores=game.score(detail), detail=detail)


def claim_holds(state: State, seat: int, *, positions: int) -> bool:
    """Whether this seat, playing well, wins all tricks that are left whatever the others do.

    Looks at this many positions at most, and takes what it cannot see through for a no.
    """
    budget = positions
    # Between two tricks only the hands matter, not how they came about.
    known: dict[tuple[tuple[str, ...], ...], bool] = {}

    def holds(at: State) -> bool:
        nonlocal budget
        budget -= 1
        actor = at.actor
        if actor is None:
            return True
        if budget < 0:
            return False
        reached = (at.apply(actor, action) for action in at.legal())
        good = (_not_lost(after, seat) and proved(after) for after in reached)
        return any(good) if actor == seat else all(good)

    def proved(at: State) -> bool:
        if at.view(seat).table:
            return holds(at)
        hands = tuple(at.view(each).hand for each in seats)
        if hands not in known:
            known[hands] = holds(at)
        return known[hands]

    seats = range(len(state.view(seat).counts["cards"]))
    return holds(state)


def _not_lost(state: State, seat: int) -> bool:
    """Whether no trick has just gone to another seat."""
    view = state.view(seat)
    return bool(view.table) or view.tricks[-1].winner == seat
