import enum
import hashlib
import string
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType
from uuid import UUID

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from audit.log.canonical import (
    MAX_BYTES,
    MAX_INTEGER,
    NotCanonical,
    canonical_bytes,
    canonical_time,
    parse_canonical,
)
from audit.record import body_bytes, plain_value

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


def body_of(detail, after=None):
    return {"detail": detail, "before": None, "after": after, "stream": "table:1"}


def carefully(body):
    """What the careful way makes of an event's body: its bytes, or None where it has none."""
    try:
        return canonical_bytes(plain_value(body))
    except NotCanonical:
        return None


@given(VALUES, VALUES)
def test_an_event_is_written_as_the_careful_way_writes_it(value, other):
    assert body_bytes(body_of({"a": value}, other)) == canonical_bytes(body_of({"a": value}, other))


@given(st.dictionaries(KEYS, st.integers(-(10**15) + 1, 10**15 - 1) | TEXTS, max_size=5))
def test_plain_events_are_written_as_they_are(value):
    assert body_bytes(body_of(value)) == canonical_bytes(body_of(value))


class Chair(enum.IntEnum):
    FIRST = 1
    TOO_LARGE = 2**53


BROUGHT_INTO_THE_PROFILE = [
    {"A": 1},
    {"a b": 1},
    {"": 1},
    {"a": 1.5},
    {"a": "e\u0301"},
    {"a": Chair.FIRST},
    {"a": (1, UUID(int=1))},
    {"a": MappingProxyType({"B": datetime(2026, 1, 2, tzinfo=UTC)})},
]
NO_PLACE_IN_AN_EVENT = [
    {"a": 2**53},
    {"a": -(2**53)},
    {"a": 2**63},
    {"a": [2**53]},
    {"a": Chair.TOO_LARGE},
    {"a": MappingProxyType({"b": [2**53]})},
    {"a": "\ud800"},
    {"a": "x" * 70_000},
]


@pytest.mark.parametrize("value", BROUGHT_INTO_THE_PROFILE)
def test_what_is_not_plain_is_written_as_the_careful_way_writes_it(value):
    written = body_bytes(body_of(value))
    assert written == carefully(body_of(value))
    assert parse_canonical(written)["stream"] == "table:1"


@pytest.mark.parametrize("value", NO_PLACE_IN_AN_EVENT, ids=range(len(NO_PLACE_IN_AN_EVENT)))
def test_what_has_no_place_in_an_event_is_refused(value):
    assert carefully(body_of(value)) is None
    with pytest.raises(NotCanonical):
        body_bytes(body_of(value))


def test_an_event_is_as_deep_as_the_profile_allows():
    def nested(depth):
        value = {"a": "[[{{"}
        for level in range(depth - 1):
            value = [value] if level % 2 else {"a": value}
        return value

    assert body_bytes(body_of(nested(31))) == canonical_bytes(body_of(nested(31)))
    with pytest.raises(NotCanonical):
        body_bytes(body_of(nested(32)))


def test_what_was_there_yields_to_its_hash_when_it_is_too_long():
    long = {"a": "x" * (MAX_BYTES // 4)}
    written = parse_canonical(body_bytes(body_of({}, long)))
    assert written["after"] == {
        "sha256": hashlib.sha256(canonical_bytes(long)).hexdigest(),
        "bytes": len(canonical_bytes(long)),
    }
