"""Thousands of small sessions, computed twice: by the product, and by a slow and simple second
implementation of docs/scoring.md.

Where they disagree the document decides; where it leaves a choice, it is made more exact.
"""

from random import Random

import pytest

from tests.rules.naive.compared import (
    by_the_document,
    by_the_product,
    rows_of_document,
    rows_of_product,
    seats_of_document,
    seats_of_product,
)
from tests.rules.naive.features import ALL, features
from tests.rules.naive.sessions import session

CHUNKS = 10
SESSIONS_PER_CHUNK = 500


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_implementations_agree(chunk: int) -> None:
    random = Random(f"second opinion {chunk}")
    occurred: set[str] = set()
    for number in range(SESSIONS_PER_CHUNK):
        played = session(random)
        standings, naive = by_the_product(played), by_the_document(played)
        assert rows_of_product(standings) == rows_of_document(naive), (number, played)
        seats = list(seats_of_document(played, naive))
        assert list(seats_of_product(played, standings)) == seats, (number, played)
        occurred.update(features(played, naive))
    assert occurred >= ALL
