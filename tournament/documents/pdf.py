"""Sheets → PDF bytes, by typst with the fonts it carries: no other program, no system font."""

import json
from pathlib import Path

import typst

from tournament.documents.payload import payload
from tournament.documents.sheets import Sheet

TEMPLATES = Path(__file__).parent / "typst"


def render(sheet: Sheet) -> bytes:
    """Return the sheet as an A4 PDF in the active language; equal sheets give equal bytes.

    ValueError: the sheet has nothing to print, or a card is not of the 32-card pack.
    """
    filled = payload(sheet)
    return typst.compile(
        TEMPLATES / f"{filled.template}.typ",
        root=TEMPLATES,
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(filled.data)},
        format="pdf",
        pdf_tags=filled.tagged,
    )
