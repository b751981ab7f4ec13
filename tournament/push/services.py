"""Telling open pages that what they show has changed."""

from functools import partial

from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from . import hub

# One transaction at a time writes on SQLite, so the sequence grows in the order of the commits.
_NEXT = "SELECT COALESCE(MAX(seq), 0) + 1 FROM push_topic"
_UPSERT = """
    INSERT INTO push_topic (name, seq) VALUES (%s, %s)
    ON CONFLICT (name) DO UPDATE SET seq = excluded.seq
"""


def announce(*topics: str) -> None:
    """Tell every open stream on `topics`, in every process, once this transaction commits.

    Raises TransactionManagementError outside a transaction: the change and its news go together.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("announce() belongs in the transaction of the change.")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic",
                [hub.CHANNEL, list(topics)],
            )
            return
        cursor.execute(_NEXT)
        seq = cursor.fetchone()[0]
        cursor.executemany(_UPSERT, [(topic, seq) for topic in topics])
    # The other processes see the new rows within a poll; this one need not wait for them.
    transaction.on_commit(partial(_tell, topics, seq))


def _tell(topics: tuple[str, ...], seq: int) -> None:
    for topic in topics:
        hub.tell(topic, seq)
