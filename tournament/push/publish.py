"""Handing work to the broker without ever making a page wait or fail for it."""

import logging
from functools import partial
from time import monotonic
from typing import Any

from amqp.exceptions import AMQPError
from django.db import transaction
from kombu.exceptions import KombuError

log = logging.getLogger(__name__)

# After a failure the broker is left alone this long: a hall full of phones must not wait a
# second each for a dead server. Whatever is not sent is found by the sweeper, which comes as often.
QUIET_SECONDS = 5.0
_quiet_until = 0.0


def send_on_commit(task: Any, *args: int | str) -> None:
    """Queue the Celery `task` with `args`, ids and plain values, once this transaction commits.

    Nothing is sent on rollback. A broker that cannot be reached is logged and otherwise ignored:
    callers mark what is to be done in the same transaction, and a sweeper finds it.
    """
    transaction.on_commit(partial(_send, task, args))


def _send(task: Any, args: tuple[int | str, ...]) -> None:
    global _quiet_until
    if monotonic() < _quiet_until:
        log.info("Left to the sweeper while the broker is away: %s%r", task.name, args)
        return
    try:
        task.apply_async(args, retry=False)
    except (KombuError, AMQPError, OSError) as error:
        _quiet_until = monotonic() + QUIET_SECONDS
        log.warning("Broker not reached, left to the sweeper: %s%r (%s)", task.name, args, error)
