"""For pytest: nothing outside the process unless DATABASE_URL names a server."""

import os
import tempfile
from pathlib import Path

from .base import *  # noqa: F403 — Django's way of refining settings
from .base import DATABASES

SECRET_KEY = "only-for-tests"  # noqa: S105 — never used outside pytest
DATA_DIR = Path(tempfile.mkdtemp(prefix="triplicate-test-"))
if "DATABASE_URL" not in os.environ:
    # A file, not memory: threads that race must each have their own connection.
    DATABASES["default"]["NAME"] = DATA_DIR / "site.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
# The threads of a test end with it, and so must their connections.
DATABASES["default"]["CONN_MAX_AGE"] = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
