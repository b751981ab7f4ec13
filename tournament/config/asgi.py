"""The site as one ASGI application: streams in front, Django behind."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")

site = get_wsgi_application()

# These need the applications loaded above.
from tournament.leaderboard.access import kept_pages  # noqa: E402
from tournament.push.front import Front  # noqa: E402

application = Front(site, threads=settings.WEB_THREADS, kept=kept_pages())
