"""The addresses of the public pages and files."""

from django.urls import path

from . import views, views_exports, views_rules

urlpatterns = [
    path("", views.home, name="home"),
    path("deals.zip", views_exports.deals_program, name="deals_program"),
    path("rules/par/", views_rules.par, name="par"),
    path("rules/<str:key>/", views_rules.rules, name="rules"),
    path("e/<str:public_id>/", views.event, name="event"),
    path("e/<str:public_id>/categories/<str:name>/", views.category, name="category"),
    path("e/<str:public_id>/history/", views.history, name="history"),
    path("e/<str:public_id>/players/<int:number>/", views.scorecard, name="scorecard"),
    path("e/<str:public_id>/teams/<int:number>/", views.team, name="team"),
    path("e/<str:public_id>/boards/", views.boards, name="boards"),
    path("e/<str:public_id>/boards/<int:number>/", views.board, name="board"),
    path("e/<str:public_id>/standings.csv", views_exports.standings_csv, name="standings_csv"),
    path("e/<str:public_id>/teams.csv", views_exports.teams_csv, name="teams_csv"),
    path("e/<str:public_id>/standings.json", views_exports.standings_json, name="standings_json"),
    path("e/<str:public_id>/results.csv", views_exports.results_csv, name="results_csv"),
    path("e/<str:public_id>/results.json", views_exports.results_json, name="results_json"),
    path("e/<str:public_id>/boards.json", views_exports.boards_json, name="boards_json"),
    path("e/<str:public_id>/boards.pbn", views_exports.boards_pbn, name="boards_pbn"),
    path("e/<str:public_id>/boards.csv", views_exports.boards_csv, name="boards_csv"),
    path("e/<str:public_id>/deals/<str:set_id>.json", views_exports.deals_json, name="deals_json"),
]
