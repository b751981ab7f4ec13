"""The addresses by which a seat in the browser calls the director and reads notes."""

from django.urls import path

from . import views

urlpatterns = [
    path("<str:public_id>/call/", views.seat_call, name="seat_call"),
    path("<str:public_id>/call/back/", views.seat_call_back, name="seat_call_back"),
    path("<str:public_id>/notes/<int:note_id>/", views.seat_note, name="seat_note"),
]
