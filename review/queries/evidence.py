"""What was said and brought in a dispute, what is known without asking, and where it is sealed."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from audit.events import EventKind
from audit.queries.events import Filters, timeline
from review.models import Attachment, Dispute, Statement
from review.queries.round_page import RoundPage
from review.queries.taps import Tap
from review.wording import CITED
from rounds.games import game_of
from rounds.models import Round, RoundState
from rounds.wording import DEALER_ACCOUNTS

IN_DISPUTES = frozenset(
    kind.code
    for kind in (
        EventKind.DISPUTE_OPENED, EventKind.DISPUTE_NOTED, EventKind.DISPUTE_REVIEWED,
        EventKind.DISPUTE_WITHDRAWN, EventKind.DISPUTE_DECIDED, EventKind.DISPUTE_REOPENED,
        EventKind.STATEMENT_TAKEN, EventKind.FILE_ATTACHED, EventKind.VIDEO_LOCK_ASKED,
        EventKind.VIDEO_SAVED, EventKind.HOLD_LIFTED, EventKind.NOTICE_DRAFTED,
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A statement as it is read: who, by which proof, and what."""

    statement: Statement
    speaker: str
    account: str
    licence: str

    @property
    def is_signed(self) -> bool:
        return self.statement.sign_off_id is not None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Where an event stands in the log: its entry and the hash of its bytes."""

    number: int
    at: datetime
    leaf: str


@dataclass(frozen=True, slots=True)
class CiteChoice:
    """A paragraph to decide by, and what it says of this round or in general."""

    cite: str
    words: str


def looked_at_again(dispute: Dispute) -> list[int]:
    """The dispute and those that it opens again, latest first."""
    earlier = dict(
        Dispute.objects.filter(round_id=dispute.round_id).values_list("pk", "reopens_id")
    )
    found: list[int] = []
    each: int | None = dispute.pk
    while each is not None:
        found.append(each)
        each = earlier.get(each)
    return found


def statements_of(disputes: Iterable[int]) -> tuple[StatementLine, ...]:
    rows = Statement.objects.filter(dispute_id__in=list(disputes))
    shown = rows.select_related("sign_off", "taken_by").order_by("taken_at", "pk")
    return tuple(
        StatementLine(
            each,
            str(Statement.Speaker(each.speaker).label),
            str(DEALER_ACCOUNTS.get(each.account, each.account)),
            each.sign_off.licence_number if each.sign_off else "",
        )
        for each in shown
    )


def attachments_of(disputes: Iterable[int]) -> tuple[Attachment, ...]:
    rows = Attachment.objects.filter(dispute_id__in=list(disputes))
    return tuple(rows.select_related("added_by").order_by("added_at", "pk"))


def next_round_of(dispute: Dispute) -> Round | None:
    """The round that had begun at the table before somebody claimed anything; none if none had."""
    later = Round.objects.filter(
        table_id=dispute.round.table_id,
        opened_at__gt=dispute.round.opened_at,
        opened_at__lt=dispute.opened_at,
    )
    return later.order_by("opened_at").first()


def history_of(sheet: RoundPage, disputes: Iterable[int]) -> tuple[Tap, ...]:
    """Who added what to a dispute, and when."""
    shown = set(disputes)
    return tuple(
        tap for tap in sheet.taps if tap.kind in IN_DISPUTES and tap.detail.get("dispute") in shown
    )


def decided_entry(dispute: Dispute) -> LogEntry | None:
    """Where the decision is sealed; None while it waits, or is not made."""
    return _entry(
        Filters(
            dispute.property_id,
            round_id=dispute.round_id,
            subject=f"dispute:{dispute.pk}",
            kind=EventKind.DISPUTE_DECIDED.code,
        )
    )


def settled_entry(current: Round) -> LogEntry | None:
    """Where the settlement of a round, or that it is void, is sealed."""
    is_void = current.state == RoundState.VOID
    kind = EventKind.ROUND_VOIDED if is_void else EventKind.ROUND_SETTLED
    return _entry(Filters(current.property_id, round_id=current.pk, kind=kind.code))


def _entry(filters: Filters) -> LogEntry | None:
    found = next(iter(timeline(filters, most=1)), None)
    if found is None or found.idx is None or found.leaf is None:
        return None
    return LogEntry(found.idx, found.at, found.leaf.hex())


def cite_choices(sheet: RoundPage) -> tuple[CiteChoice, ...]:
    """The paragraphs that decided this round first, then the others of its rules, in order."""
    own: dict[str, str] = {}
    for reason in (reason for place in sheet.places for reason in place.reasons):
        if reason["cite"]:
            own.setdefault(reason["cite"], reason["text"])
    profile = game_of(sheet.round.submission).profile
    others: dict[str, str] = {}
    for subject, cite in getattr(profile, "cites", {}).items():
        if cite and cite not in own and cite.startswith(f"{profile.cite} "):
            others.setdefault(cite, str(CITED.get(subject, "")))
    return tuple(
        CiteChoice(cite, words)
        for group in (own, others)
        for cite, words in sorted(group.items(), key=lambda each: numbered(each[0]))
    )


def numbered(cite: str) -> list[tuple[int, str]]:
    """A paragraph as it stands in its document: 3 before 10, §B before §H.

    >>> sorted(["MD 10", "MD 8 §H(2)", "MD 8 §H(1)", "MD 3 §B"], key=numbered)
    ['MD 3 §B', 'MD 8 §H(1)', 'MD 8 §H(2)', 'MD 10']
    """
    parts = re.findall(r"\d+|\D+", cite)
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]
