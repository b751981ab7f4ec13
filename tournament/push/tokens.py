"""The signed address of a stream: which topics a page may hear, and when it was rendered.

The page's view has decided that its reader may see it; the front trusts the signature and needs
no session. Content that only an account may see asks for the session too, whenever it is rendered.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.signing import BadSignature, SignatureExpired, Signer

from .hub import REMEMBERED

PATH = "/stream/"
SALT = "tournament.push.stream"
# Stands between a topic and the reader it is rendered for, where its content is pushed.
READER = "#"


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a stream may carry. `readers` names, by topic, for whom its content is rendered."""

    topics: tuple[str, ...]
    readers: Mapping[str, str]
    rendered_at: float  # seconds since 1970


def stream_address(*topics: str) -> str:
    """Return the address of the stream of `topics`, good for 24 hours from now.

    A topic whose content is to be pushed is followed by `#` and its reader. Raises ValueError
    without a topic.
    """
    if not topics:
        raise ValueError("A stream needs at least one topic.")
    token = Signer(salt=SALT).sign_object([round(time.time(), 3), *topics])
    return f"{PATH}?t={token}"


def read_token(token: str) -> Ticket:
    """Return what `token` allows.

    Raises BadSignature for a token that is not ours, SignatureExpired for one of more than
    24 hours ago.
    """
    try:
        rendered_at, *topics = Signer(salt=SALT).unsign_object(token)
    except ValueError as error:
        # A text that carries a signature but no data of ours.
        raise BadSignature(str(error)) from error
    if time.time() - rendered_at > REMEMBERED:
        raise SignatureExpired(f"Rendered at {rendered_at}")
    parted = [topic.partition(READER) for topic in topics]
    return Ticket(
        topics=tuple(topic for topic, _mark, _reader in parted),
        readers={topic: reader for topic, _mark, reader in parted if reader},
        rendered_at=rendered_at,
    )
