import pytest

from tests.tablet.driver import Dealer


@pytest.fixture
def at_table(live_floor, open_page):
    """Put a dealer with a tablet at a floor's table."""

    def sit(floor, *, language="en", size=(1280, 800), on_the_way=None, **who):
        viewport = {"width": size[0], "height": size[1]}
        page = open_page(viewport=viewport, reduced_motion="reduce")
        if on_the_way is not None:
            page.route("**/api/v1/**", on_the_way)
        return Dealer(page, floor, live_floor.url, language=language, **who)

    return sit
