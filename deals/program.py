"""The program that verifies and converts files of deals, packed to be taken anywhere."""

import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
# What `python -m deals` imports here; the rest of this folder needs Django.
MODULES = ("__init__", "__main__", "description", "imported", "verification")
EARLIEST = (1980, 1, 1, 0, 0, 0)  # of a ZIP: the same program is the same bytes


@cache
def program_zip() -> bytes:
    """Return a ZIP in which `python -m deals verify FILE` runs, and which defines what it does."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in _files():
            inside = zipfile.ZipInfo(f"triplicate-deals/{path.relative_to(ROOT)}", EARLIEST)
            inside.external_attr = 0o644 << 16
            archive.writestr(inside, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _files() -> Iterator[Path]:
    yield from (ROOT / "deals" / f"{name}.py" for name in MODULES)
    yield from sorted((ROOT / "deals" / "formats").glob("*.py"))
    yield from sorted((ROOT / "engine").rglob("*.py"))
    yield from (ROOT / "docs" / name for name in ("deals.md", "deal-files.md", "par.md"))
    yield ROOT / "LICENSE"
