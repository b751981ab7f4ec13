"""What every deal of every game obeys, whoever plays it and however: one check for all of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256

from engine.bots import Bot, bot
from engine.dealing import deal
from engine.protocol import NO_OPTIONS, Deal, Game, Options, State, View, players
from engine.record import Record, dump, load
from engine.replay import recorded, replay

# Every card, wherever it lies in this state of this deal, each as often as it lies there.
Everywhere = Callable[[State, Deal], Sequence[str]]
MOST_PLIES = 20_000


def moments(
    rules: Game, dealt: Deal, player: Bot, *, seed: str, options: Options
) -> Iterator[tuple[State, str]]:
    """Every state of a deal played out by one bot in all seats, with what is done in it.

    With the last state goes an empty action. Where several seats may act, the seed says which does.
    """
    state = rules.start(dealt, options)
    for ply in range(MOST_PLIES):
        number = int.from_bytes(sha256(f"{seed}/{ply}".encode()).digest()[:8], "big")
        seat = state.actor
        if seat is None:
            able = [each for each in range(len(dealt.hands)) if state.view(each).legal]
            if not able:
                assert state.outcome() is not None, "somebody can act until there is an outcome"
                yield state, ""
                return
            seat = able[number % len(able)]
        assert state.outcome() is None
        action = player.choose(state.view(seat), number)
        yield state, recorded(state, seat, action)
        state = state.apply(seat, action)
    raise AssertionError(f"no end after {MOST_PLIES} actions")


def keeps_the_laws(
    rules: Game,
    everywhere: Everywhere,
    *,
    options: Options = NO_OPTIONS,
    least: int,
    most: int,
    random: int = 2000,
    simple: int = 200,
    closely: int = 40,
    face_down: bool = False,
) -> None:
    """Assert the laws on so many deals played by chance, and so many by the simple bot.

    Every score lies in `least` to `most`. Of each kind as many deals as `closely` says are looked
    at in every state and by every seat; of the others the course, the end and the replay. Cards
    that lie `face_down` before their owners stand in no view.
    """
    for name, many in (("random", random), ("simple", simple)):
        player = bot(name)
        for board in range(1, many + 1):
            dealt = deal(rules, key=b"laws", board=board, options=options)
            history = list(moments(rules, dealt, player, seed=f"{name}/{board}", options=options))
            if board <= closely:
                for state, action in history:
                    _looked_at(rules, state, dealt, action, everywhere, options, face_down)
            last, _ = history[-1]
            outcome = last.outcome()
            assert outcome is not None
            assert last.legal() == ()
            assert sorted(everywhere(last, dealt)) == sorted(rules.deck(options))
            assert len(outcome.scores) == players(rules, options)
            assert all(type(score) is int and least <= score <= most for score in outcome.scores)
            assert rules.score(outcome.detail, options) == outcome.scores
            record = Record(rules.key, options, dealt, tuple(done for _, done in history[:-1]))
            assert load(dump(record)) == record
            replayed = replay(record)
            assert replayed.finished
            assert replayed.scores == outcome.scores


def _looked_at(
    rules: Game,
    state: State,
    dealt: Deal,
    action: str,
    everywhere: Everywhere,
    options: Options,
    face_down: bool,
) -> None:
    seats = range(players(rules, options))
    assert sorted(everywhere(state, dealt)) == sorted(rules.deck(options))
    assert hash(state) == hash(state)
    legal = state.legal()
    assert len(set(legal)) == len(legal)
    views = [state.view(seat) for seat in seats]
    for view in views:
        assert (view.game, view.actor) == (rules.key, state.actor)
        if face_down:
            assert view.hand == ()
        else:
            assert view.counts["cards"] == tuple(len(each.hand) for each in views)
        if state.actor is not None:
            assert view.legal == (legal if view.seat == state.actor else ())
        # What lay face up before all is no secret, whoever has taken it up.
        seen = {card for cards in (*view.shown, view.turned) for card in cards}
        said = words(view) - seen
        assert all(said.isdisjoint(other.hand) for other in views if other is not view)
    if state.actor is None:
        of_seats = {f"{view.seat}/{each}" for view in views for each in view.legal}
        assert of_seats == {each for each in legal if not each.startswith("clock:")}
    assert not action or action in legal


def words(view: View) -> set[str]:
    """Every text that a view holds, each also cut where an action joins cards and arguments.

    But not the cards that may be called: they are named wherever they lie.
    """

    def within(value: object) -> Iterator[str]:
        if isinstance(value, str) and value.startswith("call:"):
            yield value
        elif isinstance(value, str):
            yield from value.replace("+", " ").replace(":", " ").replace("=", " ").split()
        elif isinstance(value, dict):
            for part in value.values():
                yield from within(part)
        elif isinstance(value, tuple | list):
            for part in value:
                yield from within(part)

    return set(within(asdict(view)))
