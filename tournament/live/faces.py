"""Cards as pictures of our own: a large index, a large suit, and a sign for king, queen and jack.

Both indices, the French and the English, are in every picture; the page's sheet shows the one its
reader prefers (`data-index`), so that a picture is the same for everybody and is made once. What a
card is called is said by the element around it: pictures are hidden from screen readers.
"""

from functools import cache

from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT = 64, 90
# Each suit in a square of 20 by 20.
SUITS = {
    "S": "M10 1C7 5.6 1.4 8.4 1.4 12.6c0 4.3 5 5.3 7.5 2.5C8.7 17 7.9 18.3 6.4 19.4h7.2c-1.5-1.1"
    "-2.3-2.4-2.5-4.3 2.5 2.8 7.5 1.8 7.5-2.5C18.6 8.4 13 5.6 10 1z",
    "H": "M10 18.8C7.6 15.2 1.2 11.6 1.2 6.6 1.2 1.4 7.9.2 10 5c2.1-4.8 8.8-3.6 8.8 1.6 0 5-6.4"
    " 8.6-8.8 12.2z",
    "D": "M10 .8 17.6 10 10 19.2 2.4 10z",
    "C": "M10 1a4.3 4.3 0 0 0-3.6 6.7A4.4 4.4 0 1 0 8.9 14c-.2 2.2-1 4-2.5 5.4h7.2C12.1 18 11.3"
    " 16.2 11.1 14a4.4 4.4 0 1 0 2.5-6.3A4.3 4.3 0 0 0 10 1z",
}
# King: a crown closed by a cross; queen: an open crown of pearls; jack: a cap with its feather.
# Each in 30 by 24.
COURTS = {
    "K": "M14 0h2v2h2v2h-2v2.6C21 7 25 9.6 27 13l-2.6 8H5.6L3 13C5 9.6 9 7 14 6.6V4h-2V2h2z"
    "M5 22.2h20V24H5z",
    "Q": "M5 21 1.6 8.4a2 2 0 1 1 1.8-.7L9 12.8 9.7 4a2 2 0 1 1 1.8.2L15 11.4l3.5-7.2"
    "A2 2 0 1 1 20.3 4l.7 8.8 5.6-5.1a2 2 0 1 1 1.8.7L25 21zM5 22.2h20V24H5z",
    "J": "M3 20c.4-7 5-11.6 11.5-11.6 2.6 0 5 .7 7 2.1C22.3 6.2 24.5 2.2 28.6 0c.4 5.5-1"
    " 9.7-4.3 12.9C26 14.9 27 17.3 27.2 20zM2 21.4h26V24H2z",
}
ENGLISH = {"T": "10"}
FRENCH = {"K": "R", "Q": "D", "J": "V", "T": "10"}


@cache
def face(code: str) -> SafeString:
    """Return the picture of a card, as an inline SVG; whatever is no card is written out."""
    rank, suit = code[:-1], code[-1:]
    if suit not in SUITS or not rank:
        return mark_safe(f'<span class="word-face">{_escaped(code)}</span>')  # noqa: S308 — escaped
    return mark_safe(  # noqa: S308 — our own drawing
        f'<svg class="face face-{suit.lower()}" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"'
        f' focusable="false"><rect class="face-paper" x=".75" y=".75" width="62.5" height="88.5"'
        f' rx="6"/>{_index(rank)}'
        f'<path class="face-suit" transform="translate(6 36) scale(1.05)" d="{SUITS[suit]}"/>'
        f"{_figure(rank, suit)}</svg>"
    )


def _index(rank: str) -> str:
    english, french = ENGLISH.get(rank, rank), FRENCH.get(rank, rank)
    narrow = ' textLength="31" lengthAdjust="spacingAndGlyphs"' if english == "10" else ""
    if english == french:
        return f'<text class="face-index" x="5" y="30"{narrow}>{english}</text>'
    return (
        f'<text class="face-index index-en" x="5" y="30">{english}</text>'
        f'<text class="face-index index-fr" x="5" y="30">{french}</text>'
    )


def _figure(rank: str, suit: str) -> str:
    if rank in COURTS:
        return (
            '<g class="face-figure"><rect class="face-court" x="27" y="47" width="32" height="38"'
            f' rx="3"/><path transform="translate(31 51) scale(.8)" d="{COURTS[rank]}"/>'
            f'<path transform="translate(36.5 71) scale(.62)" d="{SUITS[suit]}"/></g>'
        )
    scale, x, y = (1.9, 23, 47) if rank == "A" else (1.55, 29, 54)
    return (
        f'<g class="face-figure"><path transform="translate({x} {y}) scale({scale})"'
        f' d="{SUITS[suit]}"/></g>'
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "")


STEP, RISE, BACK_WIDTH, BACK_HEIGHT = 9, 2, 13, 18
PILE_WIDTH = 104


@cache
def pile(tricks: int) -> SafeString:
    """Return won tricks as a staircase of card backs; after each fifth there is a wider step."""
    if not tricks:
        return mark_safe("")
    gaps = (tricks - 1) // 5
    stairs = min(4, tricks - 1)
    step = min(STEP, (PILE_WIDTH - BACK_WIDTH - 4 * gaps) / max(1, tricks - 1))
    backs = []
    for number in range(tricks):
        x = number * step + number // 5 * 4
        y = RISE * (stairs - number % 5)
        backs.append(
            f'<rect x="{x + 0.5:.3g}" y="{y + 0.5:.3g}" width="{BACK_WIDTH}"'
            f' height="{BACK_HEIGHT}" rx="2"/>'
        )
    width = (tricks - 1) * step + gaps * 4 + BACK_WIDTH + 1
    height = BACK_HEIGHT + stairs * RISE + 1
    return mark_safe(  # noqa: S308 — our own drawing
        f'<svg class="pile" viewBox="0 0 {width:.4g} {height}" width="{width:.4g}"'
        f' height="{height}" aria-hidden="true" focusable="false">{"".join(backs)}</svg>'
    )
