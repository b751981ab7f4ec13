"""The one piece of news that travels upward."""

from django.dispatch import Signal

# Sent inside the transaction that gave a play a result or changed it, with `play`.
# Received in tournament/flow.py alone.
play_finished = Signal()
