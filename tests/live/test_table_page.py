"""What a seat's page shows, says and marks: and that it shows nothing of other hands."""

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PIQUET
from tests.live.tables import late, play_on, seat_of
from tournament.live import referee
from tournament.live.arranging import (
    ROW_MOST_OF_MANY,
    HandCard,
    annulled,
    hand_by_suits,
    hand_in_rows,
    place_of,
)
from tournament.live.event_play import round_pause
from tournament.live.faces import face, pile
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.rendering import seat_content, seat_reader
from tournament.live.selectors import TableView, table_view
from tournament.live.services import participant_leave, reaction_add, step_add
from tournament.live.telling import announcement, idle_words, turn_words
from tournament.players.models import Player
from tournament.push.topics import seat_topic
from tournament.rules.playlog import Kind
from tournament.tables.models import Play


def content(participant: Participant, language: str = "en") -> str:
    """Return what the participant's stream would bring now."""
    participant.refresh_from_db()
    made = seat_content(seat_topic(participant.public_id), seat_reader(participant, language), "")
    assert made is not None
    return made


def views(live: LiveDeal) -> list[TableView]:
    return [table_view(live, seat) for seat in range(3)]


def named(html: str) -> set[str]:
    """Return the codes of all cards that a page shows or names in any attribute."""
    words = {f"{rank} of {suit}" for rank in RANKS for suit in SUITS}
    said = {word for word in words if re.search(rf"\b{word}\b", html)}
    by_words = {RANKS[word.split()[0]] + SUITS[word.split()[2]] for word in said}
    return by_words | {code for code in PIQUET if re.search(rf"\b{code}\b", html)}


RANKS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J",
    "ten": "T", "nine": "9", "eight": "8", "seven": "7",
}  # fmt: skip
SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}


class TestNothingOfOtherHands:
    def test_every_page_of_a_whole_deal_names_only_what_its_seat_may_know(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        for _card in range(30):
            for seat, participant in enumerate(sitting):
                view = position_of(live).state.view(seat)
                known = {*view.hand, *view.turned, *(each.action for each in view.table)}
                known.update(card for trick in view.tricks for card in trick.cards)
                assert named(content(participant)) <= known
            live = play_on(live, 1)

    def test_a_claim_shows_the_hand_of_whoever_claims_to_all(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        live = play_on(live, 27)
        seat = position_of(live).state.actor
        assert seat is not None
        shown = position_of(live).state.view(seat).hand
        other = sitting[(seat + 1) % 3]
        assert not set(shown) & named(content(other))
        step_add(live=live, seat=seat, ply=live.steps, kind=Kind.CLAIM)
        assert set(shown) <= named(content(other))
        assert "Accept" in content(other)
        assert "Accept" not in content(sitting[seat])


class TestHand:
    def test_a_card_that_may_not_be_played_says_the_rule_the_server_refuses_with(
        self, live: LiveDeal
    ) -> None:
        while True:
            live = play_on(live, 1)
            seat = position_of(live).state.actor
            assert seat is not None, "no card was ever forbidden"
            cards = [card for group in table_view(live, seat).hand for card in group.cards]
            forbidden = [card for card in cards if not card.is_playable]
            if forbidden:
                break
        assert {card.code for card in cards if card.is_playable} == set(
            position_of(live).state.legal()
        )
        for card in forbidden:
            with pytest.raises(Exception, match=re.escape(card.reason)):
                step_add(live=live, seat=seat, ply=live.steps, kind=Kind.PLAY, action=card.code)

    def test_nothing_is_playable_out_of_turn(self, live: LiveDeal) -> None:
        for table in views(live)[1:]:
            assert table.playable == []
            assert all(not card.reason for group in table.hand for card in group.cards)

    @given(st.sets(st.sampled_from(PIQUET), max_size=24), st.sampled_from(["", "H", "SD"]))
    def test_rows_hold_each_card_once_trumps_first_and_few_enough_for_a_phone(
        self, cards: set[str], trumps: str
    ) -> None:
        dealt = [HandCard(code, is_playable=True) for code in PIQUET if code in cards]
        rows = hand_in_rows(hand_by_suits(dealt, trumps))
        laid = [card.code for row in rows for group in row for card in group.cards]
        assert sorted(laid) == sorted(cards)
        assert all(sum(len(group.cards) for group in row) <= ROW_MOST_OF_MANY for row in rows)
        is_trump = [code[1] in trumps for code in laid]
        assert is_trump == sorted(is_trump, reverse=True)

    def test_a_suit_stays_in_one_row_where_it_can(self) -> None:
        cards = ["AS", "KS", "QS", "JS", "AH", "KH", "QD", "7D", "8C", "7C"]
        hand = hand_by_suits([HandCard(code, is_playable=True) for code in cards], "")
        first, second = hand_in_rows(hand)
        assert [group.suit for group in first] == ["S", "H"]
        assert [group.suit for group in second] == ["D", "C"]


class TestMiddle:
    def test_a_complete_trick_stays_until_the_next_card_is_led(self, live: LiveDeal) -> None:
        live = play_on(live, 3)
        trick = position_of(live).state.view(0).tricks[0]
        table = table_view(live, 0)
        assert tuple(card.code for card in table.centre) == trick.cards
        assert [card.seat for card in table.centre if card.is_winner] == [trick.winner]
        assert table.trick_is_over
        live = play_on(live, 1)
        table = table_view(live, 0)
        assert len(table.centre) == 1
        assert tuple(card.code for card in table.last_cards) == trick.cards

    def test_the_next_player_sits_to_the_left(self) -> None:
        assert [place_of(seat, me=1, seats=3) for seat in range(3)] == ["right", "near", "left"]

    def test_only_two_trumps_of_equal_rank_annul(self) -> None:
        assert annulled("comon", ["TS", "AH", "TH"], "SH") == {"TS", "TH"}
        assert annulled("comon", ["TS", "TD"], "SH") == frozenset()
        assert annulled("vicaire", ["TS", "TH"], "SH") == frozenset()


class TestWords:
    def test_the_announcement_says_what_happened_and_what_may_be_played(
        self, live: LiveDeal
    ) -> None:
        leader, second, third = (announcement(table) for table in views(live))
        assert leader.endswith("Your turn: you may play any card.")
        assert second.startswith("Turned up: the ")
        name = table_view(live, 0).seats[0].name
        assert third.endswith(f"{name} to play.")
        card = position_of(live).state.legal()[0]
        live = step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=card)
        assert announcement(table_view(live, 0)).startswith("You play the ")
        assert announcement(table_view(live, 1)).startswith(f"{name} plays the ")

    def test_it_says_whose_trick_it_was(self, live: LiveDeal) -> None:
        live = play_on(live, 3)
        winner = position_of(live).state.view(0).tricks[0].winner
        for seat, table in enumerate(views(live)):
            words = "You win the trick." if seat == winner else "wins the trick."
            assert words in announcement(table)

    def test_a_pause_is_said_and_stops_what_may_be_played(self, live: LiveDeal, play: Play) -> None:
        round_pause(playing=play.round)
        live.refresh_from_db()
        table = table_view(live, 0)
        assert turn_words(table) == idle_words(table) == "The director has stopped the clocks."
        assert table.playable == []

    def test_a_card_touched_out_of_turn_says_so(self, live: LiveDeal) -> None:
        assert idle_words(table_view(live, 1)) == "It is not your turn."

    def test_a_phrase_is_shown_for_a_moment(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        reaction_add(live=live, seat=1, phrase="well-played")
        box = table_view(live, 0).seats[1]
        assert box.phrase == "well-played"
        assert 0 < box.phrase_left <= 8
        assert "Well played!" in content(sitting[0])
        live.reactions.update(at=timezone.now() - timedelta(seconds=9))
        assert table_view(live, 0).seats[1].phrase == ""


class TestEnd:
    def test_the_result_is_in_lives_and_leads_to_the_next_board(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        live = play_on(live, 30)
        page = content(sitting[0])
        assert "The deal is over." in page
        assert "½" in page or "−1" in page
        assert "Board 2 is next" in page
        assert live.play is not None
        assert reverse("board_traveller", args=[live.play.table.code, 1]) in page

    def test_a_claim_counts_the_tricks_it_won(self, live: LiveDeal) -> None:
        live = play_on(live, 27)
        seat = position_of(live).state.actor
        assert seat is not None
        live = step_add(live=live, seat=seat, ply=live.steps, kind=Kind.CLAIM)
        for other in ((seat + 1) % 3, (seat + 2) % 3):
            live = step_add(live=live, seat=other, ply=live.steps, kind=Kind.AGREE)
        table = table_view(live, seat)
        assert table.is_over
        assert sum(box.final_tricks or 0 for box in table.seats) == 10
        assert [box.tricks for box in table.seats] == [box.final_tricks for box in table.seats]


class TestPictures:
    @pytest.mark.parametrize("code", PIQUET)
    def test_a_face_has_both_indices_and_says_nothing(self, code: str) -> None:
        picture = face(code)
        french = {"K": "R", "Q": "D", "J": "V"}.get(code[0])
        assert (f'index-fr" x="5" y="30">{french}<' in picture) == (french is not None)
        assert 'aria-hidden="true"' in picture
        assert "style=" not in picture

    def test_what_is_no_card_is_written_out(self) -> None:
        assert "&lt;b&gt;pass" in face("<b>pass")

    @pytest.mark.parametrize("tricks", range(25))
    def test_a_pile_has_a_back_for_each_trick(self, tricks: int) -> None:
        assert pile(tricks).count("<rect") == tricks


class TestPreferences:
    def page(self, client: Client, participant: Participant) -> str:
        return client.get(reverse("seat", args=[participant.public_id])).content.decode()

    def test_they_are_kept_by_the_device_without_scripts(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        client = seat_of(sitting[0])
        assert 'data-index="en"' in self.page(client, sitting[0])
        here = reverse("seat", args=[sitting[0].public_id])
        chosen = {"index": "fr", "print": "large", "contrast": "high", "tap": "?", "next": here}
        answer = client.post(reverse("table_preferences"), chosen)
        assert answer["Location"] == here
        page = self.page(client, sitting[0])
        for kept in ("index", "print", "contrast"):
            assert f'data-{kept}="{chosen[kept]}"' in page
        assert 'data-tap="two"' in page

    def test_the_index_is_first_that_of_the_page(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        client = seat_of(sitting[0])
        client.cookies["django_language"] = "fr"
        assert 'data-index="fr"' in self.page(client, sitting[0])

    @pytest.mark.parametrize("cookie", ["", "index", "index:xx", "index:fr:fr.a", "....:::"])
    def test_a_spoilt_cookie_is_no_preference(
        self, live: LiveDeal, sitting: Sequence[Participant], cookie: str
    ) -> None:
        client = seat_of(sitting[0])
        client.cookies["table"] = cookie
        assert 'data-index="en" data-print="normal"' in self.page(client, sitting[0])

    def test_nobody_is_led_to_another_site(self, client: Client, db: None) -> None:
        answer = client.post(reverse("table_preferences"), {"next": "https://elsewhere.test/"})
        assert answer["Location"] == "/"

    @pytest.mark.parametrize("elsewhere", ["abc", "logout", "//elsewhere.test/", "", "/\\e.test"])
    def test_only_an_address_of_this_site_is_followed(
        self, client: Client, db: None, elsewhere: str
    ) -> None:
        answer = client.post(reverse("table_preferences"), {"next": elsewhere})
        assert answer["Location"] == "/"

    def test_looking_is_not_choosing(self, client: Client, db: None) -> None:
        assert client.get(reverse("table_preferences")).status_code == 405


class TestWithoutScripts:
    def test_whoever_waits_is_shown_what_changed(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        waiting = seat_of(sitting[1]).get(reverse("seat", args=[sitting[1].public_id]))
        assert '<meta http-equiv="refresh" content="5">' in waiting.content.decode()

    def test_a_refused_card_says_why(self, live: LiveDeal, sitting: Sequence[Participant]) -> None:
        form = {"deal": live.public_id, "ply": 0, "action": "AS"}
        answer = seat_of(sitting[1]).post(reverse("seat_act", args=[sitting[1].public_id]), form)
        assert answer.status_code == 422
        assert "It is not your turn." in answer.content.decode()


class TestAfterAnAbsence:
    def page(self, participant: Participant) -> str:
        address = reverse("seat", args=[participant.public_id])
        return " ".join(seat_of(participant).get(address).content.decode().split())

    def play_for_the_first(self, live: LiveDeal, sitting: Sequence[Participant]) -> None:
        participant_leave(participant=sitting[0])
        while live.log.filter(seat=0).count() != 2:
            live.refresh_from_db()
            if position_of(live).state.actor == 0:
                late(live, 2)
                assert referee.act(live.pk)
            else:
                play_on(live, 1)

    def test_whoever_returns_is_told_what_a_bot_played_until_they_play(
        self, live: LiveDeal, sitting: Sequence[Participant]
    ) -> None:
        words = "A bot played 2 cards for you while you were away."
        assert "A bot played" not in self.page(sitting[0])
        self.play_for_the_first(live, sitting)
        assert words in self.page(sitting[0])
        assert "A bot played" not in self.page(sitting[1])
        live.refresh_from_db()
        while position_of(live).state.actor != 0:
            live = play_on(live, 1)
        play_on(live, 1)
        assert "A bot played" not in self.page(sitting[0])


def test_what_is_kept_of_a_page_is_kept_for_each_language(
    live: LiveDeal, sitting: Sequence[Participant]
) -> None:
    live = play_on(live, 3)
    english, french = (content(sitting[0], language) for language in ("en", "fr"))
    card = position_of(live).state.view(0).hand[0]
    said = re.compile(f'id="card-{card}"[^>]* aria-label="([^"]+)"')
    names = [found[1] for page in (english, french) if (found := said.search(page))]
    assert " of " in names[0]
    assert " de " in names[1]
    assert content(sitting[0], "en").count(names[0]) == english.count(names[0])


def test_a_seat_says_who_sits_there_in_each_reader_s_language(
    live: LiveDeal, sitting: Sequence[Participant]
) -> None:
    Player.objects.update(name="<b>Zoé</b>")
    Participant.objects.filter(pk=sitting[1].pk).update(away=True)
    reader = seat_of(sitting[0])
    address = reverse("seat", args=[sitting[0].public_id])
    for language, words in (
        ("en", "away: a bot plays"),
        ("fr", "un robot joue"),
        ("en", "away: a bot"),
    ):
        page = reader.get(address, headers={"Accept-Language": language}).content.decode()
        assert words in page
        assert "<bdi>&lt;b&gt;Zoé&lt;/b&gt;</bdi>" in page
        assert "<b>Zoé" not in page
