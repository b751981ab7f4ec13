"""The addresses of the public sheets."""

from django.urls import path

from . import views

urlpatterns = [
    path("e/<str:public_id>/standings.pdf", views.standings_pdf, name="standings_pdf"),
    path("e/<str:public_id>/travellers.pdf", views.travellers_pdf, name="travellers_pdf"),
    path("e/<str:public_id>/hands.pdf", views.hand_records_pdf, name="hand_records_pdf"),
    path(
        "e/<str:public_id>/players/<int:number>/scorecard.pdf",
        views.scorecard_pdf,
        name="scorecard_pdf",
    ),
]
