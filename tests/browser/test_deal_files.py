"""A director imports a PBN file and plays it; then anybody checks the cards and takes the file."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from deals.formats import boards_read, pbn
from tests.browser.club import Club
from tests.browser.director import Director
from tests.browser.evening import Windows, sign_in
from tests.deals.test_formats import dealt

pytestmark = pytest.mark.browser

MAKE = """
import json
from datetime import date
from tournament.events.selectors import club_default
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.operations.accounts import director_ensure
event = event_create(
    club=club_default(), director=director_ensure(),
    data=EventData("From a file", date(2026, 12, 5), rounds=1, boards_per_round=2),
)
entries_add(event=event, entries=[NewEntry(name, True) for name in ("Ada", "Ben", "Cem")])
print(json.dumps(event.public_id))
"""


def test_a_pbn_file_from_the_desk_to_the_public_page(
    club: Club, windows: Windows, tmp_path: Path
) -> None:
    page = windows.desktop()
    sign_in(page, club)
    event = club.make(MAKE)
    director = Director(page, club, event)
    file = tmp_path / "cup.pbn"

    director.open("")
    page.get_by_role("link", name="Deals from a file instead").click()
    file.write_bytes(pbn.write(dealt(3)).replace(b'[Board "2"]', b'[Board "1"]'))
    page.get_by_label("File of deals").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    expect(page.locator("main")).to_contain_text("Line 34: board 1 was on line 15 already.")

    file.write_bytes(pbn.write(dealt(3)))
    page.get_by_label("File of deals").set_input_files(file)
    page.get_by_role("button", name="Read the file").click()
    expect(page.locator("main")).to_contain_text("Whoever made the file knows the hands")
    expect(page.locator("main")).to_contain_text("1 board, what is over in the file")
    page.get_by_role("button", name="Import these deals").click()
    director.said("The deals of “cup.pbn” are imported and sealed.")

    director.start(1)
    director.type_slips(["532", "253"])
    director.close(1)
    director.open("publish/")
    page.get_by_role("button", name="Publish").click()
    page.goto(f"{club.base}/e/{event}/boards/2/")
    expect(page.get_by_role("status").filter(has_text="Verified")).to_have_text(
        "Verified in your browser: these are the cards that were imported and locked before play."
    )
    page.goto(f"{club.base}/e/{event}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Boards with hands: PBN").click()
    assert download.value.suggested_filename.endswith(".pbn")
    _form, boards = boards_read(Path(download.value.path()).read_bytes())
    assert [board.deal for board in boards.boards] == [each.deal for each in dealt(2).boards]
    # The refusal of the damaged file is the only answer that a browser takes for a fault.
    (refused,) = windows.errors
    assert "422" in refused
