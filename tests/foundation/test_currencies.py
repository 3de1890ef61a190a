import re
from itertools import pairwise

import pytest

from banking.models import SlipKind
from banking.parts import pieces_of
from banking.queries.cash import cash_part
from first_day.forms import NewHouseForm
from foundation.currencies import CURRENCIES, bills_of
from foundation.inputs import typed_cents
from foundation.paper.letters import drawable
from foundation.wording import money_text
from rounds.queries.tables import table_sheet
from tests.factories import make_floor
from tests.tree import texts

CODE = re.compile(rf"\b({'|'.join(CURRENCIES)})\b")
SECOND_LIST = 3


def test_set_up_offers_every_currency_and_no_other():
    offered = [code for code, _says in NewHouseForm.base_fields["currency"].choices]
    assert offered == list(CURRENCIES)


def test_each_currency_has_a_sign_of_its_own_that_paper_can_draw():
    signs = [each.sign for each in CURRENCIES.values()]
    assert len(set(signs)) == len(signs) > 1
    assert [drawable(each) for each in signs] == signs


@pytest.mark.parametrize("code", CURRENCIES)
def test_an_amount_is_written_with_the_sign_and_read_again(code):
    assert money_text(125_050, code) == f"{CURRENCIES[code].sign}1,250.50"
    assert typed_cents(money_text(125_050, code)) == 125_050
    assert CURRENCIES[code].sign.endswith(CURRENCIES[code].table_sign)


@pytest.mark.parametrize("code", CURRENCIES)
def test_the_notes_of_a_currency_ascend_in_whole_units(code):
    notes = bills_of(code)
    assert len(notes) > 1
    assert [low < high for low, high in pairwise(notes)] == [True] * (len(notes) - 1)
    assert {each % 100 for each in notes} == {0}


def test_there_is_no_note_of_one_euro():
    assert 100 not in bills_of("EUR")
    assert 100_000 in bills_of("HKD")


@pytest.mark.django_db
def test_the_tablet_and_the_box_take_sign_and_notes_from_the_list():
    table = make_floor().table
    for code, currency in CURRENCIES.items():
        table.property.currency = code
        assert table_sheet(table)["table"]["currency_sign"] == currency.table_sign
        assert cash_part(table).bills == pieces_of(SlipKind.DROP, table) == currency.notes


def test_no_other_file_lists_currencies_or_signs_them():
    product = {
        path: text
        for path, text in texts("*.py", "*.js", "*.html", "*.typ", "*.sql").items()
        if not path.startswith("tests/")
    }
    several = {
        path for path, text in product.items() if len(set(CODE.findall(text))) >= SECOND_LIST
    }
    assert several == {"foundation/currencies.py"}
    assert not {path for path, text in product.items() if "currencyDisplay" in text}
