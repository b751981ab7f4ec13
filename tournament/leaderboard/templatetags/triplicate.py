"""What all pages draw alike: hands, half-lives, percentages, states, the distributions' picture.

Figures come in exact (integers, fractions) and are rounded here, half away from zero, in the
language of the page. `None` stands for "no such figure" and is shown as a dash.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import (
    get_language,
    gettext_lazy,
    ngettext,
    pgettext,
    pgettext_lazy,
)
from django.utils.translation import gettext as _

from engine.cards import SUITS
from engine.registry import game
from tournament.events.models import Event
from tournament.live.wording import IN_LIVES
from tournament.live.wording import SUITS as SUIT_WORDS
from tournament.rules.display import MINUS, lives_number, rounded
from tournament.rules.swings import Difficulty

register = template.Library()

DASH = "–"
TEXT_STYLE = "\ufe0e"  # after a suit's symbol: a character of the text, not a coloured emoji
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {
    "S": gettext_lazy("Spades"),
    "H": gettext_lazy("Hearts"),
    "D": gettext_lazy("Diamonds"),
    "C": gettext_lazy("Clubs"),
}
RANKS = "AKQJT98765432"
# By the packs people hold, not by a translator's choice.
INDICES = {"fr": {"A": "As", "K": "R", "Q": "D", "J": "V"}}
STATES: Mapping[str, Promise] = {
    "draft": gettext_lazy("in preparation"),
    "running": gettext_lazy("being played"),
    "official": gettext_lazy("official"),
    "provisional": gettext_lazy("provisional"),
    "confirmed": gettext_lazy("confirmed"),
    "waiting": gettext_lazy("to be confirmed"),
    "missing": gettext_lazy("missing"),
    "disputed": gettext_lazy("disputed"),
    "adjusted": gettext_lazy("adjusted"),
    "not-played": gettext_lazy("not played"),
}

DIFFICULTIES: Mapping[Difficulty, object] = {
    Difficulty.EASY: pgettext_lazy("board", "easy"),
    Difficulty.MIDDLING: pgettext_lazy("board", "middling"),
    Difficulty.HARD: pgettext_lazy("board", "hard"),
}


def rank_index(rank: str) -> str:
    """Return the index printed on a card of this rank: A K Q J 10 …, in French As R D V 10 …"""
    language = (get_language() or "en").partition("-")[0]
    return INDICES.get(language, {}).get(rank, "10" if rank == "T" else rank)


@dataclass(frozen=True, slots=True)
class SuitCards:
    """The cards of one suit in a hand, highest first: each its code and the index it bears."""

    letter: str
    symbol: str
    name: str
    cards: tuple[tuple[str, str], ...]
    is_trump: bool


def suits_of(cards: Iterable[str], trumps: Collection[str] = ()) -> list[SuitCards]:
    """Return the four suits of a hand; `trumps` are the turned cards. KeyError for no such suit."""
    ranks: dict[str, list[str]] = {suit: [] for suit in SUITS}
    for code in cards:
        ranks[code[1]].append(code[0])
    trump_suits = {code[1] for code in trumps}
    return [
        SuitCards(
            letter=suit.lower(),
            symbol=SYMBOLS[suit] + TEXT_STYLE,
            name=str(SUIT_NAMES[suit]),
            cards=tuple(
                (rank + suit, rank_index(rank)) for rank in sorted(ranks[suit], key=RANKS.index)
            ),
            is_trump=suit in trump_suits,
        )
        for suit in SUITS
    ]


@register.inclusion_tag("_hand.html")
def hand(
    cards: Iterable[str], trumps: Collection[str] = (), annulling: Collection[str] = ()
) -> dict[str, object]:
    """Draw a hand by suits; with the turned cards as `trumps`, their suits are marked.

    Each card has its code in data-card, which verify.js reads. Those of `annulling` are dotted.
    """
    return {"suits": suits_of(cards, trumps), "annulling": annulling}


@register.simple_tag
def card(code: str) -> SafeString:
    """Draw one card: its index and its suit, with its code in data-card."""
    rank, suit = code[0], code[1]
    return format_html(
        '<span class="card-face suit-{}" data-card="{}">{}<span aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {}</span></span>',
        suit.lower(),
        code,
        rank_index(rank),
        SYMBOLS[suit] + TEXT_STYLE,
        SUIT_NAMES[suit],
    )


@register.simple_tag
def suit(letter: str) -> SafeString:
    """Draw a suit: its sign and its name."""
    return format_html(
        '<span class="suit suit-{}"><span aria-hidden="true">{}</span> {}</span>',
        letter.lower(),
        SYMBOLS[letter] + TEXT_STYLE,
        SUIT_WORDS[letter],
    )


@register.simple_tag
def seat_sign(seat: int) -> SafeString:
    """Draw the letter of a seat as a sign."""
    return format_html(
        '<span class="seat"><span class="visually-hidden">{} </span>{}</span>',
        _("Seat"),
        seat_letter(seat),
    )


def _localized(value: Decimal, places: int) -> str:
    shown = number_format(abs(value), decimal_pos=places, use_l10n=True)
    return MINUS + shown if value < 0 else shown


@register.filter
def points(value: Fraction | Decimal | int | None, places: int | None = None) -> str:
    """Return matchpoints for display: at most two decimals, or exactly `places` of them."""
    if value is None:
        return DASH
    exact = rounded(value, 2 if places is None else places)
    if places is None:
        places = max(0, -int(exact.normalize().as_tuple().exponent))
    return _localized(exact, places)


@register.filter
def percent(value: Fraction | Decimal | int | None, places: int = 2) -> str:
    """Return a percentage, given from 0 to 100, with its sign as the language writes it."""
    if value is None:
        return DASH
    # Translators: French puts a no-break space before the sign.
    return _("{number}%").format(number=_localized(rounded(value, places), places))


@register.filter
def lives(half_lives: Fraction | int | None) -> str:
    """Return half-lives as lives, always signed: 1 → +½, −2 → −1, 3 → +1½; 0 has no sign.

    A fraction of a half-life (a mean, a datum) is written in lives with two decimals.
    """
    if half_lives is None:
        return DASH
    exact = Fraction(half_lives)
    if exact.denominator != 1:
        return mean_lives(exact)
    whole, half = divmod(abs(exact.numerator), 2)
    sign = "" if not exact else "+" if exact > 0 else MINUS
    return sign + (str(whole) if whole or not half else "") + ("½" if half else "")


@register.filter
def lives_word(half_lives: Fraction | int) -> str:
    """Return the word that follows half-lives written as lives, for whoever hears them."""
    return ngettext("life", "lives", lives_number(half_lives))


@register.filter
def tricks_word(count: int) -> str:
    """Return the word that follows a number of tricks, for whoever hears it."""
    return ngettext("trick", "tricks", count)


@register.filter
def mean_lives(half_lives: Fraction | int | None) -> str:
    """Return a mean or a difference of half-lives as lives, signed, always with two decimals.

    In a column of means, `lives` would write some with ½ and others with decimals.
    """
    if half_lives is None:
        return DASH
    mean = rounded(Fraction(half_lives) / 2, 2)
    return ("+" if mean > 0 else "") + _localized(mean, 2)


@register.filter
def lives_class(half_lives: Fraction | int | None) -> str:
    """Return the class that colours won, lost or unchanged lives: `up`, `down` or `level`."""
    return "up" if half_lives and half_lives > 0 else "down" if half_lives else "level"


@register.filter
def score(value: Fraction | int | None, game: str) -> str:
    """Return a score of this game, or a sum of scores: lives, or plain points."""
    if game in IN_LIVES:
        return lives(value)
    if value is None:
        return DASH
    return _localized(rounded(value, places := 2 * (Fraction(value).denominator != 1)), places)


@register.filter
def mean_score(value: Fraction | int | None, game: str) -> str:
    """Return a mean of this game's scores, always with two decimals."""
    if game in IN_LIVES:
        return mean_lives(value)
    return DASH if value is None else _localized(rounded(value, 2), 2)


@register.filter
def difference(value: Fraction | int | None, game: str) -> str:
    """Return a difference from a mean of this game's scores, signed, with two decimals."""
    if value is None or game in IN_LIVES:
        return mean_lives(value)
    return ("+" if rounded(value, 2) > 0 else "") + _localized(rounded(value, 2), 2)


@register.filter
def spread(value: Fraction | int | None, game: str) -> str:
    """Return a distance between scores of this game, without a sign, with two decimals."""
    if value is None:
        return DASH
    return _localized(rounded(Fraction(value) / (2 if game in IN_LIVES else 1), 2), 2)


@register.filter
def score_class(value: Fraction | int | None, game: str) -> str:
    """Return the class that colours lives won or lost; points are never lost."""
    return lives_class(value) if game in IN_LIVES else "level"


@register.filter
def is_in_lives(game: str) -> bool:
    """Return whether this game's scores are lives."""
    return game in IN_LIVES


@register.filter
def method_words(event: Event) -> str:
    """Return what the event ranks by: matchpoints, lives or the game's score, a difference."""
    if event.method == Event.Method.LIVES and event.game not in IN_LIVES:
        return pgettext("method", "score")
    return str(Event.Method(event.method).label)


@register.filter
def score_heading(game: str) -> str:
    """Return what this game's scores are called over a column."""
    return _("Lives") if game in IN_LIVES else _("Score")


@register.simple_tag
def status(state: str) -> SafeString:
    """Draw a state as a pill: a sign and a word. KeyError for a state that is not in STATES."""
    return format_html('<span class="pill pill-{}">{}</span>', state, STATES[state])


@register.filter
def status_word(state: str) -> str:
    """Return a state's word alone. KeyError for a state that is not in STATES."""
    return str(STATES[state])


@register.filter
def difficulty_word(difficulty: Difficulty) -> str:
    """Return how hard a board was, in a word."""
    return str(DIFFICULTIES[difficulty])


@register.filter
def game_name(key: str) -> str:
    """Return a game's name as texts write it: the engine knows no typography."""
    return _("Com’on!") if key == "comon" else game(key).name


@register.filter
def seat_letter(seat: int) -> str:
    """Return the letter of a seat: 0 is A."""
    return "ABCDEFGHIJ"[seat]


@register.filter
def chair_words(chair: int, event: Event) -> str:
    """Return what a chair of a round is called: "chair 2" where boards are turned, else "seat B".

    Where they are not, whoever sits there holds the seat on all boards of the round.
    """
    if event.turned:
        return _("chair %(number)d") % {"number": chair + 1}
    return _("seat %(letter)s") % {"letter": seat_letter(chair)}


@register.simple_tag
def chair_sign(chair: int, event: Event) -> SafeString:
    """Draw the same as a sign beside a name."""
    return format_html(
        '<span class="seat"><span class="visually-hidden">{} </span>{}</span>',
        _("Chair") if event.turned else _("Seat"),
        chair + 1 if event.turned else seat_letter(chair),
    )


# The picture: one row per distribution, one column per seat, lengths in the SVG's own units.
WIDTH = 340
LABEL = 62
GAP = 8
ROW = 20
HEAD = 24
LABEL_NEEDS = 9  # for each digit


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch of a seat's bar: how often (`count`) its result in a distribution was of a kind.

    Lengths are written out for the SVG: as numbers, templates would give them a decimal comma.
    `label` is the count, where there is room for it.
    """

    kind: str
    count: int
    x: str
    width: str
    middle: str
    label: str


@dataclass(frozen=True, slots=True)
class DistributionRow:
    """One distribution: how often it occurred, and what it brought each seat."""

    name: str
    count: int
    y: int
    bars: tuple[Bar, ...]
    is_par: bool = False


@register.inclusion_tag("_distributions.html")
def distributions(
    results: Iterable[tuple[Sequence[int], Sequence[int]]],
    attainable: Sequence[tuple[int, ...]],
    game: str = "comon",
    par: Sequence[int] | None = None,
) -> dict[str, object]:
    """Draw how often each distribution occurred, and what it brought to each seat.

    `results` are pairs of trick counts and scores by seat; `attainable` the game's own list of
    distributions (`Game.attainable()`), each with the largest number first. The one of `par`, trick
    counts by seat, is framed.
    """
    framed = tuple(sorted(par or (), reverse=True))
    seats = len(attainable[0])
    tally: Counter[tuple[tuple[int, ...], int, str]] = Counter()
    totals: Counter[tuple[int, ...]] = Counter()
    for tricks, scores in results:
        distribution = tuple(sorted(tricks, reverse=True))
        totals[distribution] += 1
        for seat, brought in enumerate(scores):
            tally[distribution, seat, score_class(brought, game)] += 1
    column = Fraction(WIDTH - LABEL, seats)
    unit = (column - GAP) / max(totals.values(), default=1)
    rows = []
    for number, distribution in enumerate(attainable):
        bars = []
        for seat in range(seats):
            x = LABEL + seat * column
            for kind in ("up", "level", "down"):
                if count := tally[distribution, seat, kind]:
                    width = count * unit
                    label = str(count) if width >= LABEL_NEEDS * len(str(count)) else ""
                    bars.append(
                        Bar(kind, count, _length(x), _length(width), _length(x + width / 2), label)
                    )
                    x += width
        name = "-".join(map(str, distribution))
        rows.append(
            DistributionRow(
                name,
                totals[distribution],
                HEAD + number * ROW,
                tuple(bars),
                is_par=distribution == framed,
            )
        )
    return {
        "rows": rows,
        "total": sum(totals.values()),
        "summary": _spoken(rows),
        "par": par,
        "in_lives": game in IN_LIVES,
        "columns": [(seat, _length(LABEL + seat * column)) for seat in range(seats)],
        "width": WIDTH,
        "height": HEAD + ROW * len(rows),
    }


def _length(value: Fraction) -> str:
    return str(rounded(value, 2))


def _spoken(rows: Iterable[DistributionRow]) -> str:
    """Return the picture in words: the distributions that occurred, with how often."""
    return ", ".join(
        ngettext("{name}: {count} time", "{name}: {count} times", row.count).format(
            name=row.name, count=row.count
        )
        for row in rows
        if row.count
    )
