"""A table among friends as its owner, its players, guests and strangers reach it."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.cards import PIQUET
from tests.friendly.tables import (
    PEOPLE,
    claim_deal,
    claim_match,
    key_with_four_aces,
    make_table,
    on_table,
    place,
    play_deal,
    story,
)
from tournament.friendly.match_play import match_start
from tournament.friendly.models import FriendlyTable, Opening
from tournament.friendly.selectors import OPENINGS_BY_ADDRESS, OPENINGS_BY_DEVICE
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of

pytestmark = pytest.mark.django_db

OF_TABLE = ["friends_join", "friends_place", "friends_fill", "friends_go_on", "friends_star"]


def address(name: str, table: FriendlyTable) -> str:
    return reverse(name, args=[table.public_id])


def open_table(client: Client, **fields: object) -> FriendlyTable:
    form = {"name": "Sunday", "my_name": "Anne", "win_at_12": "on", "clock": "0", **fields}
    answer = client.post(reverse("friends_new") + "?game=comon", form)
    assert answer.status_code == 302, answer.content.decode()
    return FriendlyTable.objects.latest("pk")


def guest(table: FriendlyTable) -> Client:
    client = Client()
    client.get(reverse("friends_invitation", args=[table.secret]))
    return client


def at_place(table: FriendlyTable, number: int) -> Client:
    participant = place(table, number).participant
    assert participant is not None
    client = Client()
    client.post(reverse("personal_link", args=[participant.secret]))
    return client


def seat_address(table: FriendlyTable, number: int, name: str = "friends_seat") -> str:
    participant = place(table, number).participant
    assert participant is not None
    return reverse(name, args=[participant.public_id])


def test_a_table_is_opened_filled_and_dealt_without_an_account() -> None:
    owner = Client()
    table = open_table(owner)
    friend = guest(table)
    page = friend.get(address("friends_table", table)).content.decode()
    assert "Anne" in page and "Sit down here" in page
    friend.post(address("friends_join", table), {"name": "Ben", "place": "1"})
    owner.post(address("friends_fill", table))
    answer = owner.post(address("friends_go_on", table))
    assert answer.headers["Location"] == seat_address(table, 0, "seat")
    names = [str(place(table, number).participant) for number in range(3)]
    assert names == ["Anne", "Ben", "Gamma"]
    page = owner.get(seat_address(table, 0, "seat")).content.decode()
    assert "Take your cards" in page
    assert table.name in owner.get(reverse("friends")).content.decode()
    assert table.name in friend.get(reverse("friends")).content.decode()
    assert table.name not in Client().get(reverse("friends")).content.decode()


def test_the_owner_is_an_account_where_there_is_one() -> None:
    client = Client()
    client.force_login(get_user_model().objects.create_user("anne"))
    table = open_table(client, my_name="")
    assert table.places.filter(participant=None).count() == 3
    client.logout()
    assert client.post(address("friends_fill", table)).status_code == 403


def test_one_who_opens_tables_by_the_dozen_stops_strangers_only() -> None:
    table = make_table("Anne")
    match_start(table=table)
    anne = at_place(table, 0)
    for number in range(OPENINGS_BY_ADDRESS - 1):
        make_table(device=f"fresh {number}")
    form = {"name": "Sunday", "my_name": "Anne", "clock": "0"}
    new = reverse("friends_new") + "?game=comon"
    assert Client().post(new, form).status_code == 422
    assert anne.post(new, form).status_code == 422
    play_deal(table)
    assert anne.post(new, form).status_code == 302
    member = Client()
    member.force_login(get_user_model().objects.create_user("ben"))
    assert member.post(new, form).status_code == 302
    assert Opening.objects.filter(address=None).count() == 2
    assert Client().post(new, form).status_code == 422


def test_whoever_is_known_is_still_counted_by_device() -> None:
    member = Client()
    member.force_login(get_user_model().objects.create_user("ben"))
    for _table in range(OPENINGS_BY_DEVICE):
        open_table(member)
    answer = member.post(reverse("friends_new") + "?game=comon", {"name": "x", "clock": "0"})
    assert answer.status_code == 422


def test_options_are_asked_of_each_game(client: Client) -> None:
    lives = client.get(reverse("friends_new") + "?game=comon").content.decode()
    points = client.get(reverse("friends_new") + "?game=triton").content.decode()
    assert 'name="win_at_12"' in lives and 'name="target"' not in lives
    assert 'name="target"' in points and 'name="win_at_12"' not in points
    assert client.get(reverse("friends_new") + "?game=belote").status_code == 404
    answer = client.post(
        reverse("friends_new") + "?game=triton", {"name": "x", "target": "300", "clock": "30"}
    )
    assert answer.status_code == 302
    table = FriendlyTable.objects.get()
    assert (table.game, table.options, table.action_seconds) == ("triton", {"target": 300}, 30)


def test_a_form_that_cannot_be_is_shown_again(client: Client) -> None:
    answer = client.post(reverse("friends_new") + "?game=comon", {"name": "\u200b", "clock": "0"})
    assert answer.status_code == 422
    assert not FriendlyTable.objects.exists()


def test_a_stranger_sees_the_lobby_and_no_more(client: Client) -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    claim_match(table, 0)
    page = client.get(address("friends_table", table)).content.decode()
    assert "3 of 3 places" in page
    assert not any(text in page for text in (*PEOPLE, table.name, table.secret, "Caveau"))
    assert "data-stream" not in page
    assert client.get(address("friends_statistics", table)).status_code == 403
    assert client.get(reverse("friends_deals", args=[table.public_id, 1])).status_code == 403
    for name in OF_TABLE:
        assert client.post(address(name, table), {"place": "0", "name": "X"}).status_code == 403
    assert client.get(reverse("friends_table", args=["22222222"])).status_code == 404
    assert client.get(reverse("friends_invitation", args=["wrong"])).status_code == 404


def test_a_guest_sees_the_score_sheet_but_no_hand_and_no_invitation() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    live = on_table(table)
    looker = guest(table)
    page = looker.get(address("friends_table", table)).content.decode()
    assert all(name in page for name in PEOPLE)
    assert "Lives left: 6" in page
    assert not any(f'"{card}"' in page for card in PIQUET)
    assert table.secret not in page
    for number in range(3):
        participant = place(table, number).participant
        assert participant is not None and participant.secret not in page
        assert looker.get(seat_address(table, number, "seat")).status_code == 403
    for name in ("friends_fill", "friends_go_on", "friends_star", "friends_place"):
        assert looker.post(address(name, table), {"place": "0"}).status_code == 403
    assert live.deal_set.key.hex() not in page
    assert looker.get(address("friends_statistics", table)).status_code == 200


def test_a_player_manages_their_own_place_only() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    ben = at_place(table, 1)
    assert ben.post(address("friends_place", table), {"place": "0"}).status_code == 403
    answer = ben.post(address("friends_place", table), {"place": "1", "bot": "random"})
    assert answer.status_code == 302
    ben_was = place(table, 1).participant
    assert ben_was is not None and ben_was.bot == "random"
    assert ben.get(seat_address(table, 1, "seat")).status_code == 403


@pytest.mark.parametrize("name", OF_TABLE)
def test_acts_are_posts(name: str) -> None:
    table = make_table(*PEOPLE)
    assert at_place(table, 0).get(address(name, table)).status_code == 405


def test_pages_are_only_read() -> None:
    table = make_table(*PEOPLE)
    client = at_place(table, 0)
    match_start(table=table)
    for name in ("friends_table", "friends_statistics"):
        assert client.post(address(name, table)).status_code == 405
    assert client.get(seat_address(table, 0)).status_code == 405
    assert client.post(reverse("friends")).status_code == 405


def test_each_players_page_has_the_match() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    on_table(table)
    page = at_place(table, 0).get(seat_address(table, 0, "seat")).content.decode()
    assert "Match 1, deal 1" in page
    assert all(name in page for name in PEOPLE)
    assert page.count("Lives left:") == 3


def test_four_aces_are_offered_asked_and_voted_on_the_players_pages() -> None:
    table = make_table(*PEOPLE)
    key, _holder = key_with_four_aces(table, player=1)
    match_start(table=table, key=key)
    on_table(table)
    players = [at_place(table, number) for number in range(3)]
    pages = [
        players[number].get(seat_address(table, number, "seat")).content.decode()
        for number in range(3)
    ]
    assert [("four aces" in page) for page in pages] == [False, True, False]
    assert players[0].post(seat_address(table, 1), {"act": "ask"}).status_code == 403
    assert players[0].post(seat_address(table, 0), {"act": "ask"}).status_code == 422
    assert players[1].post(seat_address(table, 1), {"act": "ask"}).status_code == 302
    page = players[0].get(seat_address(table, 0, "seat")).content.decode()
    assert "Ben held the four aces" in page
    players[0].post(seat_address(table, 0), {"act": "yes"})
    players[2].post(seat_address(table, 2), {"act": "no"})
    assert len(story(table).deals) == 2
    assert players[2].post(seat_address(table, 2), {"act": "whatever"}).status_code == 422


def test_another_match_begins_from_a_players_page() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    claim_match(table, 0)
    anne = at_place(table, 0)
    assert "Another match" in anne.get(seat_address(table, 0, "seat")).content.decode()
    anne.post(seat_address(table, 0), {"act": "go-on"})
    assert table.matches.count() == 2
    assert anne.post(seat_address(table, 0), {"act": "go-on"}).status_code == 302
    assert table.matches.count() == 2


def test_the_deals_can_be_verified_once_the_match_is_over() -> None:
    table = make_table(*PEOPLE)
    match = match_start(table=table)
    looker = guest(table)
    file = reverse("friends_deals", args=[table.public_id, 1])
    key = match.deal_set.key.hex()
    assert match.deal_set.commitment in looker.get(file).content.decode()
    assert key not in looker.get(file).content.decode()
    claim_match(table, 0)
    assert key in looker.get(file).content.decode()


def test_no_players_page_holds_anothers_cards() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    state = position_of(on_table(table)).state
    for number in range(3):
        page = at_place(table, number).get(seat_address(table, number, "seat")).content.decode()
        seat = story(table).deals[0].seats.index(number)
        others = [card for other in range(3) if other != seat for card in state.view(other).hand]
        assert not any(f'"{card}"' in page for card in others)
        assert all(f'"{card}"' in page for card in state.view(seat).hand)


def test_who_gave_up_a_place_sees_no_other_hand_whatever_link_opened_it() -> None:
    table = make_table("Anne")
    match_start(table=table)
    on_table(table)
    anne = at_place(table, 0)
    anne.get(reverse("friends_invitation", args=[table.secret]))
    anne.post(address("friends_place", table), {"place": "0", "bot": "simple"})
    page = anne.get(address("friends_table", table)).content.decode()
    assert page.count("Take over from the bot") == 3
    assert page.count("From the next deal on.") == 2
    answer = anne.post(address("friends_join", table), {"place": "1", "name": "Anne"}, follow=True)
    page = answer.content.decode()
    assert "You sit here from the next deal on." in page
    assert not any(f'"{card}"' in page for card in PIQUET)
    anne.post(address("friends_place", table), {"place": "1", "bot": "simple"})
    answer = anne.post(address("friends_join", table), {"place": "0", "name": "Anne"})
    assert answer.headers["Location"] == seat_address(table, 0, "seat")
    page = anne.get(answer.headers["Location"]).content.decode()
    assert "You sit here from the next deal on." not in page
    assert sum(f'"{card}"' in page for card in PIQUET) >= 10


def test_everybody_at_the_table_may_let_a_bot_stand_in_for_whoever_is_gone() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    ben = at_place(table, 1)
    assert "until they are back" not in ben.get(address("friends_table", table)).content.decode()
    hour = timezone.now() - timedelta(hours=1)
    Participant.objects.filter(name="Anne").update(seen_at=hour)
    assert "until they are back" in ben.get(address("friends_table", table)).content.decode()
    stand_in = {"place": "0", "act": "stand-in"}
    assert guest(table).post(address("friends_place", table), stand_in).status_code == 403
    assert ben.post(address("friends_place", table), stand_in).status_code == 302
    page = ben.get(address("friends_table", table)).content.decode()
    assert "away: a bot plays" in page and "until they are back" not in page


@pytest.mark.parametrize(("game", "offered"), [("comon", True), ("vicaire", False)])
def test_stars_are_for_the_game_that_knows_a_missed_550(game: str, offered: bool) -> None:
    table = make_table(*PEOPLE, game=game)
    match_start(table=table)
    anne = at_place(table, 0)
    page = anne.get(address("friends_table", table)).content.decode()
    assert ("A star for" in page) == offered
    anne.post(address("friends_star", table), {"place": "0", "act": "add"})
    assert table.matches.get().stars.exists() == offered


def test_the_lines_of_a_game_of_points_are_named_on_the_players_pages() -> None:
    table = make_table(*PEOPLE, game="vicaire")
    match_start(table=table)
    on_table(table)
    page = at_place(table, 0).get(seat_address(table, 0, "seat")).content.decode()
    assert page.count("Tricks of the jeu:") == 3


def test_the_end_of_a_deal_of_triton_says_who_has_which_combination() -> None:
    table = make_table(*PEOPLE, game="triton")
    match_start(table=table)
    play_deal(table)
    row = story(table).deals[0].row
    LiveDeal.objects.filter(pk=row.live_deal_id).update(
        detail={"combinations": [50, 20, 0], "best": [1, 0, 0]}
    )
    page = at_place(table, 0).get(seat_address(table, 0, "seat")).content.decode()
    assert "full house, the best: +30" in page
    assert "two pairs" in page and "nothing" in page


def test_the_first_deal_is_the_first_one_and_the_rules_are_near() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    anne = at_place(table, 0)
    page = anne.get(seat_address(table, 0, "seat")).content.decode()
    assert "The first deal waits for you." in page
    on_table(table)
    rules = reverse("rules", args=["comon"])
    assert rules in anne.get(seat_address(table, 0, "seat")).content.decode()
    assert rules in anne.get(address("friends_table", table)).content.decode()
    claim_deal(table, 0)
    page = anne.get(seat_address(table, 0, "seat")).content.decode()
    assert "The next deal waits for you." in page
