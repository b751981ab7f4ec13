"""What a page can listen to: one name for each thing that changes by itself on open pages."""


def event_topic(public_id: str) -> str:
    """Return the topic of an event's public pages: leaderboard, scorecards, travellers."""
    return f"event:{public_id}"


def desk_topic(public_id: str) -> str:
    """Return the topic of the director's pages of an event."""
    return f"desk:{public_id}"


def table_topic(public_id: str, table_number: int) -> str:
    """Return the topic of one table's phones."""
    return f"table:{public_id}:{table_number}"


def seat_topic(participant_id: str) -> str:
    """Return the topic of the hand that one participant holds."""
    return f"seat:{participant_id}"


def friends_topic(public_id: str) -> str:
    """Return the topic of a friendly table: who sits there, and its score sheet."""
    return f"friends:{public_id}"


def watch_topic(live_id: str) -> str:
    """Return the topic of those who watch a deal being played."""
    return f"watch:{live_id}"
