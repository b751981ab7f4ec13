"""Files that only the installation's owner may read, whatever the folder they lie in."""

import logging
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)
OWNER_ONLY = 0o600
SECRETS = ("secret-key", "director-password")


def private_files_ensure() -> None:
    """Take the database and the secrets from everybody but their owner.

    Called before anything opens the database: SQLite gives the files beside it (`-wal`, `-shm`)
    the database's own mode, so an empty file of the right mode is there first.
    """
    files = [Path(settings.DATA_DIR) / name for name in SECRETS]
    for database in _sqlite_files():
        if database.parent.is_dir():
            database.touch(OWNER_ONLY)
        files += [database, *(Path(f"{database}{end}") for end in ("-wal", "-shm", "-journal"))]
    for file in files:
        _private_ensure(file)


def _sqlite_files() -> list[Path]:
    databases = settings.DATABASES.values()
    sqlite = [each for each in databases if each["ENGINE"] == "django.db.backends.sqlite3"]
    return [Path(each["NAME"]) for each in sqlite if str(each["NAME"]) != ":memory:"]


def _private_ensure(file: Path) -> None:
    try:
        if file.stat().st_mode & 0o077:
            file.chmod(OWNER_ONLY)
    except FileNotFoundError:
        pass
    except PermissionError:
        logger.warning("%s can be read by others, and is not ours to change.", file)
