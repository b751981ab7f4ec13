"""What holds for all tests."""

from collections.abc import Iterator

import pytest
from django.utils import translation
from hypothesis import settings

# No test asserts a time: how long an example takes is the machine's business.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark what imports tests.documents.poppler: its tools need not be on a user's machine."""
    for item in items:
        if hasattr(item.module, "poppler"):
            item.add_marker(pytest.mark.tools)


@pytest.fixture(autouse=True)
def in_the_first_language() -> Iterator[None]:
    """A page asked for in French leaves its thread French: no test begins in another's language."""
    with translation.override("en"):
        yield
