"""The Celery application. `celery -A tournament.config` finds it here."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")

TRANSPORT_ALIASES["files"] = "tournament.config.broker:Transport"

app = Celery("triplicate")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
