"""The addresses of the public sheets."""

from django.urls import path

from . import views

urlpatterns = [
    path("e/<str:public_id>/standings.pdf", views.standings_pdf, name="standings_pdf"),
]
