"""The address that was printed on cards, so that somebody notices when it changes."""

import secrets
from pathlib import Path

from django.conf import settings


def printed_address_remember(url: str) -> None:
    """Remember `url` as the address on the cards last printed."""
    draft = _path().with_suffix(f".{secrets.token_hex(4)}")
    draft.write_text(url)
    draft.replace(_path())


def printed_address() -> str | None:
    """Return the address on the cards last printed, or None when none were."""
    try:
        return _path().read_text().strip() or None
    except FileNotFoundError:
        return None


def _path() -> Path:
    return Path(settings.DATA_DIR) / "printed-address"
