"""A headless Chromium for the tests of the viewer's page, and pages opened in it with all that goes wrong noted."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.records import read_record
from tools.view.games import Shown
from tools.view.page import to_page

# Loaded with every test of the project, so that Playwright is imported where it is used only.
if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("chromium", "chromium-browser", "google-chrome")
# No sandbox, since it does not start for root; and nothing that calls home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A page answers within milliseconds, unless the machine is busy with other things.
PATIENCE_MS = 30_000

Open = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Start Chromium, with a new empty profile."""
    executable = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if executable is None:
        pytest.fail("no Chromium found: install it (Debian: apt install chromium), or name one in CHROMIUM")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # see above

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS, timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """Collect what pages complain of: on the console, by errors, by dialogs."""
    return []


@pytest.fixture
def open_page(browser: "Browser", complaints: list[str], tmp_path: Path) -> Iterator[Open]:
    """Give a function that opens a page of games; at the end the page must have complained of nothing.

    ``address``: what follows the file's name. ``ratio``: device pixels a pixel. Nothing in a page may run code of a
    game, which would set `window.ran`, or ask for anything but the page.
    """
    contexts: list[BrowserContext] = []
    pages: list[Page] = []
    requests: list[str] = []

    def open_games(
        games: Sequence[Shown], address: str = "", *, dark: bool = False, width: int = 1280, ratio: float = 1
    ) -> "Page":
        file = tmp_path / f"page-{len(pages)}.html"
        file.write_text(to_page(games), encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            device_scale_factor=ratio,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        pages.append(page)
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url.partition("#")[0]))
        page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
        page.goto(file.as_uri() + address)
        return page

    yield open_games
    for page in pages:
        assert page.evaluate("window.ran") is None
    for context in contexts:
        context.close()
    assert complaints == []
    # The icon is in the page, too.
    assert [url for url in requests if not url.startswith("data:image/svg+xml,")] == [
        (tmp_path / f"page-{number}.html").as_uri() for number in range(len(pages))
    ]


@pytest.fixture
def four() -> Shown:
    """Return a game of four seats, with three deaths."""
    return Shown("replays/four.json", read_record(ROOT / "replays" / "4-wall-greedy-random-random.json"))
