"""The addresses of the site, each with what it is looked at with."""

from typing import Any

Arguments = tuple[str | int, ...]
Row = tuple[str, Arguments]
Made = dict[str, Any]

KINDS = ("adjust", "move", "clear", "seats", "cards", "substitute", "board", "round")
EVERY = ("draft", "running", "official")
SEATS = (
    "seat_at_turn",
    "seat_not_at_turn",
    "seat_waiting",
    "seat_to_sit",
    "seat_asked",
    "seat_after",
    "seat_friends",
    "seat_friends_over",
    "seat_empty",
    "seat_triton",
    "seat_vicaire",
    "seat_four_aces",
    "seat_voting",
)
# The name of each page's address, and what it is looked at with: a key of what MADE prints, or a
# number as it is. Directors' pages are opened signed in, the others by a player who holds `SEATS`.
PAGES: dict[str, list[Arguments]] = {
    "home": [()],
    "rules": [("comon",), ("vicaire",), ("triton",)],
    "par": [()],
    "event": [("new",), *((state,) for state in EVERY), ("over",), ("live",), ("teams",)],
    "team": [("teams", 1)],
    "category": [("running", "stratum"), ("official", "group")],
    "history": [("running",), ("official",)],
    "scorecard": [("draft", 1), ("running", 1), ("running", 2), ("official", 1)],
    "boards": [*((state,) for state in EVERY), ("done",)],
    "board": [
        ("running", 1),
        ("running", "settled"),
        ("running", "missing"),
        ("official", 1),
        ("done", 1),
    ],
    "table_code": [()],
    "table": [("code",), ("live_code",)],
    "table_hand": [("live_code", "entry")],
    "table_board": [
        ("code", board)
        for board in ("settled", "misplayed", "unplayed", "disputed", "waiting", "missing")
    ],
    "board_dispute": [("code", "waiting")],
    "board_traveller": [("code", "settled")],
    "personal_link": [("strange_link",), ("nowhere",)],
    "seat": [*((seat,) for seat in SEATS), ("strange_seat",)],
    "watch": [("last_deal",), ("deal",)],
    "replay": [("replayed",), ("own_deal",), ("hidden_deal",)],
    "friends": [()],
    "friends_new": [()],
    "friends_table": [("lobby",), ("empty",), ("friends",), ("friends_over",), ("owned",)],
    "friends_statistics": [("empty",), ("friends",), ("friends_over",), ("owned",)],
    "invitation": [("uid", "set-password"), ("uid", "used")],
    "login": [()],
    "desk": [()],
    "desk_new": [()],
    "desk_club": [()],
    "desk_account": [()],
    "desk_people": [()],
    "desk_person": [("invited",), ("withdrawn",), ("myself",)],
    "desk_event": [
        (state,)
        for state in (
            *("new", "draft", "drawn", "running", "confirming", "over", "official"),
            *("live", "last", "done"),
        )
    ],
    "desk_edit": [("draft",), ("running",), ("official",), ("live",)],
    "desk_delete": [("draft",)],
    "desk_public_value": [("drawn",)],
    "desk_players": [("new",), ("draft",), ("running",)],
    "desk_list": [("draft",)],
    "desk_player": [("draft", 1), ("running", 1)],
    "desk_terms": [("draft", 1), ("running", 2)],
    "desk_movement": [("draft",), ("running",)],
    "desk_final": [("official",)],
    "desk_replace": [("final", 1)],
    "desk_seating": [("free",)],
    "desk_seating_import": [("free",)],
    "desk_teams": [("teams_draft",), ("teams",)],
    "desk_teams_list": [("teams_draft",)],
    "desk_team": [("teams_draft", 1), ("teams", 1)],
    "desk_attendance": [("draft",), ("running",), ("teams",)],
    "desk_calls": [("draft",), ("running",)],
    "desk_links": [("running",)],
    "desk_link": [("desk_secret",), ("nowhere",)],
    "desk_close": [("running",), ("live",)],
    "desk_publish": [("over",)],
    "desk_analysis": [("draft",), ("running",), ("over",), ("official",)],
    "desk_late": [("late",), ("running",)],
    "desk_late_averages": [("late",)],
    "desk_arrive": [("running",), ("over",)],
    "desk_leave": [("running", 1), ("live", 1)],
    "desk_rounds": [("running",)],
    "desk_round": [("running", 1), ("running", 2), ("live", 1)],
    "desk_confirm": [("confirming", 1)],
    "desk_entry": [("running",)],
    "desk_play": [
        ("running", play) for play in ("corrected_play", "disputed_play", "missing_play")
    ],
    "desk_put_right": [
        *(("running", "corrected_play", kind) for kind in KINDS),
        ("running", "missing_play", "adjust"),
    ],
    "desk_awards": [("running", 1)],
    "desk_merge": [("running", 1)],
    "desk_undo": [("running", "ruling")],
    "desk_history": [("running",), ("official",)],
    "desk_proposal": [("official", "proposal")],
    "desk_print": [("draft",), ("running",), ("official",), ("live",)],
    "desk_table_code": [("running", 1)],
    "desk_live": [("live",), ("last",), ("official",)],
    "desk_watch": [("live", "deal"), ("live", "own_deal"), ("last", "last_deal")],
    "desk_stop": [("live", "deal")],
    "desk_seat": [("live", 1), ("live", "bot_number"), ("running", 1)],
}
# What a form is sent to, and what leads `ELSEWHERE` at once.
ACTIONS: dict[str, Arguments] = {
    "desk_movement_take": ("draft",),
    "desk_team_remove": ("teams_draft", 1),
    "desk_by_hand": ("draft",),
    "desk_groups": ("draft",),
    "desk_player_group": ("draft", 1),
    "set_language": (),
    "logout": (),
    "table_me": ("code",),
    "board_confirm": ("code", "waiting"),
    "board_withdraw": ("code", "waiting"),
    "table_preferences": (),
    "seat_take": ("seat_to_sit",),
    "seat_act": ("seat_at_turn",),
    "seat_here": ("seat_at_turn",),
    "seat_leave": ("seat_at_turn",),
    "seat_claim": ("seat_at_turn",),
    "seat_say": ("seat_at_turn",),
    "friends_invitation": ("invitation",),
    "friends_seat": ("seat_friends",),
    "friends_join": ("empty",),
    "friends_place": ("owned",),
    "friends_fill": ("owned",),
    "friends_go_on": ("owned",),
    "friends_star": ("owned",),
    "desk_backup": (),
    "desk_sign_out_elsewhere": (),
    "desk_person_link": ("invited",),
    "desk_person_role": ("invited",),
    "desk_person_withdraw": ("invited",),
    "desk_clock": ("live",),
    "desk_late_move": ("running",),
    "desk_late_deadline": ("running",),
    "desk_late_open": ("running", "missing_play"),
    "desk_start": ("draft",),
    "desk_consents": ("draft",),
    "desk_player_remove": ("draft", 1),
    "desk_call": ("running",),
    "table_call": ("code",),
    "table_call_back": ("code",),
    "table_note": ("code", "note"),
    "seat_call": ("seat_at_turn",),
    "seat_call_back": ("seat_at_turn",),
    "seat_note": ("seat_at_turn", "note"),
    "desk_link_end": ("running", "desk_link"),
    "desk_call_act": ("running", "called"),
    "desk_note_back": ("running", "note"),
    "desk_outlier_seen": ("running", "disputed_play"),
    "desk_decide": ("running", "disputed_play"),
    "desk_hand_slips": ("draft",),
}
ELSEWHERE = {"set_language", "friends_invitation"}
FILES: dict[str, Arguments] = {
    "standings_csv": ("official",),
    "standings_json": ("official",),
    "teams_csv": ("teams",),
    "results_csv": ("official",),
    "results_json": ("official",),
    "deals_json": ("official", "set"),
    "deals_program": (),
    "replay_record": ("replayed",),
    "friends_deals": ("owned", 1),
    "desk_record": ("live", "own_deal"),
    "standings_pdf": ("official",),
    "desk_table_cards": ("draft",),
    "desk_board_cards": ("moving",),
    "desk_guide_cards": ("draft",),
    "desk_score_slips": ("draft",),
    "desk_standings_csv": ("official",),
    "desk_seating_csv": ("draft",),
    "desk_standings_pdf": ("official",),
}
QUERIES = {"desk_score_slips": "?round=1"}
REFUSED: dict[Row, int] = {
    ("board", ("running", "missing")): 404,
    ("personal_link", ("nowhere",)): 404,
    ("desk_link", ("nowhere",)): 404,
    ("seat", ("strange_seat",)): 403,
    ("watch", ("deal",)): 403,
    ("replay", ("hidden_deal",)): 403,
}
ROWS: list[Row] = [(name, each) for name, rows in PAGES.items() for each in rows]


def is_directors(row: Row) -> bool:
    name, arguments = row
    return name.startswith("desk") or "owned" in arguments
