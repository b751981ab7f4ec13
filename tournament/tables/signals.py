"""The news that travels upward, received in tournament/flow.py alone."""

from django.dispatch import Signal

# Sent inside the transaction that gave a play a result or changed it, with `play`.
play_finished = Signal()
# Sent inside the transaction that gave an event more or fewer rounds, with `event`.
rounds_changed = Signal()
# Sent inside the transaction that closed a round, with `event`.
round_closed = Signal()
# Sent inside the transaction that closed the last round, with `event`.
rounds_finished = Signal()
