"""What is announced to open pages, seen where it leaves for the database: the same on both."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tournament.push.letters import letter_read


@contextmanager
def announced() -> Iterator[set[str]]:
    """Give a set that fills with the topics announced meanwhile."""
    topics: set[str] = set()

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "pg_notify" in sql:
            _channel, letters = params
            topics.update(topic for letter in letters for topic in letter_read(letter)[1])
        elif "INTO push_topic" in sql:
            topics.update(topic for topic, _seq in params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield topics
