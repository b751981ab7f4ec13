"""The rules of the games: each game has its page, which says what a beginner must know."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from engine.registry import keys
from tests.leaderboard.pages import words
from tournament.leaderboard.templatetags.triplicate import game_name

pytestmark = pytest.mark.django_db

SAID = {
    "comon": ["Annulate", "mono", "Fitil", "Caveau", "Mouillé", "Nage", "Coude", "Tuba", "5-5-0"],
    "vicaire": ["Hearts are always trumps", "exactly 10", "15, then 20", "50 points", "20 points"],
    "triton": ["A 7 of another suit", "full house 50", "five in sequence 100", "30 more"],
}


@pytest.mark.parametrize("key", keys())
class TestRules:
    def test_every_game_explains_itself(self, client: Client, key: str) -> None:
        answer = client.get(reverse("rules", args=[key]))
        assert answer.status_code == 200
        said = words(unescape(answer.content.decode()))
        assert game_name(key) in said
        assert [text for text in SAID[key] if text not in said] == []

    def test_the_other_games_are_named_as_everywhere(self, client: Client, key: str) -> None:
        french = client.get(reverse("rules", args=[key]), headers={"accept-language": "fr"})
        with override("fr"):
            named = [f"Règles\u00a0: {game_name(other)}" for other in keys() if other != key]
        assert [name for name in named if name not in unescape(french.content.decode())] == []

    def test_the_rules_are_a_step_from_where_a_table_is_opened(
        self, client: Client, key: str
    ) -> None:
        link = f'href="{reverse("rules", args=[key])}"'
        for page in (reverse("friends"), reverse("friends_new") + f"?game={key}"):
            assert link in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("language", "said"), [("en", "the better own score;"), ("fr", "le meilleur score pour soi")]
)
def test_par_explains_itself(client: Client, language: str, said: str) -> None:
    answer = client.get(reverse("par"), headers={"accept-language": language})
    assert said in words(unescape(answer.content.decode()))
    assert client.post(reverse("par")).status_code == 405


def test_there_are_no_rules_of_a_game_nobody_plays(client: Client) -> None:
    assert client.get(reverse("rules", args=["belote"])).status_code == 404
    assert client.post(reverse("rules", args=["comon"])).status_code == 405


def test_rules_are_sent_once(client: Client) -> None:
    address = reverse("rules", args=["comon"])
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
