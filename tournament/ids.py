"""Codes and public ids, from the system's secure source; nothing can be guessed from another."""

import secrets

# No vowels, so no words; no 0 O 1 I L, so nothing to misread on a card across the table.
CODE_ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
PUBLIC_ALPHABET = "23456789bcdfghjkmnpqrstvwxz"


def table_code() -> str:
    """Return six characters to be typed on a phone: 27**6, about 387 million possibilities."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(6))


def public_id() -> str:
    """Return eight characters for a public address."""
    return "".join(secrets.choice(PUBLIC_ALPHABET) for _ in range(8))


def read_table_code(text: str) -> str:
    """Return `text` as a table code would be stored: typed with blanks, dashes or small letters."""
    return "".join(text.split()).replace("-", "").upper()
