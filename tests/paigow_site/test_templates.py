import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from foundation.wording import money_text
from paigow_site.drawing.icons import LINES
from paigow_site.templatetags.floor import HTMX_CONFIG, chip_figure, htmx_config

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
INLINE = (
    (r"<style\b", "a style sheet in the page"),
    (r"\sstyle\s*=", "a style attribute"),
    (r"\son[a-z]+\s*=", "an event attribute"),
    (r"\bhx-on", "a script in an attribute"),
    (r"<script(?![^>]*\bsrc=)", "a script in the page"),
    (r"javascript:", "a script address"),
    (r"""\b(?:src|href)=["']https?:""", "something from elsewhere"),
)


def drawn(source: str, **context: object) -> str:
    return Template("{% load floor %}" + source).render(Context(context)).strip()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_keep_to_the_content_security_policy(path):
    text = path.read_text(encoding="utf-8")
    assert [why for pattern, why in INLINE if re.search(pattern, text)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_icon_that_a_template_names_is_drawn(path):
    named = re.findall(r"""{% icon ["']([\w-]+)["']""", path.read_text(encoding="utf-8"))
    assert set(named) <= LINES.keys()


MONEY = [
    (0, "USD", "$0.00"),
    (5, "USD", "$0.05"),
    (123456789, "USD", "$1,234,567.89"),
    (-2500, "NZD", "−NZ$25.00"),
    (100, "XTS", "XTS 1.00"),
]


@pytest.mark.parametrize(("cents", "currency", "text"), MONEY)
def test_money_is_written_with_sign_and_cents(cents, currency, text):
    assert money_text(cents, currency) == text
    assert text in drawn("{% money cents currency %}", cents=cents, currency=currency)


MACHINES_READ = {"c", r"Y-m-d\TH:i:s", "Y-m-d", "Y-m-d H:i:s.u"}


def test_people_read_dates_and_times_in_one_form_only():
    given = {
        (path.name, form)
        for path in TEMPLATES
        for form in re.findall(r"""\|date(?::["']([^"']*))?""", path.read_text(encoding="utf-8"))
    }
    assert [each for each in given if each[1] not in MACHINES_READ] == []


@pytest.mark.parametrize("language", ["en", "zh-hant", "zh-hans"])
def test_a_date_is_written_the_same_in_every_language(language):
    at = datetime(2026, 11, 16, 5, 7, 9, tzinfo=UTC)
    written = (
        "{{ day }} {{ at }} {{ at|when:'second' }} {{ at|when:'time' }} {{ nothing|when:'day' }}"
    )
    with translation.override(language), timezone.override(ZoneInfo("America/New_York")):
        said = drawn(written, day=at.date(), at=at, nothing=None)
    assert said == "2026-11-16 2026-11-16 00:07 2026-11-16 00:07:09 00:07"


def test_an_unknown_amount_is_not_a_zero():
    assert "–" in drawn("{% money nothing %}", nothing=None)


CHIPS = [(25, "¼"), (250, "2.50"), (500, "5"), (10000, "100"), (500000, "5K"), (150000, "1500")]


@pytest.mark.parametrize(("cents", "figure"), CHIPS)
def test_a_chip_shows_its_value(cents, figure):
    assert chip_figure(cents) == figure
    assert f"<b>{figure}</b>" in drawn("{% chip cents %}", cents=cents)


def test_a_tile_is_found_either_way_round_and_says_its_name():
    assert drawn('{% tile "3-1" %}') == drawn('{% tile "1-3" %}')
    assert "tiles.svg#tile-1-3" in drawn('{% tile "1-3" size="xs" %}')
    assert 'aria-label="1-3 High 4"' in drawn('{% tile "1-3" %}')


def test_a_card_says_its_name():
    assert 'aria-label="queen of spades"' in drawn('{% card "QS" %}')


CLOCKS = [
    (timedelta(days=13, hours=23), "well", "13 days 23 h", "1000"),
    (timedelta(hours=5), "well", "5 h 00 min", "417"),
    (timedelta(minutes=40), "warn", "40 min", "56"),
    (timedelta(minutes=-1), "due", "Expired", "0"),
]


@pytest.mark.parametrize(("left", "state", "words", "share"), CLOCKS)
def test_a_clock_tells_the_time_left(left, state, words, share):
    now = timezone.now()
    due = now + left + timedelta(seconds=30)
    text = drawn(
        '{% clock_bar "Tiles" start due warn %}',
        start=due - timedelta(hours=12),
        due=due if left > timedelta(0) else now + left,
        warn=due - timedelta(hours=1),
    )
    assert f'data-state="{state}"' in text
    assert words in text
    assert f'value="{share}"' in text, "the bar runs empty, as on the tablet"


def test_a_refusal_replaces_the_refusal_box_and_a_form_with_errors_itself():
    config = json.loads(htmx_config())
    assert config == HTMX_CONFIG
    handling = {row["code"]: row for row in config["responseHandling"]}
    codes = list(handling)
    assert codes.index("422") < codes.index("4..")
    assert handling["4.."]["target"] == handling["4.."]["select"] == "#refusal"
    assert "target" not in handling["422"]
    assert config["includeIndicatorStyles"] is False, "htmx would write a style sheet"
    assert config["allowEval"] is False


@pytest.mark.parametrize("code", ["en", "zh-hant", "zh-hans"])
def test_the_language_is_written_as_html_wants_it(code):
    with translation.override(code):
        text = drawn("{% language_tag code %}", code=code)
    assert text == {"en": "en", "zh-hant": "zh-Hant", "zh-hans": "zh-Hans"}[code]
