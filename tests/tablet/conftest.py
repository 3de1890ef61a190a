import pytest

from tests.tablet.driver import Dealer


@pytest.fixture
def at_table(live_floor, open_page):
    """Put a dealer with a tablet at a floor's table."""

    def sit(floor, *, language="en", size=(1280, 800), **who):
        viewport = {"width": size[0], "height": size[1]}
        page = open_page(viewport=viewport, reduced_motion="reduce")
        return Dealer(page, floor, live_floor.url, language=language, **who)

    return sit
