"""docs/deals.md shows the vectors that the tests read, and they are those of the product."""

import json
from pathlib import Path
from typing import Any

import pytest

from deals.description import canonical_json, read

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "tests/deals/vectors.json").read_text(encoding="utf-8")
VECTORS = json.loads(TEXT)


def test_the_document_shows_the_vectors_of_the_tests() -> None:
    document = (ROOT / "docs/deals.md").read_text(encoding="utf-8")

    assert f"```json\n{TEXT}```\n" in document
    assert len(VECTORS["deals"]) >= 5


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda vector: str(vector["name"]))
def test_the_published_commitments_never_change(vector: dict[str, Any]) -> None:
    description = read(vector["description"])

    assert description.commitment(bytes.fromhex(vector["key"])) == vector["commitment"]
    sealed = canonical_json({**description.public(), "key": vector["key"]})
    assert sealed == vector["canonical"]


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: str(vector["name"]))
def test_a_description_deals_as_the_vectors_say(vector: dict[str, Any]) -> None:
    deck = vector["deck"].split()
    description = read(
        {
            **VECTORS["commitments"][0]["description"],
            "boards": 9999,
            "deck": deck,
            "game": vector["game"],
            "hands": vector["sizes"],
            "pass_four_aces": vector["pass_four_aces"],
            "talon": len(deck) - sum(vector["sizes"]),
        }
    )

    dealt = description.deal(
        key=bytes.fromhex(vector["key"]),
        public_value=vector["public_value"],
        board=vector["board"],
    )

    assert [" ".join(hand) for hand in dealt.hands] == vector["hands"]
    assert " ".join(dealt.talon) == vector["talon"]
