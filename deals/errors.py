"""What cannot be done with a deal set, and the one fault that is nobody's wish."""

from tournament.errors import Refused


class KeyUsedBefore(Refused):
    """Another set was dealt from this key: the director must confirm."""


class PublicValueMissing(Refused):
    """The announced public value is not entered yet, so that the deals do not exist yet."""


class NotRevealed(Refused):
    """The key of this set is still sealed."""


class SealBrokenError(Exception):
    """A stored set no longer gives its commitment: its key or description was altered."""
