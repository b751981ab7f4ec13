"""What holds for all tests."""

import pytest

POPPLER = "tests.documents.poppler"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark what reads PDFs: poppler need not be on a new user's machine."""
    for item in items:
        used = vars(item.module).values()
        if any(
            POPPLER in {getattr(one, "__name__", ""), getattr(one, "__module__", "")}
            for one in used
        ):
            item.add_marker(pytest.mark.tools)
