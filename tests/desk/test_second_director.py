"""Official standings change only when two directors agree; until then nothing does."""

import re
import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_director
from tests.desk.conftest import signed_in
from tests.desk.test_rulings import what_counts
from tests.races import at_once
from tests.rulings.evenings import CASES, Evening, make_evening
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.selectors import club_default
from tournament.leaderboard.services import event_publish
from tournament.players.models import Member
from tournament.results.models import Result
from tournament.results.services import result_record, round_close
from tournament.rulings.changes import ResultsChange
from tournament.rulings.models import Proposal, Ruling
from tournament.rulings.proposals import (
    proposal_confirm,
    proposal_refuse,
    ruling_or_proposal,
    undo_or_proposal,
)
from tournament.rulings.services import ruling_make
from tournament.standings.models import Standings
from tournament.standings.selectors import standings_computed

pytestmark = pytest.mark.django_db


def make_official() -> Evening:
    evening = make_evening()
    round_close(playing=Round.objects.get(), accept_missing=True)
    event_publish(event=Event.objects.get())
    evening.event.refresh_from_db()
    return evening


@pytest.fixture
def evening(db: None) -> Evening:
    return make_official()


@pytest.fixture
def second(evening: Evening) -> User:
    user = make_director("second")
    evening.event.directors.add(user)
    return user


def propose(evening: Evening, tricks: tuple[int, ...] = (2, 3, 5), **more: Any) -> Proposal:
    play = evening.play(1, 1)
    change = ResultsChange([play])
    given = {"reason": "Slip", "user": make_director(), "seen": change.read()} | more
    made = ruling_or_proposal(
        event=evening.event, change=change, after={str(play.pk): {"tricks": list(tricks)}}, **given
    )
    assert isinstance(made, Proposal)
    return made


def page_of(proposal: Proposal) -> str:
    return reverse("desk_proposal", args=[proposal.event.public_id, proposal.pk])


def history(evening: Evening, client: Client) -> str:
    answer = client.get(reverse("desk_history", args=[evening.event.public_id]))
    return str(answer.content.decode())


class TestProposing:
    @pytest.mark.parametrize("case", CASES)
    def test_every_kind_is_kept_and_made_as_it_was_proposed(self, case: str) -> None:
        evening = make_official()
        change, after = CASES[case](evening)
        before = what_counts()
        author, second = make_director(), make_director("second")
        made = ruling_or_proposal(
            event=evening.event,
            change=change,
            after=after,
            reason="Told late",
            user=author,
            seen=change.read(),
        )
        assert isinstance(made, Proposal)
        assert what_counts() == before
        ruling = proposal_confirm(proposal=made, user=second)
        assert (ruling.user, ruling.answer.user, ruling.reason) == (author, second, "Told late")
        assert ruling.before == made.before
        assert change.read() == ruling.after
        standings = Standings.objects.get()
        assert standings.seen < standings.changed

    def test_what_could_not_be_made_is_refused_at_once(self, evening: Evening) -> None:
        for more, words in (
            ({"reason": " "}, "Give the reason"),
            ({"seen": {}}, "Somebody else has just changed this"),
            ({"tricks": (5, 3, 2)}, "It is so already"),
            ({"tricks": (9, 9, 9)}, "add up to 10"),
        ):
            with pytest.raises(Refused, match=words):
                propose(evening, **more)
        assert not Proposal.objects.exists()

    def test_of_one_thing_one_proposal_waits(self, evening: Evening, second: User) -> None:
        first = propose(evening)
        with pytest.raises(Refused, match="proposed already"):
            propose(evening, (4, 4, 2))
        proposal_refuse(proposal=first, user=second, reason="No")
        propose(evening, (4, 4, 2))

    def test_while_provisional_it_is_made(self) -> None:
        evening = make_evening()
        play = evening.play(1, 1)
        change = ResultsChange([play])
        made = ruling_or_proposal(
            event=evening.event,
            change=change,
            after={str(play.pk): {"tricks": [2, 3, 5]}},
            reason="Slip",
            user=make_director(),
            seen=change.read(),
        )
        assert isinstance(made, Ruling)
        assert not hasattr(made, "answer")

    def test_there_is_no_way_around_it(self, evening: Evening) -> None:
        change = ResultsChange([evening.play(1, 1)])
        after = {str(evening.play(1, 1).pk): {"tricks": [2, 3, 5]}}
        with pytest.raises(Refused, match="another director has to confirm"):
            ruling_make(
                event=evening.event,
                change=change,
                after=after,
                reason="Slip",
                user=make_director(),
                seen=change.read(),
            )
        late = evening.play(3, 2)
        with pytest.raises(Refused, match="The standings are official"):
            result_record(
                play=late,
                detail={"tricks": [5, 3, 2]},
                sent_id=uuid.uuid4(),
                user=make_director(),
            )


class TestAnswering:
    def test_nobody_confirms_their_own(self, evening: Evening) -> None:
        proposal = propose(evening)
        with pytest.raises(Refused, match="You proposed this yourself"):
            proposal_confirm(proposal=proposal, user=make_director())
        assert not Ruling.objects.exists()

    def test_once(self, evening: Evening, second: User) -> None:
        proposal = propose(evening)
        proposal_confirm(proposal=proposal, user=second)
        for act in (
            lambda: proposal_confirm(proposal=proposal, user=second),
            lambda: proposal_refuse(proposal=proposal, user=second, reason="No"),
        ):
            with pytest.raises(Refused, match="answered already"):
                act()
        assert Ruling.objects.count() == 1

    def test_a_refusal_has_its_reason_and_changes_nothing(
        self, evening: Evening, second: User
    ) -> None:
        before = what_counts()
        proposal = propose(evening)
        with pytest.raises(Refused, match="Give the reason"):
            proposal_refuse(proposal=proposal, user=second, reason="")
        answer = proposal_refuse(proposal=proposal, user=second, reason="The slip is right")
        assert (answer.ruling, answer.reason) == (None, "The slip is right")
        assert what_counts() == before

    def test_what_another_ruling_changed_meanwhile_is_not_overwritten(
        self, evening: Evening, second: User
    ) -> None:
        proposal = propose(evening)
        correct(evening.play(1, 1), {"tricks": [4, 4, 2]})
        with pytest.raises(Refused, match="Somebody else has just changed this"):
            proposal_confirm(proposal=proposal, user=second)
        assert Result.objects.get(play=proposal.plays.get()).detail == {"tricks": [4, 4, 2]}

    def test_undoing_takes_two_as_well_and_restores_the_ranks(
        self, evening: Evening, second: User
    ) -> None:
        before = standings_computed(evening.event).rows
        ruling = proposal_confirm(proposal=propose(evening), user=second)
        assert standings_computed(evening.event).rows != before
        undo = undo_or_proposal(ruling=ruling, reason="It was right", user=second)
        assert isinstance(undo, Proposal)
        assert undo.undoes == ruling
        assert standings_computed(evening.event).rows != before
        back = proposal_confirm(proposal=undo, user=make_director())
        assert back.undoes == ruling
        assert standings_computed(evening.event).rows == before


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_at_once_one_counts() -> None:
    evening = make_official()
    proposal = propose(evening)
    users = [make_director(name) for name in ("second", "third")]
    outcomes = at_once(
        lambda: proposal_confirm(proposal=proposal, user=users[0]),
        lambda: proposal_refuse(proposal=proposal, user=users[1], reason="No"),
    )
    assert sum(isinstance(each, Refused) for each in outcomes) == 1
    assert Ruling.objects.count() == isinstance(outcomes[0], Ruling)


class TestPages:
    def test_a_proposal_is_shown_confirmed_and_in_the_history_with_both_names(
        self, director: Client, evening: Evening, second: User
    ) -> None:
        proposal = propose(evening)
        other = signed_in(second)
        board = other.get(reverse("desk_event", args=[evening.event.public_id])).content.decode()
        assert "1 proposed change waits for another director" in board
        assert page_of(proposal) in board
        page = other.get(page_of(proposal)).content.decode()
        assert "5-3-2 → 2-3-5" in re.sub(r"\s+", " ", page)
        assert "Proposed by director" in page
        publication = Event.objects.get().publication
        assert other.post(page_of(proposal), {"confirm": "1"}).status_code == 302
        assert Event.objects.get().publication > publication
        shown = history(evening, director)
        assert "director" in shown
        assert "confirmed by second" in shown
        assert "waits for another director" not in shown

    def test_a_refusal_needs_a_reason_which_the_history_keeps(
        self, director: Client, evening: Evening, second: User
    ) -> None:
        proposal, other = propose(evening), signed_in(second)
        assert other.post(page_of(proposal), {"refuse": "1", "reason": ""}).status_code == 422
        answer = other.post(page_of(proposal), {"refuse": "1", "reason": "The slip says so"})
        assert answer.status_code == 302
        shown = history(evening, director)
        assert "Refused by second" in shown
        assert "The slip says so" in shown
        assert not Ruling.objects.exists()

    def test_the_author_cannot_confirm_and_is_told_who_can(
        self, director: Client, evening: Evening, second: User
    ) -> None:
        proposal = propose(evening)
        page = director.get(page_of(proposal)).content.decode()
        assert "Confirm the change" not in page
        assert "<bdi>second</bdi>" in page
        answer = director.post(page_of(proposal), {"confirm": "1"})
        assert answer.status_code == 422
        assert "You proposed this yourself" in answer.content.decode()
        assert not Ruling.objects.exists()

    def test_whoever_is_alone_is_told_to_invite_somebody(self, evening: Evening) -> None:
        user = make_director()
        proposal = propose(evening)
        alone = signed_in(user).get(page_of(proposal)).content.decode()
        assert "the club has to invite a second director" in alone
        Member.objects.create(club=club_default(), user=user, role=Member.Role.DIRECTOR)
        page = signed_in(user).get(page_of(proposal)).content.decode()
        assert "Invite a second director first:" in page
        assert reverse("desk_people") in page

    def test_a_corrected_result_is_only_proposed(self, director: Client, evening: Evening) -> None:
        play = evening.play(1, 1)
        address = reverse("desk_play", args=[evening.event.public_id, play.pk])
        before = what_counts()
        typed = {
            "kind": "tricks", "tricks_0": "2", "tricks_1": "3", "tricks_2": "5",
            "reason": "Slip", "version": str(play.result.version), "sure": "1",
        }  # fmt: skip
        answer = director.post(address, typed)
        assert answer["Location"] == page_of(Proposal.objects.get())
        assert what_counts() == before

    def test_who_may_not(self, evening: Evening, stranger: Client, client: Client) -> None:
        address = page_of(propose(evening))
        scorer = make_director("scorer")
        Member.objects.create(club=club_default(), user=scorer, role=Member.Role.SCORER)
        for other in (stranger, signed_in(scorer)):
            assert other.get(address).status_code == 403
            assert other.post(address, {"confirm": "1"}).status_code == 403
        assert client.get(address).status_code == 302
        assert client.post(address, {"confirm": "1"}).status_code == 302
        assert not Ruling.objects.exists()

    def test_other_methods_and_other_events(self, director: Client, evening: Evening) -> None:
        proposal = propose(evening)
        assert director.put(page_of(proposal)).status_code == 405
        elsewhere = make_evening().event
        wrong = reverse("desk_proposal", args=[elsewhere.public_id, proposal.pk])
        assert director.get(wrong).status_code == 404
