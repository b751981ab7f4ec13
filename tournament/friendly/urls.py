"""The addresses of tables among friends."""

from django.urls import path

from . import views

urlpatterns = [
    path("", views.friends, name="friends"),
    path("new/", views.table_new, name="friends_new"),
    path("join/<str:secret>/", views.invitation, name="friends_invitation"),
    path("seat/<str:public_id>/", views.seat_match, name="friends_seat"),
    path("<str:public_id>/", views.table, name="friends_table"),
    path("<str:public_id>/statistics/", views.statistics, name="friends_statistics"),
    path("<str:public_id>/deals/<int:number>/", views.deals_file, name="friends_deals"),
    path("<str:public_id>/join/", views.join, name="friends_join"),
    path("<str:public_id>/place/", views.place, name="friends_place"),
    path("<str:public_id>/fill/", views.fill, name="friends_fill"),
    path("<str:public_id>/go-on/", views.go_on, name="friends_go_on"),
    path("<str:public_id>/star/", views.star, name="friends_star"),
]
