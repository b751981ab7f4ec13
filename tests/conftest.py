"""What holds for all tests."""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark what imports tests.documents.poppler: its tools need not be on a user's machine."""
    for item in items:
        if hasattr(item.module, "poppler"):
            item.add_marker(pytest.mark.tools)
