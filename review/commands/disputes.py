"""Open a dispute about a round, collect what is said and seen, and let go of what was held."""

import re
from datetime import datetime, timedelta
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Signature
from foundation.inputs import Cents, Id, Whole, Word, text
from foundation.live import publish_on_commit
from review.guards import (
    dispute_of_round,
    guard_any_round,
    guard_claim,
    guard_facts,
    guard_may_lift,
    guard_may_review,
    guard_may_withdraw,
    open_dispute_of,
)
from review.models import Decision, Dispute
from rounds.commands.steps import Play, round_command
from rounds.commands.voiding import sign_round
from rounds.guards.steps import guard_may_dispute
from rounds.inputs import ROUND, LongNote, OfRound, Seat
from rules.refusals import Refused
from staff.house_settings import minutes_of, setting_of
from staff.policy import Act
from tables.commands.alerts import URGENT, AlertWords, close_alerts, raise_alert
from tables.commands.endings import keep_as_evidence
from tables.locks import step as step_table
from tables.models import EquipmentSet, EquipmentState

HOLD = "dispute"
"""Recordings of gaming are kept so long and then overwritten.

Rule: COMAR 36.03.10.11; a house with shorter tapes says so in its settings.
"""


class OpenDispute(OfRound):
    """What is claimed about a round, and what shall wait."""

    claim: Word
    seat: Seat | None = None
    amount_cents: Cents | None = None
    note: LongNote = ""
    hold: Dispute.Hold = Dispute.Hold.ROUND


class OfDispute(OfRound):
    """Nothing but the dispute, and the round that it is about."""

    dispute_id: Id


class AddToDispute(OfDispute):
    """What the floor found, and where the cameras saw it."""

    paid_cents: Cents | None = None
    facts: Annotated[dict[str, Annotated[str, text(1000)]], Field(max_length=40)] = Field(
        default_factory=dict
    )
    cameras: Annotated[tuple[Annotated[str, Field(max_length=30)], ...], Field(max_length=40)] = ()
    timecode_from: datetime | None = None
    timecode_to: datetime | None = None
    clock_offset_seconds: Annotated[int, Field(ge=-86_400, le=86_400)] = 0

    def as_found(self) -> dict[str, object]:
        """What was found as the record keeps it."""
        found = dict(self)
        del found["round_id"], found["dispute_id"]
        return found


class BeginReview(OfDispute):
    """In how many minutes the player may expect an answer."""

    minutes: Whole = 30


class SaveVideo(OfDispute):
    """Where the video is kept, and the hash of the clip where the recorder gives one."""

    reference: Annotated[str, text(80)]
    sha256: Annotated[str, text(100)] = ""


@round_command(
    OpenDispute,
    says=gettext_lazy("Open a dispute"),
    path=f"{ROUND}disputes/",
    act=Act.OPEN_DISPUTE,
    who=guard_may_dispute,
    when=guard_any_round,
)
def open_dispute(play: Play, claim: OpenDispute) -> None:
    """Record a claim about a round; hold round or table, and keep tiles and video as evidence.

    Rule: COMAR 36.03.10.47, 36.03.10.11; 25 CFR 543.10(c).
    """
    guard_claim(claim.claim, claim.seat, play.table.seats)
    dispute = Dispute.objects.create(
        property_id=play.round.property_id,
        round=play.round,
        n=Dispute.objects.filter(round=play.round).count() + 1,
        claim=claim.claim,
        seat=claim.seat,
        amount_cents=claim.amount_cents,
        note=claim.note,
        hold=claim.hold,
        opened_by=play.by,
        opened_at=play.at,
        cameras=play.table.cameras,
        expected_at=play.at + minutes_of(play.table.property, "review_minutes"),
        video_until=play.round.opened_at + video_kept(play),
        held_set=hold_set(play),
    )
    play.round.has_dispute = True
    hold_as_claimed(play, dispute)
    call_for_review(play, dispute)
    play.subjects.append(dispute)
    play.also["dispute"] = dispute.pk
    play.happened(
        EventKind.DISPUTE_OPENED,
        claim=claim.claim,
        dispute=dispute.pk,
        seat=claim.seat,
        amount_cents=claim.amount_cents,
        note=claim.note,
        hold=claim.hold.value,
        held_set=dispute.held_set_id,
    )


@round_command(
    AddToDispute,
    says=gettext_lazy("Add to a dispute"),
    act=Act.OPEN_DISPUTE,
    who=guard_may_dispute,
    when=guard_any_round,
)
def add_to_dispute(play: Play, found: AddToDispute) -> None:
    """Add the facts, the amounts and the time codes to a dispute; what was noted before stays
    on the record."""
    dispute = open_dispute_of(play.round, found.dispute_id)
    guard_facts(found.facts)
    before = {name: getattr(dispute, name) for name in found.as_found()}
    for name, value in found.as_found().items():
        setattr(dispute, name, value)
    dispute.cameras = list(found.cameras)
    dispute.save()
    play.subjects.append(dispute)
    after = found.as_found()
    play.happened(EventKind.DISPUTE_NOTED, dispute=dispute.pk, before=before, after=after)
    tell(play)


@round_command(
    BeginReview,
    says=gettext_lazy("Begin the review"),
    act=Act.REVIEW_DISPUTE,
    who=guard_may_review,
    when=guard_any_round,
)
def begin_review(play: Play, given: BeginReview) -> None:
    """Take up the review, and say until when the player may expect an answer."""
    dispute = open_dispute_of(play.round, given.dispute_id)
    if not 1 <= given.minutes <= 7 * 24 * 60:
        raise Refused("bad_time", _("Give a time between one minute and seven days."))
    dispute.expected_at = play.at + timedelta(minutes=given.minutes)
    take_up(play, dispute)
    dispute.save(update_fields=["reviewer", "review_began_at", "expected_at"])
    close_alerts(play.round.property_id, f"dispute:{dispute.pk}", by=play.by, at=play.at)
    play.subjects.append(dispute)
    tell(play)


def take_up(play: Play, dispute: Dispute) -> None:
    """Say who reviews, and since when; whoever calls saves the dispute."""
    dispute.reviewer, dispute.review_began_at = play.by, dispute.review_began_at or play.at
    expected_at = dispute.expected_at.isoformat() if dispute.expected_at else None
    play.happened(EventKind.DISPUTE_REVIEWED, dispute=dispute.pk, expected_at=expected_at)


@round_command(
    SaveVideo,
    says=gettext_lazy("Save the video"),
    act=Act.REVIEW_DISPUTE,
    who=guard_may_review,
    when=guard_any_round,
)
def save_video(play: Play, given: SaveVideo) -> None:
    """Record where the video of the round was saved, before it is overwritten.

    A wrong reference is mended by saying it again, also after the decision; the record has both.

    Rule: COMAR 36.03.10.11.
    """
    dispute, reference = dispute_of_round(play.round, given.dispute_id), given.reference.strip()
    if not reference:
        raise Refused("reference_missing", _("Say where the video is kept."))
    before = {"video": dispute.video_reference, "sha256": dispute.video_sha256}
    dispute.video_saved_at, dispute.video_saved_by = play.at, play.by
    dispute.video_reference, dispute.video_sha256 = reference, clip_hash(given.sha256)
    dispute.save(
        update_fields=["video_saved_at", "video_saved_by", "video_reference", "video_sha256"]
    )
    close_alerts(play.round.property_id, f"video:{dispute.pk}", by=play.by, at=play.at)
    play.subjects.append(dispute)
    play.happened(
        EventKind.VIDEO_SAVED,
        dispute=dispute.pk,
        video=dispute.video_reference,
        sha256=dispute.video_sha256,
        before=before if before["video"] else None,
    )
    tell(play)


@round_command(
    OfDispute,
    says=gettext_lazy("Ask to keep the video"),
    act=Act.OPEN_DISPUTE,
    who=guard_may_dispute,
    when=guard_any_round,
)
def ask_video_lock(play: Play, given: OfDispute) -> None:
    """Ask surveillance to keep the video of a round from being overwritten.

    Rule: COMAR 36.03.10.11.
    """
    dispute = open_dispute_of(play.round, given.dispute_id)
    if dispute.video_saved_at is not None:
        raise Refused("video_saved", _("The video is saved already."))
    if dispute.lock_asked_at is not None:
        raise Refused("already_asked", _("Surveillance was asked already."))
    dispute.lock_asked_at, dispute.lock_asked_by = play.at, play.by
    dispute.save(update_fields=["lock_asked_at", "lock_asked_by"])
    params = {
        "table": play.table.number,
        "round": play.round.number,
        "dispute": dispute.pk,
        "cameras": ", ".join(dispute.cameras) or "–",
    }
    call = AlertWords(f"video:{dispute.pk}:lock", "video_lock_asked", URGENT, params)
    raise_alert(call, property_id=play.round.property_id, table=play.table, at=play.at)
    play.subjects.append(dispute)
    play.happened(
        EventKind.VIDEO_LOCK_ASKED,
        dispute=dispute.pk,
        cameras=dispute.cameras,
        timecode_from=dispute.timecode_from,
        timecode_to=dispute.timecode_to,
        clock_offset_seconds=dispute.clock_offset_seconds,
    )
    tell(play)


A_HASH = re.compile(r"[0-9a-f]{64}")


def clip_hash(typed: str) -> str:
    """A SHA-256 as recorders print it, with or without spaces and colons; nothing is nothing."""
    found = re.sub(r"[\s:]", "", typed).lower()
    if found and not A_HASH.fullmatch(found):
        raise Refused("not_a_hash", _("A SHA-256 has 64 digits from 0 to 9 and a to f."))
    return found


@round_command(
    OfDispute,
    says=gettext_lazy("Lift the hold"),
    act=Act.LIFT_HOLD,
    signs=[Signature("own", Act.LIFT_HOLD, gettext_lazy("Whoever lifts the hold"))],
    who=guard_may_lift,
    when=guard_any_round,
)
def lift_hold(play: Play, given: OfDispute) -> None:
    """Let round and table go on although the dispute is not decided yet."""
    dispute, signer = open_dispute_of(play.round, given.dispute_id), play.signed["own"]
    if dispute.hold == Dispute.Hold.NONE:
        raise Refused("nothing_held", _("This dispute holds nothing."))
    sign_round(play, signer, Act.LIFT_HOLD, {"dispute": dispute.pk})
    before, dispute.hold = dispute.hold, Dispute.Hold.NONE
    dispute.save(update_fields=["hold"])
    let_go(play, dispute)
    play.subjects.append(dispute)
    play.happened(EventKind.HOLD_LIFTED, dispute=dispute.pk, before=before, person=signer.person.pk)
    tell(play)


class WithdrawDispute(OfRound):
    """Which dispute of a round is taken back."""

    n: Whole


@round_command(
    WithdrawDispute,
    says=gettext_lazy("Withdraw a dispute"),
    path=f"{ROUND}disputes/<int:n>/withdraw/",
    act=Act.OPEN_DISPUTE,
    who=guard_may_dispute,
    when=guard_any_round,
)
def withdraw_dispute(play: Play, given: WithdrawDispute) -> None:
    """Take back a dispute that nobody reviews yet; claim and withdrawal stay on the record.

    Tiles and video stay kept as evidence until somebody of the floor releases them.

    Rule: COMAR 36.03.10.47.
    """
    found = Dispute.objects.filter(round=play.round, n=given.n).first()
    if found is None:
        raise Refused("not_found", _("There is no such dispute about this round."))
    dispute = open_dispute_of(play.round, found.pk)
    guard_may_withdraw(dispute, play.by)
    dispute.decision, dispute.decided_by = Decision.WITHDRAWN, play.by
    dispute.decided_at = play.at
    dispute.save(update_fields=["decision", "decided_by", "decided_at"])
    let_go(play, dispute)
    for prefix in (f"dispute:{dispute.pk}", f"video:{dispute.pk}"):
        close_alerts(play.round.property_id, prefix, by=play.by, at=play.at)
    play.subjects.append(dispute)
    play.happened(EventKind.DISPUTE_WITHDRAWN, dispute=dispute.pk, n=given.n)
    tell(play)


def hold_as_claimed(play: Play, dispute: Dispute) -> None:
    if dispute.hold != Dispute.Hold.NONE:
        play.round.is_held = True
    if dispute.hold == Dispute.Hold.TABLE and not play.table.hold:
        step_table(play.table, hold=HOLD)
    tell(play)


def let_go(play: Play, dispute: Dispute) -> None:
    """Free round and table unless another dispute that is not decided holds them."""
    others = Dispute.objects.filter(decided_at__isnull=True).exclude(pk=dispute.pk)
    play.round.is_held = others.filter(round=play.round).exclude(hold=Dispute.Hold.NONE).exists()
    holds_table = others.filter(round__table=play.table, hold=Dispute.Hold.TABLE).exists()
    if play.table.hold == HOLD and not holds_table:
        step_table(play.table, hold="")


def hold_set(play: Play) -> EquipmentSet | None:
    """Keep the tiles or cards of the round from being mixed or destroyed."""
    placement = play.round.playing_set
    if placement is None:
        return None
    equipment = EquipmentSet.objects.get(pk=placement.equipment_id)
    gone = (EquipmentState.DESTROYED, EquipmentState.DISSOLVED)
    if equipment.state in gone:
        return None
    if not equipment.evidence_hold:
        reason = _("Dispute at table {table}, round {number}").format(
            table=play.table.number, number=play.round.number
        )
        keep_as_evidence(equipment.pk, reason, by=play.by, at=play.at)
    return equipment


def video_kept(play: Play) -> timedelta:
    return timedelta(days=setting_of(play.table.property, "video_days"))


def call_for_review(play: Play, dispute: Dispute) -> None:
    params = {"table": play.table.number, "round": play.round.number, "dispute": dispute.pk}
    call = AlertWords(f"dispute:{dispute.pk}:opened", "dispute_opened", URGENT, params)
    raise_alert(call, property_id=play.round.property_id, table=play.table, at=play.at)


def tell(play: Play) -> None:
    publish_on_commit(play.round.property_id, f"table:{play.table.pk}", "dispute")
    publish_on_commit(play.round.property_id, f"table:{play.table.pk}", "table")
