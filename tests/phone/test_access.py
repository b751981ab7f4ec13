"""What a code opens, and who is only guessing."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client, RequestFactory

from tests.builders import make_event, start_round
from tests.phone.conftest import Phone, text
from tournament.phone.access import address_of
from tournament.tables.models import CodeTry, Table
from tournament.tables.selectors import CODE_TRIES_MOST, CODE_TRIES_WITHIN
from tournament.tables.services import table_code_renew

READ = ["", "1/", "1/traveller/"]
READ_OR_SENT = ["1/", "1/dispute/"]
SENT = ["me/", "1/confirm/", "1/withdraw/"]


class TestTyping:
    def test_the_box_leads_to_the_table_however_the_code_is_typed(
        self, client: Client, table: Table
    ) -> None:
        code = table.code
        for typed in (
            code,
            f" {code.lower()} ",
            f"{code[:3]}-{code[3:]}",
            f"{code[:3]} {code[3:]}",
        ):
            answer = client.get("/t/", {"code": typed})
            assert answer.status_code == 302
            assert answer["Location"] == f"/t/{code}/"

    def test_an_address_typed_in_small_letters_leads_to_the_same_page(
        self, client: Client, table: Table
    ) -> None:
        answer = client.get(f"/t/{table.code.lower()}/1/")
        assert answer["Location"] == f"/t/{table.code}/1/"

    def test_an_empty_box_is_no_guess(self, client: Client, db: None) -> None:
        assert client.get("/t/").status_code == 200
        assert client.get("/t/", {"code": "  "}).status_code == 200
        assert not CodeTry.objects.exists()

    @pytest.mark.parametrize("typed", ["QQQQQQ", "é", "<b>", "%00", "A" * 3000, "ﬀﬀﬀﬀﬀﬀ"])
    def test_a_code_no_table_has_is_answered_with_the_box_again(
        self, typed: str, client: Client, table: Table
    ) -> None:
        for answer in (client.get("/t/", {"code": typed}), client.get(f"/t/{typed}/")):
            assert answer.status_code == 404
            assert "No table has this code" in text(answer)
            assert 'name="code"' in text(answer)
            assert "<b>" not in text(answer)
        assert CodeTry.objects.count() == 2

    def test_entry_js_gets_a_sentence(self, client: Client, table: Table) -> None:
        answer = client.post("/t/QQQQQQ/1/", headers={"Accept": "application/json"})
        assert answer.status_code == 404
        assert answer.json()["message"].startswith("No table has this code.")


class TestGuessing:
    def guess(self, client: Client, times: int, address: str = "10.0.0.7") -> list[int]:
        return [
            client.get(f"/t/QQ{number:04}/", REMOTE_ADDR=address).status_code
            for number in range(times)
        ]

    def test_guesses_are_answered_only_so_often(self, table: Table) -> None:
        stranger = Client()
        answers = self.guess(stranger, CODE_TRIES_MOST + 30)
        assert answers == [404] * CODE_TRIES_MOST + [429] * 30
        # Now even the right one opens nothing there, however it is asked for.
        for address in (f"/t/{table.code}/", f"/t/?code={table.code}", f"/t/{table.code}/1/"):
            answer = stranger.get(address, REMOTE_ADDR="10.0.0.7")
            assert answer.status_code == 429
            assert "Wait 10 minutes" in text(answer)
            assert answer["Retry-After"] == "600"
            assert not answer.cookies.get("codes")

    def test_whoever_opened_the_table_before_is_not_guessing(self, table: Table) -> None:
        known, stranger = Client(), Client()
        assert known.get(f"/t/{table.code}/", REMOTE_ADDR="10.0.0.7").status_code == 200
        self.guess(stranger, CODE_TRIES_MOST)
        assert known.get(f"/t/{table.code}/", REMOTE_ADDR="10.0.0.7").status_code == 200
        # Players change tables: it is known in the whole event, and in no other.
        other = table.event.tables.get(number=2)
        assert known.get(f"/t/{other.code}/", REMOTE_ADDR="10.0.0.7").status_code == 200
        event = make_event(players=3, rounds=1, name="Next week")
        start_round(event)
        elsewhere = event.tables.get()
        assert known.get(f"/t/{elsewhere.code}/", REMOTE_ADDR="10.0.0.7").status_code == 429
        # Elsewhere nobody guessed.
        assert stranger.get(f"/t/{table.code}/", REMOTE_ADDR="10.0.0.8").status_code == 200

    def test_a_phone_of_the_event_that_guesses_is_counted_by_itself(self, table: Table) -> None:
        known = Client()
        assert known.get(f"/t/{table.code}/", REMOTE_ADDR="10.0.0.7").status_code == 200
        assert self.guess(known, CODE_TRIES_MOST) == [404] * CODE_TRIES_MOST
        other = table.event.tables.get(number=2)
        for address in ("10.0.0.7", "10.0.0.9"):
            self.guess(Client(), CODE_TRIES_MOST, address)
            answer = known.get(f"/t/{other.code}/", REMOTE_ADDR=address)
            assert answer.status_code == 429
            assert not answer.cookies.get("codes")

    def test_a_forged_proof_is_none(self, table: Table) -> None:
        stranger = Client()
        self.guess(stranger, CODE_TRIES_MOST)
        stranger.cookies["codes"] = table.code
        assert stranger.get(f"/t/{table.code}/", REMOTE_ADDR="10.0.0.7").status_code == 429

    def test_a_page_whose_code_was_renewed_does_not_lock_out_the_room(self, table: Table) -> None:
        phone = Client()
        assert phone.get(f"/t/{table.code}/").status_code == 200
        old = table.code
        table_code_renew(table=table)
        for _ in range(CODE_TRIES_MOST + 1):
            answer = phone.get(f"/t/{old}/", headers={"HX-Request": "true"})
            assert answer.status_code == 404
            assert "This table has a new code" in text(answer)
        assert not CodeTry.objects.exists()
        assert phone.get(f"/t/{table.code}/").status_code == 200

    def test_old_tries_are_forgotten(self, table: Table) -> None:
        stranger = Client()
        self.guess(stranger, CODE_TRIES_MOST)
        CodeTry.objects.update(at=F("at") - CODE_TRIES_WITHIN)
        assert self.guess(stranger, 1) == [404]
        assert CodeTry.objects.count() == 1

    @pytest.mark.parametrize(
        ("address", "counted_at"),
        [
            ("192.168.1.20", "192.168.1.20"),
            ("::ffff:192.168.1.20", "192.168.1.20"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("fe80::1%eth0", "fe80::"),
            ("", "0.0.0.0"),
            ("unix:", "0.0.0.0"),
        ],
    )
    def test_a_subscriber_has_one_address(
        self, rf: RequestFactory, address: str, counted_at: str
    ) -> None:
        assert address_of(rf.get("/t/", REMOTE_ADDR=address)) == counted_at


@pytest.mark.django_db(transaction=True)
def test_guesses_in_parallel_are_limited_too() -> None:
    make_event(players=3, rounds=1)
    answers: list[int] = []

    def guess(number: int) -> None:
        client = Client()
        for attempt in range(15):
            answer = client.get(f"/t/QQ{number}{attempt:03}/")
            answers.append(answer.status_code)
        connection.close()

    threads = [threading.Thread(target=guess, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 60
    # At most what was under way when the limit was reached comes on top.
    assert CODE_TRIES_MOST <= answers.count(404) < CODE_TRIES_MOST + len(threads)
    assert set(answers) == {404, 429}


class TestMethods:
    @pytest.mark.parametrize("path", SENT)
    def test_what_changes_something_is_never_read(self, path: str, anna: Phone) -> None:
        assert anna.get(path).status_code == 405

    @pytest.mark.parametrize("path", ["", "1/traveller/"])
    def test_pages_take_nothing(self, path: str, anna: Phone) -> None:
        assert anna.post(path, {}).status_code == 405

    @pytest.mark.parametrize("path", ["", *SENT, *READ_OR_SENT, "1/traveller/"])
    @pytest.mark.parametrize("method", ["put", "delete", "patch", "options"])
    def test_no_other_method_does_anything(self, path: str, method: str, anna: Phone) -> None:
        send: Callable[..., object] = getattr(anna.client, method)
        assert getattr(send(anna.address(path)), "status_code", 0) == 405

    def test_the_box_takes_nothing(self, client: Client, db: None) -> None:
        assert client.post("/t/", {"code": "ABCDEF"}).status_code == 405

    @pytest.mark.parametrize("path", [*SENT, *READ_OR_SENT])
    def test_nothing_is_taken_without_its_token(self, path: str, table: Table) -> None:
        client = Client(enforce_csrf_checks=True)
        client.get(f"/t/{table.code}/")
        answer = client.post(f"/t/{table.code}/{path}", {"entry": 1})
        assert answer.status_code == 403
        assert "This page was open for too long" in text(answer)


class TestElsewhere:
    def test_pages_are_kept_by_no_cache_and_found_by_no_search_engine(self, anna: Phone) -> None:
        for path in ("", "1/"):
            answer = anna.get(path)
            assert "no-store" in answer["Cache-Control"]
            assert "private" in answer["Cache-Control"]
            assert '<meta name="robots" content="noindex">' in text(answer)

    @pytest.mark.parametrize("number", [0, 4, 99, 10**9, 10**30])
    def test_a_board_this_table_does_not_play_is_not_found(self, number: int, anna: Phone) -> None:
        for path in (f"{number}/", f"{number}/dispute/", f"{number}/traveller/"):
            assert anna.get(path).status_code == 404
        for path in (f"{number}/", f"{number}/confirm/", f"{number}/withdraw/"):
            assert anna.post(path, {"submission": 1}).status_code == 404
        answer = anna.post(f"{number}/", {}, Accept="application/json")
        assert answer.status_code == 404
        assert "not played at this table" in answer.json()["message"]

    def test_another_events_board_is_not_found(self, anna: Phone) -> None:
        # The other event plays boards 1 to 5 in its round, this one 1 to 3.
        start_round(make_event(players=3, rounds=1, boards_per_round=5, name="Other"))
        assert anna.get("5/").status_code == 404

    def test_a_players_id_from_elsewhere_is_refused(self, nobody: Phone) -> None:
        other_table = nobody.table.event.tables.get(number=2).chairs.first()
        other_event = make_event(players=3, rounds=1, name="Other").entries.first()
        assert other_table is not None
        assert other_event is not None
        for entry in (other_table.entry_id, other_event.pk, 0, "", "x", "9" * 30):
            answer = nobody.post("me/", {"entry": entry})
            assert answer.status_code == 403
            assert "This player does not sit at this table." in text(answer)
            assert not any(name.startswith("me-") for name in answer.cookies)

    def test_an_entry_of_another_board_table_or_event_is_refused(
        self, anna: Phone, ben: Phone
    ) -> None:
        anna.enters(1, 5, 3, 2)
        anna.enters(2, 5, 3, 2)
        second_table = Phone(anna.table.event.tables.get(number=2), seat=0)
        second_table.enters(1, 5, 3, 2)
        elsewhere = make_event(players=3, rounds=1, name="Other")
        start_round(elsewhere)
        other = Phone(elsewhere.tables.get(), seat=0)
        other.enters(1, 5, 3, 2)
        board_2 = anna.table.plays.get(board__number=2).submissions.get().pk
        table_2 = second_table.table.plays.get(board__number=1).submissions.get().pk
        event_2 = other.table.plays.get(board__number=1).submissions.get().pk
        for submission in (board_2, table_2, event_2, 0, "", "x", "9" * 18, "9" * 40):
            for act in ("confirm", "dispute", "withdraw"):
                assert ben.acts(act, 1, submission).status_code == 403
        assert not anna.table.plays.filter(result__isnull=False).exists()

    def test_one_events_code_opens_nothing_of_another(self, anna: Phone) -> None:
        other = make_event(players=3, rounds=1, name="The other evening")
        assert "The other evening" not in text(anna.get())
        assert other.tables.get().code not in text(anna.get())

    def test_a_table_does_not_show_another_tables_code_or_results(self, anna: Phone) -> None:
        second = Phone(anna.table.event.tables.get(number=2), seat=0)
        second.enters(1, 9, 1, 0)
        for path in ("", "1/"):
            page = text(anna.get(path))
            assert second.table.code not in page
            assert "<b>9</b>" not in page
