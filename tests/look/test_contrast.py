"""The palette can be read: contrasts by WCAG 2.2, computed from the stylesheet itself."""

import re
from pathlib import Path

import pytest

SHEET = Path(__file__).parents[2] / "tournament/static/triplicate/triplicate.css"
TEXT = 4.5  # to one: success criterion 1.4.3
SHAPE = 3.0  # success criterion 1.4.11: borders of fields, focus rings, bars

ON_TEXT = [
    ("ink", "paper"),
    ("ink", "sheet"),
    ("ink", "sunk"),
    ("muted", "paper"),
    ("muted", "sheet"),
    ("muted", "sunk"),
    ("link", "paper"),
    ("link", "sheet"),
    ("link", "sunk"),
    ("on-button", "button"),
    ("on-button", "button-hover"),
    ("on-felt", "felt"),
    ("on-felt-muted", "felt"),
    ("bad", "sheet"),
    ("bad", "paper"),
    ("good", "paper"),
    ("good", "sheet"),
    ("warn", "paper"),
    *((name, f"{name}-ground") for name in ("good", "warn", "bad", "calm", "news")),
    *(
        (suit, ground)
        for suit in ("spade", "heart", "diamond", "club")
        for ground in ("sheet", "paper", "warn-ground")
    ),
]
ON_TEXT += [("sheet", f"bar-{kind}") for kind in ("up", "level", "down")]
ON_SHAPE = [
    ("edge", "sheet"),
    ("edge", "paper"),
    ("focus", "sheet"),
    ("focus", "paper"),
    ("brass", "felt"),
    *((f"bar-{kind}", ground) for kind in ("up", "level", "down") for ground in ("sheet", "paper")),
]


def palettes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root:not\(\[data-theme\]\) \{(.*?)\}", SHEET.read_text(), re.DOTALL)
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
        for block in blocks
        if "--paper: #" in block
    )
    assert light.keys() == dark.keys()
    return {"light": light, "dark": dark}


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_stands_out(mode: str) -> None:
    palette = palettes()[mode]
    found = {pair: contrast(palette[pair[0]], palette[pair[1]]) for pair in ON_TEXT}
    assert {pair: ratio for pair, ratio in found.items() if ratio < TEXT} == {}


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_shapes_stand_out(mode: str) -> None:
    palette = palettes()[mode]
    found = {pair: contrast(palette[pair[0]], palette[pair[1]]) for pair in ON_SHAPE}
    assert {pair: ratio for pair, ratio in found.items() if ratio < SHAPE} == {}


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_no_two_suits_share_a_colour(mode: str) -> None:
    palette = palettes()[mode]
    assert len({palette[suit] for suit in ("spade", "heart", "diamond", "club")}) == 4
