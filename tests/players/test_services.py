"""Names as they are stored and sorted."""

import pytest

from tests.builders import make_event
from tournament.errors import Refused
from tournament.players.models import Player
from tournament.players.services import (
    name_clean,
    name_sort_key,
    player_create,
    player_update,
    text_clean,
)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Anna\tMaria\nB", "Anna Maria B"),
        ("Anna\u00a0B", "Anna B"),
        ("E\u0301lodie", "Élodie"),
        ("\u202eannA\u202c", "annA"),
        ("\u2067annA\u2069\u200f", "annA"),
        ("An\u200bna", "Anna"),
        ("👩\u200d🎓 Anna", "👩\u200d🎓 Anna"),
        ("An\u0000na", "An na"),
        ("سارة", "سارة"),
        ("क्\u200dष", "क्\u200dष"),
        ("=1+1", "=1+1"),
        ("<b>Bold</b>", "<b>Bold</b>"),
    ],
)
def test_a_name_keeps_its_letters_and_loses_what_steers_the_page(typed: str, stored: str) -> None:
    assert name_clean(typed) == stored


def test_other_words_lose_it_too_and_may_be_left_out() -> None:
    assert text_clean(" \u202eNo\u2066  time\n") == "No time"
    assert text_clean("\u202e\u200d") == ""


@pytest.mark.parametrize("nothing", ["", "  ", "\u200b", "\u202e\u202c", "\u200d", "\n\t"])
def test_a_name_that_shows_nothing_is_refused(nothing: str) -> None:
    with pytest.raises(Refused):
        name_clean(nothing)


def test_a_name_has_at_most_80_characters() -> None:
    assert len(name_clean("x" * 80)) == 80
    with pytest.raises(Refused):
        name_clean("x" * 81)


def test_accents_and_capitals_do_not_change_the_order() -> None:
    names = ["Zoé", "Œuvrard", "Odile", "émile", "Fred", "Emma", "Éric"]
    assert sorted(names, key=name_sort_key) == [
        "émile", "Emma", "Éric", "Fred", "Odile", "Œuvrard", "Zoé",
    ]  # fmt: skip


@pytest.mark.django_db
def test_an_update_says_whether_anything_changed() -> None:
    club = make_event(players=0).club
    player = player_create(club=club, name=" Anna ", name_public=False)
    assert not player_update(player=player, name="Anna", name_public=False)
    assert player_update(player=player, name="Anna", name_public=True)
    assert Player.objects.get().name_public
