"""What was said and brought in a dispute, who may look at it again, and where it is sealed."""

import hashlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, transaction

from audit.models import Event
from foundation.files import content_kept
from review.models import Attachment, Dispute, Statement
from review.queries.evidence import numbered
from review.wording import CITED
from rules.profiles import PROFILES
from rules.refusals import Refused
from staff.commands.properties import change_property, house_facts
from tables.models import Alert
from tests.factories import PIN
from tests.review.test_disputes import CORRECTED, by, decide, opened, refused, signer
from tests.rounds.playing import house_round
from tests.rounds.taps import (
    Account,
    Call,
    Claim,
    Finding,
    Reopening,
    Said,
    add_to_dispute,
    ask_video_lock,
    open_dispute,
    reopen_dispute,
    save_video,
    take_statement,
)
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
REJECTED = Finding("rejected", "MD 3 §H(1)", "The record agrees with the video.")
PHOTO = b"\x89PNG\r\n\x1a\n felt of seat 1"


@pytest.fixture
def dispute(dealer):
    house_round(dealer, seats=2)
    return opened(dealer, amount_cents=2500)


def say(dispute, person, said, signed_by=None):
    signed = signer(signed_by) if signed_by else None
    return take_statement(dispute.round_id, by(person), dispute.pk, said, signed)


def test_the_dealer_signs_what_he_says_and_says_something_else_later(dispute, floor):
    say(dispute, floor.floorperson, Said("dealer", account="as_recorded"), floor.dealer)
    say(dispute, floor.floorperson, Said("dealer", words="I took it too early."), floor.dealer)
    first, second = Statement.objects.filter(dispute=dispute).order_by("n")
    assert (first.account, first.sign_off.person) == ("as_recorded", floor.dealer)
    assert (second.words, second.name) == ("I took it too early.", floor.dealer.name)
    event = Event.objects.filter(kind="rounds.statement_taken").latest("at")
    assert f"statement:{second.pk}" in event.about
    assert floor.dealer.licence_number in bytes(event.body).decode(), "whose PIN it was"
    with pytest.raises(DatabaseError), transaction.atomic():
        Statement.objects.filter(pk=first.pk).update(words="nothing")


def test_a_player_is_told_by_whom_and_signs_nothing(dispute, floor):
    said = Said("player", name="blue chips", words="I had a nine.")
    assert refused(say, dispute, floor.floorperson, said, floor.floorperson) == "no_pin"
    say(dispute, floor.floorperson, said)
    found = Statement.objects.get(dispute=dispute)
    assert (found.sign_off, found.name, found.taken_by) == (None, "blue chips", floor.floorperson)
    witness = Said("witness", words="I saw it.")
    assert refused(say, dispute, floor.floorperson, witness) == "name_missing"
    assert refused(say, dispute, floor.floorperson, Said("dealer")) == "nothing_said"
    other = Said("dealer", words="x")
    assert refused(say, dispute, floor.floorperson, other, floor.floorperson) == "not_the_dealer"


def test_page_and_paper_say_who_signed_and_what_was_told(client, dispute, floor):
    sign_in(client, floor.floorperson)
    form = {"speaker": "dealer", "words": "As I said.", "speaker-badge": floor.dealer.badge}
    address = f"/disputes/{dispute.pk}/statement/"
    assert client.post(address, form).status_code == 409, "a badge alone signs nothing"
    assert client.post(address, form | {"speaker-pin": PIN}).status_code == 204
    told = {"speaker": "player", "name": "M. Chan", "words": "They pushed."}
    assert client.post(address, told).status_code == 204
    page = client.get(f"/disputes/{dispute.pk}/").content.decode()
    assert f"signed, {floor.dealer.licence_number}" in page
    assert f"as told to {floor.floorperson.name}" in page
    assert "Statement 2 of the dispute, M. Chan: as told to the staff" in page
    assert "They pushed." in client.get(f"/disputes/{dispute.pk}/decision/").content.decode()


def attach(client, dispute, content=PHOTO, name="felt.exe"):
    file = SimpleUploadedFile(name, content)
    form = {"file": file, "title": "Seat 1 after the round"}
    return client.post(f"/disputes/attach/{dispute.pk}/", form)


def test_that_surveillance_opened_a_round_is_on_the_record(client, dispute, floor):
    reads = Event.objects.filter(kind="audit.record_read", round_id=dispute.round_id)
    sign_in(client, floor.floorperson).get(f"/rounds/{dispute.round_id}/")
    assert not reads.exists(), "the floor reads its own rounds"
    sign_in(client, floor.surveillance).get(f"/rounds/{dispute.round_id}/")
    assert b'"what":"round"' in bytes(reads.get().body)


def test_a_file_is_kept_with_its_hash_and_taken_away_on_the_record(client, dispute, floor):
    sign_in(client, floor.floorperson)
    assert attach(client, dispute).status_code == 204
    found = Attachment.objects.get(dispute=dispute)
    assert (found.file_name, found.media_type) == ("felt.png", "image/png")
    assert found.sha256 == hashlib.sha256(PHOTO).hexdigest()
    event = Event.objects.get(kind="rounds.file_attached")
    assert found.sha256 in bytes(event.body).decode()
    assert content_kept(found.sha256) == PHOTO, "its bundle finds it by its hash"
    assert attach(client, dispute).status_code == 409, "the same file twice"
    taken = client.get(f"/disputes/{dispute.pk}/files/1/")
    assert b"".join(taken.streaming_content) == PHOTO
    assert taken["Content-Disposition"] == 'attachment; filename="felt.png"'
    reads = Event.objects.filter(kind="audit.record_read", round_id=dispute.round_id)
    assert found.sha256 in bytes(reads.latest("at").body).decode(), "also by the floor"
    assert found.sha256 in client.get(f"/disputes/{dispute.pk}/decision/").content.decode()


@pytest.mark.parametrize("content", [b"MZ\x90\x00", b"", b"<html><script>"])
def test_what_is_no_photograph_paper_or_clip_is_refused(client, dispute, floor, content):
    sign_in(client, floor.floorperson)
    assert attach(client, dispute, content, "felt.png").status_code == 409
    assert not Attachment.objects.exists()


def test_another_house_gets_no_file(client, dispute, floor):
    sign_in(client, floor.floorperson)
    attach(client, dispute)
    sign_in(client, floor.cashier)
    assert client.get(f"/disputes/{dispute.pk}/files/1/").status_code == 403
    assert client.get("/disputes/999999/files/1/").status_code == 403


def test_two_people_open_a_decision_again_and_both_decisions_stand(dispute, floor):
    say(dispute, floor.floorperson, Said("dealer", account="as_recorded"), floor.dealer)
    save_video(dispute.round_id, by(floor.surveillance), dispute.pk, "Vault 12")
    why = Reopening("A second camera shows the tiles.")
    own, second = signer(floor.surveillance), signer(floor.compliance)

    def again(*signers):
        return reopen_dispute(
            dispute.round_id, Call(by=floor.surveillance), dispute.pk, why, *signers
        )

    assert refused(again, own, second) == "not_decided"
    decide(dispute, floor.surveillance, REJECTED)
    assert refused(again, own, own) == "same_person"
    sheet = again(own, second)
    later = Dispute.objects.get(pk=sheet["dispute"])
    assert (later.reopens, later.claim, later.note) == (dispute, dispute.claim, why.reason)
    assert later.video_reference == "Vault 12"
    assert refused(again, own, second) == "already_reopened"
    decide(
        later,
        floor.surveillance,
        Finding("upheld", "MD 3 §C", "Misread.", CORRECTED),
        floor.pit_manager,
    )
    dispute.refresh_from_db()
    later.refresh_from_db()
    assert (dispute.decision, later.decision) == ("rejected", "upheld")
    with pytest.raises(DatabaseError), transaction.atomic():
        Dispute.objects.filter(pk=later.pk).update(reopens=None)


def test_the_page_leads_from_one_decision_to_the_next(client, dispute, floor):
    say(dispute, floor.floorperson, Said("player", name="red cap", words="I had a nine."))
    decide(dispute, floor.surveillance, REJECTED)
    sign_in(client, floor.pit_manager)
    form = {"reason": "A new witness", "own-badge": floor.pit_manager.badge, "own-pin": PIN}
    form |= {"second-badge": floor.compliance.badge, "second-pin": PIN}
    answer = client.post(f"/disputes/{dispute.pk}/reopen/", form)
    later = client.get(answer["HX-Redirect"]).content.decode()
    assert f"Opens dispute {dispute.pk} again" in later
    assert "I had a nine." in later, "what was said then is read now"
    assert "A new witness" in client.get(f"/disputes/{dispute.pk}/decision/").content.decode()


def test_a_wrong_reference_is_mended_and_both_are_on_record(dispute, floor):
    save_video(dispute.round_id, by(floor.surveillance), dispute.pk, "Vault 21")
    decide(dispute, floor.surveillance, REJECTED)
    clip = hashlib.sha256(b"clip").hexdigest()
    spaced = ":".join(clip[i : i + 2] for i in range(0, 64, 2)).upper()
    save_video(dispute.round_id, by(floor.surveillance), dispute.pk, "Vault 12", spaced)
    dispute.refresh_from_db()
    assert (dispute.video_reference, dispute.video_sha256) == ("Vault 12", clip)
    said = bytes(Event.objects.filter(kind="rounds.video_saved").latest("at").body).decode()
    assert "Vault 21" in said
    assert clip in said
    wrong = (dispute.round_id, by(floor.surveillance), dispute.pk, "Vault 12", "abc")
    assert refused(save_video, *wrong) == "not_a_hash"


def test_the_floor_asks_once_to_keep_the_video(dispute, floor):
    ask_video_lock(dispute.round_id, by(floor.floorperson), dispute.pk)
    alert = Alert.objects.get(code="video_lock_asked")
    assert alert.acknowledged_at is None
    again = (dispute.round_id, by(floor.floorperson), dispute.pk)
    assert refused(ask_video_lock, *again) == "already_asked"
    save_video(dispute.round_id, by(floor.surveillance), dispute.pk, "Vault 12")
    alert.refresh_from_db()
    assert alert.acknowledged_at is not None
    assert refused(ask_video_lock, *again) == "video_saved"


def test_whether_the_next_round_had_begun_is_known(client, dealer, floor):
    house_round(dealer, seats=2)
    first = opened(dealer, hold=Dispute.Hold.NONE)
    dealer_round = first.round
    sign_in(client, floor.surveillance)
    assert client.get(f"/disputes/{first.pk}/").context["sheet"].next_round is None
    dealer.open()
    sheet = open_dispute(
        dealer_round.pk, by(floor.floorperson), Claim("wrong_payment", seat=1, hold="none")
    )
    page = client.get(f"/disputes/{sheet['dispute']}/")
    assert page.context["sheet"].next_round.number == dealer_round.number + 1


def test_every_subject_that_a_document_cites_has_words():
    subjects = {subject for each in PROFILES.values() for subject in getattr(each, "cites", {})}
    assert sorted(subjects - set(CITED)) == []


def test_paragraphs_come_in_order_and_say_what_they_are(client, dispute, floor):
    sign_in(client, floor.surveillance)
    sheet = client.get(f"/disputes/{dispute.pk}/").context["sheet"]
    assert sheet.cites
    assert all(choice.words for choice in sheet.cites)
    named = [choice.cite for choice in sheet.cites]
    assert len(set(named)) == len(named)
    decided = {reason["cite"] for place in sheet.round.places for reason in place.reasons}
    assert decided
    assert set(named[: len(decided)]) == decided, "what decided this round comes first"
    for group in (named[: len(decided)], named[len(decided) :]):
        assert group == sorted(group, key=numbered)


def test_what_was_found_before_stays_on_record(dispute, floor):
    add_to_dispute(dispute.round_id, by(floor.dealer), dispute.pk, Account(paid_cents=100))
    add_to_dispute(dispute.round_id, by(floor.dealer), dispute.pk, Account(paid_cents=200))
    said = bytes(Event.objects.filter(kind="rounds.dispute_noted").latest("at").body).decode()
    assert '"paid_cents":100' in said
    assert '"paid_cents":200' in said


def test_who_cannot_sign_second_is_named(client, dispute, floor):
    sign_in(client, floor.surveillance)
    form = {"decision": "upheld", "cite": "MD 3 §C", "nothing_moves_because": "paid at once"}
    form |= {"own-badge": floor.surveillance.badge, "own-pin": PIN}
    form |= {"second-badge": floor.cashier.badge, "second-pin": PIN}
    answer = client.post(f"/disputes/{dispute.pk}/decide/", form)
    assert answer.status_code == 403
    assert f"{floor.cashier.name} cannot sign here" in answer.content.decode()


def test_the_recorder_opens_at_camera_and_second_by_the_cameras_clock(client, dispute, floor):
    house = floor.property
    template = "https://vms.example/play?cam={camera}&from={epoch}&to={to_epoch}&at={local}"
    facts = house_facts(house).model_copy(update={"video_link": template})
    change_property(facts, by=floor.administrator)
    given = Account(cameras=("C 7",), clock_offset_seconds=90)
    add_to_dispute(dispute.round_id, by(floor.floorperson), dispute.pk, given)
    sign_in(client, floor.surveillance)
    page = client.get(f"/disputes/{dispute.pk}/")
    sheet = page.context["sheet"]
    ((camera, link),) = sheet.videos
    assert camera == "C 7"
    began = dispute.round.opened_at.replace(microsecond=0)
    assert f"cam=C%207&from={int(began.timestamp()) + 90}&to=" in link
    assert "at=20" in link
    assert link.replace("&", "&amp;") in page.content.decode()


@pytest.mark.parametrize(
    "wrong",
    ["javascript:alert(1)//{camera}{time}", "https://vms/{camera}", "https://vms/{camera}{secret}"],
)
def test_an_address_that_no_recorder_has_is_refused(floor, wrong):
    facts = house_facts(floor.property).model_copy(update={"video_link": wrong})
    with pytest.raises(Refused) as refusal:
        change_property(facts, by=floor.administrator)
    assert refusal.value.code == "bad_video_link"
