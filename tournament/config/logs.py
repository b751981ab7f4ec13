"""What the log keeps to itself: secrets in addresses, and clients that leave."""

import logging
import re

# What opens somebody's seat, table or account to whoever knows the address, as it is or quoted
# inside another address. Its first characters still tell one from the other.
_SLASH = "(?:/|%2F)"
_SECRET = re.compile(
    f"((?:{_SLASH}play{_SLASH}link|{_SLASH}desk{_SLASH}link|{_SLASH}friends{_SLASH}join"
    rf"|{_SLASH}desk{_SLASH}invitation{_SLASH}[^/%\s]+){_SLASH}|/stream/\?t=)"
    r"([^/%\s?&'\"]{3})[^/%\s?&'\"]+",
    re.IGNORECASE,
)


def shortened(text: str) -> str:
    """Return the text with the secrets of all addresses in it cut short."""
    return _SECRET.sub(r"\1\2…", text)


class Shortened(logging.Filter):
    """Cuts secrets short, in the message and in the trace below it."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = _harmless(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(map(_harmless, record.args))
        if record.exc_info and not record.exc_text:
            trace = logging.Formatter().formatException(record.exc_info)
            record.exc_text = shortened(trace)
        return True


def _harmless(part: object) -> object:
    """Return a part of a message as it is, unless it shows a secret."""
    text = str(part)
    cut = shortened(text)
    return part if cut == text else cut


def untraced(record: logging.LogRecord) -> bool:
    """Somebody's wrong request (4xx) is a line in the log: it is no fault of ours to be traced."""
    if getattr(record, "status_code", 500) < 500:
        record.exc_info = None
    return True


def noteworthy(record: logging.LogRecord) -> bool:
    """A client that leaves while it is answered is no error, whatever uvicorn takes it for: it
    marks only the last of several requests on one connection as left."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, RuntimeError) and "the handler is closed" in str(error))
