"""Telling open pages that what they show has changed."""

from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from . import hub

# One transaction at a time writes on SQLite, so the sequence grows in the order of the commits.
_UPSERT = """
    INSERT INTO push_topic (name, seq)
    VALUES (%s, (SELECT COALESCE(MAX(seq), 0) + 1 FROM push_topic))
    ON CONFLICT (name) DO UPDATE SET seq = excluded.seq
    RETURNING seq
"""


def announce(topic: str) -> None:
    """Tell every open stream on `topic`, in every process, once this transaction commits.

    Raises TransactionManagementError outside a transaction: the change and its news go together.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("announce() belongs in the transaction of the change.")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_notify(%s, %s)", [hub.CHANNEL, topic])
            return
        cursor.execute(_UPSERT, [topic])
        seq = cursor.fetchone()[0]
    # The other processes see the new row within a poll; this one need not wait for it.
    transaction.on_commit(lambda: hub.tell(topic, seq))
