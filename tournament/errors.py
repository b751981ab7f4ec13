"""What a person did that cannot be done, as opposed to a fault of ours."""

from typing import Any


class Refused(Exception):
    """A wish that changes nothing. Its text, translated, says what to do instead.

    `details` carries what the page shows beside the sentence, such as the other phone's entry.
    """

    def __init__(self, message: Any, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    def __str__(self) -> str:
        return str(self.message)
