from django.apps import AppConfig


class PhoneConfig(AppConfig):
    name = "tournament.phone"
    default_auto_field = "django.db.models.BigAutoField"
