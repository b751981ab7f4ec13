"""The site as one ASGI application: streams in front, Django behind."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")

site = get_wsgi_application()

from tournament.push.front import Front  # noqa: E402 — needs the applications loaded above

application = Front(site, threads=settings.WEB_THREADS)
