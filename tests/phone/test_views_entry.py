"""Entering, confirming, disputing and taking back, from several phones."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone

import pytest

from tests.builders import record
from tests.phone.conftest import Phone, text
from tournament.events.models import Round
from tournament.results.models import Pending, Result, Submission, Verdict
from tournament.results.services import round_close
from tournament.tables.models import Play

JSON = {"Accept": "application/json"}


def submission_of(play: Play) -> Submission:
    return Submission.objects.get(play=play)


class TestEntering:
    def test_a_second_players_phone_makes_an_entry_a_result(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        answer = anna.enters(1, 5, 3, 2)
        assert answer.status_code == 302
        assert answer["Location"] == anna.address("#board-1")
        submission = submission_of(play)
        assert (submission.seat, submission.detail) == (0, {"tricks": [5, 3, 2]})
        assert not Result.objects.exists()
        answer = ben.acts("confirm", 1, submission.pk)
        assert answer["Location"] == ben.address("#board-1")
        assert Result.objects.get(play=play).scores == [1, -2, 0]
        assert Verdict.objects.get().seat == 1

    def test_two_counts_are_enough(self, anna: Phone, play: Play) -> None:
        anna.enters(1, 5, 3)
        assert submission_of(play).detail == {"tricks": [5, 3, 2]}

    def test_misplays_and_boards_not_played(self, anna: Phone) -> None:
        anna.post("1/", {"kind": "fault", "offender": "1", "sent_id": uuid.uuid4()})
        sent = {"kind": "not_played", "reason": "No time", "sent_id": uuid.uuid4()}
        anna.post("2/", sent)
        details = list(Submission.objects.values_list("detail", "scores"))
        assert details == [({"fault": 1}, [1, -2, 1]), ({"not_played": "No time"}, None)]

    def test_a_phone_nobody_holds_is_asked_once_and_goes_on(
        self, nobody: Phone, play: Play
    ) -> None:
        page = text(nobody.get("1/"))
        assert "Who holds this phone?" in page
        assert "sent_id" not in page
        answer = nobody.enters(1, 5, 3, 2)
        assert answer.status_code == 422
        assert "Say first which player" in text(answer)
        assert not Submission.objects.exists()
        seat_c = play.seats.get(number=2)
        answer = nobody.post("me/", {"entry": seat_c.entry_id, "board": 1})
        assert answer["Location"] == nobody.address("1/")
        assert "sent_id" in text(nobody.get("1/"))
        nobody.enters(1, 5, 3, 2)
        assert submission_of(play).seat == 2

    def test_the_seat_is_never_read_from_the_form(self, anna: Phone, play: Play) -> None:
        anna.enters(1, 5, 3, 2, seat="2", device="x" * 32, user="1", play="7")
        submission = submission_of(play)
        assert submission.seat == 0
        assert submission.device == anna.client.cookies["device"].value.split(":")[0]
        assert submission.user is None

    def test_whoever_sits_at_another_table_enters_nothing_here(
        self, anna: Phone, play: Play
    ) -> None:
        other = Phone(anna.table.event.tables.get(number=2), seat=0)
        other.table = anna.table
        assert other.enters(1, 5, 3, 2).status_code == 422
        assert not Submission.objects.exists()
        assert "Who holds this phone?" in text(other.get("1/"))

    @pytest.mark.parametrize(
        ("form", "sentence"),
        [
            ({"tricks_0": "5", "tricks_1": "3", "tricks_2": "3"}, "5 + 3 + 3 makes 11. Each count"),
            ({"tricks_0": "9" * 400, "tricks_1": "1"}, "from 0 to 10"),
            ({"tricks_0": "5"}, "Choose the tricks of two players"),
            ({"tricks_0": "5", "tricks_1": "3", "sent_id": ""}, "incomplete"),
            ({"tricks_0": ["5", "4"], "tricks_1": "3"}, "two things at once"),
            ({"kind": "x"}, "incomplete"),
            ({"kind": ""}, "incomplete"),
            ({"kind": "not_played"}, "Say why"),
            ({"kind": "not_played", "other_reason": "x" * 201}, "at most 200"),
            ({"kind": "fault", "offender": "7"}, "Choose who misplayed"),
        ],
    )
    def test_what_is_no_result_is_refused_with_what_is_possible(
        self, form: dict[str, str], sentence: str, anna: Phone
    ) -> None:
        sent = {"kind": "tricks", "sent_id": str(uuid.uuid4())} | form
        answer = anna.post("1/", sent)
        assert answer.status_code == 422
        assert sentence in text(answer)
        assert not Submission.objects.exists()

    def test_a_refused_entry_is_still_filled_in(self, anna: Phone) -> None:
        page = text(anna.enters(1, 5, 3, 3))
        assert 'name="tricks_0" value="5" checked' in page
        assert 'name="tricks_2" value="3" checked' in page
        sent = {"kind": "not_played", "other_reason": "x" * 201, "sent_id": str(uuid.uuid4())}
        assert "x" * 201 in text(anna.post("1/", sent))

    def test_every_form_shown_has_its_own_number(self, anna: Phone) -> None:
        def numbers() -> list[str]:
            page = text(anna.get("1/"))
            return [part.split('"')[0] for part in page.split('name="sent_id" value="')[1:]]

        first, second = numbers(), numbers()
        assert len(set(first + second)) == 6

    def test_an_earlier_board_that_is_missing_is_named(self, anna: Phone) -> None:
        assert "Board 1 is missing: enter it too." in text(anna.get("2/"))
        anna.enters(2, 5, 3, 2)
        assert "Board 1 is missing: enter it too." in text(anna.get())
        anna.enters(1, 5, 3, 2)
        assert "is missing" not in text(anna.get())

    def test_after_the_round_is_closed_nothing_is_entered(
        self, anna: Phone, ben: Phone, playing: Round, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        round_close(playing=playing, accept_missing=True)
        answer = anna.enters(2, 5, 3, 2)
        assert answer.status_code == 422
        assert "Round 1 is closed: tell the director." in text(answer)
        # A page that was open returns to ready: no form any more.
        page = text(anna.get("2/", **{"HX-Request": "true"}))
        assert "sent_id" not in page
        assert "The round is closed: tell the director." in page
        assert ben.acts("confirm", 1, submission_of(play).pk).status_code == 409
        assert not Result.objects.exists()


class TestTwoPhonesAtOnce:
    def test_the_second_is_refused_and_shown_the_first_with_when_it_came(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        # Half past ten in Greenwich is half past eleven in Paris, in winter.
        at = datetime(2026, 11, 29, 22, 30, tzinfo=UTC)
        Submission.objects.update(at=at)
        answer = ben.enters(1, 5, 2, 3)
        page = text(answer)
        assert answer.status_code == 409
        assert "Board 1 was entered just before you." in page
        assert "5 – 3 – 2, entered at 23:30 by seat A" in page
        assert "Yours, which was not taken: <strong>5 – 2 – 3</strong>" in page
        assert "Call the director: it was 5 – 2 – 3" in page
        assert submission_of(play).detail == {"tricks": [5, 3, 2]}
        assert Pending.objects.get().disputed is False

    def test_ones_own_version_goes_to_the_director_in_one_tap(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        page = text(ben.enters(1, 5, 2, 3))
        form = page.split('class="own-version"')[1].split("</form>")[0]
        fields = {
            part.split('"')[0]: part.split('value="')[1].split('"')[0]
            for part in form.split('<input type="hidden" name="')[1:]
        }
        fields.pop("csrfmiddlewaretoken")
        assert ben.post("1/dispute/", fields).status_code == 302
        assert Verdict.objects.get().detail == {"tricks": [5, 2, 3]}
        for phone, whose in ((anna, "Another player says:"), (ben, "Your own version:")):
            page = text(phone.get())
            assert f"{whose} <strong>5 – 2 – 3</strong>" in page
            assert "The director has been told" in page
        assert not Result.objects.exists()

    def test_the_same_counts_twice_ask_for_the_confirmation(self, anna: Phone, ben: Phone) -> None:
        anna.enters(1, 5, 3, 2)
        page = text(ben.enters(1, 5, 3, 2))
        assert "Yes, confirm" in page
        assert "which was not taken" not in page
        assert "Call the director: it was" not in page
        assert not Result.objects.exists()

    def test_a_board_with_its_result_is_for_the_director(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        record(play, (6, 4, 0))
        answer = ben.enters(1, 5, 2, 3)
        assert answer.status_code == 409
        assert "has its result already" in text(answer)
        assert "6 – 4 – 0" in text(answer)
        assert "by the director" in text(answer)
        assert "Call the director: it was" not in text(answer)

    def test_sent_twice_it_is_one_entry(self, anna: Phone) -> None:
        sent_id = str(uuid.uuid4())
        for _ in range(2):
            assert anna.enters(1, 5, 3, 2, sent_id=sent_id).status_code == 302
        assert Submission.objects.count() == 1


class TestConfirming:
    def test_neither_the_phone_nor_the_seat_that_entered_confirms(
        self, anna: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        pk = submission_of(play).pk
        answer = anna.acts("confirm", 1, pk)
        assert answer.status_code == 409
        assert "Another player of the table confirms, on another phone." in text(answer)
        # The same phone, now said to be another player's, and the same player on another phone.
        anna.says_me(play.seats.get(number=1).entry_id)
        assert anna.acts("confirm", 1, pk).status_code == 409
        assert Phone(anna.table, seat=0).acts("confirm", 1, pk).status_code == 409
        assert not Result.objects.exists()

    def test_a_phone_nobody_holds_confirms_nothing(
        self, anna: Phone, nobody: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        answer = nobody.acts("confirm", 1, submission_of(play).pk)
        assert answer.status_code == 409
        assert "Say first which player" in text(answer)
        assert not Result.objects.exists()
        assert "Confirm or correct it" in text(nobody.get())
        assert "Who holds this phone?" in text(nobody.get("1/"))
        assert nobody.get("1/dispute/").status_code == 302

    def test_two_entries_named_at_once_are_neither(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        pk = submission_of(play).pk
        for act, status in (("confirm", 409), ("dispute", 422), ("withdraw", 409)):
            answer = ben.post(f"1/{act}/", {"submission": [pk, pk + 1]})
            assert answer.status_code == status
            assert "two things at once" in text(answer)
        assert not Verdict.objects.exists()

    def test_confirming_twice_is_once(self, anna: Phone, ben: Phone, play: Play) -> None:
        anna.enters(1, 5, 3, 2)
        for _ in range(2):
            assert ben.acts("confirm", 1, submission_of(play).pk).status_code == 302
        assert Verdict.objects.count() == 1

    def test_the_counts_are_shown_by_player_with_one_question(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        page = text(ben.get())
        name = play.seats.get(number=0).entry.player.name
        assert f"<bdi>{name}</bdi> entered this at" in page
        assert "Is it right?" in page
        assert "counts-large" in page
        assert "Take the entry back" not in page
        mine = text(anna.get())
        assert "You entered this at" in mine
        assert "Take the entry back" in mine
        assert "Yes, confirm" not in mine

    def test_a_tap_by_htmx_brings_the_table_anew(self, anna: Phone, ben: Phone, play: Play) -> None:
        anna.enters(1, 5, 3, 2)
        htmx = {"HX-Request": "true", "HX-Target": "table"}
        answer = ben.post("1/confirm/", {"submission": submission_of(play).pk}, **htmx)
        assert answer.status_code == 200
        assert "<html" not in text(answer)
        assert "How the others did" in text(answer)
        answer = ben.post("1/withdraw/", {"submission": submission_of(play).pk}, **htmx)
        assert answer.status_code == 409
        assert "Only the phone that entered" in text(answer)
        assert "<html" not in text(answer)

    def test_a_tap_on_the_boards_page_brings_the_board_anew(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        htmx = {"HX-Request": "true", "HX-Target": "board"}
        answer = ben.post("1/confirm/", {"submission": submission_of(play).pk}, **htmx)
        assert answer.status_code == 200
        assert "<html" not in text(answer)
        assert "All boards of the table" in text(answer)
        assert "How the others did" in text(answer)


class TestDisputing:
    def test_a_dispute_needs_no_version_of_ones_own(
        self, anna: Phone, ben: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        page = text(ben.get("1/dispute/"))
        assert "What was entered" in page
        assert "trick-picker" in page
        ben.acts("dispute", 1, submission_of(play).pk, kind="tricks")
        assert Pending.objects.get().disputed
        assert Verdict.objects.get().detail is None
        assert ben.acts("confirm", 1, submission_of(play).pk).status_code == 409
        # Nor can whoever entered it take it back any more.
        assert anna.acts("withdraw", 1, submission_of(play).pk).status_code == 409
        assert not Result.objects.exists()

    @pytest.mark.parametrize(
        ("form", "sentence"),
        [
            ({"kind": "tricks", "tricks_0": "5", "tricks_1": "3"}, "This is what was entered."),
            ({"kind": "tricks", "tricks_0": "9", "tricks_1": "3"}, "9 + 3 makes 12"),
            ({"kind": "x"}, "incomplete"),
        ],
    )
    def test_a_version_that_says_nothing_is_refused(
        self, form: dict[str, str], sentence: str, anna: Phone, ben: Phone, play: Play
    ) -> None:
        anna.enters(1, 5, 3, 2)
        answer = ben.acts("dispute", 1, submission_of(play).pk, **form)
        assert answer.status_code == 422
        assert sentence in text(answer)
        assert not Pending.objects.get().disputed

    def test_ones_own_entry_is_taken_back_instead(self, anna: Phone, play: Play) -> None:
        anna.enters(1, 5, 3, 2)
        assert anna.acts("dispute", 1, submission_of(play).pk).status_code == 422
        assert not Pending.objects.get().disputed


class TestTakingBack:
    def test_the_board_is_open_again(self, anna: Phone, ben: Phone, play: Play) -> None:
        anna.enters(1, 5, 3, 2)
        pk = submission_of(play).pk
        assert ben.acts("withdraw", 1, pk).status_code == 409
        assert Pending.objects.exists()
        for _ in range(2):
            assert anna.acts("withdraw", 1, pk).status_code == 302
        assert "Board 1 is open again." in text(anna.get())
        assert not Pending.objects.exists()
        # A phone that still shows the entry confirms nothing.
        answer = ben.acts("confirm", 1, pk)
        assert answer.status_code == 409
        assert "withdrawn" in text(answer)
        assert ben.enters(1, 5, 2, 3).status_code == 302


class TestWhereTheDirectorConfirms:
    def test_the_tables_tablet_enters_for_no_seat(self, tablet: Callable[[], Phone]) -> None:
        phone = tablet()
        page = text(phone.get())
        assert "That’s me" not in page
        assert "sent_id" in text(phone.get("1/"))
        phone.enters(1, 5, 3, 2)
        submission = Submission.objects.get()
        assert submission.seat is None
        assert submission.device
        assert "The director confirms it." in text(phone.get())
        assert "Take the entry back" in text(phone.get())

    def test_other_phones_look_and_tell_the_director(self, tablet: Callable[[], Phone]) -> None:
        phone = tablet()
        phone.enters(1, 5, 3, 2)
        other = Phone(phone.table, seat=1)
        page = text(other.get())
        assert "If it is wrong, tell the director." in page
        assert "Confirm or correct it" not in page
        assert "confirm/" not in page
        assert "dispute/" not in page
        pk = Submission.objects.get().pk
        assert other.acts("confirm", 1, pk).status_code == 409
        assert other.acts("dispute", 1, pk).status_code == 422
        assert other.acts("withdraw", 1, pk).status_code == 409
        assert not Pending.objects.get().disputed
        answer = other.enters(1, 5, 2, 3)
        assert answer.status_code == 409
        assert "5 – 3 – 2, entered at" in text(answer)
        assert "at this table" in text(answer)


class TestEntryJs:
    """The same entry, asked for as JSON."""

    def test_a_taken_entry_says_where_to_go(self, anna: Phone) -> None:
        sent = {"kind": "tricks", "tricks_0": "5", "tricks_1": "3", "sent_id": str(uuid.uuid4())}
        for _ in range(2):
            answer = anna.post("1/", sent, **JSON)
            assert answer.status_code == 200
            assert answer.json() == {"ok": True, "url": anna.address("#board-1")}
        assert Submission.objects.count() == 1

    def test_a_refused_entry_says_why_and_what_was_first(self, anna: Phone, ben: Phone) -> None:
        anna.enters(1, 5, 3, 2)
        sent = {"kind": "tricks", "tricks_0": "5", "tricks_1": "2", "sent_id": str(uuid.uuid4())}
        answer = ben.post("1/", sent, **JSON)
        assert answer.status_code == 409
        said = answer.json()
        assert said["ok"] is False
        assert "entered just before you" in said["message"]
        assert said["first"].startswith("5 – 3 – 2, entered at")
        assert "Yes, confirm" in said["html"]
        assert "<html" not in said["html"]

    def test_what_is_no_result_says_so(self, anna: Phone) -> None:
        answer = anna.post("1/", {"kind": "tricks", "sent_id": str(uuid.uuid4())}, **JSON)
        assert answer.status_code == 422
        assert answer.json()["first"] is None
        assert "two players" in answer.json()["message"]


def test_hostile_names_and_reasons_are_only_text(anna: Phone, play: Play) -> None:
    player = play.seats.get(number=0).entry.player
    player.name = '<img src=x onerror="alert(1)">'
    player.save()
    reason = "<script>alert(1)</script>"
    sent = {"kind": "not_played", "other_reason": reason, "sent_id": str(uuid.uuid4())}
    anna.post("2/", sent)
    for path in ("", "1/", "2/"):
        page = text(anna.get(path))
        assert "<img src=x" not in page
        assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in text(anna.get())


def test_an_entry_long_ago_is_still_shown_with_its_time(
    anna: Phone, ben: Phone, play: Play
) -> None:
    anna.enters(1, 5, 3, 2)
    summer = datetime(2026, 7, 1, 10, 5, tzinfo=timezone(timedelta(0)))
    Submission.objects.update(at=summer)
    assert "entered this at 12:05" in text(ben.get())
