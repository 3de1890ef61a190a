"""What a body may hold: nothing is guessed, nothing is ignored, nothing reaches the record."""

import json
import logging

import pytest
from django.test import Client
from django.utils.html import escape

from rounds.wording import VOID_REASONS
from staff.commands.people import PersonFacts, change_person
from staff.models import Person
from tests.attacks.callers import refusals, state_of, whole_round
from tests.factories import PIN
from tests.sign_in import enrol

pytestmark = pytest.mark.django_db


def wager(**fields):
    return {"wagers": [{"seat": 1, "cents": 2500, **fields}]}


STRANGE = [
    ("wagers", {**wager(), "version": 9}, "version"),
    ("wagers", wager(net_cents=1), "net_cents"),
    ("wagers", wager(verified_by=1), "verified_by"),
    ("seats", {"seat": 1, "player": {"player": "red", "role": "dealer"}}, "role"),
    ("settle", {"house_net_cents": 0}, "house_net_cents"),
    ("close", {"state": "settled"}, "state"),
    ("roll", {"dice": [1, 2, 3], "total": 18}, "total"),
    ("states", {"seat": 1, "state": "played", "__proto__": {}}, "__proto__"),
]


def test_a_field_that_nobody_asked_for_is_named_and_refused(floor, dealer):
    before = state_of(floor.property)
    for step, body, field in STRANGE:
        answer = dealer.step(step, body)
        assert answer.status_code == 400, body
        assert f'"{field}"' in json.dumps(answer.json()["fields"])
    assert state_of(floor.property) == before


AMOUNTS = ["-1", "0.1", "1e3", "1e309", "-1e309", "NaN", "Infinity", '"1"', "true", "null", "[]"]
AMOUNTS += ["9223372036854775808", "1" + "0" * 400, "1" * 5000, "2500.0", "-0.0", '"٣"']


def test_an_amount_is_a_whole_number_of_cents(floor, dealer):
    before = state_of(floor.property)
    for amount in AMOUNTS:
        raw = '{"wagers": [{"seat": 1, "cents": AMOUNT}]}'.replace("AMOUNT", amount)
        assert dealer.step("wagers", raw=raw).status_code == 400, amount
    assert state_of(floor.property) == before


def tiles(*held):
    return {"hands": [{"place": "seat-1", "tiles": list(held)}]}


NUMBERS = [
    ("wagers", {"wagers": [{"seat": 0, "cents": 2500}]}),
    ("wagers", {"wagers": [{"seat": 9, "cents": 2500}]}),
    ("wagers", {"wagers": [{"seat": "1", "cents": 2500}]}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 2500}] * 2}),
    ("wagers", {"wagers": [{"seat": 1, "cents": 2500}] * 25}),
    ("wagers", {"wagers": []}),
    ("wagers", {"wagers": {"seat": 1}}),
    ("wagers", []),
    ("wagers", "text"),
    ("wagers", 7),
    ("roll", {"dice": [0, 1, 2]}),
    ("roll", {"dice": [7, 1, 2]}),
    ("roll", {"dice": [1, 2]}),
    ("roll", {"dice": [1, 2, 3, 4]}),
    ("roll", {"dice": [1, 2, 3], "generator": 5}),
    ("roll", {"dice": [1, 2, True]}),
    ("roll", {"generator": 1000, "device": "g"}),
    ("roll", {"dice": [1, 2, 3], "adjust": 1}),
    ("hands", tiles(*["1-1"] * 33)),
    ("hands", tiles("1-1", "1-1", "1-2", "1-2", "1-3")),
    ("hands", tiles("1-1", "1-1", None, 7)),
    ("hands", {"hands": [{"place": "seat-1"}]}),
    ("hands", {"hands": [{"place": "seat-1", "tiles": [], "cards": []}]}),
    ("states", {"seat": 1, "state": "won"}),
    ("quick", {"outcomes": [{"seat": 1, "outcome": "jackpot"}]}),
]


def test_seats_dice_and_lists_stay_within_their_bounds(floor, dealer):
    before = state_of(floor.property)
    for step, body in NUMBERS:
        assert dealer.step(step, body).status_code == 400, (step, body)
    assert state_of(floor.property) == before


IMPOSSIBLE = [
    {"wagers": [{"seat": 7, "cents": 2500}]},
    {"wagers": [{"seat": 1, "cents": 1}]},
    {"wagers": [{"seat": 1, "cents": 10**12}]},
    {
        "hands": [
            {"place": "seat-1", "tiles": ["6-6", "6-6", "6-6", "1-1"]},
            *whole_round()["hands"],
        ]
    },
    {"hands": [{"place": "seat-1", "tiles": ["7-7", "6-6", "1-1", "1-1"]}]},
    {"hands": [{"place": "seat-1", "tiles": ["1-1", "1-1", "1-1", "3-6"]}]},
    {"hands": [*whole_round()["hands"], *whole_round()["hands"]]},
    {"hands": [{"place": "../seat-1", "tiles": ["1-1", "1-1", "3-6", "6-6"]}]},
    {"hands": []},
    {"states": [{"seat": 5, "state": "surrendered"}]},
    {"roll": None},
]


def test_a_whole_round_that_cannot_have_been_played_leaves_no_trace(floor, dealer):
    void = {"reason": next(iter(VOID_REASONS)), "second": sign(floor.floorperson)}
    assert dealer.step("void", void).status_code == 200
    before = state_of(floor.property)
    for changed in IMPOSSIBLE:
        answer = dealer.post(f"tables/{floor.table.pk}/whole-rounds/", whole_round(**changed))
        assert answer.status_code in {400, 409}, (changed, answer.content)
        assert answer.json()["code"] != "round_open"
    assert state_of(floor.property) == before
    possible = dealer.post(f"tables/{floor.table.pk}/whole-rounds/", whole_round())
    assert possible.status_code == 200


def sign(person):
    return {"badge": person.badge, "pin": PIN}


DEEP = "[" * 1000 + "]" * 1000
BODIES = {
    "a key twice": b'{"wagers": [{"seat": 1, "cents": 1, "cents": 2500}]}',
    "a thousand levels": b'{"wagers": ' + DEEP.encode() + b"}",
    "thirty thousand levels": b"[" * 30_000,
    "21 levels": b"[" * 21 + b"]" * 21,
    "not UTF-8": b'{"wagers": [{"seat": 1, "player": "\xff\xfe", "cents": 2500}]}',
    "UTF-16": '{"wagers": []}'.encode("utf-16"),
    "overlong slash": b'{"wagers": "\xc0\xaf"}',
    "NUL": b'{"wagers": [{"seat": 1, "player": "a\\u0000b", "cents": 2500}]}',
    "NUL in a key": b'{"\\u0000": 1}',
    "lone surrogate": b'{"wagers": [{"seat": 1, "player": "\\ud800", "cents": 2500}]}',
    "nothing": b"",
    "null": b"null",
    "two values": b"{} {}",
    "a form": b"wagers=1",
    "single quotes": b"{'wagers': []}",
    "a comment": b'{"wagers": [] /* all */}',
}


def test_a_body_with_two_readings_is_refused(floor, dealer):
    before = state_of(floor.property)
    for name, raw in BODIES.items():
        answer = dealer.step("wagers", raw=raw)
        assert answer.status_code == 400, name
        assert set(answer.json()) >= {"code", "message", "rule"}
    assert state_of(floor.property) == before


def test_a_body_of_a_megabyte_is_not_read(floor, dealer):
    before = state_of(floor.property)
    raw = b'{"wagers": [], "x": "' + b"x" * 2**20 + b'"}'
    assert dealer.step("wagers", raw=raw).status_code in {400, 413}
    assert state_of(floor.property) == before


def test_a_form_of_a_megabyte_is_not_read(floor):
    form = {"badge": "x" * 2**20, "pin": PIN}
    assert Client().post("/sign-in/tablet/", form).status_code in {400, 413}


def test_only_json_is_spoken(floor, dealer):
    before = state_of(floor.property)
    for kind in ("text/plain", "application/xml", "multipart/form-data", ""):
        answer = dealer.step("wagers", raw=json.dumps(wager()), content_type=kind)
        assert answer.status_code in {400, 415}, kind
    assert state_of(floor.property) == before


CONTROLS = [
    "a\r\nb",
    "a\tb",
    "\x1b[31m",
    "abc\u202edef",
    "\u2066x",
    "\u200fx",
    "a\u2028b",
    "x" * 501,
]


def test_notes_hold_no_control_characters_and_no_turned_text(floor, dealer):
    before = state_of(floor.property)
    for text in CONTROLS:
        facts = {"event": "tile-exposed", "facts": {"note": text}}
        assert dealer.step("irregularities", facts).status_code == 400, text
    assert state_of(floor.property) == before


INJECTIONS = ["' or 1=1--", "{{7*7}}", "<img src=x onerror=alert(1)>", "=cmd()", "%s %(x)s {0}"]


def test_text_stays_text_in_the_api(dealer):
    for seat, text in enumerate(INJECTIONS, 1):
        answer = dealer.step("seats", {"seat": seat, "player": {"player": text}})
        assert answer.status_code == 200, text
        assert answer["Content-Type"] == "application/json"
        assert json.dumps(text)[1:-1] in json.dumps(answer.json())


def test_text_stays_text_on_a_page(floor):
    client = Client()
    client.cookies["tablet"] = enrol(floor.tablet)
    client.post("/sign-in/tablet/", {"badge": floor.dealer.badge, "pin": PIN})
    client.post("/sign-out/")
    for text in INJECTIONS:
        facts = PersonFacts(
            badge=floor.dealer.badge, name=text, licence_number="L-1", roles=("dealer",)
        )
        change_person(floor.dealer.pk, facts, by=floor.administrator, at=floor.table.state_since)
        page = client.get("/sign-in/").content.decode()
        assert escape(text) in page
        assert "<img src=x" not in page


ODD_FORMS = ["\x00", "a\x00b", "' or 1=1--", "\ud800".encode("utf-8", "surrogatepass"), "\uffff"]
ODD_FORMS += ["x" * 5000, "e\u0301" * 30, "\x1b[2J\r\n", "ß" * 40]


def test_odd_badges_are_refused_and_never_an_error(floor):
    client = Client()
    client.cookies["tablet"] = enrol(floor.tablet)
    for badge in ODD_FORMS:
        for path, secret in (("tablet", "pin"), ("desk", "password")):
            form = {"badge": badge, secret: "1", "code": badge}
            assert client.post(f"/sign-in/{path}/", form).status_code in {400, 409, 413}, badge


def test_a_line_break_in_an_address_stays_one_line_of_the_log(floor, dealer):
    lines = []

    class Lines(logging.Handler):
        def emit(self, record):
            lines.append(self.format(record))

    handler = Lines()
    logging.getLogger("django.request").addHandler(handler)
    try:
        dealer.client.get("/nowhere%0d%0aERROR forged%1b[31m")
    finally:
        logging.getLogger("django.request").removeHandler(handler)
    assert lines
    assert all("\n" not in line and "\r" not in line and "\x1b" not in line for line in lines)


def test_a_forged_request_id_is_replaced():
    for forged in ("a\r\nb", "x" * 65, "<script>", "../../etc", "", "é" * 10):
        answer = Client().get("/healthz", headers={"X-Request-Id": forged})
        assert answer["X-Request-Id"] != forged
        assert answer["X-Request-Id"].isalnum()


TIMES = ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "soon", "2026-02-30T00:00:00Z"]


def test_an_impossible_tablet_clock_is_not_an_error(dealer):
    for moment in TIMES:
        answer = dealer.step("wagers", wager(), **{"X-Tablet-Time": moment})
        assert answer.status_code == 200, moment


QUERIES = ["table=%00", "table=-1", "table=1%27", "table=1e5", "cursor=%00", "cursor=zzzz"]
QUERIES += ["gaming_day=2026-99-99", "state=all", "property=1", "dealer=99999999999999999999"]
QUERIES += ["is_late_entry=1", "order_by=facts", "property_id=1", "table__property=2"]


def test_odd_filters_are_refused(dealer):
    for query in QUERIES:
        answer = dealer.client.get(f"/api/v1/rounds/?{query}")
        assert answer.status_code in {400, 404}, query


def test_a_refused_body_is_no_step_in_the_record(floor, dealer):
    dealer.step("wagers", {"wagers": "x"})
    assert refusals(floor.property) == []
    assert Person.objects.filter(pk=floor.dealer.pk, is_active=True).exists()
