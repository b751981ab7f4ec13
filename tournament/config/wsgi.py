"""Django as WSGI: served inside the ASGI front, or by any WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")

application = get_wsgi_application()
