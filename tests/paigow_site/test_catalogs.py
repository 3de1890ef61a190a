import gettext
import io
import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from foundation.wording import tile_label
from paigow_site import catalogs
from paigow_site.catalogs import (
    LANGUAGES,
    Sentence,
    compiled,
    kept,
    place,
    read_catalog,
    written_catalog,
)
from rules.option_fields import OPTION_FIELDS

PLACEHOLDER = re.compile(r"%\(\w+\)s|%%|\{\w*\}|</?\w[^>]*>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalog_is_current(language):
    current = compiled(kept(language), language)
    assert place(language, "mo").read_bytes() == current, "run make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_keeps_the_places_of_its_sentence(language):
    wrong = [
        sentence.text
        for sentence, text in kept(language).items()
        if text and sorted(PLACEHOLDER.findall(sentence.text)) != sorted(PLACEHOLDER.findall(text))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_product_is_translated(language):
    known = kept(language)
    missing = [sentence for sentence in catalogs.collected() if not known.get(sentence)]
    assert missing == [], "run make messages and translate what it lists"


def test_what_the_rules_say_of_each_option_is_collected():
    assert {Sentence(each.says) for each in OPTION_FIELDS} <= set(catalogs.collected())


PYTHON = """
_("Table {number}").format(number=7)
gettext_lazy("Two " "parts")
pgettext("a tile", "Nine")
ngettext("one tile", "{count} tiles", count)
_(variable)
"""
TEMPLATE = """{% load i18n %}
<p title="{% translate 'Close' %}">{% translate "100%" context "share" %}</p>
{% include "x.html" with label=_("Sign") %}
{% blocktranslate count n=n %}one{% plural %}{{ n }} many{% endblocktranslate %}"""


def test_sentences_are_found_in_python():
    assert set(catalogs.sentences_in_python(PYTHON)) == {
        Sentence("Table {number}"),
        Sentence("Two parts"),
        Sentence("Nine", context="a tile"),
        Sentence("one tile", plural="{count} tiles"),
    }


def test_sentences_are_found_in_templates():
    assert set(catalogs.sentences_in_template(TEMPLATE)) == {
        Sentence("Close"),
        Sentence("100%%", context="share"),
        Sentence("Sign"),
        Sentence("one", plural="%(n)s many"),
    }


CATALOG = {
    Sentence("Back"): "返回",
    Sentence('A "quoted"\nline \\ here'): "引號",
    Sentence("Nine", context="a tile"): "雜九",
    Sentence("one tile", plural="{count} tiles"): "{count} 張",
    Sentence("Not yet"): "",
}


def test_a_catalog_is_read_as_it_was_written():
    assert read_catalog(written_catalog(CATALOG, "zh_Hant")) == CATALOG


def test_a_compiled_catalog_speaks():
    spoken = gettext.GNUTranslations(io.BytesIO(compiled(CATALOG, "zh_Hant")))
    assert spoken.gettext("Back") == "返回"
    assert spoken.pgettext("a tile", "Nine") == "雜九"
    assert spoken.ngettext("one tile", "{count} tiles", 3) == "{count} 張"
    assert spoken.gettext("Not yet") == "Not yet"


@pytest.mark.parametrize(("language", "name"), [("zh-hant", "6-6 天牌"), ("zh-hans", "4-5 杂九")])
def test_a_tile_is_called_by_its_name(language, name):
    with translation.override(language):
        assert tile_label(name.split()[0]) == name


def test_a_refusal_is_in_the_language_of_the_reader():
    with translation.override("zh-hant"):
        assert "規則" in render_to_string("_refusal_text.html", {"message": "x", "rule": "MD 3"})
