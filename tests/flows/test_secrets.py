"""Everything that can be fetched of an event being played, address by address: no sealed card, no
key, no name that was withheld. A new address is fetched by itself."""

import re
import uuid
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from django.utils.functional import cached_property

from engine.cards import PIQUET
from tests.builders import correct, make_director, make_event, play_round, record, start_round
from tests.deals.test_formats import dealt
from tests.live.tables import begin, finish, play_at, play_on
from tournament.calls.services import call_create, note_send
from tournament.desk.event_links import event_link_create
from tournament.desk.forms_boards import KINDS as RULINGS
from tournament.events.importing import event_deals_import
from tournament.events.models import Entry
from tournament.events.ranking import Ranking, ranking_set
from tournament.events.sealing import FileDeals
from tournament.events.selectors import only_session
from tournament.events.services import entry_update
from tournament.leaderboard.services import event_publish
from tournament.results.services import round_close, submission_create
from tournament.rulings.models import Proposal, Ruling
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db

WITHHELD = ("Zoé", "Quelconque")
# What pages, fragments and programs ask for.
KINDS = [{}, {"HX-Request": "true"}, {"Accept": "application/json"}, {"Accept-Language": "fr"}]
# Printing hands is logged; a backup holds everything, and only administrators get one.
SEALED_BY_OTHER_MEANS = {"desk_hand_slips", "desk_curtain_cards", "desk_backup"}
# What is printed is read in desk/test_print.py, desk/test_papers.py and documents/; the program to
# verify deals holds no deal.
NO_TEXT = {"application/pdf", "application/zip"}


class Evening:
    """Round 1 of 3 is closed, round 2 is being played: boards 1 and 2 are open, 3 to 6 are not.

    `deals` of board 3 were played in the browser: one goes on, one is over. With `imported`, all
    boards came from a file.
    """

    def __init__(self, *, imported: bool = False) -> None:
        self.event = make_event(players=12, rounds=3, boards_per_round=2, play_mode="choice")
        if imported:
            deals = tuple(board.deal for board in dealt(8).boards)
            found = FileDeals(deals, "cup.pbn", "anne")
            event_deals_import(event=self.event, found=found, game="comon")
        entry_update(
            entry=self.event.entries.get(number=2), name=" ".join(WITHHELD), name_public=False
        )
        ranking_set(event=self.event, ranking=Ranking(strata=("A",)))
        Entry.objects.filter(event=self.event).update(stratum="A")
        play_round(self.event)
        self.playing = start_round(self.event)
        self.table = self.event.tables.get(number=1)
        done, entered = self.table.plays.filter(round=self.playing).order_by("board__number")
        # Board 3 is entered at table 1, on table 2, over at table 3, still to play at table 4.
        self.deals = [begin(play_at(self.event, 2, 3), 4), finish(play_at(self.event, 3, 3))]
        record(done)
        submission_create(
            play=entered, detail={"tricks": [5, 3, 2]}, sent_id=uuid.uuid4(), seat=1, device="ben"
        )
        self.ruling = correct(done, {"tricks": [4, 4, 2]}, " ".join(WITHHELD))
        standings_compute(event_id=self.event.pk)
        self.play = done
        self.proposal = Proposal.objects.create(
            event=self.event,
            kind=Ruling.Kind.RESULTS,
            before=self.ruling.after,
            after=self.ruling.before,
            reason=" ".join(WITHHELD),
            at=timezone.now(),
        )
        self.proposal.plays.set([done])
        self.link, _secret = event_link_create(
            event=self.event, name="Ada", role="deputy", user=make_director()
        )
        self.call = call_create(table=self.table, reason="rules")
        self.note = note_send(
            event=self.event, table=None, text="Dinner at eight", user=make_director()
        )

    @cached_property
    def values(self) -> dict[str, list[str | int]]:
        """What may stand in an address: by the name of its part."""
        session = only_session(self.event)
        return {
            "public_id": [self.event.public_id, "22222222"],
            # Rounds, boards, players and tables.
            "number": [1, 2, 3, 4, 5, 99],
            "key": ["comon", "no-game"],
            "set_id": [session.deal_set.public_id, session.reserve_set.public_id],
            "code": [self.table.code, "QQQQQQ"],
            "play_id": [self.play.pk],
            "entry_id": list(self.table.chairs.values_list("entry_id", flat=True).distinct()),
            "kind": [*RULINGS, "nothing"],
            "ruling_id": [self.ruling.pk],
            "name": ["A", "Z"],
            "proposal_id": [self.proposal.pk],
            "link_id": [self.link.pk],
            "call_id": [self.call.pk],
            "note_id": [self.note.pk],
            "user_id": [make_director().pk],
            "live_id": [live.public_id for live in self.deals],
            # Of links: nobody's.
            **{part: ["nobodys"] for part in ("secret", "uidb64", "token")},
        }

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each address of the site and the address."""
        for pattern in patterns(get_resolver().url_patterns):
            known: list[dict[str, str | int]] = [{}]
            for part in pattern.pattern.converters:
                assert part in self.values, f"say here what may stand for {part!r}"
                known = [{**one, part: value} for one in known for value in self.values[part]]
            for each in known:
                yield str(pattern.name), reverse(str(pattern.name), kwargs=each)

    def secrets(self) -> list[str]:
        session = only_session(self.event)
        sets = (session.deal_set, session.reserve_set)
        keys = [bytes(each.key).hex() for each in sets]
        # Of deals from a file the cards are stored, as bytes.
        keys += [bytes(each.cards).hex() for each in sets if each.cards]
        return [*keys, *(key.upper() for key in keys)]

    def finish(self) -> None:
        play_on(self.deals[0], 26)
        for number in (2, 3):
            playing = self.playing if number == 2 else start_round(self.event)
            for play in playing.plays.filter(result=None):
                record(play)
            round_close(playing=playing)
        self.event.refresh_from_db()
        event_publish(event=self.event)


def patterns(found: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in found:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.namespace != "admin":
            yield from patterns(pattern.url_patterns)


def cards(text: str) -> list[str]:
    """Return the cards that a text names by their codes, as data and pages with cards do."""
    named = [word for word in re.findall(r"(?<![\w-])\w\w(?![\w-])", text) if word in PIQUET]
    # The description of a sealed set names the pack, in the pack's own order.
    return [] if named == list(PIQUET) else named


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening()


def reader(who: str, evening: Evening) -> Client:
    client = Client()
    if who == "seat A":
        chair = evening.table.chairs.get(round=evening.playing, number=0)
        client.post(reverse("table_me", args=[evening.table.code]), {"entry": chair.entry_id})
    if who == "director":
        client.force_login(make_director())
    return client


@pytest.mark.parametrize("who", ["spectator", "seat A", "director"])
def test_no_card_and_no_key_can_be_fetched_before_its_time(who: str, evening: Evening) -> None:
    assert_nothing_is_told(who, evening)


def test_nor_can_those_of_deals_from_a_file() -> None:
    assert_nothing_is_told("director", Evening(imported=True))


def assert_nothing_is_told(who: str, evening: Evening) -> None:
    client = reader(who, evening)
    fetched = 0
    for name, address in evening.addresses():
        if name in SEALED_BY_OTHER_MEANS:
            continue
        answers = [client.get(address, headers=headers) for headers in KINDS]
        if who != "director":  # whose forms do what they say
            answers += [client.post(address, headers=headers) for headers in KINDS]
        for answer in answers:
            if answer.headers.get("Content-Type") in NO_TEXT:
                continue
            text = answer.content.decode("latin-1")
            assert cards(text) == [], address
            assert '<svg class="face' not in text, address
            assert not any(secret in text for secret in evening.secrets()), address
            fetched += answer.status_code == 200
    assert fetched > 50


def test_once_they_are_revealed_they_are_found(evening: Evening) -> None:
    evening.finish()
    client = reader("spectator", evening)
    texts = [
        client.get(address).content.decode("latin-1") for _name, address in evening.addresses()
    ]
    assert sum(set(cards(text)) == set(PIQUET) for text in texts) >= 6
    assert all(secret in "".join(texts) for secret in evening.secrets()[:2])


def test_a_withheld_name_is_at_no_address_that_needs_no_code(evening: Evening) -> None:
    client = reader("spectator", evening)

    def texts() -> Iterator[str]:
        for name, address in evening.addresses():
            if evening.table.code in address:  # who sits at a table knows who else does
                continue
            for headers in KINDS:
                answer = client.get(address, headers=headers)
                text = answer.content.decode("utf-8", "replace")
                if evening.event.public_id in address and answer.status_code == 200:
                    closed = "noindex" in text or answer.get("X-Robots-Tag") == "noindex"
                    assert closed or "HX-Request" in headers, name
                yield text

    assert not any(name in text for text in texts() for name in WITHHELD)
    entry = evening.event.entries.get(number=2)
    entry_update(entry=entry, name=" ".join(WITHHELD), name_public=True)
    shown = client.get(reverse("event", args=[evening.event.public_id])).content.decode()
    assert all(name in shown for name in WITHHELD)
