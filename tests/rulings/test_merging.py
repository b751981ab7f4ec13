"""A player entered twice: two entries become one, and two again."""

import pytest

from tests.builders import correct, make_director, make_event, play_round, record, start_round
from tests.desk.conftest import signed_in
from tests.live.tables import begin, play_at
from tournament.desk.play_history import rulings_listed
from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.events.services import NewEntry, entries_add, entry_update
from tournament.leaderboard.history import RankMove, public_history, rank_moves
from tournament.results.models import Award
from tournament.results.services import round_close
from tournament.rulings.changes import AwardsChange
from tournament.rulings.merging import merge_of, merged
from tournament.rulings.models import Proposal, Ruling
from tournament.rulings.proposals import proposal_confirm, ruling_or_proposal
from tournament.rulings.services import ruling_make, ruling_preview, ruling_undo
from tournament.standings.selectors import standings_computed
from tournament.tables.models import Chair, PlaySeat, SitOut

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Two rounds are played. Number 4 was there in the first, number 5, who is the same, in the
    second; 1 to 3 in both."""
    event = make_event(players=4, rounds=4, boards_per_round=1)
    fourth = event.entries.get(number=4)
    out = SitOut.objects.filter(round__number=1, entry=fourth).exists()
    start = start_round(event)
    if out:
        # Let number 4 sit at the table, and number 1 sit out.
        swap(start.pk, event.entries.get(number=1), fourth)
    for play in start.plays.all():
        record(play)
    round_close(playing=start)
    fourth.last_round = 1
    fourth.save()
    entries_add(event=event, entries=[NewEntry("Player Four", True)], first_round=2)
    second = start_round(event)
    fifth = event.entries.get(number=5)
    if SitOut.objects.filter(round=second, entry=fifth).exists():
        swap(second.pk, event.entries.get(number=1), fifth)
    for play in second.plays.all():
        record(play, (6, 2, 2))
    round_close(playing=second)
    return event


def swap(playing: int, leaves: Entry, comes: Entry) -> None:
    """Let one sit out a round instead of another."""
    chair = Chair.objects.filter(round=playing, entry=leaves).first()
    if chair is None:
        chair = Chair.objects.filter(round=playing).exclude(entry__number=4)[0]
        leaves = chair.entry
    chair.entry = comes
    chair.save()
    PlaySeat.objects.filter(play__round=playing, entry=leaves).update(entry=comes)
    SitOut.objects.filter(round=playing, entry=comes).update(entry=leaves)


def two(event: Event) -> tuple[Entry, Entry]:
    return event.entries.get(number=4), event.entries.get(number=5)


def merge(kept: Entry, gone: Entry, reason: str = "Typed twice") -> Ruling:
    change = merge_of(kept, gone)
    now = change.read()
    return ruling_make(
        event=kept.event,
        change=change,
        after=merged(now),
        reason=reason,
        user=make_director(),
        seen=now,
    )


def held(entry: Entry) -> list[int]:
    boards = PlaySeat.objects.filter(entry=entry).order_by("board__number")
    return list(boards.values_list("board__number", flat=True))


def everything(event: Event) -> object:
    """All that a merge touches, to be compared."""
    return [
        list(event.entries.order_by("pk").values()),
        list(PlaySeat.objects.order_by("pk").values("pk", "entry")),
        list(Chair.objects.filter(round__state="closed").order_by("pk").values("pk", "entry")),
        sorted(SitOut.objects.filter(round__state="closed").values_list("round", "entry")),
        standings_computed(event).rows,
    ]


def test_plays_and_chairs_count_for_the_entry_that_stays(event: Event) -> None:
    kept, gone = two(event)
    assert (held(kept), held(gone)) == ([1], [2])
    ruling = merge(kept, gone)
    assert held(kept) == [1, 2]
    assert not Entry.objects.filter(pk=gone.pk).exists()
    kept.refresh_from_db()
    assert (kept.first_round, kept.last_round, kept.player.name) == (1, None, "Player 4")
    row = next(row for row in standings_computed(event).rows if row.entry == kept.pk)
    assert row.boards == 2
    assert ruling.kind == Ruling.Kind.MERGE
    assert ruling.entry == kept


def test_either_may_stay(event: Event) -> None:
    first, second = two(event)
    merge(second, first)
    second.refresh_from_db()
    assert (held(second), second.first_round, second.last_round) == ([1, 2], 1, None)


def test_looking_at_it_changes_nothing(event: Event) -> None:
    before = everything(event)
    change = merge_of(*two(event))
    ruling_preview(event=event, change=change, after=merged(change.read()))
    assert everything(event) == before


def test_undone_all_is_as_it_was(event: Event) -> None:
    before = everything(event)
    ruling = merge(*two(event))
    undone = ruling_undo(ruling=ruling, reason="Two people", user=make_director())
    assert everything(event) == before
    ruling_undo(ruling=undone, reason="One after all", user=make_director())
    assert held(event.entries.get(number=4)) == [1, 2]


def test_undone_the_rounds_to_come_are_planned_for_both_again() -> None:
    event = make_event(players=9, boards_per_round=1)
    one, other = event.entries.filter(number__in=[1, 2])
    change = merge_of(one, other)
    before = change.read()
    ruling = ruling_make(
        event=event,
        change=change,
        after=merged(before),
        reason="One",
        user=make_director(),
        seen=before,
    )
    ruling_undo(ruling=ruling, reason="Two people", user=make_director())
    playing = start_round(event)
    assert playing.chairs.count() == 9


def test_it_can_be_undone_after_another_round(event: Event) -> None:
    ruling = merge(*two(event))
    play_round(event)
    ruling_undo(ruling=ruling, reason="Two people", user=make_director())
    kept, gone = two(event)
    assert 2 not in held(kept)
    assert held(gone) == [2]


def test_only_the_one_that_stays_is_seated_then(event: Event) -> None:
    kept, gone = two(event)
    merge(kept, gone)
    playing = start_round(event)
    seated = {*playing.chairs.values_list("entry", flat=True)}
    seated |= {*playing.sit_outs.values_list("entry", flat=True)}
    assert seated == set(event.entries.values_list("pk", flat=True))


class TestRefused:
    def refused(self, kept: Entry, gone: Entry, match: str) -> None:
        before = everything(kept.event)
        with pytest.raises(Refused, match=match):
            merge(kept, gone)
        assert everything(kept.event) == before

    def test_who_both_played_in_a_round_are_two_people(self, event: Event) -> None:
        other = Chair.objects.filter(round__number=2).exclude(entry__number=5)[0].entry
        self.refused(event.entries.get(number=5), other, "both played in round 2")

    def test_who_both_held_cards_of_a_board(self, event: Event) -> None:
        kept, gone = two(event)
        seat = PlaySeat.objects.filter(board__number=1).exclude(entry=kept)[0]
        PlaySeat.objects.filter(pk=seat.pk).update(substitute=gone.player)
        self.refused(kept, gone, "both held cards of board 1")

    def test_history_of_the_one_that_goes_is_not_deleted(self, event: Event) -> None:
        kept, gone = two(event)
        Award.objects.create(entry=gone, nature="bonus", unit="percent", value=10)
        self.refused(kept, gone, "on record")

    def test_nor_are_its_deals_in_the_browser(self) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=1, play_mode="live")
        start_round(event)
        begin(play_at(event, 1))
        entries_add(event=event, entries=[NewEntry("Twice")], first_round=1)
        gone = PlaySeat.objects.filter(play__table__number=1)[0].entry
        self.refused(event.entries.get(player__name="Twice"), gone, "on record")

    def test_one_of_another_event(self, event: Event) -> None:
        kept, _gone = two(event)
        self.refused(kept, make_event(players=3).entries.all()[0], "of this tournament")

    def test_the_number_was_given_again(self, event: Event) -> None:
        ruling = merge(*two(event))
        entries_add(event=event, entries=[NewEntry("Newcomer")], first_round=3)
        assert event.entries.filter(number=5).exists()
        with pytest.raises(Refused, match="entered again"):
            ruling_undo(ruling=ruling, reason="Two people", user=make_director())
        assert event.entries.get(number=5).player.name == "Newcomer"


class TestWhatWasWrittenBefore:
    """Number 5 won or lost ranks by a correction, before it became one with number 4."""

    @pytest.fixture
    def corrected(self, event: Event) -> Ruling:
        seat = PlaySeat.objects.filter(entry__number=5)[0]
        (before,) = (row for row in standings_computed(event).rows if row.entry == seat.entry_id)
        own, others = ("A-", "A+") if before.rank == 1 else ("A+", "A-")
        given = [{"average": own if each == seat.number else others} for each in range(3)]
        ruling = correct(seat.play, {"adjusted": given})
        assert "5" in ruling.ranks_after
        return ruling

    def moved(self, event: Event) -> set[str]:
        told = public_history(event).told
        return {move.name for each in told for move in each.moves}

    def test_names_whoever_is_gone(self, event: Event, corrected: Ruling) -> None:
        merge(*two(event))
        assert "Player Four" in self.moved(event)
        (listed,) = rulings_listed(event, [corrected])
        assert "Player Four" in {move.name for move in listed.moves}

    def test_withholds_the_name_of_whoever_is_gone(self, event: Event, corrected: Ruling) -> None:
        kept, gone = two(event)
        entry_update(entry=gone, name="Zoé Martin", name_public=False)
        merge(kept, gone, "Zoé M. was entered twice, as Zoé Martin")
        assert "Player 5" in self.moved(event)
        assert public_history(event).told[0].reason == (
            "Player 5 M. was entered twice, as Player 5"
        )

    def test_is_read_on_every_page_and_undone(self, event: Event, corrected: Ruling) -> None:
        ruling = merge(*two(event))
        desk, client = f"/desk/{event.public_id}", signed_in(make_director())
        undo = f"{desk}/history/{ruling.pk}/undo/"
        play = corrected.plays.get()
        for address in (
            f"/e/{event.public_id}/history/",
            f"{desk}/history/",
            f"{desk}/history/{corrected.pk}/undo/",
            f"{desk}/plays/{play.pk}/",
            undo,
        ):
            assert client.get(address).status_code == 200
        assert client.post(undo, {"reason": "Two people"}).status_code == 302
        assert event.entries.filter(number=5).exists()

    def test_a_number_that_nobody_has_is_told_as_such(self) -> None:
        moves = rank_moves({"8": 2}, {"8": 1}, {"7": "Player 7"})
        assert moves == [RankMove("No. 8", 2, 1)]


def test_a_spelling_since_corrected_is_withheld_in_reasons(event: Event) -> None:
    entry = event.entries.get(number=4)
    for name in ("Zoé Martni", "Zoé Martin", "Zoé Matrin", "Zoé Martin"):
        entry_update(entry=entry, name=name, name_public=False)
    assert entry.player.former_names == ["Player 4", "Zoé Martni", "Zoé Martin", "Zoé Matrin"]
    correct(PlaySeat.objects.filter(entry=entry)[0].play, {"tricks": [4, 4, 2]}, "Matrin or Martni")
    assert public_history(event).told[0].reason == "Player 4 or Player 4"


class TestMeanwhile:
    """What was shown is no longer what the merge would find."""

    def test_a_round_began(self, event: Event) -> None:
        kept, gone = two(event)
        change = merge_of(kept, gone)
        playing = start_round(event)
        for seen in (change.read(), merge_of(kept, gone).read()):
            with pytest.raises(Refused, match="just changed this"):
                ruling_make(
                    event=event,
                    change=change,
                    after=merged(seen),
                    reason="Typed twice",
                    user=make_director(),
                    seen=seen,
                )
        assert Chair.objects.filter(round=playing).count() == 3
        assert event.entries.filter(pk=gone.pk).exists()

    def test_a_round_began_since_it_was_proposed(self, event: Event) -> None:
        kept, gone = two(event)
        change = merge_of(kept, gone)
        Event.objects.update(state=Event.State.OFFICIAL)
        now = change.read()
        proposal = ruling_or_proposal(
            event=event,
            change=change,
            after=merged(now),
            reason="Typed twice",
            user=make_director(),
            seen=now,
        )
        assert isinstance(proposal, Proposal)
        Event.objects.update(state=Event.State.RUNNING)
        start_round(event)
        with pytest.raises(Refused, match="just changed this"):
            proposal_confirm(proposal=proposal, user=make_director("second"))
        assert event.entries.filter(pk=gone.pk).exists()

    def test_it_became_one_the_other_way_round(self, event: Event) -> None:
        kept, gone = two(event)
        other = merge_of(gone, kept)
        after = merged(other.read())
        merge(kept, gone)
        with pytest.raises(Refused, match="just changed this"):
            ruling_preview(event=event, change=other, after=after)
        with pytest.raises(Refused, match="just changed this"):
            merge(gone, kept)

    def test_whoever_is_gone_is_given_no_penalty(self, event: Event) -> None:
        kept, gone = two(event)
        merge(kept, gone)
        with pytest.raises(Refused, match="just changed this"):
            ruling_make(
                event=event,
                change=AwardsChange(gone),
                after=[{"nature": "procedural", "unit": "percent", "value": "-10.00"}],
                reason="Late",
                user=make_director(),
                seen=[],
            )
        assert not Award.objects.exists()
