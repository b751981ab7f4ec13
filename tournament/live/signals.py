"""The news that a deal played in the browser is over."""

from django.dispatch import Signal

# Sent inside the transaction of the last card, with `live_deal`. Received in flow.py alone.
live_finished = Signal()
