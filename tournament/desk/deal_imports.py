"""A file of deals as the desk reads it: what it would become, before it is imported."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.utils.translation import gettext as _

from deals.description import LONGEST_TEXT
from deals.formats import Form, boards_read, json_file
from deals.formats.boards import Boards
from deals.formats.reasons import REASONS, BoardsError
from deals.selectors import deals_known
from engine.registry import keys
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.sealing import FileDeals, boards_needed
from tournament.events.selectors import only_session
from tournament.leaderboard.templatetags.triplicate import game_name
from tournament.players.services import text_clean

# Between the reading of a file and its confirmation it waits in the director's session: on the
# server, as sealed deals do, and in no page.
_WAITING = "deals_read"


@dataclass(frozen=True, slots=True)
class DealsRead:
    """A file that was read for an event, and the code by which the director means it."""

    code: str
    source: str
    form: Form
    boards: Boards


def deals_read(event: Event, content: bytes, name: str) -> DealsRead:
    """Return what a file holds, as deals of the event's game. Raises Refused, with the line."""
    try:
        form, boards = boards_read(content, game=event.game)
    except BoardsError as error:
        raise Refused(_refusal(error)) from None
    if dict(boards.options) != event.options:
        raise Refused(_("These deals are for other rules of the game."))
    source = text_clean(name)[-LONGEST_TEXT:] or _("file without a name")
    return DealsRead(secrets.token_hex(8), source, form, boards)


def deals_keep(session: SessionBase, event: Event, found: DealsRead) -> None:
    """Keep a file that was read until it is confirmed, in the place of one read before."""
    session[_WAITING] = {
        "event": event.public_id,
        "code": found.code,
        "source": found.source,
        "form": found.form,
        "boards": json_file.write(found.boards).decode(),
    }


def deals_kept(session: SessionBase, event: Event, code: str) -> DealsRead:
    """Return the file that was read. Raises Refused when another one was, or none."""
    kept: dict[str, Any] = session.get(_WAITING) or {}
    if not code or kept.get("code") != code or kept.get("event") != event.public_id:
        raise Refused(_("This file is not at hand any more: choose it again."))
    boards = json_file.read(kept["boards"])
    return DealsRead(code, kept["source"], kept["form"], boards)


def deals_forget(session: SessionBase) -> None:
    """Drop the file that waits, if one does."""
    session.pop(_WAITING, None)


def file_deals(found: DealsRead, who: str) -> FileDeals:
    """Return the deals of a file, by number, as `who` imports them."""
    return FileDeals(tuple(board.deal for board in found.boards.boards), found.source, who)


@dataclass(frozen=True, slots=True)
class WouldBe:
    """What a file would become: boards for play, boards of the reserve, and what is to be known.

    `first` and `last` are the numbers that the boards for play have in the file; `known` says how
    many of its deals this site has had before, in another event.
    """

    play: int
    reserve: int
    first: int
    last: int
    known: int

    @property
    def is_numbered_otherwise(self) -> bool:
        """Whether the boards for play are not 1, 2, 3 … in the file."""
        return (self.first, self.last) != (1, self.play)


def would_be(event: Event, found: DealsRead) -> WouldBe:
    """Return what the file would become. Raises Refused when it has too few deals."""
    boards = found.boards.boards
    play = boards_needed(event, len(boards))
    session = only_session(event)
    return WouldBe(
        play=play,
        reserve=len(boards) - play,
        first=boards[0].number,
        last=boards[play - 1].number,
        known=deals_known(
            game=event.game,
            deals=[board.deal for board in boards],
            but=[session.deal_set, session.reserve_set],
        ),
    )


def _refusal(error: BoardsError) -> str:
    """Return the sentence of a refusal, in the current language."""
    words = dict(error.parameters)
    for name in ("game", "wanted"):
        if words.get(name) in keys():
            words[name] = game_name(str(words[name]))
    return _("Line %(line)d: %(reason)s") % {
        "line": error.line,
        "reason": _(REASONS[error.reason]) % words,
    }
