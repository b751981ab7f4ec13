from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "tournament.documents"
    default_auto_field = "django.db.models.BigAutoField"
