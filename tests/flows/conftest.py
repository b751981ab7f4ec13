"""A site for one test, that can be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.power import Power
from tests.served import manage


@pytest.fixture
def power(tmp_path: Path) -> Iterator[Power]:
    assert manage(tmp_path, "migrate", "--verbosity", "0").returncode == 0
    power = Power(tmp_path)
    yield power
    power.site.stop()
