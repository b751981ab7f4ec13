"""Deals as PBN 2.1, the notation of bridge programs, for games of three hands of suits and ranks.

Source: Tis Veugen and others, "Portable Bridge Notation", version 2.1. docs/deal-files.md says how
three seats lie in its four places, and which of its choices are ours.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import SUITS

from ..description import canonical_json
from .boards import (
    Boards,
    Card,
    DealtBoard,
    ReadBoard,
    Wanted,
    board_number,
    boards_of,
    day,
    one_line,
    seat_numbers_of,
    wanted,
)
from .reasons import BoardsError, FormError

PLACES = "NESW"
RANKS = "AKQJT98765432"
HANDS = 3
EMPTY = "-"
# Seats A, B and C are north, east and south; C deals, so that A, on its left, leads.
DEALER = "S"
LONGEST_LINE = 255
ENCODING = "iso-8859-1"

_HEAD = (
    "% PBN 2.1",
    "% EXPORT",
    "%Content-type: text/x-pbn; charset=ISO-8859-1",
    "%Creator: Triplicate",
)
_CARD = re.compile(rf"[{RANKS}][{SUITS}]")
_TOKEN = re.compile(
    r"""
      (?P<blank>[ \t]+)
    | (?P<end>\n)
    | (?P<escape>(?m:^)%[^\n]*)
    | (?P<rest>;[^\n]*)
    | (?P<comment>\{[^}]*\})
    | \[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\\n]|\\[^\n])*)"\s*\]
    | (?P<string>"(?:[^"\\\n]|\\[^\n])*")
    | (?P<data>[^\s\[{;"]+)
    """,
    re.VERBOSE | re.ASCII,
)
_REFERENCE = re.compile(r"&#(\d{1,7});")
_INHERITED = ("#", "##")
_UNKNOWN = ("?", "-")


def can_state(deck: Sequence[str], hands: Sequence[int]) -> bool:
    """Whether deals of this deck, with hands of these sizes, can be written as PBN."""
    return len(hands) == HANDS and all(_CARD.fullmatch(card) for card in deck)


def write(boards: Boards, *, with_talon: bool = False) -> bytes:
    """Return the file, in export format.

    The fourth place is empty, `-`; with `with_talon` it holds the other cards, as one hand more,
    for programs that take nothing but whole packs. FormError if the game cannot be stated.
    """
    lines = list(_HEAD)
    for board in boards.boards:
        cards = [card for part in (*board.deal.hands, board.deal.talon) for card in part]
        if not can_state(cards, [len(hand) for hand in board.deal.hands]):
            raise FormError(f"deals of {boards.game} cannot be written as PBN")
        lines += [_tag(name, value) for name, value in _tags(boards, board, with_talon)]
        lines.append("")
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def read(text: str, *, game: str = "") -> Boards:
    """Return the boards in a PBN text, of `game` where it is given. Raises BoardsError.

    Import format: comments, escaped lines, sections and tags of other programs are passed over.
    """
    games = list(_games(text))
    if not games:
        raise BoardsError(1, "no-boards")
    first = games[0]
    stated, line = first.one("TriplicateGame")
    options = _options(first)
    played = wanted(stated, line, options, game=game)
    if not can_state(played.deck, played.hands):
        raise BoardsError(line, "not-in-pbn")
    for each in games:
        if (name := each.one("TriplicateGame", stated)[0]) != stated:
            raise BoardsError(each.line, "other-game", game=name, wanted=played.game.key)
    date, date_line = first.one("Date")
    return Boards(
        game=played.game.key,
        boards=boards_of((_board(each, played) for each in games), played),
        options=options,
        event=first.text("Event"),
        site=first.text("Site"),
        date="" if "?" in date else day(date.replace(".", "-"), date_line),
    )


def _tags(boards: Boards, board: DealtBoard, with_talon: bool) -> Iterator[tuple[str, str]]:
    """Yield the mandatory tags in their order, then the others in that of the alphabet."""
    fourth = _suits(board.deal.talon) if with_talon else EMPTY
    yield "Event", _known(boards.event)
    yield "Site", _known(boards.site)
    yield "Date", boards.date.replace("-", ".") or "????.??.??"
    yield "Board", str(board.number)
    yield from ((place, "?") for place in ("West", "North", "East", "South"))
    yield "Dealer", DEALER
    yield "Vulnerable", "None"
    yield "Deal", f"{PLACES[0]}:" + " ".join([*map(_suits, board.deal.hands), fourth])
    # There is no bidding: these have nothing to say.
    yield from ((name, "") for name in ("Scoring", "Declarer", "Contract", "Result"))
    yield "Generator", "Triplicate"
    yield "TriplicateGame", boards.game
    if board.guaranteed:
        yield "TriplicateGuaranteed", " ".join(map(str, board.guaranteed))
    if boards.options:
        yield "TriplicateOptions", canonical_json(dict(boards.options))
    if board.par:
        yield "TriplicatePar", " ".join(map(str, board.par))
    yield "TriplicateTalon", " ".join(board.deal.talon)


def _tag(name: str, value: str) -> str:
    """Return a tag on one line. What does not fit on it is cut off, and so only long texts are."""
    room, written = LONGEST_LINE - len(f'[{name} ""]'), ""
    for letter in value:
        piece = f"\\{letter}" if letter in '"\\' else letter
        if not " " <= letter <= "~" and not "\xa0" <= letter <= "\xff":
            piece = f"&#{ord(letter)};"
        if len(written) + len(piece) > room:
            break
        written += piece
    return f'[{name} "{written}"]'


def _value(written: str) -> str:
    plain = re.sub(r"\\(.)", r"\1", written)
    return _REFERENCE.sub(_referred, plain)


def _referred(match: re.Match[str]) -> str:
    number = int(match[1])
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return match[0]
    return chr(number)


def _known(text: str) -> str:
    """Return a text as a value that no program takes for unknown, inherited or a reference."""
    text = one_line(text)
    if text in _UNKNOWN + _INHERITED:
        return f"&#{ord(text[0])};{text[1:]}"
    return _REFERENCE.sub(lambda match: f"&#38;{match[0][1:]}", text) or "?"


def _suits(hand: Sequence[str]) -> str:
    """Return a hand as PBN has it: its ranks by suit, `KQ7.A..T98`."""
    return ".".join(
        "".join(sorted((card[0] for card in hand if card[1] == suit), key=RANKS.index))
        for suit in SUITS
    )


@dataclass(slots=True)
class _Game:
    """The tags of one game as written, each with its line; `line` is that of the first."""

    line: int
    tags: dict[str, tuple[str, int]] = field(default_factory=dict)

    def one(self, name: str, default: str = "") -> tuple[str, int]:
        """Return a tag's value and line; `default` and the game's line where it has none."""
        written, line = self.tags.get(name, (None, self.line))
        return (default if written is None else _value(written)), line

    def needed(self, name: str) -> tuple[str, int]:
        """Return the same of a tag that must be there."""
        if name not in self.tags:
            raise BoardsError(self.line, "no-deal", tag=name)
        return self.one(name)

    def text(self, name: str) -> str:
        """Return a text on one line, empty where the file says that it does not know it."""
        written, _ = self.tags.get(name, ("", self.line))
        return "" if written in _UNKNOWN else one_line(_value(written))


def _games(text: str) -> Iterator[_Game]:
    """Yield the games. An empty line ends one, and so does a second tag Event or Board."""
    found: _Game | None = None
    before: dict[str, tuple[str, int]] = {}
    for name, written, line in _tokens(text):
        if found is not None and (not name or (name in found.tags and name in ("Event", "Board"))):
            yield found
            before, found = found.tags, None
        if not name:
            continue
        if found is None:
            found = _Game(line)
        if name in found.tags and (name == "Deal" or name.startswith("Triplicate")):
            raise BoardsError(line, "tag-twice", tag=name)
        if written in _INHERITED:
            written = before.get(name, ("?", line))[0]
        # Of tags that stand twice the standard takes the first.
        found.tags.setdefault(name, (written, line))
    if found is not None:
        yield found


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield each tag as written with its line, and for each empty line a tag without a name."""
    text = re.sub(r"\r\n?", "\n", text)
    ends = [match.end() for match in re.finditer("\n", text)]
    at, is_empty = 0, True
    while at < len(text):
        line = bisect_right(ends, at) + 1
        match = _TOKEN.match(text, at)
        if match is None:
            raise BoardsError(line, "comment-open" if text[at] == "{" else "no-tag")
        if match["end"]:
            if is_empty:
                yield "", "", line
            is_empty = True
        elif not match["blank"]:
            is_empty = False
            if match["tag"]:
                yield match["tag"], match["value"], line
        at = match.end()


def _options(game: _Game) -> dict[str, Any]:
    text, line = game.one("TriplicateOptions", "{}")
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        raise BoardsError(line, "options") from None
    if not isinstance(options, dict):
        raise BoardsError(line, "options")
    return options


def _board(game: _Game, played: Wanted) -> ReadBoard:
    deal, line = game.needed("Deal")
    number = board_number(*game.needed("Board"))
    first, colon, rest = deal.partition(":")
    hands = rest.split()
    if first not in PLACES or len(first) != 1 or not colon or len(hands) != len(PLACES):
        raise BoardsError(line, "not-a-deal", text=deal)
    # Beginning with north.
    turned = PLACES.index(first)
    around = [hands[(place - turned) % len(PLACES)] for place in range(len(PLACES))]
    held = [None if hand == EMPTY else _held(hand, line) for hand in around]
    fourth = _fourth(held, played)
    dealer, dealer_line = game.one("Dealer", PLACES[fourth])
    if dealer not in PLACES or len(dealer) != 1:
        raise BoardsError(dealer_line, "dealer", text=dealer)
    begin = PLACES.index(dealer) + 1
    places = [(begin + step) % len(PLACES) for step in range(len(PLACES))]
    talon = _talon(game, number, held[fourth])
    guaranteed, par = game.one("TriplicateGuaranteed"), game.one("TriplicatePar")
    return ReadBoard(
        line=line,
        number=number,
        hands=[held[place] or [] for place in places if place != fourth],
        talon=talon,
        guaranteed=seat_numbers_of(*guaranteed, name="TriplicateGuaranteed", seats=HANDS),
        par=seat_numbers_of(*par, name="TriplicatePar", seats=HANDS),
    )


def _fourth(held: Sequence[Sequence[Card] | None], played: Wanted) -> int:
    """Return the place that no seat holds: the empty one, else west, else the one of the talon."""
    empty = [place for place, hand in enumerate(held) if hand is None]
    if empty:
        return empty[-1]
    west = len(PLACES) - 1
    fits = [place for place, hand in enumerate(held) if hand and len(hand) == played.talon]
    return west if west in fits or len(fits) != 1 else fits[0]


def _talon(game: _Game, number: int, fourth: Sequence[Card] | None) -> Sequence[Card] | None:
    """Return the other cards in the order given; None where they are not given."""
    if "TriplicateTalon" not in game.tags:
        return fourth
    text, line = game.tags["TriplicateTalon"]
    talon = [(card, line) for card in text.split()]
    if fourth is not None and sorted(card for card, _line in fourth) != sorted(text.split()):
        raise BoardsError(line, "talon-differs", board=number)
    return talon


def _held(hand: str, line: int) -> list[Card]:
    """Return the cards of a hand; a suit's own letter before its ranks says nothing new."""
    suits = hand.split(".")
    if len(suits) != len(SUITS):
        raise BoardsError(line, "suits", text=hand)
    cards = []
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in ranks.removeprefix(suit):
            if rank not in RANKS:
                raise BoardsError(line, "no-such-card", card=f"{rank}{suit}")
            cards.append((f"{rank}{suit}", line))
    return cards
