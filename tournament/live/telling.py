"""What happens at a table, in sentences: whose turn it is, and what a screen reader says."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from .facts import Happened
from .selectors import SeatBox, TableView
from .wording import is_card, the_card


def turn_words(table: TableView) -> str:
    """Return in a few words what the table waits for."""
    if table.is_over:
        return _("The deal is over.")
    if not table.live.started_at:
        return _("Waiting for everybody to sit down.")
    if table.is_paused:
        return _("The director has stopped the clocks.")
    if table.i_answer:
        return _("Your answer, please")
    if table.is_my_turn:
        return _("Your turn")
    if table.asker is not None and table.request is not None and table.request.kind == "claim":
        return _claim_words(table, table.asker)
    awaited = [seat.name for seat in table.seats if seat.is_turn]
    return _("%(name)s to play") % {"name": awaited[0]} if awaited else ""


def idle_words(table: TableView) -> str:
    """Return why none of the hand's cards may be played now, whatever the card."""
    if table.is_paused or not table.live.started_at:
        return turn_words(table)
    if table.request is not None and table.request.kind == "claim":
        return _("A claim waits for its answers: nobody plays until then.")
    return _("It is not your turn.")


def _claim_words(table: TableView, asker: SeatBox) -> str:
    if asker.is_me:
        return _("You claim the rest: waiting for an answer.")
    return _("%(name)s claims the rest.") % {"name": asker.name}


def announcement(table: TableView) -> str:
    """Return what just happened and what is to be done now, as it is read aloud."""
    return " ".join(filter(None, (_happened(table), _trick(table), _to_do(table))))


def _happened(table: TableView) -> str:
    step = table.happened
    if step is None:
        turned = ", ".join(_said(card) for card in table.turned)
        return _("Turned up: %(cards)s.") % {"cards": turned} if turned else ""
    words = {"name": table.seats[step.seat].name, "card": _said(step.action)}
    mine = table.seats[step.seat].is_me
    return (_mine(step) if mine else _theirs(step)) % words


def _mine(step: Happened) -> str:
    return {
        "play": _("You play %(card)s."),
        "undo": _("You ask to take your card back."),
        "claim": _("You claim the rest."),
        "agree": _("You agree."),
        "refuse": _("You refuse."),
    }[step.kind]


def _theirs(step: Happened) -> str:
    return {
        "play": _("%(name)s plays %(card)s."),
        "undo": _("%(name)s asks to take a card back."),
        "claim": _("%(name)s claims the rest."),
        "agree": _("%(name)s agrees."),
        "refuse": _("%(name)s refuses."),
    }[step.kind]


def _trick(table: TableView) -> str:
    winner = table.winner
    if winner is None or table.happened is None or table.happened.kind != "play":
        return ""
    if winner.is_me:
        return _("You win the trick.")
    return _("%(name)s wins the trick.") % {"name": winner.name}


def _to_do(table: TableView) -> str:
    if table.i_answer and table.asker is not None:
        return _("Do you agree?")
    words = turn_words(table)
    if not table.is_my_turn:
        return words if words.endswith(".") else words + "."
    playable = table.playable
    held = sum(len(group.cards) for group in table.hand)
    if table.choices or not playable:
        return words + "."
    if len(playable) == held and held > 1:
        return _("Your turn: you may play any card.")
    return _("Your turn: you may play %(cards)s.") % {"cards": _listed(playable)}


def _listed(cards: Sequence[str]) -> str:
    named = [the_card(card) for card in cards]
    if len(named) == 1:
        return named[0]
    return pgettext("cards", "%(cards)s or %(last)s") % {
        "cards": ", ".join(named[:-1]),
        "last": named[-1],
    }


def _said(action: str) -> str:
    return the_card(action) if is_card(action) else action
