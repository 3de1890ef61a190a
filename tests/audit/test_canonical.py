import string
import unicodedata
from datetime import datetime, timedelta, timezone

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from audit.log.canonical import (
    MAX_INTEGER,
    NotCanonical,
    canonical_bytes,
    canonical_time,
    parse_canonical,
    quick_bytes,
)

KEYS = st.text(string.ascii_lowercase + string.digits + "_", min_size=1, max_size=12)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map(
    lambda text: unicodedata.normalize("NFC", text)
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)

OUTSIDE_THE_PROFILE = [
    (1.0, "float"),
    (float("nan"), "float"),
    (-0.0, "float"),
    (2**53, "beyond"),
    (-(2**53), "beyond"),
    ({"Ab": 1}, "key"),
    ({"": 1}, "key"),
    ({"a-b": 1}, "key"),
    ({"\U0001f600": 1}, "key"),
    ({1: 1}, "key"),
    ("e\u0301", "NFC"),
    ("\ud800", "surrogate"),
    (b"bytes", "bytes"),
    ({"a": {"b": [1, {1, 2}]}}, r"\$\.a\.b\[1\]"),
    ("x" * 65_536, "65535"),
]


@given(VALUES)
def test_the_bytes_are_those_of_rfc_8785(value):
    assert canonical_bytes(value) == rfc8785.dumps(value)


@given(VALUES)
def test_what_is_written_reads_back(value):
    assert parse_canonical(canonical_bytes(value)) == value


@pytest.mark.parametrize(("value", "reason"), OUTSIDE_THE_PROFILE)
def test_what_has_two_spellings_is_refused(value, reason):
    with pytest.raises(NotCanonical, match=reason):
        canonical_bytes(value)


def test_nesting_has_an_end():
    value = []
    for _ in range(40):
        value = [value]
    with pytest.raises(NotCanonical, match="nested"):
        canonical_bytes(value)


@pytest.mark.parametrize(
    "body",
    [b'{"b":1,"a":2}', b'{"a": 1}', b'{"a":1,"a":1}', b'"\\u0041"', b'"\\/"', b"1e2", b"{", b""],
)
def test_another_spelling_of_the_same_value_is_refused(body):
    with pytest.raises(NotCanonical):
        parse_canonical(body)


def test_times_are_utc_with_six_decimals():
    eastern = timezone(timedelta(hours=-5))
    assert canonical_time(datetime(2026, 3, 1, 23, 0, tzinfo=eastern)) == (
        "2026-03-02T04:00:00.000000Z"
    )
    with pytest.raises(NotCanonical):
        canonical_time(datetime(2026, 3, 1))


@given(VALUES)
def test_what_is_written_quickly_is_what_is_written_carefully(value):
    quick = quick_bytes(value)
    assert quick is None or quick == canonical_bytes(value)


@given(st.dictionaries(KEYS, st.integers(-(10**15) + 1, 10**15 - 1) | TEXTS, max_size=5))
def test_plain_events_are_written_quickly(value):
    assert quick_bytes(value) == canonical_bytes(value)


NOT_QUICK = [
    {"A": 1},
    {"a b": 1},
    {"": 1},
    {"a": 2**53},
    {"a": 2**63},
    {"a": 1.5},
    {"a": "e\u0301"},
    {"a": "\ud800"},
    {"a": "x" * 70_000},
]


@pytest.mark.parametrize("value", NOT_QUICK, ids=range(len(NOT_QUICK)))
def test_what_is_not_plainly_canonical_is_left_to_the_careful_way(value):
    assert quick_bytes(value) is None


def test_depth_is_seen_in_the_bytes():
    def nested(depth):
        value = {"a": "[[{{"}
        for level in range(depth - 1):
            value = [value] if level % 2 else {"a": value}
        return value

    assert quick_bytes(nested(32)) == canonical_bytes(nested(32))
    assert quick_bytes(nested(33)) is None
