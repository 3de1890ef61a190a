import hashlib
import re
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import reverse

from audit.commands.export import request_export, write_requested
from audit.events import EventKind
from audit.log import verify
from audit.log.merkle import check_consistency, leaf_hash
from audit.log.notes import Checkpoint, Note, VerifierKey, opened_checkpoint
from audit.log.proofs import LogProof
from audit.models import Alarm, Event, Export, Hold
from audit.queries.events import Cursor, Filters, event_page
from audit.queries.selections import Selection, selected_places
from audit.record import record, record_refusal
from staff.models import Role
from tests.audit.houses import House, now, signed_by_two, unprotected
from tests.factories import PIN, make_floor, make_person
from tests.sign_in import sign_in

PAGES = ["audit", "audit-log", "audit-log-state", "audit-keys"]


@pytest.fixture
def reader(house, witness, client):
    """Surveillance, signed in, and a log with something in it."""
    person = make_person(house.property, Role.SURVEILLANCE)
    house.record(3, subject="table:1", kind=EventKind.TABLE_CLOSED)
    house.grow(70, subject="table:2", kind=EventKind.TABLE_OPENED)
    return sign_in(client, person)


def last_read(house):
    return house.events().filter(kind="audit.record_read").order_by("-at").first()


def test_the_stream_shows_the_newest_first_and_goes_on_behind_it(house, reader):
    answer = reader.get(reverse("audit"), {"kind": "tables.table_opened"})
    page = answer.content.decode()
    assert page.count("opened for play") == 50
    more = re.search(r'hx-get="\?([^"]+)"', page)[1].replace("&amp;", "&")
    rest = reader.get(f"{reverse('audit')}?{more}", headers={"HX-Request": "true"})
    assert rest.content.decode().count("opened for play") == 20
    assert "<html" not in rest.content.decode()


def test_filters_choose_by_person_table_kind_round_set_and_time(house, reader):
    def found(**chosen):
        return len(event_page(Filters(house.log_id, **chosen), size=500).events)

    everything = house.events().count()
    assert found() == everything
    assert found(person_id=house.compliance.pk) == 73
    assert found(person_id=0) == 0
    assert found(kind="tables.table_closed") == 3
    assert found(subject=f"{house.log_id}-table:1") == 3
    assert found(table_id=1) == 0
    assert found(round_id=uuid4()) == 0
    assert found(since=now()) == 0
    assert found(until=now()) == everything
    assert found(person_id=house.compliance.pk, kind="tables.table_closed") == 3


def test_pages_follow_each_other_without_a_gap_or_a_double(house, reader):
    seen, after = [], None
    while True:
        page = event_page(Filters(house.log_id), after, size=7)
        seen += [event.id for event in page.events]
        if page.next is None:
            break
        after = Cursor.parse(str(page.next))
    assert len(seen) == len(set(seen)) == house.events().count()


@pytest.mark.parametrize("text", ["", "x", "AAAA", "é", "MjAyNi0xMS0xNiB4"])
def test_a_cursor_that_cannot_be_read_is_none(text):
    assert Cursor.parse(text) is None


def test_reading_the_stream_is_recorded_with_its_filters(house, reader):
    reader.get(reverse("audit"), {"kind": "tables.table_closed"})
    body = last_read(house).body
    assert b'"filters":{"kind":"tables.table_closed"}' in bytes(body)
    assert b'"what":"stream"' in bytes(body)


def test_the_stream_asks_the_database_a_fixed_number_of_questions(
    house, reader, django_assert_max_num_queries
):
    with django_assert_max_num_queries(24):
        reader.get(reverse("audit"))


def test_a_filter_that_cannot_be_read_is_refused(house, reader):
    for name, text in [("person", "x"), ("round", "7"), ("since", "soon"), ("table", "9" * 30)]:
        answer = reader.get(reverse("audit"), {name: text}, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (409, "malformed")


def test_an_event_shows_its_change_and_its_proof(house, reader):
    event = house.events().filter(kind="tables.table_closed").first()
    page = reader.get(reverse("audit-event", args=[event.id])).content.decode()
    assert "unchanged" in page
    assert house.compliance.name in page
    assert (
        f"#{house.rows('select idx from audit_leaf where event_id = %s', event.id)[0][0]}" in page
    )


@pytest.mark.django_db
def test_a_page_of_the_record_names_no_thing_by_its_number(client):
    floor = make_floor()
    changed = {"minimum_cents": 1000, "state": "closed", "pit_id": 7}
    with transaction.atomic():
        event_id = record(
            EventKind.TABLE_CHANGED,
            about=[floor.table, floor.table.submission, floor.table.pit],
            by=floor.administrator,
            at=now(),
            before=changed,
            after=changed | {"minimum_cents": 2500},
        )
    sign_in(client, floor.administrator)
    listed = client.get(reverse("audit")).content.decode()
    page = client.get(reverse("audit-event", args=[event_id])).content.decode()
    shown, _kept, recorded = page.partition('<details class="panel">')
    for text in (listed, shown):
        assert f"{floor.table.submission.name} v1" in text
        assert re.findall(r">\s*[a-z_]+:[0-9a-f-]+\s*<", text) == []
    assert all(each in shown for each in ("Minimum", "$10.00", "$25.00", "Closed", "Administrator"))
    assert [each for each in ("minimum_cents", "pit_id", "request_id") if each in shown] == []
    assert "minimum_cents" in recorded
    assert "pit_id" in recorded


@pytest.mark.django_db
def test_what_another_house_calls_a_thing_is_not_told(client):
    floor, other = make_floor(), make_floor()
    sign_in(client, floor.administrator)
    page = client.get(reverse("audit-about", args=[f"person:{other.dealer.pk}"])).content.decode()
    assert other.dealer.name not in page
    assert "<h1>Person</h1>" in page


def test_an_event_that_was_changed_says_so(house, reader, superuser):
    event = house.events().filter(kind="tables.table_closed").first()
    with unprotected(superuser, "audit_event"):
        superuser.execute(
            "update audit_event set body = replace(convert_from(body, 'UTF8'),"
            " 'table_closed', 'table_opened')::bytea where id = %s",
            [event.id],
        )
    page = reader.get(reverse("audit-event", args=[event.id])).content.decode()
    assert "It was changed" in page


def test_a_timeline_tells_everything_about_a_subject_in_order(house, reader):
    page = reader.get(reverse("audit-about", args=[f"{house.log_id}-table:1"])).content.decode()
    assert page.count("<time datetime=") == 3
    assert last_read(house) is not None
    empty = reader.get(reverse("audit-about", args=["round:none"])).content.decode()
    assert "Nothing is recorded" in empty


def test_the_log_page_shows_how_far_it_is_witnessed_and_its_alarms(house, reader):
    Alarm.objects.create(log_id=house.log_id, code="witness_behind", raised_at=now())
    page = reader.get(reverse("audit-log")).content.decode()
    assert f"#{house.tree.size}" in page
    assert "has not countersigned" in page


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("role", [Role.DEALER, Role.FLOORPERSON, Role.CASHIER])
def test_the_floor_does_not_read_the_record(house, client, name, role):
    person = make_person(house.property, role)
    assert sign_in(client, person).get(reverse(name)).status_code == 403


def test_another_house_is_not_there(house, reader):
    other = House()
    (event_id,) = other.record(1)
    assert reader.get(reverse("audit-event", args=[event_id])).status_code == 404
    assert reader.get(reverse("api-audit-event", args=[event_id])).status_code == 404
    other.seal()
    assert reader.get(reverse("api-audit-checkpoint", args=[other.tree.tree_id])).status_code == 404


def release_form(house):
    signers = signed_by_two(house)
    badges = {f"{place}-badge": signer.person.badge for place, signer in signers.items()}
    return {"reason": "decided", **badges, **{f"{place}-pin": PIN for place in signers}}


def test_a_hold_is_placed_and_released_on_the_page(house, reader):
    subject = f"{house.log_id}-table:1"
    reader.post(reverse("audit-holds"), {"about": subject, "reason": "claim"})
    hold = Hold.objects.get(property_id=house.property.pk)
    page = reader.get(reverse("audit-log")).content.decode()
    assert subject in page
    reader.post(reverse("audit-release", args=[hold.pk]), release_form(house))
    hold.refresh_from_db()
    assert hold.released_at is not None
    refused = reader.post(
        reverse("audit-holds"), {"about": ""}, headers={"Accept": "application/json"}
    )
    assert refused.json()["code"] == "nothing_chosen"


def test_a_double_click_holds_and_asks_once(house, reader):
    page = reader.get(reverse("audit-log")).content.decode()
    export_id, hold_id = re.findall(r'name="request_id" value="([^"]+)"', page)
    subject = f"{house.log_id}-table:1"
    hold = {"about": subject, "reason": "claim", "request_id": hold_id}
    answers = [reader.post(reverse("audit-holds"), hold).status_code for _click in range(2)]
    assert answers == [200, 200]
    held = Hold.objects.get(property_id=house.property.pk)
    bundle = {"about": subject, "request_id": export_id}
    answers = [reader.post(reverse("audit-exports"), bundle).status_code for _click in range(2)]
    assert answers == [302, 302]
    assert Export.objects.filter(property_id=house.property.pk).count() == 1
    page = reader.get(reverse("audit-log")).content.decode()
    release_id = re.findall(r'name="request_id" value="([^"]+)"', page)[-1]
    release = release_form(house) | {"request_id": release_id}
    address = reverse("audit-release", args=[held.pk])
    assert [reader.post(address, release).status_code for _click in range(2)] == [200, 200]
    kinds = Event.objects.filter(stream=f"hold:{held.pk}").order_by("stream_v")
    assert list(kinds.values_list("kind", flat=True)) == [
        "audit.hold_placed",
        "audit.hold_released",
    ]


def test_a_bundle_is_asked_for_written_and_taken_away(house, reader, tmp_path):
    subject = f"{house.log_id}-table:1"
    answer = reader.post(reverse("audit-exports"), {"about": subject, "title": "Table 1"})
    assert answer.status_code == 302
    export = Export.objects.get(property_id=house.property.pk)
    assert reader.get(reverse("audit-export", args=[export.pk])).status_code == 404
    assert write_requested(export.pk, at=now(), wait_seconds=10)
    fetched = reader.get(reverse("audit-export", args=[export.pk]))
    path = tmp_path / "bundle.zip"
    path.write_bytes(b"".join(fetched.streaming_content))
    keys = verify.gathered_keys([], [str(tmp_path / "witness" / "logs")])
    assert verify.verify(path, keys)
    assert Event.objects.filter(kind="audit.export_fetched", log_id=house.log_id).count() == 1


def test_a_bundle_of_another_house_cannot_be_taken(house, reader):
    other = House()
    export = request_export(
        Selection(other.log_id, "table:1"), title="x", by=other.compliance, at=now()
    )
    assert reader.get(reverse("audit-export", args=[export.pk])).status_code == 404


def test_two_people_open_a_successor_on_the_page(house, client, witness):
    house.grow(3)
    sign_in(client, house.compliance)
    form = {
        "reason": "key stolen",
        "pin": PIN,
        "second_badge": house.administrator.badge,
        "second_pin": "111111",
    }
    json = {"Accept": "application/json"}
    refused = client.post(reverse("audit-successor"), form, headers=json)
    assert refused.json()["code"] == "wrong_pin"
    itself = form | {"second_badge": house.compliance.badge, "second_pin": PIN}
    refused = client.post(reverse("audit-successor"), itself, headers=json)
    assert refused.json()["code"] == "same_person"
    answer = client.post(reverse("audit-successor"), form | {"second_pin": PIN})
    assert answer.status_code == 200
    assert house.tree.generation == 2


def test_the_api_gives_events_and_proofs_that_verify(house, reader, settings):
    answer = reader.get(reverse("api-audit-events"), {"kind": "tables.table_closed"}).json()
    assert len(answer["events"]) == 3
    row = answer["events"][0]
    assert row["state"] == "witnessed"
    again = reader.get(reverse("api-audit-event", args=[row["id"]])).json()
    assert again["event"] == row["event"]
    text = reader.get(reverse("api-audit-proof", args=[row["id"]])).content.decode()
    keys = [VerifierKey.parse(x) for x in settings.PUBLIC_KEYS_FILE.read_text().split()]
    body = bytes(Event.objects.get(pk=row["id"]).body)
    LogProof.parse(text).check(leaf_hash(body), keys)


def test_the_api_pages_by_cursor(house, reader):
    first = reader.get(reverse("api-audit-events"), {"kind": "tables.table_opened"}).json()
    second = reader.get(
        reverse("api-audit-events"), {"kind": "tables.table_opened", "after": first["next"]}
    ).json()
    assert (len(first["events"]), len(second["events"]), second["next"]) == (50, 20, None)
    assert reader.get(reverse("api-audit-events"), {"after": "x"}).status_code == 400


def test_the_api_proves_that_the_log_only_grew(house, reader, settings):
    log = reader.get(reverse("api-audit-logs")).json()[0]
    assert (log["size"], log["signed"], log["witnessed"]) == (house.tree.size,) * 3
    old = reader.get(reverse("api-audit-checkpoint", args=[log["log"]])).content.decode()
    house.grow(20)
    new = reader.get(reverse("api-audit-checkpoint", args=[log["log"]])).content.decode()
    keys = [VerifierKey.parse(x) for x in settings.PUBLIC_KEYS_FILE.read_text().split()]
    heads = [opened_checkpoint(Note.parse(text), keys) for text in (old, new)]
    sizes = {"old": heads[0].size, "size": heads[1].size}
    answer = reader.get(reverse("api-audit-consistency", args=[log["log"]]), sizes).json()
    proof = [bytes.fromhex(each) for each in answer["proof"]]
    check_consistency(heads[0].size, heads[1].size, proof, heads[0].root, heads[1].root)
    for wrong in ({"old": 0, "size": 1}, {"old": 5, "size": 4}, {"old": "x", "size": 1}):
        url = reverse("api-audit-consistency", args=[log["log"]])
        assert reader.get(url, wrong).status_code == 400


def test_the_api_serves_tiles_from_which_the_tree_can_be_rebuilt(house, reader):
    house.grow(300)
    tree = house.tree

    def tile(name):
        return reader.get(reverse("api-audit-tile", args=[tree.tree_id, name]))

    leaves = tile("0/000").content
    assert len(leaves) == 256 * 32
    entries = tile("entries/000").content
    length = int.from_bytes(entries[:2], "big")
    assert leaf_hash(entries[2 : 2 + length]) == leaves[:32]
    assert len(tile(f"0/001.p/{tree.size - 256}").content) == (tree.size - 256) * 32
    assert len(tile("1/000.p/1").content) == 32
    for name in ("0/002", "0/001", "0/1", "64/000", "0/000.p/0", "x/000", "0/x000/000", "../0"):
        assert tile(name).status_code == 404, name


def test_the_api_is_closed_to_the_floor(house, client):
    dealer = sign_in(client, make_person(house.property, Role.DEALER))
    assert dealer.get(reverse("api-audit-events")).status_code == 403
    assert dealer.get(reverse("api-audit-logs")).status_code == 403
    client.logout()
    client.cookies.clear()
    assert client.get(reverse("api-audit-events")).status_code in (401, 403)


def test_checkpoints_of_the_api_name_their_log(house, reader):
    text = reader.get(reverse("api-audit-checkpoint", args=[house.tree.tree_id])).content.decode()
    assert Checkpoint.parse(Note.parse(text).text).origin == house.tree.origin


def test_the_regulator_gets_the_keys_and_a_verifier_that_fit_the_log(
    house, reader, settings, tmp_path
):
    (key,) = settings.PUBLIC_KEYS_FILE.read_text().split()
    page = reader.get(reverse("audit-keys")).content.decode()
    assert VerifierKey.parse(key).key_id.hex() in page
    assert settings.WITNESS_KEY in page
    assert reader.get(reverse("audit-key-file")).content.decode() == f"{key}\n"
    source = reader.get(reverse("audit-verifier")).content
    assert source == Path(verify.__file__).read_bytes()
    assert hashlib.sha256(source).hexdigest() in page
    assert reader.get(reverse("audit-exports")).url == reverse("audit-log")


def test_whoever_is_investigated_does_not_see_the_regulator_look(house, witness, client):
    regulator = make_person(house.property, Role.REGULATOR)
    surveillance = make_person(house.property, Role.SURVEILLANCE)
    house.grow(5, subject="table:1", kind=EventKind.TABLE_OPENED)
    sign_in(client, regulator).get(reverse("audit"), {"kind": "tables.table_opened"})
    subject = f"{house.log_id}-table:1"
    client.post(reverse("audit-exports"), {"about": subject, "title": "Quietly"})
    export = Export.objects.get(property_id=house.property.pk)
    client.post(reverse("audit-exports"), {"about": "the quiet matter", "title": ""})
    asked = house.events().filter(kind=EventKind.STEP_REFUSED.code, person_id=regulator.pk)
    assert asked.exists(), "what was refused is sealed too"
    look = house.events().filter(kind="audit.record_read", person_id=regulator.pk).first()
    assert look is not None, "it is on the record"
    assert "Quietly" in client.get(reverse("audit-log")).content.decode()
    assert client.get(reverse("audit-event", args=[look.pk])).status_code == 200
    sign_in(client, surveillance)
    mine = client.get(reverse("audit"), {"person": regulator.pk}).content.decode()
    assert "read the record" not in mine
    assert "the quiet matter" not in mine
    assert "Quietly" not in client.get(reverse("audit-log")).content.decode()
    assert client.get(reverse("audit-event", args=[look.pk])).status_code == 404
    assert write_requested(export.pk, at=now(), wait_seconds=10)
    assert client.get(reverse("audit-export", args=[export.pk])).status_code == 404
    for kind in ("", "audit.export_written", "audit.bundle_claimed"):
        shown = client.get(reverse("audit"), {"kind": kind}).content.decode()
        assert "Quietly" not in shown, "what was written for them tells as much"
    told = client.get(reverse("audit"), {"person": surveillance.pk}).content.decode()
    assert "read the record" in told, "the house's own looks are seen"


def test_a_bundle_does_not_tell_what_a_regulator_was_refused(house, witness):
    regulator = make_person(house.property, Role.REGULATOR)
    subject = f"{house.log_id}-round:24"
    house.record(2, subject="round:24")
    for by in (regulator, house.compliance):
        record_refusal("nothing_chosen", "No.", "", by=by, about=[subject])
    house.seal()
    told = {place.event_id for place in selected_places(Selection(house.log_id, subject))}
    refused = house.events().filter(kind=EventKind.STEP_REFUSED.code)
    assert refused.get(person_id=house.compliance.pk).pk in told
    assert refused.get(person_id=regulator.pk).pk not in told
    assert len(told) == 3
