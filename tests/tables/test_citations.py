"""What a table shows or refuses names paragraphs of the rules it plays by, and of no others."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from audit.models import Event
from rules.citations import PARAGRAPHS, cited
from rules.profiles import PROFILES
from tables.guards import at_table_now, guard_round_may_start
from tables.models import GamingTable
from tests.factories import PIN, make_floor
from tests.rounds.api import Api
from tests.sign_in import sign_in
from tests.tables.acts import NOON, inspected, opening_table, refused, with_set

pytestmark = pytest.mark.django_db

CITES = {each.id: each.cite for each in PROFILES.values()}
ELSEWHERE = ["new-zealand", "mbs", "leaflet"]


def foreign(profile_id, text):
    """The documents named in a text that are not those of the profile."""
    cites = [cite for other, cite in CITES.items() if other != profile_id]
    cites.append("NJ")
    if profile_id != "maryland":
        cites += ["COMAR", "25 CFR", "26 CFR", "31 CFR"]
    return re.findall(rf"\b(?:{'|'.join(cites)}) (?:ch\. )?[0-9¶]+", text)


@pytest.mark.parametrize("profile_id", ["maryland", *ELSEWHERE])
def test_the_pages_of_a_table_cite_its_own_rules(profile_id):
    floor = opening_table(profile_id)
    table = f"/tables/{floor.closed.pk}/"
    pages = {"pit_manager": [table], "second_dealer": [table, f"{table}hand-over/"]}
    texts = [drawn(floor, pages)]
    with_set(floor)
    pages["second_dealer"] += [
        f"{table}envelope/tiles/", f"{table}inspection/tiles/", f"{table}display/",
    ]  # fmt: skip
    texts.append(drawn(floor, pages))
    found = inspected(floor)
    sign = f"/queue/sign/?what=inspection&id={found.pk}"
    pages["second_floorperson"] = [f"/verify/{found.pk}/", "/queue/", sign]
    pages["pit_manager"].append(f"/rules/{floor.submission.pk}/")
    texts.append(drawn(floor, pages))
    assert foreign(profile_id, "".join(texts)) == []
    if cited(profile_id, "inspection"):
        assert cited(profile_id, "inspection") in texts[-1]


def drawn(floor, pages):
    texts = []
    for role, addresses in pages.items():
        client = sign_in(Client(), floor.people[role])
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200, address
            texts.append(answer.content.decode())
    return "".join(texts)


@pytest.mark.parametrize("profile_id", ["maryland", *ELSEWHERE])
def test_the_pages_of_the_storeroom_cite_the_rules_of_the_house(profile_id):
    floor = make_floor(profile_id)
    own = f"/equipment/{floor.sets['tiles'].pk}/"
    pages = {
        "pit_manager": ["/equipment/", "/equipment/receive/", "/equipment/issue/", own],
        "security": ["/equipment/security/", "/equipment/counts/", "/equipment/rebuild/"],
    }
    text = drawn(floor, pages)
    assert foreign(profile_id, text) == []
    for paragraph in ("COMAR 36.05.02.19A", "COMAR 36.05.02.19Q"):
        assert (paragraph in text) is (profile_id == "maryland")


@pytest.mark.parametrize(("profile_id", "rule"), [("maryland", "COMAR 36.05.02.19R, .13N"),
                                                  ("new-zealand", "")])  # fmt: skip
def test_a_refusal_in_the_storeroom_cites_the_rules_of_the_house(profile_id, rule):
    floor = make_floor(profile_id)
    client = sign_in(Client(), floor.people["security"])
    equipment = floor.sets["tiles"]
    body = {"method": "crushed", "place": "yard", "signatures": {
        "security": {"badge": floor.people["security"].badge, "pin": PIN},
        "witness": {"badge": floor.people["pit_manager"].badge, "pin": PIN},
    }}  # fmt: skip
    answer = client.post(
        f"/api/v1/equipment/{equipment.pk}/destruction/",
        body,
        "application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )
    assert (answer.status_code, answer.json()["rule"]) == (409, rule), answer.json()


@pytest.mark.parametrize("profile_id", ["maryland", *ELSEWHERE])
def test_a_refusal_at_a_table_cites_its_own_rules(profile_id):
    floor = opening_table(profile_id)
    table = GamingTable.objects.get(pk=floor.closed.pk)
    rules = []
    with refused("table_not_open") as answer:
        guard_round_may_start(table, NOON, at_table_now(table))
    rules.append(answer.refusal.rule)
    table.state = "open"
    with refused("tiles_not_verified") as answer:
        guard_round_may_start(table, NOON, at_table_now(table))
    rules.append(answer.refusal.rule)
    assert rules == [cited(profile_id, "inspection")] * 2
    assert foreign(profile_id, "; ".join(rules)) == []


@pytest.mark.parametrize("profile_id", ELSEWHERE)
def test_no_door_names_a_paragraph_of_other_rules(profile_id):
    floor = make_floor(profile_id)
    api = Api(floor)
    api.open()
    answer = api.step("close").json()
    assert answer["code"] == "no_wagers"
    assert foreign(profile_id, answer["rule"]) == []
    (event,) = Event.objects.filter(kind="audit.step_refused")
    assert foreign(profile_id, bytes(event.body).decode()) == []


def test_every_subject_is_cited_from_some_document():
    for subject in PARAGRAPHS:
        assert any(cited(profile_id, subject) for profile_id in CITES), subject
