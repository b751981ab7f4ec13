"""What a deal of tarot is played for: the actions before the cards, the sides, and the result."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games import tarot_play, tarot_scale
from engine.games.tarot_play import BIT, BOUT_CARDS, PACK
from engine.games.tarot_scale import BIDS, GARDE, GARDE_CONTRE, NOBODY, Result
from engine.protocol import Trick

PASS, CHELEM = "pass", "announce:chelem"
BID_ACTIONS = tuple(f"bid:{name}" for name in BIDS)
POIGNEES = ("announce:poignee", "announce:double_poignee", "announce:triple_poignee")


class Poignee(NamedTuple):
    """A poignée shown: its place in `POIGNEES`, and the cards."""

    seat: int
    size: int
    cards: int


class Contract(NamedTuple):
    """Who plays for what. `bid` counts from 1; it is 0 while nobody has taken.

    `holder` had the card called at the first trick (nobody if it lies in the dog): the partner, or
    the taker, who is then alone. `aside` are the cards discarded, or the dog that nobody took.
    """

    taker: int = NOBODY
    bid: int = 0
    called: str = ""
    holder: int = NOBODY
    aside: int = 0

    @property
    def takes_dog(self) -> bool:
        return 0 < self.bid <= GARDE

    @property
    def attack(self) -> frozenset[int]:
        """The seats of the taker's side. The partner among them is a secret."""
        return frozenset((self.taker, self.holder)) - {NOBODY}


NOT_TAKEN = Contract()


def bid_number(action: str) -> int:
    """The number of a bid, counted from 1; 0 for a pass."""
    return BID_ACTIONS.index(action) + 1 if action in BID_ACTIONS else 0


def sides(contract: Contract, seat: int, *, seats: int, public: bool, passed: int) -> list[str]:
    """The side of each seat, as far as this one knows.

    `public` says whether all know where the card called was; `passed`, how often the hands have
    gone to the seat before since the first trick: whoever has had that hand knows as well.
    """
    known = seats < 5 or public
    if contract.called and contract.holder != NOBODY:
        known |= any((contract.holder - each) % seats == seat for each in range(passed + 1))
    found = ["defence" if known else "unknown"] * seats
    if known and contract.holder != NOBODY:
        found[contract.holder] = "partner"
    elif contract.called:
        # Who has not held the card called knows at least to be on the other side.
        found[seat] = "defence"
    found[contract.taker] = "taker"
    return found


def called_in_public(
    contract: Contract, dog: int, tricks: Sequence[Trick], table: Sequence[str]
) -> bool:
    """Whether all have seen the card called: in the dog, or played."""
    called = contract.called
    if not called:
        return False
    return (
        bool(contract.takes_dog and dog & BIT[called])
        or called in table
        or any(called in trick.cards for trick in tricks)
    )


def result(
    contract: Contract,
    tricks: Sequence[Trick],
    poignees: Sequence[Poignee],
    *,
    announced: bool,
    kept_bouts: bool,
) -> Result | None:
    """What came of a deal that was played out; None if all passed. `announced` is a chelem."""
    if contract == NOT_TAKEN:
        return None
    attack, seats = contract.attack, len(tricks[0].cards)
    bouts, halves = tarot_play.taken(tricks, attack, kept_bouts=kept_bouts)
    if contract.bid != GARDE_CONTRE:
        bouts += (contract.aside & BOUT_CARDS).bit_count()
        halves += sum(tarot_scale.HALVES[card] for card in PACK.codes(contract.aside))
    return Result(
        taker=contract.taker,
        bid=contract.bid,
        partner=NOBODY if contract.holder == contract.taker else contract.holder,
        bouts=bouts,
        halves=halves,
        petit=_petit(tricks, attack),
        poignee=tarot_scale.poignees(seats).index(tuple(sorted(each.size for each in poignees))),
        chelem=_chelem({trick.winner in attack for trick in tricks}, announced=announced),
    )


def _petit(tricks: Sequence[Trick], attack: frozenset[int]) -> int:
    side = tarot_play.petit_side(tricks, attack)
    if side is None:
        return tarot_scale.NO_PETIT
    return tarot_scale.PETIT_TAKER if side else tarot_scale.PETIT_DEFENCE


def _chelem(winners: set[bool], *, announced: bool) -> int:
    """Of which kind a chelem is, by whether the attack won each of the tricks."""
    if announced:
        return tarot_scale.ANNOUNCED if winners == {True} else tarot_scale.FAILED
    if len(winners) == 2:
        return tarot_scale.NO_CHELEM
    return tarot_scale.UNANNOUNCED if True in winners else tarot_scale.BY_DEFENCE
