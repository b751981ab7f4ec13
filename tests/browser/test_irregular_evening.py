"""An evening of eleven players with six irregularities, put right on a phone, up to its standings.

The standings at the end are worked out here by hand, from docs/scoring.md alone.

One board a round, matchpoints. The half-lives of a result go to the seats: the most tricks +1, the
fewer −2, the fewest 0. With E results expected and A in, a score that earned M among these A has
(M · E + E − A) / A of the top 2(E − 1).

Seats A, B, C as the director seats them by hand; 12 is Lou, who comes late and makes table 4 with
Dora and Kim, who would have sat out (irregularity 1: a late arrival).

  round 1   table 1 Ben Ida Hal    2 Cem Eli Fay   3 Gus Ada Jan   4 Dora Kim Lou
  round 2   table 1 Eli Dora Ben   2 Jan Fay Ida   3 Hal Lou Ada   4 Kim Cem Gus
  round 3   table 1 Ida Gus Dora   2 Lou Jan Eli   3 Fay Hal Kim   4 Ada Ben Cem

BOARD 1, round 1, E = 4, top 6.
  2: at table 1 Ben and Ida sat in each other's seat: A Ida, B Ben, C Hal.
  3: from table 3 on the board was fouled: tables 1 and 2 are one sub-field, 3 and 4 another.
  A = 2 in each; 2 is more than a third of 4, so Neuberg holds: (4M + 2) / 2 = 2M + 1, that is 5 for
  who won (M = 2), 3 for who was level (M = 1), 1 for who lost (M = 0).
    table 1  5-3-2   Ida +1   Ben −2   Hal 0      seat A Ida 5, Cem 1; B Ben 3, Eli 3;
    table 2  2-3-5   Cem 0    Eli −2   Fay +1     C Hal 1, Fay 5
    table 3  5-2-3   Gus +1   Ada 0    Jan −2     seat A Gus 5, Dora 1; B Ada 1, Kim 5;
    table 4  3-5-2   Dora −2  Kim +1   Lou 0      C Jan 1, Lou 5

BOARD 2, round 2, E = 4, top 6.
  4: table 2 played board 3 instead, and has A− for board 2: no result of it, A = 3.
  (4M + 1) / 3: M = 4, 2, 0 give 17/3, 3, 1/3.
    table 1  5-3-2   Eli +1   Dora −2  Ben 0      seat A Eli 17/3, Hal 3, Kim 1/3;
    table 3  2-5-3   Hal 0    Lou +1   Ada −2     B Lou 17/3, Cem 3, Dora 1/3;
    table 4  3-2-5   Kim −2   Cem 0    Gus +1     C Gus 17/3, Ben 3, Ada 1/3

BOARD 3. Table 2 has played it in round 2; of its three players one sits at table 1, 2 and 3 each in
  round 3, so that these play board 4, the first of the sealed reserve, and table 4 alone plays
  board 3: E = A = 2, top 2.
    round 2, table 2  5-3-2   Jan +1  Fay −2  Ida 0    seat A Jan 2, Ada 0; B Fay 0, Ben 2;
    round 3, table 4  2-5-3   Ada 0   Ben +1  Cem −2   C Ida 2, Cem 0

BOARD 4, round 3, E = 3, top 4.
  5: Kim leaves before table 3 has played: A+ for Fay and Hal, nothing for Kim. So A = 2.
  (3M + 1) / 2: M = 2, 1, 0 give 7/2, 2, 1/2.
    table 1  3-2-5   Ida −2   Gus 0    Dora +1    seat A Lou 7/2, Ida 1/2; B Gus 2, Jan 2;
    table 2  5-2-3   Lou +1   Jan 0    Eli −2     C Dora 7/2, Eli 1/2

Averages: A+ is 60 % of the top or one's own per cent, if higher; A− 40 % or one's own, if lower.
  Fay's own is 5 + 0 of 6 + 2: 62.5 %. A− 40 % of 6 = 2.4; A+ 62.5 % of 4 = 2.5.
  Ida's own is 5 + 2 + 1/2 of 6 + 2 + 4: 62.5 %. A− 2.4.
  Jan's own is 1 + 2 + 2 of 6 + 2 + 4: 41.67 %. A− 40 % of 6 = 2.4.
  Hal's own is 1 + 3 of 6 + 6: 33.33 %. A+ 60 % of 4 = 2.4.
6: a penalty of 10 % of a board for Gus: a tenth of his mean top, 16/3: 8/15 = 0.533.

  Lou   5 + 17/3 + 7/2           = 85/6   = 14.17 of 16   88.54 %
  Gus   5 + 17/3 + 2 − 8/15      = 182/15 = 12.13 of 16   75.83 %
  Eli   3 + 17/3 + 1/2           = 55/6   =  9.17 of 16   57.29 %
  Ben   3 + 3 + 2                         =  8    of 14   57.14 %
  Fay   5 + 2.4 + 0 + 2.5                 =  9.9  of 18   55 %
  Ida   5 + 2.4 + 2 + 1/2                 =  9.9  of 18   55 %
  Kim   5 + 1/3                  = 16/3   =  5.33 of 12   44.44 %   (board 4 does not count)
  Jan   1 + 2.4 + 2 + 2                   =  7.4  of 18   41.11 %
  Hal   1 + 3 + 2.4                       =  6.4  of 16   40 %
  Dora  1 + 1/3 + 7/2            = 29/6   =  4.83 of 16   30.21 %
  Cem   1 + 3 + 0                         =  4    of 14   28.57 %
  Ada   1 + 1/3 + 0              = 4/3    =  1.33 of 14    9.52 %
"""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.club import Club
from tests.browser.director import Director
from tests.browser.evening import Wall, Windows, sign_in

pytestmark = pytest.mark.browser

NAMES = ["Ada", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim"]
MAKE = f"""
import json
from datetime import date
from tournament.events.models import Event
from tournament.events.selectors import club_default
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.operations.accounts import director_ensure
event = event_create(
    club=club_default(), director=director_ensure(),
    data=EventData(
        "Irregular", date(2026, 11, 30), rounds=3, boards_per_round=1, turned=False,
        movement=Event.Movement.FREE,
    ),
)
entries_add(event=event, entries=[NewEntry(name, True) for name in {NAMES!r}])
print(json.dumps(event.public_id))
"""
SEAT = """
import json
from tournament.events.models import Event
from tournament.tables.seating import seatings_set
event = Event.objects.get(public_id={event!r})
by_name = {{entry.player.name: entry for entry in event.entries.select_related("player")}}
seatings_set(event=event, seatings={{
    number: [[by_name[name] for name in table.split()] for table in tables]
    for number, tables in {seatings!r}.items()
}})
print(json.dumps(None))
"""
ROUND_1 = {1: ["Ben Ida Hal", "Cem Eli Fay", "Gus Ada Jan"]}
ROUNDS_2_3 = {
    2: ["Eli Dora Ben", "Jan Fay Ida", "Hal Lou Ada", "Kim Cem Gus"],
    3: ["Ida Gus Dora", "Lou Jan Eli", "Fay Hal Kim", "Ada Ben Cem"],
}
STANDINGS = [
    (1, "Lou", 3, "14.17", "88.54"),
    (2, "Gus", 3, "12.13", "75.83"),
    (3, "Eli", 3, "9.17", "57.29"),
    (4, "Ben", 3, "8.00", "57.14"),
    (5, "Fay", 4, "9.90", "55.00"),
    (5, "Ida", 4, "9.90", "55.00"),
    (7, "Kim", 2, "5.33", "44.44"),
    (8, "Jan", 4, "7.40", "41.11"),
    (9, "Hal", 3, "6.40", "40.00"),
    (10, "Dora", 3, "4.83", "30.21"),
    (11, "Cem", 3, "4.00", "28.57"),
    (12, "Ada", 3, "1.33", "9.52"),
]


def choose(form: Locator, label: str, value: str) -> None:
    form.get_by_label(label).select_option(value)


def test_six_irregularities_end_in_the_standings_worked_out_by_hand(
    club: Club, windows: Windows
) -> None:
    page = windows.phone()
    sign_in(page, club)
    event = club.make(MAKE)
    club.make(SEAT.format(event=event, seatings=ROUND_1))
    director = Director(page, club, event)

    director.start(1)
    director.open("attendance/now/")
    page.get_by_label("Name", exact=True).fill("Lou")
    page.get_by_label("Agreed to a public name").check()
    expect(page.get_by_label("a new table 4, with Dora and Kim")).to_be_checked()
    director.press("Enter and seat")
    director.said("Lou is entered and seated")
    club.make(SEAT.format(event=event, seatings=ROUNDS_2_3))
    director.type_slips(["532", "235", "523", "352"])

    form = director.put_right(1, 1, "Players in the wrong seats")
    choose(form, "Seat A", "9")
    choose(form, "Seat B", "2")
    director.save(
        "Sat the wrong way round",
        "Table 1, board 1: A Ben, B Ida, C Hal → A Ida, B Ben, C Hal",
    )
    director.put_right(1, 3, "The board was fouled")
    other = "the cards as dealt → other cards (version 2)"
    director.save(
        "Two hands were exchanged", *(f"Table {table}, board 1: {other}" for table in (3, 4))
    )
    director.close(1)

    director.start(2)
    director.type_slips(["532", "532", "253", "325"])
    form = director.put_right(2, 2, "Another board was played")
    choose(form, "Board that was played", "3")
    form.get_by_label("A− for all three (at fault)").check()
    director.save(
        "Took the board of the next round",
        "Table 2: board 2 → board 3 (board 2: A−)",
    )
    director.close(2)

    director.open("attendance/")
    for name in ("Jan", "Fay", "Ida"):
        expect(page.locator("main")).to_contain_text(f"{name} has played board 3 already")
    director.start(3)
    director.open(f"players/{NAMES.index('Kim') + 1}/leave/")
    expect(page.get_by_label("are not played: the two others get A+")).to_be_checked()
    director.save(
        "Last train",
        "Table 3, board 4: no result → A+ / A+ / –",
        "Kim has no seat in the rounds to come. Taking back what becomes of the boards does not "
        "change that: “Comes back”, on the player’s page, does.",
        button="Save",
    )
    director.type_slips(["325", "523", "253"])
    director.open(f"players/{NAMES.index('Gus') + 1}/penalties/")
    page.get_by_label("How much").fill("10")
    director.save("Slow play", "Gus: none → procedural penalty −10 % of a board")
    director.close(3)

    public = windows.phone()
    public.goto(f"{club.base}/e/{event}/")
    # Everything is computed once the last change is.
    expect(public.locator(".standings tbody tr").first).to_contain_text("88.54")
    expect(public.locator("main")).not_to_contain_text("recomputed")
    shown = [
        (line.rank, line.name, line.boards, str(line.points), str(line.percent))
        for line in Wall(public).lines()
    ]
    assert shown == STANDINGS
    assert windows.errors == []
