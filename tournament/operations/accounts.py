"""The installation's first account."""

import secrets
from itertools import chain, count
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

DIRECTOR = "director"


def password_file() -> Path:
    """Return where the generated password of the first director is kept, readable by its owner."""
    return Path(settings.DATA_DIR) / "director-password"


def director_ensure() -> User:
    """Return the installation's first director, made with a random password if there is none."""
    users = get_user_model()
    found = users.objects.filter(is_superuser=True).order_by("pk").first()
    if found is not None:
        return found
    name = next(
        name
        for name in chain([DIRECTOR], (f"{DIRECTOR}{number}" for number in count(2)))
        if not users.objects.filter(username=name).exists()
    )
    password = "-".join(secrets.token_hex(2) for _ in range(3))
    file = password_file()
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    file.write_text(password + "\n")
    return users.objects.create_superuser(name, password=password)


def password_if_unchanged(user: User) -> str | None:
    """Return the generated password while it is still the account's, else None."""
    try:
        password = password_file().read_text().strip()
    except FileNotFoundError:
        return None
    return password if user.check_password(password) else None
