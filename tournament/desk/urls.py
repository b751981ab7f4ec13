"""The addresses of the director's desk."""

from django.urls import path

from . import (
    views_account,
    views_analysis,
    views_arriving,
    views_attendance,
    views_backup,
    views_calls,
    views_entry,
    views_evening,
    views_events,
    views_finals,
    views_groups,
    views_late,
    views_leaving,
    views_links,
    views_lists,
    views_live,
    views_merge,
    views_movement,
    views_people,
    views_players,
    views_print,
    views_proposals,
    views_results,
    views_rounds,
    views_rulings,
    views_seating,
    views_teams,
    views_terms,
)

urlpatterns = [
    path("", views_events.desk, name="desk"),
    path("new/", views_events.desk_new, name="desk_new"),
    path("club/", views_events.desk_club, name="desk_club"),
    path("backup/", views_backup.desk_backup, name="desk_backup"),
    path("account/", views_account.desk_account, name="desk_account"),
    path(
        "account/elsewhere/", views_account.desk_sign_out_elsewhere, name="desk_sign_out_elsewhere"
    ),
    path("people/", views_people.desk_people, name="desk_people"),
    path("people/<int:user_id>/", views_people.desk_person, name="desk_person"),
    path("people/<int:user_id>/link/", views_people.desk_person_link, name="desk_person_link"),
    path("people/<int:user_id>/role/", views_people.desk_person_role, name="desk_person_role"),
    path(
        "people/<int:user_id>/withdraw/",
        views_people.desk_person_withdraw,
        name="desk_person_withdraw",
    ),
    path("invitation/<uidb64>/<token>/", views_people.InvitationView.as_view(), name="invitation"),
    path("link/<str:secret>/", views_links.desk_link, name="desk_link"),
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
    path("<str:public_id>/players/<int:number>/terms/", views_terms.desk_terms, name="desk_terms"),
    path(
        "<str:public_id>/players/<int:number>/remove/",
        views_players.desk_player_remove,
        name="desk_player_remove",
    ),
    path("<str:public_id>/teams/", views_teams.desk_teams, name="desk_teams"),
    path("<str:public_id>/teams/list/", views_teams.desk_teams_list, name="desk_teams_list"),
    path("<str:public_id>/teams/<int:number>/", views_teams.desk_team, name="desk_team"),
    path(
        "<str:public_id>/teams/<int:number>/remove/",
        views_teams.desk_team_remove,
        name="desk_team_remove",
    ),
    path("<str:public_id>/movement/", views_movement.desk_movement, name="desk_movement"),
    path(
        "<str:public_id>/movement/take/",
        views_movement.desk_movement_take,
        name="desk_movement_take",
    ),
    path("<str:public_id>/final/", views_finals.desk_final, name="desk_final"),
    path(
        "<str:public_id>/players/<int:number>/replace/",
        views_finals.desk_replace,
        name="desk_replace",
    ),
    path("<str:public_id>/movement/groups/", views_groups.desk_groups, name="desk_groups"),
    path(
        "<str:public_id>/players/<int:number>/group/",
        views_groups.desk_player_group,
        name="desk_player_group",
    ),
    path("<str:public_id>/movement/by-hand/", views_seating.desk_by_hand, name="desk_by_hand"),
    path("<str:public_id>/movement/seating/", views_seating.desk_seating, name="desk_seating"),
    path(
        "<str:public_id>/movement/seating/file/",
        views_seating.desk_seating_import,
        name="desk_seating_import",
    ),
    path(
        "<str:public_id>/movement/seating.csv",
        views_seating.desk_seating_csv,
        name="desk_seating_csv",
    ),
    path("<str:public_id>/rounds/", views_rounds.desk_rounds, name="desk_rounds"),
    path("<str:public_id>/attendance/", views_attendance.desk_attendance, name="desk_attendance"),
    path("<str:public_id>/attendance/now/", views_arriving.desk_arrive, name="desk_arrive"),
    path("<str:public_id>/links/", views_links.desk_links, name="desk_links"),
    path(
        "<str:public_id>/links/<int:link_id>/end/", views_links.desk_link_end, name="desk_link_end"
    ),
    path("<str:public_id>/live/", views_live.desk_live, name="desk_live"),
    path("<str:public_id>/clock/", views_live.desk_clock, name="desk_clock"),
    path("<str:public_id>/live/<str:live_id>/", views_live.desk_watch, name="desk_watch"),
    path(
        "<str:public_id>/live/<str:live_id>/record.json",
        views_live.desk_record,
        name="desk_record",
    ),
    path("<str:public_id>/live/<str:live_id>/stop/", views_live.desk_stop, name="desk_stop"),
    path("<str:public_id>/seats/<int:number>/", views_live.desk_seat, name="desk_seat"),
    path("<str:public_id>/call/", views_evening.desk_call, name="desk_call"),
    path("<str:public_id>/calls/", views_calls.desk_calls, name="desk_calls"),
    path("<str:public_id>/calls/<int:call_id>/", views_calls.desk_call_act, name="desk_call_act"),
    path("<str:public_id>/notes/<int:note_id>/", views_calls.desk_note_back, name="desk_note_back"),
    path("<str:public_id>/close/", views_evening.desk_close, name="desk_close"),
    path("<str:public_id>/publish/", views_evening.desk_publish, name="desk_publish"),
    path("<str:public_id>/analysis/", views_analysis.desk_analysis, name="desk_analysis"),
    path("<str:public_id>/late/", views_late.desk_late, name="desk_late"),
    path("<str:public_id>/late/move/", views_late.desk_late_move, name="desk_late_move"),
    path(
        "<str:public_id>/late/deadline/", views_late.desk_late_deadline, name="desk_late_deadline"
    ),
    path(
        "<str:public_id>/late/averages/", views_late.desk_late_averages, name="desk_late_averages"
    ),
    path("<str:public_id>/late/<int:play_id>/", views_late.desk_late_open, name="desk_late_open"),
    path("<str:public_id>/round/<int:number>/", views_evening.desk_round, name="desk_round"),
    path(
        "<str:public_id>/round/<int:number>/confirm/",
        views_results.desk_confirm,
        name="desk_confirm",
    ),
    path("<str:public_id>/entry/", views_entry.desk_entry, name="desk_entry"),
    path("<str:public_id>/plays/<int:play_id>/", views_results.desk_play, name="desk_play"),
    path(
        "<str:public_id>/plays/<int:play_id>/seen/",
        views_evening.desk_outlier_seen,
        name="desk_outlier_seen",
    ),
    path(
        "<str:public_id>/plays/<int:play_id>/decide/",
        views_results.desk_decide,
        name="desk_decide",
    ),
    path(
        "<str:public_id>/plays/<int:play_id>/<str:kind>/",
        views_rulings.desk_put_right,
        name="desk_put_right",
    ),
    path(
        "<str:public_id>/players/<int:number>/leave/",
        views_leaving.desk_leave,
        name="desk_leave",
    ),
    path("<str:public_id>/players/<int:number>/merge/", views_merge.desk_merge, name="desk_merge"),
    path(
        "<str:public_id>/players/<int:number>/penalties/",
        views_rulings.desk_awards,
        name="desk_awards",
    ),
    path("<str:public_id>/history/", views_rulings.desk_history, name="desk_history"),
    path(
        "<str:public_id>/history/<int:ruling_id>/undo/", views_rulings.desk_undo, name="desk_undo"
    ),
    path(
        "<str:public_id>/history/proposals/<int:proposal_id>/",
        views_proposals.desk_proposal,
        name="desk_proposal",
    ),
    path("<str:public_id>/print/", views_print.desk_print, name="desk_print"),
    path(
        "<str:public_id>/print/board-cards.pdf",
        views_print.desk_board_cards,
        name="desk_board_cards",
    ),
    path(
        "<str:public_id>/print/table-cards.pdf",
        views_print.desk_table_cards,
        name="desk_table_cards",
    ),
    path(
        "<str:public_id>/print/guide-cards.pdf",
        views_print.desk_guide_cards,
        name="desk_guide_cards",
    ),
    path(
        "<str:public_id>/print/score-slips.pdf",
        views_print.desk_score_slips,
        name="desk_score_slips",
    ),
    path(
        "<str:public_id>/print/hand-slips.pdf",
        views_print.desk_hand_slips,
        name="desk_hand_slips",
    ),
    path(
        "<str:public_id>/print/standings.pdf",
        views_print.desk_standings_pdf,
        name="desk_standings_pdf",
    ),
    path(
        "<str:public_id>/standings.csv", views_print.desk_standings_csv, name="desk_standings_csv"
    ),
    path(
        "<str:public_id>/print/codes/<int:number>/",
        views_print.desk_table_code,
        name="desk_table_code",
    ),
]
