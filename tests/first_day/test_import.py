"""Lists from a spreadsheet: every line with its fault, all of it or nothing, letters once."""

import base64
import io
import re
import zipfile

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.utils import timezone

from audit.models import Event
from demo.house import seed_house
from demo.people import seed_people
from first_day.commands.importing import import_input, import_lists, try_lists
from first_day.letters import letters_pdf
from first_day.lists import (
    LISTS,
    ListRow,
    read_lists,
    write_workbook,
)
from first_day.queries.house_lists import house_lists
from rules.refusals import Refused
from staff.commands.signing import Signer
from staff.models import Person, Role
from staff.second_factor import secret_of
from tables.models import EquipmentSet, GamingTable
from tests.factories import PIN, make_floor, make_person, make_property
from tests.pdf_checks import pdf_faults, pdf_text
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
REQUEST_ID = re.compile(r'name="request_id" value="([0-9a-f-]{36})"')
STAFF = "badge,name,licence,roles,language\n"
GOOD = f"{STAFF}N1,Ann Bell,L-1,dealer,en\nN2,陳美玲,L-2,floorperson pit-manager,zh-hant\n"


@pytest.fixture
def administrator():
    return make_person(make_property(), Role.ADMINISTRATOR)


@pytest.fixture
def office(administrator):
    return sign_in(Client(), administrator)


def upload(client, content, name="staff.csv"):
    content = content.encode() if isinstance(content, str) else content
    return client.post("/first-day/import/check/", {"file": SimpleUploadedFile(name, content)})


def badges(house):
    return set(Person.objects.filter(property=house).values_list("badge", flat=True))


def events(kind):
    return Event.objects.filter(kind=kind)


def test_a_trial_shows_every_line_with_its_fault_and_changes_nothing(office, administrator):
    before = badges(administrator.property)
    lines = f"{GOOD}N1,Twice,L-3,dealer,en\nN4,Nobody,L-4,juggler,en\n,Empty,L-5,dealer,en\n"
    page = upload(office, lines).content.decode()
    assert "Another person has this badge or licence number." in page
    assert "juggler is no role." in page
    assert "Badge, name and licence number are needed." in page
    assert page.count("good") == 2
    assert "Import all of it" not in page
    assert badges(administrator.property) == before
    assert not events("staff.person_added").exists()


def test_depth_and_endless_amounts_are_faults_of_their_lines(office):
    deep = f"name,profile,approval,options,equipment\nDeep,maryland,,{'[' * 1999},\n"
    assert "The options are no JSON object." in upload(office, deep).content.decode()
    far = "pit,number,rules,seats,minimum,maximum\nJade,1,Deep,6,1e999999,5000\n"
    assert "This is no amount: 1e999999" in upload(office, far).content.decode()


def test_a_trial_names_the_list_and_shows_no_empty_cells(office):
    page = upload(office, f"{STAFF}N1,Ann Bell,L-1,dealer,\n").content.decode()
    assert "<td>Staff</td><td>2</td><td>N1 · Ann Bell · L-1 · dealer</td>" in page


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_spreadsheet_may_put_another_mark_between_cells(mark):
    assert read_lists(GOOD.replace(",", mark).encode()) == read_lists(GOOD.encode())


def test_the_good_file_is_taken_over_at_once_with_a_letter_for_each(office, administrator):
    page = upload(office, GOOD).content.decode()
    assert "Import all of it" in page
    assert badges(administrator.property) == {administrator.badge}
    sent = {"request_id": REQUEST_ID.search(page)[1]}
    done = office.post("/first-day/import/take-over/", sent).content.decode()
    assert badges(administrator.property) == {administrator.badge, "N1", "N2"}
    assert Person.objects.get(badge="N2").roles == ["floorperson", "pit_manager"]
    assert Person.objects.get(badge="N1").pin_must_change
    pdf = base64.b64decode(re.search(r"base64,([^\"]+)\"", done)[1])
    with pikepdf.open(io.BytesIO(pdf)) as letters:
        assert len(letters.pages) == 2
    assert events("first_day.lists_imported").count() == 1
    assert events("staff.person_added").count() == 2
    again = office.post("/first-day/import/take-over/", sent)
    assert again.status_code == 409
    assert Person.objects.filter(property=administrator.property).count() == 3


def test_the_letter_tells_the_secrets_that_count(administrator):
    done = import_lists(import_input(read_lists(GOOD.encode())).rows, by=administrator)
    letter = done["letters"][0]
    person = Person.objects.get(badge=letter.badge)
    assert person.check_password(letter.given.password)
    assert secret_of(person) in letter.given.totp_uri
    pdf = letters_pdf(done["letters"], "House")
    assert pdf_faults(pdf) == []
    for said in (letter.name, letter.badge, letter.given.pin, letter.given.password):
        assert said in pdf_text(pdf)


def test_one_faulty_line_lets_nothing_in(administrator):
    rows = read_lists(f"{GOOD}N3,Ben,L-1,dealer,en\n".encode())
    with pytest.raises(Refused) as refusal, transaction.atomic():
        import_lists(import_input(rows).rows, by=administrator)
    assert refusal.value.code == "faulty_lines"
    assert badges(administrator.property) == {administrator.badge}
    assert not events("first_day.lists_imported").exists()


def test_only_an_administrator_imports(administrator):
    manager = make_person(administrator.property, Role.PIT_MANAGER)
    assert upload(sign_in(Client(), manager), GOOD).status_code == 403
    with pytest.raises(Exception, match="This is for"):
        import_lists(import_input(read_lists(GOOD.encode())).rows, by=manager)


def test_nothing_is_imported_that_was_not_checked(office, administrator):
    upload(office, f"{GOOD}N1,Twice,L-3,dealer,en\n")
    assert office.post("/first-day/import/take-over/").status_code == 409
    assert badges(administrator.property) == {administrator.badge}


def test_a_form_without_its_token_takes_no_file(administrator):
    strict = sign_in(Client(enforce_csrf_checks=True), administrator)
    assert upload(strict, GOOD).status_code == 403


BAD_FILES = [
    (b"PK\x03\x04 not a zip", "neither a workbook nor a CSV"),
    ((STAFF + "N1,陳美玲,L-1,dealer,en\n").encode("gb18030"), "Save it as &quot;CSV UTF-8&quot;"),
    (f'{STAFF}N1,"Ann'.encode(), "neither a workbook nor a CSV"),
    (b"a,b,c\n1,2,3\n", "names the columns of no list"),
    (STAFF.encode(), "no line in this file"),
    (b"", "names the columns of no list"),
    ((STAFF + "x,y,z,dealer,en\n" * 2001).encode(), "At most 2000 lines"),
]


@pytest.mark.parametrize(("content", "says"), BAD_FILES)
def test_a_file_that_is_none_is_refused_in_words(office, content, says):
    answer = upload(office, content or b" ")
    assert answer.status_code == 409
    assert says in answer.content.decode()


def test_a_packed_mountain_is_not_unpacked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 30_000_000)
    with pytest.raises(Refused) as refusal:
        read_lists(out.getvalue())
    assert refusal.value.code == "file_too_large"


SHEET = "xl/worksheets/sheet1.xml"


def crafted(change):
    """A workbook that we wrote, whose sheet of staff is changed."""
    out, before = io.BytesIO(), io.BytesIO(write_workbook({"staff": [STAFF.split(",")]}))
    with zipfile.ZipFile(before) as given, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in given.namelist():
            text = given.read(name)
            made.writestr(name, change(text) if name == SHEET else text)
    return out.getvalue()


def far_away(sheet):
    cell = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    return sheet.replace(b"</sheetData>", cell)


def test_a_cell_at_the_end_of_the_world_ends_no_server():
    with pytest.raises(Refused) as refusal:
        read_lists(crafted(far_away))
    assert refusal.value.code == "file_unreadable"


def test_a_mountain_that_calls_itself_small_is_not_unpacked_here(monkeypatch):
    monkeypatch.setattr("first_day.workbooks.MEMORY_BYTES", 192 << 20)
    mountain = crafted(
        lambda sheet: sheet.replace(b"</sheetData>", b" " * (1 << 27) + b"</sheetData>")
    )
    entry = bytearray(mountain)
    at = entry.rindex(SHEET.encode()) - 46  # where the list of contents tells its size
    entry[at + 24 : at + 28] = (100).to_bytes(4, "little")
    with pytest.raises(Refused) as refusal:
        read_lists(bytes(entry))
    assert refusal.value.code == "file_unreadable"
    assert read_lists(write_workbook({"staff": [("N1", "Ann", "L-1", "dealer", "en")]}))


def test_templates_are_read_by_the_import_itself(office):
    book = office.get("/first-day/import/templates/lists.xlsx")
    assert book.status_code == 200
    with pytest.raises(Refused) as refusal:
        read_lists(book.content)
    assert refusal.value.code == "file_empty"
    for name, each in LISTS.items():
        example = ",".join(f'"{col.example.replace(chr(34), chr(34) * 2)}"' for col in each.columns)
        text = office.get(f"/first-day/import/templates/{name}.csv").content.decode() + example
        assert [row.sheet for row in read_lists(text.encode())] == [name]
    assert office.get("/first-day/import/templates/people.csv").status_code == 404


def test_a_formula_stays_text():
    rows = read_lists(write_workbook({"staff": [("=1+1", "@x", "-3", "dealer", "")]}))
    assert rows == [
        ListRow(
            "staff",
            2,
            {"badge": "=1+1", "name": "@x", "licence": "-3", "roles": "dealer", "language": ""},
        )
    ]


def test_sets_want_two_signatures_and_get_them_from_the_page():
    floor = make_floor()
    office = sign_in(Client(), floor.administrator)
    rules = floor.submission.name
    lines = f"kind,serial,seal,rules,design,pieces\ntiles,T-1,S-1,{rules},DA-1,\n"
    page = upload(office, lines).content.decode()
    assert "a floorperson and security sign" in page
    assert office.post("/first-day/import/take-over/").status_code == 409
    signed = {
        "floor-badge": floor.floorperson.badge,
        "floor-pin": PIN,
        "security-badge": floor.security.badge,
        "security-pin": PIN,
    }
    assert office.post("/first-day/import/take-over/", signed).status_code == 200
    assert EquipmentSet.objects.get(property=floor.property, serial="T-1").state == "store"


def test_a_house_where_nobody_can_sign_yet_imports_all_but_the_sets(office, administrator):
    lists = {
        "staff": [("N1", "Ann Bell", "L-1", "dealer", "en")],
        "rules": [("Maryland", "maryland", "MLGCA 2026-031", "{}", "")],
        "equipment": [("tiles", "T-1", "S-1", "Maryland", "DA-1", "")],
    }
    page = upload(office, write_workbook(lists), "lists.xlsx").content.decode()
    assert "There is no floorperson who could receive it." in page
    assert "Import all but the sets" in page
    assert "Import all of it" not in page
    answer = office.post("/first-day/import/take-over/", {"sets_later": "true"})
    assert answer.status_code == 200
    assert badges(administrator.property) == {administrator.badge, "N1"}
    assert not EquipmentSet.objects.filter(property=administrator.property).exists()


def test_a_fault_elsewhere_lets_nothing_in_without_the_sets(office, administrator):
    lists = {
        "staff": [("N1", "Ann Bell", "L-1", "juggler", "en")],
        "equipment": [("tiles", "T-1", "S-1", "Maryland", "DA-1", "")],
    }
    page = upload(office, write_workbook(lists), "lists.xlsx").content.decode()
    assert "Import all but the sets" not in page
    assert office.post("/first-day/import/take-over/", {"sets_later": "true"}).status_code == 409
    assert badges(administrator.property) == {administrator.badge}


def test_a_file_of_sets_alone_waits_for_its_signatures():
    floor = make_floor()
    office = sign_in(Client(), floor.administrator)
    head = "kind,serial,seal,rules,design,pieces\n"
    page = upload(office, f"{head}tiles,T-1,S-1,{floor.submission.name},DA-1,\n").content.decode()
    assert "Import all but the sets" not in page
    assert office.post("/first-day/import/take-over/", {"sets_later": "true"}).status_code == 409


def test_the_demo_house_is_exported_and_taken_over_again():
    now = timezone.now()
    demo = seed_people(now)
    seed_house(demo, now)
    exported = house_lists(demo)
    rows = read_lists(write_workbook(exported))
    moved = [ListRow(row.sheet, row.line, _for_another_house(row.cells)) for row in rows]
    by = make_person(make_property(), Role.ADMINISTRATOR)
    assert [each.fault for each in try_lists(moved, by=by) if each.fault] == []
    crew = {role: make_person(by.property, role) for role in ("floorperson", "security")}
    signers = {
        "floor": Signer(crew["floorperson"], None, now),
        "security": Signer(crew["security"], None, now),
    }
    import_lists(import_input(moved).rows, by=by, **signers)
    for person in (by, *crew.values()):
        person.is_active = False
        person.save()
    again = house_lists(by.property)
    assert again.keys() == exported.keys()
    for name in ("rules", "tables", "equipment"):
        assert again[name] == exported[name]
        assert len(exported[name]) >= 5
    assert [line[1:] for line in again["staff"]] == [line[1:] for line in exported["staff"]]
    assert GamingTable.objects.filter(property=by.property).count() == 8


def _for_another_house(cells):
    """A badge is one person's in the whole installation."""
    return {**cells, "badge": f"Z{cells['badge']}"} if "badge" in cells else cells
