"""Telling open pages that what they show has changed."""

from functools import partial

from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from . import hub
from .letters import letters_of

# One transaction at a time writes on SQLite, so the sequence grows in the order of the commits.
_NEXT = "SELECT COALESCE(MAX(seq), 0) + 1 FROM push_topic"
_UPSERT = """
    INSERT INTO push_topic (name, seq) VALUES (%s, %s)
    ON CONFLICT (name) DO UPDATE SET seq = excluded.seq
"""
_NOTIFY = "SELECT pg_notify(%s, letter) FROM unnest(%s::text[]) AS letter"


def announce(*topics: str) -> None:
    """Tell every open stream on `topics`, in every process, once this transaction commits.

    Raises TransactionManagementError outside a transaction: the change and its news go together.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("announce() belongs in the transaction of the change.")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_NOTIFY, [hub.CHANNEL, letters_of(topics, mark=hub.mark())])
            seq = 0
        else:
            cursor.execute(_NEXT)
            seq = cursor.fetchone()[0]
            cursor.executemany(_UPSERT, [(topic, seq) for topic in topics])
    # It takes a while until the other processes hear of it; this one need not wait.
    transaction.on_commit(partial(_tell, topics, seq))


def _tell(topics: tuple[str, ...], seq: int) -> None:
    for topic in topics:
        hub.tell(topic, seq)
