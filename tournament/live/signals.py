"""The news of play in the browser that other apps wait for. Received in flow.py alone."""

from django.dispatch import Signal

# Sent inside the transaction of the last card, with `live_deal`.
live_finished = Signal()
# Sent when a device begins to hold somebody's hands by their link, with `participant`, `device`.
hand_claimed = Signal()
