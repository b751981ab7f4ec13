"""The site as one ASGI application: streams in front, Django behind."""

import logging
import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")

site = get_wsgi_application()

# These need the applications loaded above.
from tournament.config.logs import Shortened  # noqa: E402 — as said above
from tournament.leaderboard.access import kept_pages  # noqa: E402 — as said above
from tournament.push.front import Front  # noqa: E402 — as said above

# Uvicorn has set up its own loggers before it loads this.
logging.getLogger("uvicorn.access").addFilter(Shortened())

front: Any = Front(site, threads=settings.WEB_THREADS, kept=kept_pages())
# The same however the application is served.
application = ProxyHeadersMiddleware(front, settings.TRUSTED_PROXIES)
