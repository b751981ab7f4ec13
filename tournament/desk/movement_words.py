"""A movement's quality in a director's words, and what a new plan changes."""

from collections.abc import Collection, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.rules.display import fixed
from tournament.rules.movements import Quality, RoundPlan, quality


def summary(quality: Quality, rounds: Sequence[RoundPlan], *, boards_per_round: int) -> str:
    """Return the size of a movement: “12 players, 4 tables, 4 rounds of 3 boards.”

    Where some were absent, rounds differ: “10 players, 2 to 3 tables, …”
    """
    return _("%(players)s, %(tables)s, %(rounds)s of %(boards)s.") % {
        "players": _players(quality.players),
        "tables": _tables({len(each.tables) for each in rounds} or {quality.tables}),
        "rounds": ngettext("%(n)d round", "%(n)d rounds", quality.rounds) % {"n": quality.rounds},
        "boards": boards_counted(boards_per_round),
    }


def sentences(quality: Quality, rounds: Sequence[RoundPlan]) -> list[str]:
    """Return what a director wants to know of these rounds: meetings, seats, sit-outs."""
    if not quality.tables:
        return []
    said = [
        _meetings(rounds),
        _most_meetings(quality),
        _seats(quality.seat_spread_max),
        _sit_outs(quality),
    ]
    # With a single table nobody is compared.
    return [*said, _comparisons(quality)] if quality.tables > 1 else said


def round_size(planned: RoundPlan) -> str:
    """Return the size of one round: “8 players, 2 tables.”"""
    return _("%(players)s, %(tables)s.") % {
        "players": _players(len(planned.present())),
        "tables": _tables({len(planned.tables)}),
    }


def _tables(numbers: Collection[int]) -> str:
    least, most = min(numbers), max(numbers)
    if least == most:
        return ngettext("%(n)d table", "%(n)d tables", most) % {"n": most}
    return _("%(least)d to %(most)d tables") % {"least": least, "most": most}


def _players(number: int) -> str:
    return ngettext("%(n)d player", "%(n)d players", number) % {"n": number}


def boards_counted(number: int) -> str:
    """Return “1 board”, “3 boards”."""
    return ngettext("%(n)d board", "%(n)d boards", number) % {"n": number}


def _meetings(rounds: Sequence[RoundPlan]) -> str:
    others: dict[int, set[int]] = {}
    for each in rounds:
        for player in each.present():
            others.setdefault(player, set())
        for table in each.tables:
            for one, other in table.pairs():
                others[one].add(other)
                others[other].add(one)
    met = [len(each) for each in others.values()]
    least, most, all_others = min(met), max(met), len(others) - 1
    if least == most == all_others:
        return _("Everybody meets everybody.")
    if least == most:
        return _("Everybody meets %(met)d of the %(others)d others.") % {
            "met": least,
            "others": all_others,
        }
    return _("Each player meets from %(least)d to %(most)d of the %(others)d others.") % {
        "least": least,
        "most": most,
        "others": all_others,
    }


def _most_meetings(quality: Quality) -> str:
    most = max(times for times, pairs in quality.meetings.items() if pairs)
    if most <= 1:
        return _("Nobody meets anybody twice.")
    least = min(times for times, pairs in quality.meetings.items() if pairs)
    if least == most:
        return ngettext(
            "All meet each other %(times)d time.", "All meet each other %(times)d times.", most
        ) % {"times": most}
    pairs = quality.meetings[most]
    if most == 2:
        return ngettext(
            "%(pairs)d pair of players meets twice, nobody more often.",
            "%(pairs)d pairs of players meet twice, nobody more often.",
            pairs,
        ) % {"pairs": pairs}
    return ngettext(
        "%(pairs)d pair of players meets %(times)d times, nobody more often.",
        "%(pairs)d pairs of players meet %(times)d times, nobody more often.",
        pairs,
    ) % {"pairs": pairs, "times": most}


def _seats(spread: Fraction) -> str:
    if not spread:
        return _("Everybody holds each of the three seats equally often.")
    if spread <= 1:
        return _("Everybody holds the three seats equally often, within one round.")
    return _("Somebody holds one seat %(more)d rounds more often than another.") % {
        "more": -(-spread.numerator // spread.denominator)
    }


def _sit_outs(quality: Quality) -> str:
    least, most = quality.sit_outs_min, quality.sit_outs_max
    if not most:
        return _("Nobody sits out.")
    if not least:
        return ngettext(
            "Nobody sits out more than %(most)d round.",
            "Nobody sits out more than %(most)d rounds.",
            most,
        ) % {"most": most}
    if least == most:
        return ngettext(
            "Everybody sits out %(most)d round.", "Everybody sits out %(most)d rounds.", most
        ) % {"most": most}
    return _("Everybody sits out from %(least)d to %(most)d rounds.") % {
        "least": least,
        "most": most,
    }


def _comparisons(quality: Quality) -> str:
    least, most = quality.comparisons_min, quality.comparisons_max
    words = {"least": least, "most": most, "balance": fixed(quality.balance, 0)}
    if least == most:
        held = ngettext(
            "Any two hold the same cards on %(most)d board.",
            "Any two hold the same cards on %(most)d boards.",
            most,
        )
    else:
        held = _("Any two hold the same cards on %(least)d to %(most)d boards.")
    return " ".join([held % words, _("Evenness: %(balance)s of 100.") % words])


def cost_of(before: Sequence[RoundPlan], after: Sequence[RoundPlan]) -> str:
    """Return what a new plan costs, or gains, of the whole event's quality; "" when nothing.

    Rounds count in which there are tables before and after: of the others nothing was planned.
    """
    both = [pair for pair in zip(before, after, strict=False) if all(each.tables for each in pair)]
    if not both:
        return ""
    parts = []
    was, now = (quality(rounds) for rounds in zip(*both, strict=True))
    twice, again = (sum(n for t, n in each.meetings.items() if t > 1) for each in (was, now))
    if twice != again:
        words = ngettext(
            "%(now)d pair meets more than once over the whole event (%(was)d before).",
            "%(now)d pairs meet more than once over the whole event (%(was)d before).",
            again,
        )
        parts.append(words % {"now": again, "was": twice})
    if now.seat_spread_max > max(Fraction(1), was.seat_spread_max):
        parts.append(_seats(now.seat_spread_max))
    if now.sit_outs_max > was.sit_outs_max:
        parts.append(_sit_outs(now))
    old, new = fixed(was.balance, 0), fixed(now.balance, 0)
    if old != new:
        words = _("The evenness of comparisons is now %(new)s of 100 (%(old)s before).")
        parts.append(words % {"new": new, "old": old})
    return " ".join(parts)


def change(before: RoundPlan, after: RoundPlan, *, round_number: int) -> str:
    """Return what planning a round anew changed, for those who were in it and still are."""
    if not after.tables:
        return _("Round %(round)d has no table: too few players are present.") % {
            "round": round_number
        }
    planned = ngettext(
        "Round %(round)d is planned with %(tables)d table.",
        "Round %(round)d is planned with %(tables)d tables.",
        len(after.tables),
    ) % {"round": round_number, "tables": len(after.tables)}
    if not before.tables:
        return planned
    old, new = _places(before), _places(after)
    moved = sum(old[player] != place for player, place in new.items() if player in old)
    if not moved:
        return " ".join([planned, _("Nobody’s place has changed.")])
    elsewhere = ngettext(
        "%(moved)d player has another place than planned before.",
        "%(moved)d players have another place than planned before.",
        moved,
    ) % {"moved": moved}
    return " ".join([planned, elsewhere])


def _places(planned: RoundPlan) -> dict[int, tuple[int, int] | None]:
    places: dict[int, tuple[int, int] | None] = dict.fromkeys(planned.sit_outs)
    for table, seating in enumerate(planned.tables, start=1):
        places.update({player: (table, chair) for chair, player in enumerate(seating.players)})
    return places
