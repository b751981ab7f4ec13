"""The deals computed by a program written from docs/deals.md alone.

It shares no code with the product: whoever reads only the document gets the same cards.
"""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))


def u32(n: int) -> bytes:
    return bytes([n >> 24 & 255, n >> 16 & 255, n >> 8 & 255, n & 255])


def stream(key: bytes, message: bytes) -> Any:
    i = 0
    while True:
        yield from hmac.new(key, message + u32(i), hashlib.sha256).digest()
        i += 1


def shuffled(
    key: bytes, game: str, value: str, board: int, attempt: int, deck: list[str]
) -> list[str]:
    message = b"triplicate-deal/1"
    for text in (game, value):
        message += u32(len(text.encode("utf-8"))) + text.encode("utf-8")
    source = stream(key, message + u32(board) + u32(attempt))
    cards = list(deck)
    for left in range(len(cards), 1, -1):
        byte = next(source)
        while byte >= 256 - (256 % left):
            byte = next(source)
        place = byte % left
        cards[left - 1], cards[place] = cards[place], cards[left - 1]
    return cards


def dealt(
    key: bytes, game: str, value: str, board: int, deck: list[str], sizes: list[int], passing: bool
) -> list[list[str]]:
    for attempt in range(256):
        cards = shuffled(key, game, value, board, attempt, deck)
        parts = []
        for size in sizes:
            parts.append(cards[:size])
            cards = cards[size:]
        if not (passing and any({"AS", "AH", "AD", "AC"} <= set(hand) for hand in parts)):
            return [*parts, cards]
    raise AssertionError


def committed(description: dict[str, Any], key: str) -> str:
    whole = {**description, "key": key}
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: str(vector["name"]))
def test_the_document_suffices_to_reproduce_a_deal(vector: dict[str, Any]) -> None:
    parts = dealt(
        bytes.fromhex(vector["key"]),
        vector["game"],
        vector["public_value"],
        vector["board"],
        vector["deck"].split(),
        vector["sizes"],
        vector["pass_four_aces"],
    )

    assert [" ".join(part) for part in parts] == [*vector["hands"], vector["talon"]]


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda vector: str(vector["name"]))
def test_the_document_suffices_to_reproduce_a_commitment(vector: dict[str, Any]) -> None:
    assert committed(vector["description"], vector["key"]) == vector["commitment"]
