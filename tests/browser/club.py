"""The running site, reached as in a club: plain http on a name of the network."""

import json
from typing import Any

from tests.served import Site, manage, run_on

# Not localhost, which browsers trust like https: club laptops have no certificate.
HOST = "triplicate.test"
DIRECTOR = """
import json
from tournament.operations.accounts import director_ensure, password_if_unchanged
director = director_ensure()
print(json.dumps([director.get_username(), password_if_unchanged(director)]))
"""
EVENT = """
import json
from tests.builders import make_event, start_round
event = make_event(**{options!r})
start_round(event)
print(json.dumps({{
    "id": event.public_id,
    "tables": [
        {{
            "code": table.code,
            "players": [
                chair.entry.player.name
                for chair in table.chairs.filter(round__number=1).select_related("entry__player")
            ],
        }}
        for table in event.tables.all()
    ],
}}))
"""


class Club:
    """The running site and what it holds."""

    def __init__(self, data: Any) -> None:
        self.data = data
        done = manage(data, "migrate", "--verbosity", "0")
        assert done.returncode == 0, done.stderr
        self.director, self.password = self.make(DIRECTOR)
        self.served = Site(data)
        self.base = f"http://{HOST}:{self.served.port}"

    def make(self, script: str) -> Any:
        """Run Python on the site's data in a process of its own; return the JSON it prints."""
        return json.loads(run_on(self.data, script))

    def event(self, **options: Any) -> Any:
        """Begin an event as `make_event` does: its `id`, and its `tables`: `code`, `players`."""
        return self.make(EVENT.format(options=options))
