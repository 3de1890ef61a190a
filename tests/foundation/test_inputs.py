"""Amounts as people type them, in forms that are read as cents."""

import pytest
from django.http import QueryDict
from rest_framework.exceptions import ValidationError

from foundation.inputs import Cents, Input, read_form, typed_cents

AMOUNTS = [
    ("25", 2500),
    ("25.5", 2550),
    ("$1,250.05", 125005),
    (" 0.25 ", 25),
    ("-3.50", -350),
    ("９９", 9900),
]


class Limit(Input):
    minimum_cents: Cents


@pytest.mark.parametrize(("typed", "cents"), AMOUNTS)
def test_an_amount_is_read_as_it_is_typed(typed, cents):
    assert typed_cents(typed) == cents


@pytest.mark.parametrize("typed", ["", "abc", "1.234", "1.2.3", "1e5", "99999999999999"])
def test_what_is_no_amount_is_refused(typed):
    with pytest.raises(ValueError, match="not an amount"):
        typed_cents(typed)


def test_a_form_has_amounts_and_an_input_cents():
    assert read_form(Limit, QueryDict("money-minimum_cents=25.50"), {}).minimum_cents == 2550
    assert read_form(Limit, QueryDict("minimum_cents=2550"), {}).minimum_cents == 2550
    for wrong in ("money-minimum_cents=x", "money-maximum_cents=2", "money-minimum_cents=-1"):
        with pytest.raises(ValidationError):
            read_form(Limit, QueryDict(wrong), {})
