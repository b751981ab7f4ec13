"""Le vicaire, for three players: ten tricks with hearts as trumps, of which one wants just enough.

Source: the inventors' rules, "Le vicaire" (one of ten games published together, in French).

Deviations: the source plays to the right of the dealer; here, as everywhere, seat 0 leads first and
the seats follow in the order of play.

A deal: 32 cards, ten each; two lie aside and nobody sees them.

Rulings used here, where the source leaves something open:
- Rank in every suit, hearts included: A K Q J T 9 8 7.
- A suit led must be followed. A player without it plays any card: nobody ever has to trump, nor to
  play a higher card.
- The highest heart wins, without hearts the highest card of the suit led. The winner leads.
- A deal by itself is worth its tricks, one point each. That the total should be exactly 10, or 15,
  20, 25 …, belongs to the match: `engine.matches.VicaireMatch`.

Actions are the cards' codes: `TD`. Options: none; the target is one of the match.
"""

from collections.abc import Mapping, Sequence

from engine.errors import UnattainableResult
from engine.protocol import NO_OPTIONS, Ask, Game, Options, Outcome, Trick
from engine.tricks import FollowGame, distributions, entered_tricks, strengths, trick_counts

KEY = "vicaire"
RANKS = "AKQJT987"
TRUMPS = "H"
SEATS = 3
TRICKS = 10


class Vicaire(FollowGame):
    """The rules of Le vicaire, as `engine.protocol.Game`."""

    key = KEY
    name = "Le vicaire"
    trumps = TRUMPS
    asked = (Ask("tricks", values=tuple(range(TRICKS + 1)), total=TRICKS),)

    def strengths(self, led: str) -> Mapping[str, int]:
        return strengths(self.cards, RANKS, led=led, trumps=TRUMPS)

    def outcome(self, tricks: Sequence[Trick]) -> Outcome:
        counts = trick_counts(tricks, seats=SEATS)
        return Outcome(scores=counts, detail={"tricks": list(counts)})

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """The tricks by seat of `{"tricks": [5, 3, 2]}`."""
        if set(detail) != {"tricks"}:
            raise UnattainableResult("result-detail", "a result is the three trick counts")
        return tuple(entered_tricks(detail["tricks"], seats=SEATS, tricks=TRICKS))

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """The fourteen distributions of ten tricks, from 10-0-0 to 4-3-3."""
        return tuple(distributions(TRICKS, SEATS))


VICAIRE = Vicaire()
GAME: Game = VICAIRE
