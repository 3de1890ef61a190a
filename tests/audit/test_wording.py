from uuid import uuid4

import orjson
import pytest
from django.apps import apps
from django.utils import timezone, translation

from audit.events import EventKind
from audit.models import Event
from audit.naming import Called, names_of_things
from audit.queries.sheets import COUNTERS, kinds_for_filter
from audit.subjects import REFERENCE
from audit.wording import Names, event_sentence, fields_said, sentence_of
from reports.exceptions import GROUPS, exception_lines, exception_words
from review.queries.taps import taps_of
from rounds.models import Round
from staff.models import Property
from staff.wording import SIGNED
from tests.reports.history import make_history
from tests.roles import addresses

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_record_timeline_and_report_say_an_event_with_the_same_sentence(language):
    make_history(3)
    zone = Property.objects.get().time_zone
    with translation.override(language), timezone.override(zone):
        events = list(Event.objects.exclude(round_id=None).order_by("at", "stream_v"))
        record = {str(each.pk): line_of(each) for each in events}
        for current in Round.objects.all():
            mine = [each for each in events if each.round_id == current.pk]
            shown = [
                e
                for e in mine
                if not e.kind.startswith(("audit.", "staff.signed")) or "refused" in e.kind
            ]
            assert [tap.text for tap in taps_of(current.pk, zone)] == [
                record[str(each.pk)] for each in shown
            ]
        listed = {kind.code for kinds in GROUPS.values() for kind in kinds}
        reported = [each for each in events if each.kind in listed]
        assert reported
        assert [exception_words(each, zone) for each in exception_lines(reported)] == [
            record[str(each.pk)] for each in reported
        ]


def line_of(event):
    return sentence_of(orjson.loads(bytes(event.body)), Names.of([orjson.loads(bytes(event.body))]))


CODES_IN_WORDS = [
    ("rounds.round_voided", {"number": 7, "reason": "exposed"}, "A tile or card was exposed"),
    ("rounds.dispute_decided", {"decision": "rejected"}, "The round stands as recorded"),
    ("rounds.report_asked", {"kind": "day"}, "Gaming day"),
    ("banking.slip_voided", {"kind": "fill", "serial": "F1", "reason": "not_needed"}, "No longer"),
    ("tables.set_moved", {"serial": "S", "from_state": "pit_stand", "to_state": "table"}, "S"),
    ("audit.alarm_raised", {"code": "leaf_missing"}, "An entry of the log is missing"),
    ("audit.record_read", {"what": "stream"}, "the software read the record: the list of events"),
    ("audit.step_refused", {"code": "x", "message": "Wait {here}."}, "Refused: Wait {here}."),
    ("staff.signed", {"act": "check_dice"}, "signed: the check of dice at the day's end"),
    ("rounds.hands_set", {}, "Hands were set"),
    ("rounds.round_dealt", {}, "Dealt"),
    ("rounds.round_dealt", {"start": "dead-hand"}, "Dealt, beginning with the dead hand"),
]


@pytest.mark.parametrize(("kind", "detail", "words"), CODES_IN_WORDS)
def test_a_code_in_an_event_is_said_in_words(kind, detail, words):
    assert words in event_sentence(kind, detail)


PLACES = [
    ("rounds.seat_changed", {"seat": 3}, "Who sits at {place} changed"),
    ("rounds.hand_ended", {"seat": 3, "state": "conceded"}, "The hand of {place} ended: Conceded"),
    ("rounds.round_dealt", {"start": "{code}"}, "Dealt, beginning with {place}"),
]


@pytest.mark.parametrize(("profile", "word"), [("maryland", "seat"), ("new-zealand", "box")])
@pytest.mark.parametrize(("kind", "detail", "words"), PLACES)
def test_a_place_is_called_as_the_rules_of_the_table_call_it(profile, word, kind, detail, words):
    detail = {k: v.format(code=f"{word}-3") if k == "start" else v for k, v in detail.items()}
    said = event_sentence(kind, {"profile": profile} | detail)
    assert said == words.format(place=f"{word} 3")


def test_hands_and_banks_of_boxes_are_said_of_boxes():
    hand = {"high_name": "wong:Teen", "low_name": "zero"}
    at = {"profile": "new-zealand"}
    hands = event_sentence("rounds.hands_set", at | {"after": {"3": hand, "dealer": hand}})
    assert hands == "Box 3: Teen Wong / Zero; Dealer: Teen Wong / Zero"
    bank = event_sentence("rounds.bank_offered", at | {"after": {"kind": "player", "seat": 4}})
    assert bank == "The bank was offered. It is held by: Box 4"


def test_every_kind_can_be_said_though_its_detail_is_lost():
    assert all(event_sentence(kind.code, {}) for kind in EventKind)
    assert event_sentence("gone.kind", {}) == "gone.kind"


def test_whatever_a_command_has_signed_is_said_in_words():
    views = [view for found in addresses().values() for view in found]
    commands = [view.command for view in views if getattr(view, "command", None)]
    acts = {place.act for command in commands for place in command.signs}
    assert len(acts) > 25
    assert acts - set(SIGNED) == set()


def test_slips_and_signatures_are_named_as_people_call_them():
    assert Names(things={"slip:4": "slip 31"}).of_subject("slip:4") == "slip 31"
    assert Names().of_subject("signoff:389") == "signature"


def things_that_events_name():
    named = {getattr(model, "audit_name", "") for model in apps.get_models()} - {""}
    return sorted(named)


@pytest.mark.parametrize("kind", things_that_events_name())
def test_every_thing_that_the_record_is_about_has_a_word(kind):
    assert Names().of_subject(f"{kind}:1") not in ("", f"{kind}:1")


@pytest.mark.parametrize("kind", things_that_events_name())
def test_what_a_thing_is_called_can_be_asked_of_the_database(kind):
    assert names_of_things([f"{kind}:{2**70}", f"{kind}:x", f"{kind}:{uuid4()}"]) == {}


@pytest.mark.parametrize("language", ["en", "zh-hant"])
def test_no_reference_is_left_in_what_a_night_was_about(language):
    make_history(3)
    bodies = [orjson.loads(bytes(each)) for each in Event.objects.values_list("body", flat=True)]
    about = {each for body in bodies for each in body["about"]}
    kinds = {each.partition(":")[0] for each in about} - COUNTERS
    assert {"round", "table", "alert", "person"} <= kinds
    with translation.override(language):
        names = Names.of(bodies)
        shown = [(each, names.of_subject(each)) for each in about]
    assert [each for each, name in shown if REFERENCE.fullmatch(name)] == [
        each for each, _name in shown if each.partition(":")[0] in COUNTERS
    ]


def test_a_thing_is_called_by_the_first_sentence_that_can_be_filled_in():
    called = Called("inspection", "{serial} at table {table}", "{serial}")
    assert called.name({"serial": "T-1", "table": 4}) == "T-1 at table 4"
    assert called.name({"serial": "T-1", "table": None}) == "T-1"
    assert called.name({}) == "inspection"


def test_a_kind_in_the_filter_is_a_sentence_and_no_code():
    said = [words for _part, kinds in kinds_for_filter() for _code, words in kinds]
    assert len(said) == len(EventKind)
    assert [each for each in said if "_" in each or "{" in each or not each] == []
    assert "Read the record" in said


def test_parts_of_an_event_are_said_with_their_units():
    body = {"kind": "tables.table_changed", "about": ["table:1"]}
    fields = {
        "minimum_cents": 2500,
        "roles": ["dealer"],
        "cameras": ["C-1", "C-2"],
        "pit_id": 7,
        "settings": {"tablet_idle_minutes": 6},
    }
    assert fields_said(body, fields, Names()) == [
        ("Minimum", "$25.00"),
        ("Roles", "Dealer"),
        ("Cameras", "C-1, C-2"),
        ("A tablet locks after", "6"),
    ]
