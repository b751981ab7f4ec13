"""The addresses of a table's pages. Whoever knows the code may open them."""

from django.urls import path

from . import views, views_calls, views_hands

urlpatterns = [
    path("", views.table_code, name="table_code"),
    path("<str:code>/", views.table, name="table"),
    path("<str:code>/me/", views.table_me, name="table_me"),
    path("<str:code>/call/", views_calls.table_call, name="table_call"),
    path("<str:code>/call/back/", views_calls.table_call_back, name="table_call_back"),
    path("<str:code>/notes/<int:note_id>/", views_calls.table_note, name="table_note"),
    path("<str:code>/hand/<int:entry_id>/", views_hands.table_hand, name="table_hand"),
    path("<str:code>/<int:number>/", views.table_board, name="table_board"),
    path("<str:code>/<int:number>/confirm/", views.board_confirm, name="board_confirm"),
    path("<str:code>/<int:number>/dispute/", views.board_dispute, name="board_dispute"),
    path("<str:code>/<int:number>/withdraw/", views.board_withdraw, name="board_withdraw"),
    path("<str:code>/<int:number>/traveller/", views.board_traveller, name="board_traveller"),
]
