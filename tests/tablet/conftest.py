import pytest

from tests.tablet.driver import Dealer
from tests.tablet.fit import LARGE, SMALL, as_viewport


@pytest.fixture(params=[(LARGE, "en"), (SMALL, "zh-hant")], ids=["1280-en", "1024-zh-hant"])
def at_table(request, live_floor, open_page, screenshot):
    """Put somebody with a tablet at a floor's table.

    Every story is told in English on a large tablet and in Chinese on a small one; each of its
    states is looked at in both sizes.
    """
    size, language = request.param

    def sit(floor, *, on_the_way=None, **who):
        page = open_page(viewport=as_viewport(size), reduced_motion="reduce")
        if on_the_way is not None:
            page.route("**/api/v1/**", on_the_way)
        return Dealer(page, floor, live_floor.url, screenshot, size=size, language=language, **who)

    return sit


@pytest.fixture
def at_large(live_floor, open_page, screenshot):
    """Put a dealer with a large tablet in English at a floor's table."""

    def sit(floor, **who):
        page = open_page(viewport=as_viewport(LARGE), reduced_motion="reduce")
        return Dealer(page, floor, live_floor.url, screenshot, size=LARGE, language="en", **who)

    return sit
