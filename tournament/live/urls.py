"""The addresses of tables played in the browser."""

from django.urls import path

from . import preferences, views, views_watch

urlpatterns = [
    path("link/<str:secret>/", views.personal_link, name="personal_link"),
    path("preferences/", preferences.table_preferences, name="table_preferences"),
    path("watch/<str:live_id>/", views_watch.watch, name="watch"),
    path("replay/<str:live_id>/", views_watch.replay, name="replay"),
    path("replay/<str:live_id>/record.json", views_watch.replay_record, name="replay_record"),
    path("<str:public_id>/", views.seat, name="seat"),
    path("<str:public_id>/take/", views.seat_take, name="seat_take"),
    path("<str:public_id>/act/", views.seat_act, name="seat_act"),
    path("<str:public_id>/here/", views.seat_here, name="seat_here"),
    path("<str:public_id>/leave/", views.seat_leave, name="seat_leave"),
    path("<str:public_id>/claim-seat/", views.seat_claim, name="seat_claim"),
    path("<str:public_id>/say/", views.seat_say, name="seat_say"),
]
