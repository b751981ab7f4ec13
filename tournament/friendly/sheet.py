"""The score sheet of a match, as pages draw it; no card of any hand is in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from engine import matches
from engine.matches import LivesMatch
from engine.matches.lives import START
from tournament.leaderboard.templatetags.triplicate import lives as signed_lives

from .history import DealLine, MatchStory
from .models import FriendlyTable, Match, Place
from .wording import ending_words, half_lives, line_name, line_value, lives_words

# A life is drawn in a box of this size, so many in a row.
WIDTH, HEIGHT, IN_A_ROW = 24, 26, 6


@dataclass(frozen=True, slots=True)
class Life:
    """A life on the sheet: an L of two strokes, or one upright stroke for a half, at x and y."""

    x: int
    y: int
    is_half: bool
    is_gained: bool
    is_struck: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A player's lives as they are drawn; `coffin` is where the Fitil's stands.

    `words` are those left, won and lost, and `summary` says all three.
    """

    lives: Sequence[Life]
    coffin: tuple[int, int] | None
    width: int
    height: int
    words: tuple[str, str, str]
    summary: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player on the sheet. `figures` follow `Sheet.lines`, and `named` has both.

    `drawing` is there for lives only.
    """

    number: int
    name: str
    is_bot: bool
    is_me: bool
    is_dealer: bool
    stars: int
    figures: Sequence[str]
    named: Sequence[tuple[str, str]]
    announced: str
    drawing: Drawing | None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal on the sheet: by player the tricks, None where the score says as much, and the score.

    `holder` had it cancelled for four aces, and `granted` says what the votes gave.
    """

    number: int
    dealer: int
    results: Sequence[tuple[int | None, str]]
    holder: str
    granted: bool
    is_open: bool
    live_id: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match's score sheet. `deal` counts the deals, the one being played too."""

    match: Match
    is_lives: bool
    lines: Sequence[str]
    players: Sequence[PlayerLine]
    deals: Sequence[DealRow]
    deal: int
    ending: str

    @property
    def announced(self) -> Sequence[PlayerLine]:
        """The players whose lives are called out before the deal."""
        return [player for player in self.players if player.announced]


def draw_lives(match: LivesMatch, player: int) -> Drawing:
    """Return a player's lives as strokes: six at first, those gained after them, the lost struck.

    One who lost more than was there has everything struck through.
    """
    strokes = START + match.won[player]
    struck = min(match.lost[player], strokes)
    count = (strokes + 1) // 2
    places = [
        (number % IN_A_ROW * WIDTH, number // IN_A_ROW * HEIGHT) for number in range(count + 1)
    ]
    ending = match.ending
    is_dead = ending is not None and player in ending.losers
    return Drawing(
        lives=[
            Life(
                *places[number],
                is_half=2 * number + 2 > strokes,
                is_gained=2 * number >= START,
                is_struck=min(2 * number + 2, strokes) <= struck,
            )
            for number in range(count)
        ],
        coffin=places[count] if is_dead else None,
        width=WIDTH * IN_A_ROW,
        height=places[count if is_dead else count - 1][1] + HEIGHT,
        words=(
            half_lives(match.lives[player]),
            half_lives(match.won[player]),
            half_lives(match.lost[player]),
        ),
        summary=lives_words(match.lives[player], match.won[player], match.lost[player]),
    )


def sheet_of(table: FriendlyTable, story: MatchStory, *, me: int | None = None) -> Sheet:
    """Return a match's score sheet; `me` is the number of the place it is for."""
    places = list(table.places.select_related("participant").order_by("number"))
    names = [place_name(place) for place in places]
    now = story.now
    stars = dict(
        story.row.stars.order_by().values_list("place__number").annotate(count=Count("pk"))
    )
    return Sheet(
        match=story.row,
        is_lives=isinstance(now, LivesMatch),
        lines=[line_name(line.name) for line in now.lines],
        players=[
            PlayerLine(
                number=place.number,
                name=names[place.number],
                is_bot=bool(place.participant and place.participant.bot),
                is_me=place.number == me,
                is_dealer=place.number == now.dealer and story.ending is None,
                stars=stars.get(place.number, 0),
                figures=[line_value(now, line.values[place.number]) for line in now.lines],
                named=[
                    (line_name(line.name), line_value(now, line.values[place.number]))
                    for line in now.lines
                ],
                announced=_announced(now, place.number),
                drawing=draw_lives(now, place.number) if isinstance(now, LivesMatch) else None,
            )
            for place in places
        ],
        deals=[_deal(line, names) for line in story.deals],
        deal=len(story.deals),
        ending=ending_words(now, names),
    )


def place_name(place: Place) -> str:
    """Return the name of whoever sits at a place, "" for nobody."""
    return place.participant.name if place.participant else ""


def _announced(match: matches.Match, player: int) -> str:
    if not isinstance(match, LivesMatch) or match.ending is not None:
        return ""
    return match.announced[player] or ""


def _deal(line: DealLine, names: Sequence[str]) -> DealRow:
    row, seats = line.row, line.seats
    return DealRow(
        number=row.number,
        dealer=line.before.dealer,
        results=_results(line),
        holder="" if row.aces_seat is None else names[seats[row.aces_seat]],
        granted=line.after is not None and all(vote.yes for vote in row.votes.all()),
        is_open=line.after is None,
        live_id=row.live_deal.public_id,
    )


def _results(line: DealLine) -> Sequence[tuple[int | None, str]]:
    scores, detail = line.row.scores, line.row.live_deal.detail or {}
    if scores is None:
        return []
    tricks = detail.get("tricks")
    if not tricks or tricks == scores:
        tricks = [None] * len(scores)
    in_words = signed_lives if isinstance(line.before, LivesMatch) else str
    by_player = sorted(zip(line.seats, tricks, scores, strict=True))
    return [(count, in_words(score)) for _player, count, score in by_player]
