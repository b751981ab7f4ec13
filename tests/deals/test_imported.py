"""Deals of a file: sealed with their cards, hidden like drawn ones, checked by anyone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core import serializers
from django.db import IntegrityError, transaction

from deals.__main__ import main
from deals.description import DescriptionError, canonical_json
from deals.errors import SealBrokenError
from deals.imported import ImportedSet, read
from deals.models import DealSet
from deals.selectors import (
    board_proof,
    deal_of,
    deals_imported,
    deals_known,
    verification_file,
)
from deals.services import deal_set_create, deal_set_import, deal_set_reveal
from deals.verification import failures, read_file
from engine.protocol import Deal
from tests.deals.test_formats import dealt
from tournament.errors import Refused

ROOT = Path(__file__).parents[2]
DEALS = [board.deal for board in dealt().boards]


def imported(deals: list[Deal] = DEALS, **changes: Any) -> DealSet:
    return deal_set_import(
        **{"game": "comon", "deals": deals, "source": "cup.pbn", "who": "anne", **changes}
    )


def published(deal_set: DealSet) -> dict[str, Any]:
    deal_set_reveal(deal_set=deal_set)
    file: dict[str, Any] = json.loads(verification_file(deal_set))
    return file


def found(file: dict[str, Any]) -> list[str]:
    return failures(read_file(json.dumps(file)))


def test_the_document_defines_the_seal_to_the_byte() -> None:
    document = (ROOT / "docs/deals.md").read_text(encoding="utf-8")
    section = document.split("## Imported deals")[1]
    vector = json.loads(section.split("```json\n")[1].split("```")[0])
    described = read(vector["description"])

    assert isinstance(described, ImportedSet)
    cards = described.packed([Deal(tuple(map(tuple, vector["hands"])), tuple(vector["talon"]))])
    assert cards.hex() == vector["cards"]
    key = bytes.fromhex(vector["key"])
    assert described.commitment(key, cards) == vector["commitment"]
    assert described.deal(cards=cards, board=1).talon == tuple(vector["talon"])


@pytest.mark.django_db
def test_the_deals_are_those_of_the_file() -> None:
    deal_set = DealSet.objects.get(pk=imported().pk)

    assert deals_imported(deal_set) == DEALS
    assert deal_of(deal_set, 2) == DEALS[1]
    with pytest.raises(ValueError, match="boards 1 to 3"):
        deal_of(deal_set, 4)
    assert deals_imported(deal_set_create(game="comon", boards=1)) == []


@pytest.mark.django_db
def test_nothing_shows_the_cards_before_they_are_revealed() -> None:
    deal_set = DealSet.objects.get(pk=imported().pk)

    assert repr(deal_set.cards) == str(deal_set.cards) == "<sealed cards>"
    assert json.loads(verification_file(deal_set)).keys() == {
        "format",
        "commitment",
        "description",
    }
    # The pack stands there in its own order, and nothing else names a card.
    text = re.sub(r'"deck": \[[^]]*\]', "", verification_file(deal_set))
    assert not re.search(r'"[AKQJT987][SHDC]"', text)


@pytest.mark.django_db
def test_the_same_deals_have_another_commitment_each_time() -> None:
    assert imported().commitment != imported().commitment


@pytest.mark.django_db
def test_a_stored_card_that_was_exchanged_breaks_the_seal() -> None:
    deal_set = imported()
    cards = bytes(deal_set.cards)
    DealSet.objects.filter(pk=deal_set.pk).update(cards=cards[1:2] + cards[:1] + cards[2:])

    with pytest.raises(SealBrokenError):
        deal_of(DealSet.objects.get(pk=deal_set.pk), 1)


@pytest.mark.django_db
def test_the_published_file_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal_set = imported()
    before = deal_set.commitment
    file = tmp_path / "deals.json"
    file.write_text(json.dumps(published(deal_set)), encoding="utf-8")

    assert main(["verify", str(file), "--commitment", before]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"3 boards verified, commitment {before}",
        "imported before play from 'cup.pbn', not drawn by the site",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: file.update(key="0" * 64), "do not give the commitment"),
        (lambda file: file["description"].update(source="other.pbn"), "do not give the commitment"),
        (lambda file: file["boards"][0]["talon"].reverse(), "do not give the commitment"),
        (lambda file: file["boards"][1]["talon"].append("AS"), "board 2: "),
        (lambda file: file["boards"].pop(), "board 3: missing"),
        (lambda file: file.update(public_value="7"), "public value"),
        (lambda file: file["description"].update(game="nothing"), "unknown"),
        (
            lambda file: file["description"].update(talon=1, hands=[10, 10, 11]),
            "not those of comon",
        ),
    ],
)
def test_what_was_altered_afterwards_is_found(change: Any, said: str) -> None:
    file = published(imported())
    assert found(file) == []
    change(file)

    assert said in " ".join(found(file))


@pytest.mark.parametrize(
    "change", [{"source": ""}, {"source": 7}, {"boards": 0}, {"more": 1}, {"deck": []}]
)
def test_what_is_no_description_is_refused(change: dict[str, Any]) -> None:
    described = read(
        {
            "boards": 1,
            "deck": ["AS", "KS"],
            "format": "triplicate-imported-set/1",
            "game": "comon",
            "hands": [1],
            "options": {},
            "purpose": "main",
            "set": "a",
            "source": "x",
            "talon": 1,
        }
    )
    with pytest.raises(DescriptionError):
        read({**described.public(), **change})
    assert canonical_json(read(described.public()).public()) == canonical_json(described.public())


@pytest.mark.django_db
def test_a_board_page_gets_all_it_takes_to_check_one_board() -> None:
    deal_set = imported()
    deal_set_reveal(deal_set=deal_set)
    proof = board_proof(deal_set, 2)

    assert proof["cards"] == bytes(deal_set.cards).hex()
    assert proof["hands"] == DEALS[1].hands


@pytest.mark.django_db
def test_deals_that_were_imported_before_are_known() -> None:
    first = imported(DEALS[:2])

    assert deals_known(game="comon", deals=DEALS, but=[]) == 2
    assert deals_known(game="comon", deals=DEALS, but=[first]) == 0
    assert deals_known(game="triton", deals=DEALS, but=[]) == 0


@pytest.mark.django_db
def test_drawn_deals_are_known_once_they_are_public() -> None:
    drawn = deal_set_create(game="comon", boards=3, key=bytes(32))

    assert deals_known(game="comon", deals=DEALS, but=[]) == 0
    deal_set_reveal(deal_set=drawn)
    assert deals_known(game="comon", deals=DEALS[1:], but=[]) == 2


@pytest.mark.django_db
def test_cards_without_a_file_are_impossible_in_the_database() -> None:
    drawn, given = deal_set_create(game="comon", boards=1), imported()
    for row, change in ((drawn, {"cards": b"1"}), (given, {"imported_from": ""})):
        with pytest.raises(IntegrityError), transaction.atomic():
            DealSet.objects.filter(pk=row.pk).update(**change)


@pytest.mark.django_db
def test_the_file_must_have_a_name_a_page_can_show() -> None:
    with pytest.raises(Refused):
        imported(source="x" * 201)


@pytest.mark.django_db
def test_a_backup_brings_the_cards_back() -> None:
    deal_set = imported()
    saved = serializers.serialize("jsonl", [deal_set])
    deal_set.delete()
    for row in serializers.deserialize("jsonl", saved):
        row.save()

    assert deals_imported(DealSet.objects.get(public_id=deal_set.public_id)) == DEALS
