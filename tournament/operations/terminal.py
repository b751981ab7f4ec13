"""What the terminal tells of whoever sits before it."""

import os

from django.conf import settings


def terminal_language(default: str = "") -> str:
    """Return the language of the terminal if the site speaks it, else `default`, the site's own."""
    wanted = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = wanted.partition("_")[0]
    return code if code in dict(settings.LANGUAGES) else default or settings.LANGUAGE_CODE
