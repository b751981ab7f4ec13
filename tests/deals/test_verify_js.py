"""verify.js in a browser, on a page served over plain http, with no network behind it."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import BrowserContext, Page, Route, sync_playwright

from deals.description import Announced, describe
from deals.imported import describe as describe_imported
from engine.dealing import deal, shuffle
from engine.protocol import NO_OPTIONS
from engine.registry import game

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SCRIPT = (ROOT / "tournament/static/triplicate/verify.js").read_text(encoding="utf-8")
VECTORS = json.loads((ROOT / "tests/deals/vectors.json").read_text(encoding="utf-8"))
KEY = bytes(range(32))
# An address of a local network: no browser takes it for secure, so none offers WebCrypto on it.
ADDRESS = "http://192.168.1.20:8000/board/7"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
)
FRENCH = {"A": "As", "K": "R", "Q": "D", "J": "V", "T": "10"}
SUITS = {"S": "♠", "H": "♥\ufe0e", "D": "♦", "C": "♣"}

Proof = dict[str, Any]


@pytest.fixture(scope="module")
def context() -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=FLAGS.split()
        )
        yield browser.new_context()
        browser.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    yield page
    page.close()


def proof_of(public_value: str = "", **changes: Any) -> Proof:
    """Board 7 of a set, as `board_proof` gives it."""
    description = describe(
        game("comon"),
        NO_OPTIONS,
        **{
            "set_id": "0123456789abcdef",
            "boards": 36,
            "purpose": "main",
            "pass_four_aces": False,
            "announced": Announced("Loto « é »", "2026-12-05") if public_value else None,
            **changes,
        },
    )
    dealt = description.deal(key=KEY, public_value=public_value, board=7)
    return {
        "commitment": description.commitment(KEY),
        "description": description.public(),
        "key": KEY.hex(),
        "public_value": public_value,
        "board": 7,
        "hands": list(map(list, dealt.hands)),
        "talon": list(dealt.talon),
    }


def face(card: str, suit: str = "") -> str:
    """A card as a French page prints it."""
    return f'<span data-card="{card}">{FRENCH.get(card[0], card[0])}{suit}</span>'


def talon_of(cards: list[str]) -> str:
    """Each card with its suit, also in a word for those who hear the page."""
    return " ".join(
        face(card, f'{SUITS[card[1]]}<span class="visually-hidden"> Pique</span>') for card in cards
    )


def hand_of(cards: list[str]) -> str:
    """The cards by suits, as a hand is printed."""
    suits = {suit: [face(card) for card in sorted(cards) if card[1] == suit] for suit in SUITS}
    return "".join(
        f"<dt>{SUITS[suit]}</dt><dd>{' '.join(faces)}</dd>" for suit, faces in suits.items()
    )


def board_page(proof: Proof, *, shown: str = "hands") -> str:
    hands = "".join(
        f'<dl data-seat="{seat}">{hand_of(hand)}</dl>' for seat, hand in enumerate(proof["hands"])
    )
    return (
        f'<!doctype html><html lang="fr"><meta charset="utf-8"><title>7</title><section id="hands">'
        f"<p data-talon>{talon_of(proof['talon'])}</p>{hands}</section>"
        + render_to_string("deals/_verify.html", {"proof": proof, "shown": shown})
    )


def verdict(page: Page, html: str) -> str:
    """What the page says of its cards: nothing but the page and the script is ever fetched."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        address = route.request.url
        asked.append(address)
        if address == ADDRESS:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif address.endswith("verify.js"):
            route.fulfill(body=SCRIPT, content_type="text/javascript; charset=utf-8")
        else:
            route.abort()

    page.context.set_offline(True)
    page.route("**/*", answer)
    page.goto(ADDRESS)
    status = page.get_by_role("status")
    said = status.get_attribute("data-verdict")
    assert said is not None
    assert status.inner_text() == status.get_attribute(f"data-{said}")
    assert [address for address in asked if "favicon" not in address][2:] == []
    assert not page.evaluate("isSecureContext")
    return said


def test_the_sealed_cards_are_verified(page: Page) -> None:
    assert verdict(page, board_page(proof_of())) == "verified"


@pytest.mark.parametrize("shown", ["hands", ""])
def test_public_value_and_passing_over_are_verified(page: Page, shown: str) -> None:
    html = board_page(proof_of("7 12 « é »", pass_four_aces=True), shown=shown)

    assert verdict(page, html) == "verified"


@pytest.mark.parametrize(
    "part", [("hands", 0, 0), ("hands", 1, 9), ("hands", 2, 4), ("talon", 0), ("talon", 1)]
)
def test_one_altered_card_is_noticed(page: Page, part: tuple[Any, ...]) -> None:
    proof = proof_of()
    cards = proof[part[0]] if part[0] == "talon" else proof["hands"][part[1]]
    cards[part[-1]] = "8H" if cards[part[-1]] != "8H" else "9H"

    assert verdict(page, board_page(proof)) == "altered"


def test_one_altered_card_in_the_data_alone_is_noticed(page: Page) -> None:
    html = board_page(proof_of(), shown="")
    card = proof_of()["hands"][1][5]

    start = html.index('"hands": [[')
    altered = html[:start] + html[start:].replace(f'"{card}"', '"XX"', 1)

    assert verdict(page, altered) == "altered"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Board 7 of this key: A has KH TC 7H QC JD TS 9D TH QH AS, and AC 7D are turned.
        ('data-card="KH"', 'data-card="KS"'),
        ('"KH">R', '"KH">D'),
        ('"AS">As', '"AS">7'),
        ("<dt>♠</dt>", "<dt>♦</dt>"),
        ("♣<span", "♠<span"),
        ('"7D">7', '"7D">8'),
        ('<span data-card="9D">9</span>', ""),
    ],
)
def test_one_card_altered_on_the_page_alone_is_noticed(page: Page, old: str, new: str) -> None:
    html = board_page(proof_of())

    assert old in html
    assert verdict(page, html.replace(old, new, 1)) == "altered"


def test_two_hands_exchanged_on_the_page_are_noticed(page: Page) -> None:
    html = board_page(proof_of())
    html = html.replace('data-seat="0"', "data-seat='1'").replace('data-seat="1"', 'data-seat="0"')

    assert verdict(page, html) == "altered"


@pytest.mark.parametrize(
    "change",
    [
        {"key": bytes(32).hex()},
        {"commitment": "0" * 64},
        {"public_value": "8"},
        {"public_value": ""},
    ],
    ids=["key", "commitment", "value", "no-value"],
)
def test_what_was_not_sealed_is_noticed(page: Page, change: Proof) -> None:
    said = verdict(page, board_page({**proof_of("7"), **change}))

    assert said == ("altered" if change == {"public_value": "8"} else "unsealed")


def test_a_public_value_that_was_not_announced_is_noticed(page: Page) -> None:
    assert verdict(page, board_page({**proof_of(), "public_value": "8"})) == "unsealed"


def test_a_board_beyond_the_set_is_noticed(page: Page) -> None:
    assert verdict(page, board_page({**proof_of(), "board": 37})) == "altered"


def test_what_cannot_be_checked_is_said(page: Page) -> None:
    proof = proof_of()
    proof["description"]["algorithm"] = "triplicate-deal/2"
    assert verdict(page, board_page(proof)) == "failed"
    assert verdict(page, board_page(proof_of(), shown="nowhere")) == "failed"


def test_a_page_that_htmx_changed_is_checked_again(page: Page) -> None:
    assert verdict(page, board_page(proof_of())) == "verified"

    page.locator("[data-card]").first.evaluate("card => card.remove()")
    page.evaluate("document.dispatchEvent(new Event('htmx:afterSettle'))")

    assert page.get_by_role("status").get_attribute("data-verdict") == "altered"


def test_the_scripts_own_hashes_are_the_usual_ones(page: Page) -> None:
    page.add_script_tag(content=SCRIPT)
    # Around the lengths where padding takes another block.
    samples = [
        bytes(range(256))[:length] for length in (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 255)
    ]

    hashed = page.evaluate(
        """samples => { const { hex, unhex, sha256, hmac } = triplicateDeals;
        const bytes = samples.map((sample) => sample === "" ? new Uint8Array() : unhex(sample));
        return bytes.map((sample) => [hex(sha256(sample)), hex(hmac(sample, sample))]); }""",
        [sample.hex() for sample in samples],
    )

    assert hashed == [
        [hashlib.sha256(sample).hexdigest(), hmac.digest(sample, sample, "sha256").hex()]
        for sample in samples
    ]


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: str(vector["name"]))
def test_the_script_deals_the_published_vectors(page: Page, vector: dict[str, Any]) -> None:
    page.add_script_tag(content=SCRIPT)

    dealt = page.evaluate(
        "v => triplicateDeals.deal({ deck: v.deck.split(' '), game: v.game, hands: v.sizes,"
        " pass_four_aces: v.pass_four_aces }, v.key, v.public_value, v.board)",
        vector,
    )

    assert [" ".join(hand) for hand in dealt["hands"]] == vector["hands"]
    assert " ".join(dealt["talon"]) == vector["talon"]


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda vector: str(vector["name"]))
def test_the_script_gives_the_published_commitments(page: Page, vector: dict[str, Any]) -> None:
    page.add_script_tag(content=SCRIPT)

    commitment = page.evaluate("v => triplicateDeals.commitment(v.description, v.key)", vector)

    assert commitment == vector["commitment"]


def test_the_script_shuffles_the_largest_deck_alike(page: Page) -> None:
    page.add_script_tag(content=SCRIPT)
    deck = [str(number) for number in range(255)]

    shuffled = page.evaluate(
        """([deck, key]) => triplicateDeals.shuffle(deck, { key: triplicateDeals.unhex(key),
        publicValue: "é", game: "comon", board: 4294967295, attempt: 255 })""",
        [deck, KEY.hex()],
    )

    assert tuple(shuffled) == shuffle(
        deck, key=KEY, public_value="é", game="comon", board=2**32 - 1, attempt=255
    )


def imported_proof() -> Proof:
    """The second board of a set of two that came from a file, as `board_proof` gives it."""
    described = describe_imported(
        game("comon"),
        NO_OPTIONS,
        set_id="0123456789abcdef",
        boards=2,
        purpose="main",
        source="été.pbn",
    )
    deals = [deal(game("comon"), key=KEY, board=board) for board in (1, 2)]
    cards = described.packed(deals)
    return {
        "commitment": described.commitment(KEY, cards),
        "description": described.public(),
        "cards": cards.hex(),
        "key": KEY.hex(),
        "public_value": "",
        "board": 2,
        "hands": list(map(list, deals[1].hands)),
        "talon": list(deals[1].talon),
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "verified"),
        ({"board": 1}, "altered"),
        ({"board": 3}, "altered"),
        ({"talon": imported_proof()["talon"][::-1]}, "altered"),
        ({"cards": imported_proof()["cards"][::-1]}, "unsealed"),
        ({"key": bytes(32).hex()}, "unsealed"),
    ],
)
def test_imported_cards_are_verified(page: Page, change: Proof, said: str) -> None:
    assert verdict(page, board_page({**imported_proof(), **change})) == said
