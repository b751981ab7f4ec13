"""The addresses of practice."""

from django.urls import path

from . import views

urlpatterns = [
    path("<str:public_id>/", views.practice, name="practice"),
    path("<str:public_id>/<int:number>/", views.practice_board, name="practice_board"),
    path("<str:public_id>/result/", views.practice_result, name="practice_result"),
]
