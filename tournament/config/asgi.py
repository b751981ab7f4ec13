"""The site as one ASGI application: streams in front, Django behind."""

import logging
import os
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")


def _front() -> Any:
    """Load the site, then what needs its applications loaded, and put the streams in front."""
    site = get_wsgi_application()
    from tournament.config.logs import Shortened
    from tournament.leaderboard.access import kept_pages
    from tournament.push.front import Front

    # Uvicorn has set up its own loggers before it loads this.
    logging.getLogger("uvicorn.access").addFilter(Shortened())
    return Front(site, threads=settings.WEB_THREADS, kept=kept_pages())


front = _front()
# The same however the application is served.
application = ProxyHeadersMiddleware(front, settings.TRUSTED_PROXIES)
