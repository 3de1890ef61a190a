"""Rules submissions: versions, what each changes, and that a used one never changes."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from audit.models import Event
from foundation.wording import amount_text
from rules.option_fields import option_fields
from rules.profiles import PROFILES
from tables.commands.furniture import TableFacts, add_table, change_table
from tables.commands.submissions import SubmissionFacts, adopt_submission, file_submission
from tables.models import RulesSubmission
from tables.queries.submissions import changes_between, choices_of
from tables.wording import OPTIONS, value_words
from tests.factories import make_table
from tests.sign_in import sign_in
from tests.tables.acts import NOON, closed_table, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return closed_table()


def filed(floor, by=None, **changes):
    facts = {"name": "House", "profile": "maryland", **changes}
    return file_submission(
        SubmissionFacts.model_construct(**facts), by=by or floor.administrator, at=NOON
    )


def test_each_filing_is_a_version_and_says_what_it_changes(floor):
    first = filed(floor, equipment={"destruction_days": 5})
    second = filed(
        floor,
        options={
            "player_bank": True,
            "co_bank": True,
            "dealer_wager": "fixed",
            "dealer_wager_amount": 2500,
        },
        equipment={"destruction_days": 5, "two_person_issue": False},
    )
    assert (first.version, second.version) == (1, 2)
    assert [(each.label, each.before, each.after) for each in changes_between(None, first)] == [
        ("Days until a condemned set is destroyed", "7", "5")
    ]
    assert [(each.label, each.before, each.after) for each in changes_between(first, second)] == [
        ("Player bank", "no", "yes"),
        ("Co-bank", "no", "yes"),
        ("Dealer's wager against a player bank", "the banker's last wager", "a fixed amount"),
        ("Fixed wager of the dealer", "–", "$25.00"),
        ("Issue from the store by two people", "yes", "no"),
    ]
    event = Event.objects.get(kind="tables.submission_filed", stream=f"submission:{second.pk}")
    assert b'"co_bank":true' in bytes(event.body)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"options": {"tile_hours": 13}}, "bad_option"),
        ({"options": {"no_such": True}}, "bad_option"),
        ({"equipment": {"single_tile_replacement": True}}, "bad_option"),
        ({"equipment": {"destruction_days": 0}}, "bad_option"),
        ({"equipment": {"two_person_receipt": 1}}, "bad_option"),
        ({"name": " "}, "name_missing"),
    ],
)
def test_what_the_rules_do_not_allow_is_not_filed(floor, changes, code):
    with refused(code):
        filed(floor, **changes)


def test_a_name_stays_with_its_profile(floor):
    filed(floor)
    with refused("other_profile"):
        filed(floor, profile="mbs")
    with refused("role"):
        filed(floor, by=floor.pit_manager)


def test_a_table_adopts_a_version_while_it_is_closed(floor):
    new = filed(floor)
    with refused("table_not_closed"):
        adopt_submission(floor.table.pk, new.pk, by=floor.administrator, at=NOON)
    assert adopt_submission(floor.closed.pk, new.pk, by=floor.administrator, at=NOON)
    floor.closed.refresh_from_db()
    assert floor.closed.submission == new
    wide = make_table(floor, empty=True, state="closed", seats=8)
    with refused("too_many_seats"):
        adopt_submission(wide.pk, new.pk, by=floor.administrator, at=NOON)


LIMITS = [
    ({"minimum_wager": 1000, "maximum_wager": 500000}, None),
    ({}, None),
    ({"minimum_wager": 1001}, "below_rules"),
    ({"maximum_wager": 499999}, "above_rules"),
]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("options", "code"), LIMITS, ids=str)
def test_a_table_adopts_only_what_its_limits_lie_within(profile, options, code):
    floor = closed_table(profile)
    new = filed(floor, profile=profile, options=options)
    assert (floor.closed.minimum_cents, floor.closed.maximum_cents) == (1000, 500000)
    if code is None:
        adopt_submission(floor.closed.pk, new.pk, by=floor.administrator, at=NOON)
    else:
        with refused(code) as found:
            adopt_submission(floor.closed.pk, new.pk, by=floor.administrator, at=NOON)
        assert found.refusal.rule in {
            "MD 5 §A",
            "Leaflet ¶20",
            "MBS 3.19",
            "NZ 6.6",
            "NZ 6.6, 6.8",
            "3CS 2",
        }
    floor.closed.refresh_from_db()
    assert (floor.closed.submission == new) is (code is None)


def limits(floor, least, most):
    return TableFacts(
        pit_id=floor.pit.pk, number=9070, seats=6, minimum_cents=least, maximum_cents=most
    )


def test_the_limits_of_a_table_lie_within_those_of_its_rules():
    floor = closed_table(options={"minimum_wager": 1000, "maximum_wager": 500000})
    given = {"by": floor.administrator, "at": NOON}
    for least, most, code in [(999, 500000, "below_rules"), (1000, 500001, "above_rules")]:
        with refused(code) as found:
            add_table(limits(floor, least, most), floor.submission.pk, **given)
        assert "or file a version" in found.refusal.message
        with refused(code):
            change_table(floor.closed.pk, limits(floor, least, most), **given)
    assert not Event.objects.filter(
        kind__in=["tables.table_added", "tables.table_changed"]
    ).exists()
    changed = change_table(floor.closed.pk, limits(floor, 2500, 400000), **given)
    assert (changed.minimum_cents, changed.maximum_cents) == (2500, 400000)


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"co_bank": True}},
        {"equipment": {"destruction_days": 60}},
        {"approval_reference": "forged"},
        {"used_at": None},
    ],
    ids=str,
)
def test_a_version_that_a_round_used_never_changes(floor, change):
    rows = RulesSubmission.objects.filter(pk=floor.submission.pk)
    rows.update(used_at=NOON)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        rows.update(**change)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        rows._raw_delete("default")


@pytest.mark.parametrize("profile", PROFILES)
def test_every_option_is_explained_in_words_with_its_paragraph(profile):
    for each in choices_of(profile, {}, {}, "USD"):
        assert each.label, each.name
        assert each.says, each.name
        assert each.cite, each.name
    for field in option_fields(PROFILES[profile]):
        assert field.name in OPTIONS
        for code in field.choices_for(PROFILES[profile]):
            assert "-" not in value_words(field.name, code)


def typed(choices):
    """What the form of a version sends when nothing is changed in it."""
    fields = {}
    for each in choices:
        name = f"{each.group}-{each.name}"
        if each.kind == "flag":
            fields |= {name: "on"} if each.value else {}
        elif each.kind in {"choices", "wholes"}:
            shown = each.value
            fields[name] = shown if each.kind == "choices" else ", ".join(map(str, shown))
        elif each.kind == "cents":
            fields[name] = amount_text(each.value)
        else:
            fields[name] = (
                each.as_file if each.kind == "table" else "" if each.value is None else each.value
            )
    return fields


def test_amounts_of_the_rules_are_typed_and_read_as_the_house_has_them(floor):
    floor.property.currency = "NZD"
    floor.property.save(update_fields=["currency"])
    client = sign_in(Client(), floor.administrator)
    fields = {"name": "Limits", "profile": "maryland", "approval_reference": "A-3"}
    fields |= typed(choices_of("maryland", {}, {}, "NZD")) | {"game-smallest_chip": "0.50"}
    refused = client.post("/rules/file/", fields | {"game-minimum_wager": "12.505"})
    assert refused.status_code == 409
    assert "Least minimum of a table: “12.505” is not an amount." in refused.content.decode()
    answer = client.post("/rules/file/", fields | {"game-minimum_wager": "12.50"})
    assert answer.status_code == 302, answer.content
    new = RulesSubmission.objects.get(property=floor.property, name="Limits")
    assert new.options == {"minimum_wager": 1250, "smallest_chip": 50}
    assert "NZ$12.50" in client.get(answer.headers["Location"]).content.decode()
    assert 'value="12.50"' in client.get(f"/rules/new/?base={new.pk}").content.decode()


def test_the_page_files_what_was_changed_and_keeps_the_rest(floor):
    offered = {"player_bank": True, "co_bank": True}
    base = filed(floor, options=offered)
    client = sign_in(Client(), floor.administrator)
    page = client.get(f"/rules/new/?base={base.pk}").content.decode()
    for words in ("MD 9 §E", "COMAR 36.05.02.19A", "What changes", "half up to the cent"):
        assert words in page, words
    fields = {"name": base.name, "profile": "maryland", "approval_reference": "A-2"}
    fields |= typed(choices_of("maryland", base.options, base.equipment, "USD"))
    fields["equipment-destruction_days"] = "3"
    answer = client.post("/rules/file/", fields)
    assert answer.status_code == 302, answer.content
    new = RulesSubmission.objects.get(property=floor.property, name=base.name, version=2)
    assert (new.options, new.equipment) == (offered, {"destruction_days": 3})
    shown = client.get(answer.headers["Location"]).content.decode()
    assert "What changed since version 1" in shown
    assert "Days until a condemned set is destroyed" in shown
