"""Settings every installation shares. Whatever differs between a café's laptop and a
federation's servers is read from the environment; the defaults are the café's."""

import secrets
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from environs import Env

from tournament.config import logs

env = Env()

BASE_DIR = Path(__file__).resolve().parents[3]
# Everything an installation owns: its database, secret key, queues and backups.
DATA_DIR = env.path("TRIPLICATE_DATA", default=BASE_DIR / "var")


def _installation_secret() -> str:
    """Return the secret key of this installation, made on first use and kept in DATA_DIR."""
    path = DATA_DIR / "secret-key"
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = DATA_DIR / f".secret-key-{secrets.token_hex(4)}"
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(48))
    try:
        # Several processes may start at once on a new installation: the first link wins.
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text().strip()


SECRET_KEY = env.str("SECRET_KEY", default="") or _installation_secret()
DEBUG = False
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# The address printed on cards and put into QR codes; `serve` sets it to the local network's.
SITE_URL = env.str("SITE_URL", default="http://localhost:8000").rstrip("/")
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "tournament.config.apps.ConfigConfig",
    "tournament.operations",
    "tournament.desk",
    "tournament.documents",
    "tournament.practice",
    "tournament.friendly",
    "tournament.phone",
    "tournament.calls",
    "tournament.leaderboard",
    "tournament.analysis",
    "tournament.live",
    "tournament.rulings",
    "tournament.standings",
    "tournament.results",
    "tournament.tables",
    "tournament.events",
    "tournament.players",
    "deals",
    "tournament.push",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tournament.config.urls"
WSGI_APPLICATION = "tournament.config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.players.context.club",
            ],
        },
    }
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.dj_db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'triplicate.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction takes the write lock when it begins, so that it waits for its turn
        # instead of failing half-way with "database is locked".
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: what was acknowledged survives even a laptop that loses its power.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;"
        ),
    }
else:
    # One that the server has closed is noticed and replaced.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Opening a connection costs more than playing a card.
DATABASES["default"]["CONN_MAX_AGE"] = 600
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

LANGUAGE_CODE = "en"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
FORMAT_MODULE_PATH = "tournament.config.formats"
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Paris")

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "tournament" / "static"]
# Served straight from the source tree: one command, and nothing to collect beforehand.
WHITENOISE_USE_FINDERS = True
# What browsers ask for at the top of every site.
WHITENOISE_ROOT = BASE_DIR / "tournament" / "static" / "root"
WHITENOISE_AUTOREFRESH = False

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "img-src": [SELF, "data:"],
    }
}
# Browsers heed it over HTTPS only, and complain about it on every page elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY: str | None = None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# A list of 1200 players has a few boxes for each.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 8000
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

# Celery. The café has no broker to install: messages are files in DATA_DIR (see config/broker.py).
_broker_url = env.str("BROKER_URL", default="")
CELERY_BROKER_URL = _broker_url or "files://localhost"
# A page that hands over work waits a second at most for the broker, and tries once: the work is
# marked in the database too (see push/publish.py). A worker tries for ever.
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"max_retries": 0, "socket_connect_timeout": 1, "socket_timeout": 5}
    if _broker_url
    else {"polling_interval": 0.1}
)
CELERY_TASK_DEFAULT_QUEUE = "triplicate"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
# Kept in memory: every entry below may run once more after a restart, and no file can be damaged.
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"
CELERY_BEAT_SCHEDULE = {
    "standings-sweep": {
        "task": "tournament.standings.tasks.standings_sweep",
        "schedule": 5.0,
        # Sweeps that nobody worked on are not worth working on later.
        "options": {"expires": 10.0},
    },
    "analysis-sweep": {
        "task": "tournament.analysis.tasks.analysis_sweep",
        "schedule": 5.0,
        "options": {"expires": 10.0},
    },
    "correction-periods": {
        "task": "tournament.leaderboard.tasks.events_publish",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "friendly-votes": {
        "task": "tournament.friendly.tasks.friendly_votes_close",
        "schedule": 15.0,
        "options": {"expires": 15.0},
    },
    "friendly-tables": {
        "task": "tournament.friendly.tasks.friendly_tables_clean",
        "schedule": 6 * 3600.0,
        "options": {"expires": 3600.0},
    },
    "practice-analysis": {
        "task": "tournament.practice.tasks.practice_analyse",
        "schedule": 5.0,
        "options": {"expires": 10.0},
    },
    "practice": {
        "task": "tournament.practice.tasks.practices_clean",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
}

# The web process: threads that run Django, and proxies (addresses, or "*") whose word about the
# client's address and protocol is taken.
WEB_THREADS = env.int("WEB_THREADS", default=12)
TRUSTED_PROXIES: list[str] = env.list("TRUSTED_PROXIES", default=[])


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "untraced": {"()": "django.utils.log.CallbackFilter", "callback": logs.untraced},
        "noteworthy": {"()": "django.utils.log.CallbackFilter", "callback": logs.noteworthy},
        "shortened": {"()": logs.Shortened},
    },
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["untraced", "shortened"],
        },
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "tournament": {"level": "INFO"},
        "deals": {"level": "INFO"},
        "uvicorn.error": {"filters": ["noteworthy"]},
        # A mistyped number or a form from yesterday (4xx) is nobody's concern in a hall.
        "django.request": {"level": env.str("LOG_LEVEL", default="ERROR")},
        "django.security.csrf": {"level": env.str("LOG_LEVEL", default="ERROR")},
        # Machines that try addresses at random would fill the log.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}
