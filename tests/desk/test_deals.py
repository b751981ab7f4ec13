"""Importing a file of deals at the desk: who may, what is told before, and what stays hidden."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from deals.formats import Form, boards_read, boards_write
from deals.formats.boards import Boards
from deals.models import DealSet
from deals.selectors import deal_of
from engine.cards import PIQUET
from engine.solver import PAR_RULE
from tests.builders import log_print, make_event, play_round, start_round
from tests.deals.test_formats import dealt
from tests.desk.conftest import signed_in
from tests.desk.test_people import make_member
from tournament.analysis.models import BoardAnalysis
from tournament.desk.event_links import event_link_create
from tournament.errors import Refused
from tournament.events.importing import event_deals_import
from tournament.events.models import Event
from tournament.events.sealing import FileDeals, sets_fit
from tournament.events.selectors import only_session
from tournament.events.services import event_size_set
from tournament.leaderboard.services import event_publish
from tournament.tables.seating import seating_set, seatings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """An event of six that plays four boards."""
    return make_event(players=6, rounds=2, boards_per_round=2)


def url(event: Event, name: str = "desk_deals") -> str:
    return reverse(name, args=[event.public_id])


def upload(client: Client, event: Event, content: bytes, name: str = "cup.pbn", **more: Any) -> Any:
    return client.post(url(event), {"file": SimpleUploadedFile(name, content)}, **more)


def confirm(client: Client, event: Event, preview: Any) -> Any:
    return client.post(url(event), {"code": preview.context["found"].code})


def take(client: Client, event: Event, boards: Boards, form: Form = "pbn") -> None:
    preview = upload(client, event, boards_write(boards, form), f"cup.{form}")
    assert preview.status_code == 200, preview.context["form"].errors
    assert confirm(client, event, preview).status_code == 302


def imported(event: Event, many: int) -> None:
    event_deals_import(event=event, found=of_file(many), game="comon")


def of_file(many: int) -> FileDeals:
    return FileDeals(tuple(board.deal for board in dealt(many).boards), "cup.pbn", "anne")


def deals_of(event: Event) -> Sequence[object]:
    boards = only_session(event).boards.select_related("deal_set").order_by("number")
    return [deal_of(board.deal_set, board.deal_number) for board in boards]


def named(text: str) -> list[str]:
    """The cards that a text names, but for the pack in its own order."""
    found = [word for word in re.findall(r"(?<![\w-])\w\w(?![\w-])", text) if word in PIQUET]
    return [] if found == list(PIQUET) else found


@pytest.mark.parametrize("form", ["pbn", "csv", "json"])
def test_the_first_deals_are_played_and_those_over_are_the_reserve(
    director: Client, event: Event, form: Form
) -> None:
    before = only_session(event).deal_set.commitment
    preview = upload(director, event, boards_write(dealt(7), form))
    page = preview.content.decode()
    assert "4 boards" in page and "3 boards, what is over in the file" in page
    assert "Whoever made the file knows the hands" in page
    assert only_session(event).deal_set.commitment == before  # nothing has changed yet

    answer = confirm(director, event, preview)

    assert answer["Location"] == url(event, "desk_event")
    session = only_session(event)
    assert deals_of(event) == [board.deal for board in dealt(7).boards[:4]]
    assert session.reserve_set.boards == 3
    assert deal_of(session.reserve_set, 3) == dealt(7).boards[6].deal
    assert (session.deal_set.imported_from, session.deal_set.imported_by) == ("cup.pbn", "director")
    assert (
        "Imported from “cup.pbn” by <bdi>director</bdi>"
        in director.get(answer["Location"]).content.decode()
    )
    assert DealSet.objects.count() == 2


def test_a_reserve_is_drawn_where_the_file_has_none_over(director: Client, event: Event) -> None:
    preview = upload(director, event, boards_write(dealt(4), "csv"))
    assert "drawn and sealed here" in preview.content.decode()
    confirm(director, event, preview)

    reserve = only_session(event).reserve_set
    assert (reserve.imported_from, reserve.boards) == ("", 2)


def test_other_numbers_of_boards_become_1_2_3(director: Client, event: Event) -> None:
    boards = Boards(
        "comon", tuple(replace(each, number=each.number + 12) for each in dealt(4).boards)
    )
    preview = upload(director, event, boards_write(boards, "json"))
    assert "in the file 13 to 16" in preview.content.decode()
    confirm(director, event, preview)

    assert [board.number for board in only_session(event).boards.all()] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "there are no deals in this file"),
        (boards_write(dealt(3), "pbn"), "The file has 3 deals, and this tournament plays 4 boards"),
        (
            boards_write(dealt(4), "pbn").replace(b"comon", b"triton"),
            "Line 21: these deals are of the game “Le triton”, and not of “Com’on!”.",
        ),
        (
            boards_write(dealt(4), "json").replace(b'"board":3', b'"board":2'),
            "Line 11: board 2 was on line 10 already.",
        ),
        (b"\0" * 2_000_001, "Line 1: the file is larger than 2000 kB."),
    ],
)
def test_what_cannot_be_imported_is_told_and_changes_nothing(
    director: Client, event: Event, content: bytes, said: str
) -> None:
    before = only_session(event).deal_set.commitment
    answer = upload(director, event, content)

    assert answer.status_code == 422
    assert said in answer.context["form"].errors["file"][0]
    assert only_session(event).deal_set.commitment == before
    assert "deals_read" not in director.session


def test_a_refusal_is_told_in_french(director: Client, event: Event) -> None:
    boards = boards_write(dealt(4), "csv")
    first = dealt(4).boards[0].deal.hands[0]
    damaged = boards.replace(first[0].encode(), first[1].encode(), 1)
    answer = upload(director, event, damaged, headers={"Accept-Language": "fr"})

    assert answer.context["form"].errors["file"] == [
        f"Ligne 2\u00a0: la carte {first[1]} est distribuée deux fois."
    ]


def test_a_page_without_a_file_asks_for_it(director: Client, event: Event) -> None:
    answer = director.post(url(event))
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"file"}


def test_what_was_read_waits_for_this_event_alone(director: Client, event: Event) -> None:
    other = make_event(players=0, rounds=1, boards_per_round=1)
    preview = upload(director, event, boards_write(dealt(4), "pbn"))

    assert confirm(director, other, preview)["Location"] == url(other)
    assert only_session(other).deal_set.imported_from == ""
    # Another tab has read another file meanwhile; or this one was imported already.
    later = upload(director, event, boards_write(dealt(5), "pbn"), "later.pbn")
    assert confirm(director, event, preview)["Location"] == url(event)
    assert only_session(event).deal_set.imported_from == ""
    assert confirm(director, event, later)["Location"] == url(event, "desk_event")
    assert only_session(event).deal_set.imported_from == "later.pbn"


def test_deals_that_were_imported_before_are_told(director: Client, event: Event) -> None:
    imported(make_event(players=0, rounds=1, boards_per_round=1), 1)
    preview = upload(director, event, boards_write(dealt(4), "pbn"))

    assert "1 of these deals was on this site before" in preview.content.decode()


def test_it_is_for_directors_before_round_1(
    client: Client, director: Client, stranger: Client, event: Event
) -> None:
    content = boards_write(dealt(4), "pbn")
    scorer = signed_in(make_member("carla", "scorer"))
    _link, secret = event_link_create(
        event=event, name="Ada", role="deputy", user=event.directors.get()
    )
    deputy = Client()
    deputy.post(reverse("desk_link", args=[secret]))
    for reader in (scorer, stranger, deputy):
        assert reader.get(url(event)).status_code == 403
        assert upload(reader, event, content).status_code == 403
        assert reader.post(url(event), {"code": "x"}).status_code == 403
    assert upload(client, event, content)["Location"].startswith(reverse("login"))
    assert director.put(url(event)).status_code == 405
    start_round(event)
    assert upload(director, event, content)["Location"] == url(event, "desk_event")
    assert only_session(event).deal_set.imported_from == ""


def test_round_1_may_begin_while_a_file_is_looked_at(director: Client, event: Event) -> None:
    preview = upload(director, event, boards_write(dealt(4), "pbn"))
    start_round(event)

    assert confirm(director, event, preview).status_code == 302
    assert only_session(event).deal_set.imported_from == ""


def test_where_hands_were_printed_the_deals_stay(director: Client, event: Event) -> None:
    preview = upload(director, event, boards_write(dealt(4), "pbn"))
    log_print(only_session(event).deal_set)
    page = director.post(url(event), {"code": preview.context["found"].code}, follow=True)

    assert "Hands of these deals were printed" in page.content.decode()
    assert only_session(event).deal_set.imported_from == ""


def test_no_page_of_the_import_names_a_card(director: Client, event: Event) -> None:
    preview = upload(director, event, boards_write(dealt(4), "pbn"))
    pages = [preview, director.get(url(event))]
    imported(event, 4)
    pages += [director.get(url(event, name)) for name in ("desk_event", "desk_deals", "event")]

    assert all(page.status_code == 200 for page in pages)
    assert [named(page.content.decode()) for page in pages] == [[]] * 5


def test_the_file_is_forgotten_with_the_import(director: Client, event: Event) -> None:
    take(director, event, dealt(4))
    assert "deals_read" not in director.session


def test_nothing_is_imported_into_an_event_that_is_played(event: Event) -> None:
    start_round(event)
    with pytest.raises(Refused, match="Round 1 has begun"):
        imported(event, 4)


def test_nothing_is_imported_that_was_read_as_another_game(event: Event) -> None:
    with pytest.raises(Refused, match="another game by now"):
        event_deals_import(event=event, found=of_file(4), game="triton")


class TestLater:
    """What becomes of imported deals when the event changes before round 1."""

    def test_they_stay_when_the_event_grows_or_shrinks(self, event: Event) -> None:
        imported(event, 7)
        event_size_set(event=event, rounds=3, boards_per_round=2)
        assert deals_of(event) == [board.deal for board in dealt(7).boards[:6]]
        assert only_session(event).reserve_set.boards == 1
        event.refresh_from_db()
        event_size_set(event=event, rounds=1, boards_per_round=1)
        assert only_session(event).reserve_set.boards == 6

    def test_they_may_be_too_few(self, event: Event) -> None:
        imported(event, 5)
        with pytest.raises(Refused, match="has 5 deals"):
            event_size_set(event=event, rounds=3, boards_per_round=2)
        assert deals_of(event) == [board.deal for board in dealt(5).boards[:4]]

    def test_the_settings_keep_them_or_draw_others(self, director: Client, event: Event) -> None:
        imported(event, 5)
        form = director.get(url(event, "desk_edit")).context["form"]
        sent = {
            name: form[name].value()
            for name in form.fields
            if form[name].value() not in (None, "") and form[name].value() is not False
        }
        assert sent["seed"] == "imported"
        saved = director.post(url(event, "desk_edit"), sent | {"name": "Renamed"})
        assert saved.status_code == 302
        assert only_session(event).deal_set.imported_from == "cup.pbn"
        answer = director.post(url(event, "desk_edit"), sent | {"game": "triton"})
        assert "of another game" in str(answer.context["form"].errors)
        saved = director.post(url(event, "desk_edit"), sent | {"seed": "system"})
        assert saved.status_code == 302
        assert only_session(event).deal_set.imported_from == ""

    def test_drawn_deals_do_not_become_imported_ones_by_a_form(
        self, director: Client, event: Event
    ) -> None:
        form = director.get(url(event, "desk_edit")).context["form"]
        assert "imported" not in dict(form.fields["seed"].choices)

    def test_places_given_by_hand_stay(self, director: Client) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=2, movement=Event.Movement.FREE)
        entries = list(event.entries.order_by("number"))
        seating_set(event=event, round_number=1, tables=[entries[3:], entries[:3]])
        take(director, event, dealt(2))

        (tables,) = seatings_of(event).values()
        assert [[entry.number for entry in table] for table in tables] == [[4, 5, 6], [1, 2, 3]]

    def test_shared_boards_take_more_of_the_file(self) -> None:
        event = make_event(players=6, rounds=2, boards_per_round=1, movement=Event.Movement.SHARED)
        imported(event, 5)
        sets_fit(event, 4)
        assert deals_of(event) == [board.deal for board in dealt(5).boards[:4]]


class TestPublished:
    """The files of all boards, on the event's page and at the desk."""

    NAMES = ("boards_json", "boards_pbn", "boards_csv")

    def published(self, event: Event) -> Event:
        for _round in range(event.rounds):
            play_round(event)
        event.refresh_from_db()
        event_publish(event=event)
        return event

    def test_nothing_is_there_before(self, client: Client, director: Client, event: Event) -> None:
        imported(event, 4)
        start_round(event)
        for name in self.NAMES:
            assert client.get(url(event, name)).status_code == 404
            assert director.get(url(event, name)).status_code == 404
        assert "boards.pbn" not in client.get(url(event, "event")).content.decode()

    @pytest.mark.parametrize("is_imported", [True, False])
    def test_then_they_hold_what_was_played_and_come_back_equal(
        self, client: Client, director: Client, event: Event, is_imported: bool
    ) -> None:
        if is_imported:
            imported(event, 6)
        self.published(event)
        files = [client.get(url(event, name)) for name in self.NAMES]
        read = [boards_read(file.content) for file in files]

        assert [form for form, _boards in read] == ["json", "pbn", "csv"]
        assert read[0][1] == read[1][1] == read[2][1]
        boards = read[0][1]
        assert (boards.event, boards.site, boards.date) == ("Evening", "Club", "2026-11-29")
        assert [board.number for board in boards.boards] == [1, 2, 3, 4]
        if is_imported:
            assert [board.deal for board in boards.boards] == deals_of(event)
        again = make_event(players=6, rounds=2, boards_per_round=2)
        for file in files:
            preview = upload(director, again, file.content)
            confirm(director, again, preview)
            assert deals_of(again) == [board.deal for board in boards.boards]
        assert all("attachment" in file["Content-Disposition"] for file in files)
        page = client.get(url(event, "event")).content.decode()
        assert all(url(event, name) in page for name in self.NAMES)

    def test_the_public_pages_say_that_they_were_imported(
        self, client: Client, event: Event
    ) -> None:
        imported(event, 5)
        said = "imported from the file “cup.pbn”"
        assert said in client.get(url(event, "event")).content.decode()
        self.published(event)
        assert said in client.get(url(event, "event")).content.decode()
        board = client.get(reverse("board", args=[event.public_id, 1])).content.decode()
        assert said in board
        assert "imported and locked before play" in board

    def test_what_the_solver_found_goes_with_the_hands(self, client: Client, event: Event) -> None:
        board = only_session(event).boards.get(number=2)
        numbers = {"guaranteed": [5, 3, 2], "par_scores": [1, -2, -2]}
        others = {key: [0, 0, 0] for key in ("fewest", "best_score", "par_tricks")}
        BoardAnalysis.objects.create(
            board=board,
            commitment=board.deal_set.commitment,
            deal_number=board.deal_number,
            par_rule=PAR_RULE,
            **numbers,
            **others,
        )
        self.published(event)
        for name in self.NAMES:
            _form, read = boards_read(client.get(url(event, name)).content)
            assert [(each.guaranteed, each.par) for each in read.boards] == [
                ((), ()),
                ((5, 3, 2), (1, -2, -2)),
                ((), ()),
                ((), ()),
            ]

    def test_a_csv_for_english_programs_has_commas(self, client: Client, event: Event) -> None:
        self.published(event)
        text = client.get(f"{url(event, 'boards_csv')}?style=en").content.decode()
        assert text.startswith("\ufeffgame,options,board,A,B,C,talon")
        assert client.get(f"{url(event, 'boards_csv')}?style=xx").status_code == 400

    def test_the_desk_leads_to_them(self, director: Client, event: Event) -> None:
        self.published(event)
        assert url(event, "boards_pbn") in director.get(url(event, "desk_event")).content.decode()

    def test_only_reading_is_offered(self, client: Client, event: Event) -> None:
        assert client.post(url(event, "boards_json")).status_code == 405

    def test_the_number_of_queries_does_not_grow_with_the_boards(
        self, client: Client, django_assert_max_num_queries: Any
    ) -> None:
        counts = []
        for boards in (1, 6):
            event = make_event(players=3, rounds=1, boards_per_round=boards)
            imported(event, boards)
            self.published(event)
            with django_assert_max_num_queries(50) as captured:
                client.get(url(event, "boards_pbn"))
            counts.append(len(captured))
        assert counts[0] == counts[1]


def test_settings_opened_before_the_import_do_not_draw_its_deals_anew(
    director: Client, event: Event
) -> None:
    form = director.get(url(event, "desk_edit")).context["form"]
    opened = {name: value for name, value in form.initial.items() if value is not None}
    opened |= {"version": form.version(), "name": "Another name"}
    imported(event, 4)
    before = deals_of(event)
    answer = director.post(url(event, "desk_edit"), opened)
    assert answer.status_code == 422
    assert "How they are drawn" in answer.content.decode()
    assert deals_of(event) == before
