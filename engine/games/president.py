"""Le Président, for three to six players: empty the hand, early enough not to come last.

Source: the rules of an online table, "Les règles du Président" (in French).

Deviations: the clock of thirty seconds for a turn, leaving and reconnecting belong to the table;
the common clock of the rapid mode is a rule and is here.

A deal: all 52 cards. Spare cards go one each to the first seats, and in a match's later deals to
the last-placed upwards. The holder of QH leads any cards, whatever the seat; later the last-placed.

Rulings used here, where the source leaves something open:
- After a play of equal rank the next seat still in the trick plays that rank or passes, if it holds
  it in that number; otherwise it misses this turn only, and the one after it answers as usual.
- Nobody is asked to answer the own play, but in the rapid mode anybody may. When a turn would come
  back to whoever played last, it goes on to those who missed one; the trick ends when all the
  others have passed, have no cards, or are missing their turn with nobody left to take it.
- Whoever emptied the hand with the last play leaves the others the chance to answer.
- Cards are given up in an exchange by rank; of equal ones spades first, then H, D, C. First the
  President returns cards, then the vice-president, both seeing what they received.
- With both a revolution and a closing by the best card, the order before the play counts.
- Rapid: on an empty pile the common clock may open with any legal play of any seat. It does so
  with one weakest card of the first seat that holds the most cards.
- The points are those of the final roles: 3 players 3, 1, 0; 4: 3, 2, 0, 0; 5: 3, 2, 1, 0, 0;
  6: 3, 2, 1, 1, 0, 0.

Actions: cards of one rank, S H D C, joined by `+`: `7S+7H`; `pass`; in an exchange the cards to
return, from the lowest rank up: `give:3S+4D`. Rapid, records write `2/7S`, `2/pass`, `clock:close`
and `clock:1/3S`.

A result entered by hand are the final places by seat: `{"places": [2, 1, 3]}`.

Options: `players`; `revolution`, `skip_if_missing` (never in the rapid mode), `close_on_four`,
`best_card_closes`, `finish_on_two`, `rapid`; and what a match carries over, `previous`: the seats
by their places in the deal before, `"2130"` if seat 2 became President, or nothing.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from engine.cards import french_deck
from engine.errors import BadRecord, UnattainableResult
from engine.games.president_play import (
    FOUR,
    KEY,
    PACK,
    RANKS,
    Agreed,
    Debt,
    PresidentState,
    moved,
    score_places,
)
from engine.protocol import (
    NO_OPTIONS,
    PLAYERS,
    Ask,
    Deal,
    Game,
    Option,
    Options,
    agreed,
)

SEATS = (3, 4, 5, 6)
FIRST_LEAD = "QH"
PREVIOUS = "previous"
_DECK = french_deck(RANKS[::-1])
_ORDERS = tuple("".join(order) for many in SEATS for order in permutations("012345"[:many]))


class President:
    """The rules of Le Président, as `engine.protocol.Game`."""

    key = KEY
    name = "Le Président"
    seats = SEATS
    options = (
        Option(PLAYERS, values=SEATS, default=3),
        Option("revolution", values=(True, False), default=True),
        Option("skip_if_missing", values=(True, False), default=True),
        Option("close_on_four", values=(True, False), default=False),
        Option("best_card_closes", values=(True, False), default=True),
        Option("finish_on_two", values=(True, False), default=False),
        Option("rapid", values=(True, False), default=False),
        Option(PREVIOUS, values=("", *_ORDERS), default="", carried=True),
    )
    no_event = ""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        places = range(1, _agreed(options).players + 1)
        return (Ask("places", values=tuple(places), total=sum(places)),)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        _agreed(options)
        return _DECK

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        dealt = iter(cards)
        sizes = _hand_sizes(_agreed(options))
        return Deal(tuple(tuple(next(dealt) for _ in range(size)) for size in sizes), ())

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> PresidentState:
        rules = _agreed(options)
        deal.check(_DECK, hands=_hand_sizes(rules), talon=0)
        hands = tuple(map(PACK.mask, deal.hands))
        if not rules.previous:
            first = next(seat for seat, hand in enumerate(deal.hands) if FIRST_LEAD in hand)
            return PresidentState(rules, hands, turn=None if rules.rapid else first)
        return _exchanged(rules, hands)

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """The points by seat of `{"places": [2, 1, 3]}`."""
        many = _agreed(options).players
        if set(detail) != {"places"}:
            raise UnattainableResult("result-detail", "a result is the final place of each seat")
        entered = detail["places"]
        if (
            not isinstance(entered, list | tuple)
            or any(type(place) is not int for place in entered)
            or sorted(entered) != list(range(1, many + 1))
        ):
            raise UnattainableResult(
                "places", f"each place from 1 to {many} is needed once, by seat", most=many
            )
        return score_places(entered)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """The one distribution there is: every place once."""
        return (tuple(range(_agreed(options).players, 0, -1)),)


def _agreed(options: Options) -> Agreed:
    chosen = agreed(KEY, President.options, options)
    many, previous, rapid = int(chosen[PLAYERS]), str(chosen[PREVIOUS]), bool(chosen["rapid"])
    if previous and len(previous) != many:
        raise BadRecord(
            "option-value", f"previous names {many} seats by place, or none", option=PREVIOUS
        )
    return Agreed(
        players=many,
        revolution=bool(chosen["revolution"]),
        # Where there are no turns, none can be missed.
        skip_if_missing=bool(chosen["skip_if_missing"]) and not rapid,
        close_on_four=bool(chosen["close_on_four"]),
        best_card_closes=bool(chosen["best_card_closes"]),
        finish_on_two=bool(chosen["finish_on_two"]),
        rapid=rapid,
        previous=tuple(map(int, previous)),
    )


def _hand_sizes(rules: Agreed) -> list[int]:
    each, spare = divmod(len(_DECK), rules.players)
    more = (rules.previous[::-1] or tuple(range(rules.players)))[:spare]
    return [each + (seat in more) for seat in range(rules.players)]


def _exchanged(rules: Agreed, hands: tuple[int, ...]) -> PresidentState:
    """The first state of a later deal: best cards are given, and the returns are owed."""
    owed = [Debt(rules.previous[0], rules.previous[-1], cards=2)]
    if rules.players >= FOUR:
        owed.append(Debt(rules.previous[1], rules.previous[-2], cards=1))
    received = [0] * rules.players
    for debt in owed:
        best = _best(hands[debt.receiver], debt.cards)
        hands = moved(hands, best, debt.receiver, debt.giver)
        received[debt.giver] = best
    return PresidentState(
        rules,
        hands,
        turn=None if rules.rapid else rules.previous[-1],
        owed=tuple(owed),
        received=tuple(received),
    )


def _best(hand: int, many: int) -> int:
    """So many of the best cards of a hand; of equal ones the first in S H D C."""
    cards = sorted(PACK.codes(hand), key=lambda card: -RANKS.index(card[0]))
    return PACK.mask(cards[:many])


GAME: Game = President()
