"""What only Linux shows: processes and open files under /proc, a disk that is full."""

import sys

import pytest

# The site runs on other systems, and so do all other tests.
only_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="looks at processes, files or a full disk as Linux shows them"
)
