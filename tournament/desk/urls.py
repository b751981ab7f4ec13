"""The addresses of the director's desk."""

from django.urls import path

from . import views_attendance, views_events, views_lists, views_movement, views_players

urlpatterns = [
    path("", views_events.desk, name="desk"),
    path("new/", views_events.desk_new, name="desk_new"),
    path("club/", views_events.desk_club, name="desk_club"),
    path("<str:public_id>/", views_events.desk_event, name="desk_event"),
    path("<str:public_id>/edit/", views_events.desk_edit, name="desk_edit"),
    path("<str:public_id>/delete/", views_events.desk_delete, name="desk_delete"),
    path("<str:public_id>/start/", views_events.desk_start, name="desk_start"),
    path(
        "<str:public_id>/public-value/",
        views_events.desk_public_value,
        name="desk_public_value",
    ),
    path("<str:public_id>/players/", views_players.desk_players, name="desk_players"),
    path("<str:public_id>/players/list/", views_lists.desk_list, name="desk_list"),
    path("<str:public_id>/players/consents/", views_players.desk_consents, name="desk_consents"),
    path("<str:public_id>/players/<int:number>/", views_players.desk_player, name="desk_player"),
    path(
        "<str:public_id>/players/<int:number>/remove/",
        views_players.desk_player_remove,
        name="desk_player_remove",
    ),
    path("<str:public_id>/movement/", views_movement.desk_movement, name="desk_movement"),
    path("<str:public_id>/attendance/", views_attendance.desk_attendance, name="desk_attendance"),
]
