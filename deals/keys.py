"""Keys and cards that do not show themselves: error pages and logs print the values they meet."""

from typing import TYPE_CHECKING, Any

from django.db import models

from .description import KEY_BYTES


class SecretKey(bytes):
    """A deal set's key. It shows itself only by `hex()`, once it is revealed."""

    def __repr__(self) -> str:
        return "<sealed key>"

    __str__ = __repr__


class SealedCards(bytes):
    """The cards of imported deals, as `deals.imported` packs them."""

    def __repr__(self) -> str:
        return "<sealed cards>"

    __str__ = __repr__


if TYPE_CHECKING:
    _KeyField = models.BinaryField[bytes, SecretKey]
    _CardsField = models.BinaryField[bytes, SealedCards]
else:
    _KeyField = _CardsField = models.BinaryField  # generic for the type checker only


class KeyField(_KeyField):
    """32 bytes, read as a SecretKey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "max_length": KEY_BYTES})

    def from_db_value(self, value: bytes, expression: object, connection: object) -> SecretKey:
        return SecretKey(value)


class CardsField(_CardsField):
    """Bytes, read as SealedCards; empty for deals that a key draws."""

    def from_db_value(self, value: bytes, expression: object, connection: object) -> SealedCards:
        return SealedCards(value)
