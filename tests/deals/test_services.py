import datetime as dt
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from deals.errors import KeyUsedBefore, PublicValueMissing
from deals.models import DealSet, PrintLog
from deals.selectors import deal_of
from deals.services import (
    deal_set_create,
    deal_set_fix_public_value,
    deal_set_reveal,
    print_record,
)
from engine.errors import BadRecord, UnknownGame
from tests.builders import log_print
from tests.races import at_once
from tournament.errors import Refused

KEY = bytes(range(32))

pytestmark = pytest.mark.django_db


def announced(**changes: Any) -> DealSet:
    """A set whose public value is due today."""
    return deal_set_create(
        game="comon",
        boards=3,
        public_value_source="Loto",
        public_value_date=timezone.localdate(),
        **changes,
    )


def test_a_set_is_sealed_when_it_is_made() -> None:
    made = deal_set_create(game="comon", boards=36, purpose="reserve", pass_four_aces=True)

    found = DealSet.objects.get(pk=made.pk)
    assert (found.game, found.boards, found.purpose) == ("comon", 36, "reserve")
    assert found.pass_four_aces
    assert len(found.key) == 32
    assert len(found.commitment) == 64
    assert found.revealed_at is None
    assert abs(timezone.now() - found.sealed_at) < dt.timedelta(minutes=1)


def test_each_set_has_its_own_key_name_and_commitment() -> None:
    sets = [deal_set_create(game="comon", boards=1) for _ in range(5)]

    assert len({made.key for made in sets}) == 5
    assert len({made.public_id for made in sets}) == 5
    assert len({made.commitment for made in sets}) == 5


def test_a_game_or_options_there_are_not_are_refused() -> None:
    with pytest.raises(UnknownGame):
        deal_set_create(game="whist", boards=1)
    with pytest.raises(BadRecord):
        deal_set_create(game="comon", boards=1, options={"jokers": True})
    assert not DealSet.objects.exists()


@pytest.mark.parametrize("boards", [0, -1, 10_000])
def test_an_impossible_number_of_boards_is_refused(boards: int) -> None:
    with pytest.raises(Refused, match="9999"):
        deal_set_create(game="comon", boards=boards)


def test_a_key_used_before_must_be_confirmed() -> None:
    first = deal_set_create(game="comon", boards=3, key=KEY)

    with pytest.raises(KeyUsedBefore):
        deal_set_create(game="comon", boards=3, key=KEY)
    assert DealSet.objects.count() == 1

    again = deal_set_create(game="comon", boards=3, key=KEY, confirmed=True)
    assert deal_of(again, 2) == deal_of(first, 2)
    assert again.commitment != first.commitment


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_of_another_length_is_refused(key: bytes) -> None:
    with pytest.raises(Refused, match="64"):
        deal_set_create(game="comon", boards=3, key=key)


@pytest.mark.parametrize(
    ("source", "days"), [("Loto", None), ("", 1), (" \n", 1), ("Loto", -1), ("x" * 201, 1)]
)
def test_a_public_value_needs_a_source_and_a_day_to_come(source: str, days: int | None) -> None:
    day = None if days is None else timezone.localdate() + dt.timedelta(days=days)

    with pytest.raises(Refused):
        deal_set_create(game="comon", boards=3, public_value_source=source, public_value_date=day)


def test_the_public_value_is_entered_once() -> None:
    deal_set = announced()
    other = DealSet.objects.get(pk=deal_set.pk)

    deal_set_fix_public_value(deal_set=deal_set, value="  7 12\t23\u00a0e\u0301\n")

    assert deal_set.public_value == "7 12 23 é"
    assert deal_set.public_value_fixed_at is not None
    with pytest.raises(Refused, match="7 12 23 é"):
        deal_set_fix_public_value(deal_set=other, value="8")
    assert DealSet.objects.get(pk=deal_set.pk).public_value == "7 12 23 é"


def test_the_public_value_cannot_be_entered_before_its_day() -> None:
    deal_set = deal_set_create(
        game="comon",
        boards=3,
        public_value_source="Loto",
        public_value_date=timezone.localdate() + dt.timedelta(days=1),
    )

    with pytest.raises(Refused, match="before"):
        deal_set_fix_public_value(deal_set=deal_set, value="7")
    assert DealSet.objects.get(pk=deal_set.pk).public_value == ""


@pytest.mark.parametrize("value", ["", " \n ", "\0", "x" * 201])
def test_an_unusable_public_value_is_refused(value: str) -> None:
    with pytest.raises(Refused):
        deal_set_fix_public_value(deal_set=announced(), value=value)


def test_a_public_value_that_was_not_announced_is_refused() -> None:
    deal_set = deal_set_create(game="comon", boards=3)

    with pytest.raises(Refused, match="announced"):
        deal_set_fix_public_value(deal_set=deal_set, value="7")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_enter_the_value_at_once_one_is_refused() -> None:
    deal_set = announced()

    def enter(value: str) -> Callable[[], str]:
        mine = DealSet.objects.get(pk=deal_set.pk)

        def fix() -> str:
            deal_set_fix_public_value(deal_set=mine, value=value)
            return value

        return fix

    outcomes = at_once(enter("7"), enter("8"))
    stored = DealSet.objects.get(pk=deal_set.pk).public_value
    assert stored in outcomes
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1


def test_revealing_is_for_good() -> None:
    deal_set = deal_set_create(game="comon", boards=3)

    deal_set_reveal(deal_set=deal_set)
    first = deal_set.revealed_at
    deal_set_reveal(deal_set=deal_set)

    assert first is not None
    assert DealSet.objects.get(pk=deal_set.pk).revealed_at == first


def test_deals_never_drawn_are_not_revealed() -> None:
    deal_set = announced()

    with pytest.raises(PublicValueMissing):
        deal_set_reveal(deal_set=deal_set)
    assert DealSet.objects.get(pk=deal_set.pk).revealed_at is None


def test_prints_are_logged_and_the_log_only_grows() -> None:
    deal_set = deal_set_create(game="comon", boards=3)
    log_print(deal_set, boards=range(1, 4), tables=[2], who="Chloé")

    found = PrintLog.objects.get()
    assert (found.kind, found.boards, found.tables) == ("hand_slips", [1, 2, 3], [2])
    assert (found.who, found.deal_set) == ("Chloé", deal_set)
    found.who = "nobody"
    with pytest.raises(TypeError):
        found.save()
    with pytest.raises(TypeError):
        found.delete()
    with pytest.raises(TypeError):
        PrintLog.objects.all().update(who="nobody")
    with pytest.raises(TypeError):
        PrintLog.objects.all().delete()
    assert PrintLog.objects.get().who == "Chloé"


@pytest.mark.parametrize(("kind", "who"), [("", "Chloé"), ("posters", "Chloé"), ("hand_slips", "")])
def test_a_print_says_what_and_who(kind: str, who: str) -> None:
    deal_set = deal_set_create(game="comon", boards=3)
    with pytest.raises(ValidationError):
        print_record(deal_set=deal_set, kind=kind, boards=[1], tables=[1], who=who)


def test_a_set_whose_hands_were_printed_stays_with_its_log() -> None:
    deal_set = deal_set_create(game="comon", boards=3)
    log_print(deal_set)

    with pytest.raises(ProtectedError):
        deal_set.delete()

    assert PrintLog.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"boards": 0},
        {"boards": 10_000},
        {"purpose": "other"},
        {"key": bytes(31)},
        {"commitment": "ab"},
        {"public_value_source": "Loto"},
        {"public_value_date": dt.date(2026, 12, 5)},
        {"public_value": "7", "public_value_fixed_at": timezone.now()},
        {
            "public_value": "7",
            "public_value_source": "Loto",
            "public_value_date": dt.date(2026, 12, 5),
        },
        {
            "revealed_at": timezone.now(),
            "public_value_source": "Loto",
            "public_value_date": dt.date(2026, 12, 5),
        },
    ],
    ids=lambda wrong: "-".join(wrong),
)
def test_the_database_itself_refuses_an_impossible_set(wrong: dict[str, Any]) -> None:
    deal_set = deal_set_create(game="comon", boards=3)

    with pytest.raises(IntegrityError), transaction.atomic():
        DealSet.objects.filter(pk=deal_set.pk).update(**wrong)


@pytest.mark.parametrize("show", [repr, str, "{}".format, "%s".__mod__])
def test_a_key_shows_itself_nowhere(show: Callable[[object], str]) -> None:
    deal_set = deal_set_create(game="comon", boards=3, key=b"k" * 32)
    found = DealSet.objects.get(pk=deal_set.pk)

    for secret in (deal_set.key, found.key, [found.key], vars(found), found):
        assert "kkkk" not in show(secret)
        assert b"k".hex() * 4 not in show(secret)


def test_nothing_of_a_key_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        deal_set = announced(key=b"k" * 32)
        deal_set_fix_public_value(deal_set=deal_set, value="7")
        deal_of(deal_set, 1)
        deal_set_reveal(deal_set=deal_set)

    assert "kkkk" not in caplog.text
    assert b"k".hex() * 4 not in caplog.text
