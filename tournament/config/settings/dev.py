"""The default: a club's laptop or a developer's machine, SQLite and the embedded broker."""

from .base import *  # noqa: F403 — Django's way of refining settings
