"""Sheets → PDF bytes, by typst with the fonts it carries: no other program, no system font."""

import json
import subprocess
import sys

from django.conf import settings

from tournament.documents.payload import payload
from tournament.documents.sheets import Sheet


def render(sheet: Sheet) -> bytes:
    """Return the sheet as an A4 PDF in the active language; equal sheets give equal bytes.

    ValueError: the sheet has nothing to print, or a card is not of the 32-card pack.
    """
    # A process of its own (15 ms): typst keeps what it has set for later documents, up to a
    # gigabyte after 600 pages, and the web process would never give that memory back.
    return subprocess.run(
        [sys.executable, "-m", "tournament.documents.typesetting"],
        input=json.dumps(vars(payload(sheet))).encode(),
        stdout=subprocess.PIPE,
        check=True,
        cwd=settings.BASE_DIR,
    ).stdout
