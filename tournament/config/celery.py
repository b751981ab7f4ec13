"""The Celery application. `celery -A tournament.config` finds it here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings.dev")

app = Celery("triplicate")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
