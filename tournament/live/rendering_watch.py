"""What watchers see, as HTML: the same for a request and for a stream."""

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tournament.players.sessions import user_of_session
from tournament.push.tokens import READER
from tournament.push.topics import watch_topic

from .models import LiveDeal
from .scenes import ALL, CLOSED, NameOf, public_name, scene_of, watched
from .selectors import participant_name
from .watching import hands_open_to, is_played_out, live_by_id

PUBLIC = "public"
PLY_LENGTH = 4
SEATS = "ABCDEFGHIJ"


def is_part(request: HttpRequest) -> bool:
    """Return whether only what changes of a page is asked for."""
    return request.headers.get("X-Requested-With") == "table"


def watch_context(live: LiveDeal, *, is_director: bool = False) -> dict[str, Any]:
    """Return what live/_watch.html takes: for the director with real names and all hands."""
    name_of = participant_name if is_director else public_name
    return {
        "table": watched(live, name_of=name_of),
        "scene": scene_of(live, None, ALL if is_director else CLOSED, name_of=name_of),
    }


def watch_topic_for(live: LiveDeal, language: str, *, director_id: int | None = None) -> str:
    """Return what a watcher's page listens to: its topic, and the reader it is rendered for."""
    who = PUBLIC if director_id is None else str(director_id)
    return f"{watch_topic(live.public_id)}{READER}{language}.{who}"


def watch_content(topic: str, reader: str, session: str) -> str | None:
    """Return what a watcher sees, for a stream; None once they may not.

    Then the page asks for itself, and is told so. A director and their `session` are asked for at
    every push: a stream outlives the right to direct, and a sign-out.
    """
    live = live_by_id(topic.removeprefix(watch_topic("")))
    language, _dot, who = reader.partition(".")
    if live is None or live.voided_at is not None:
        return None
    is_director = who != PUBLIC
    if is_director:
        user = user_of_session(session)
        if user is None or str(user.pk) != who or not hands_open_to(user, live):
            return None
    elif live.play is not None and not is_played_out(live):
        return None
    with translation.override(language):
        return render_to_string("live/_watch.html", watch_context(live, is_director=is_director))


def replay_context(request: HttpRequest, live: LiveDeal, *, name_of: NameOf) -> dict[str, Any]:
    """Return what live/_replay.html takes, at the position and with the hands the address names."""
    asked = request.GET.get("ply", "")
    is_number = asked.isascii() and asked.isdecimal() and len(asked) <= PLY_LENGTH
    letters = SEATS[: live.seats.count()]
    opened = request.GET.get("open", ALL)
    if opened not in {ALL, *letters}:
        opened = ALL
    return {
        "scene": scene_of(live, int(asked) if is_number else 0, opened, name_of=name_of),
        "letters": letters,
        "record_url": reverse("replay_record", args=[live.public_id]),
    }
