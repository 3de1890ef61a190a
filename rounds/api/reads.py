"""What the API shows: sheets, lists, reasons, the rules as tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from pydantic import AfterValidator

from foundation.inputs import Flag, Id, Input, Plain, Whole, text
from foundation.reads import Reads, read
from foundation.wording import money_text
from rounds.games import browser_tables, game_of, own_browser_tables
from rounds.games.tiles import TileGame
from rounds.inputs import ROUND
from rounds.models import Depth, Round, RoundState, Source
from rounds.queries.sheets import RoundSheet, round_sheet
from rounds.queries.tables import TableSheet, table_of, table_sheet
from rules.round import Json
from staff.models import Person
from staff.policy import Act
from tables.models import RulesSubmission

KEPT: Mapping[str, str] = {"Cache-Control": "private, max-age=86400, immutable"}
PAGE = 50


class SheetAsked(Input):
    """At which table."""

    table_id: Id


@read(SheetAsked, act=Act.VIEW_ROUNDS, path="tables/<int:table_id>/sheet/")
def read_table_sheet(viewer: Person, asked: SheetAsked) -> TableSheet:
    """Everything the dealer's screen needs."""
    table = table_of(viewer.property_id, asked.table_id)
    if table is None:
        raise Http404
    return table_sheet(table)


class OneRound(Input):
    """Which round."""

    round_id: UUID


@read(OneRound, act=Act.VIEW_ROUNDS, path=ROUND)
def read_round(viewer: Person, asked: OneRound) -> RoundSheet:
    """A round's sheet."""
    return round_sheet(_round(viewer, asked))


@dataclass(frozen=True, slots=True)
class SaidReason:
    """One reason in words; `code` and `params` are what was stored of it."""

    cite: str
    text: str
    code: str | None = None
    params: Json | None = None


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a round was settled as it was."""

    round: UUID
    settlement: int
    reasons: tuple[SaidReason, ...]


@read(OneRound, act=Act.VIEW_ROUNDS, path=f"{ROUND}why/")
def read_why(viewer: Person, asked: OneRound) -> Reasons:
    """Why the round was settled so."""
    current = _round(viewer, asked)
    if current.settlement is None:
        raise Http404
    currency = partial(money_text, currency=viewer.property.currency)
    said = game_of(current.submission).explain(current.settlement.facts, currency)
    coded: list[Json] = current.settlement.reasons or [{}] * len(said)
    reasons = (
        SaidReason(words["cite"], words["text"], code.get("code"), code.get("params"))
        for code, words in zip(coded, said, strict=True)
    )
    return Reasons(current.pk, current.settlement.n, tuple(reasons))


@dataclass(frozen=True, slots=True)
class RoundsEnd:
    """The last round of a page: the next page begins behind it."""

    at: datetime
    round_id: UUID

    def __str__(self) -> str:
        return f"{self.at.timestamp():.6f}_{self.round_id.hex}"

    @classmethod
    def parse(cls, given: str) -> "RoundsEnd":
        at, _line, round_id = given.partition("_")
        try:
            return cls(datetime.fromtimestamp(float(at), UTC), UUID(round_id))
        except (ValueError, OverflowError, OSError):
            raise ValueError(_("This is no page.")) from None


def _guard_cursor(given: str) -> str:
    if given:
        RoundsEnd.parse(given)
    return given


class RoundFilters(Input):
    """Which rounds to list."""

    table: Whole | None = None
    gaming_day: date | None = None
    number: Whole | None = None
    state: RoundState | None = None
    depth: Depth | None = None
    bank_kind: Literal["house", "player", "co-bank"] | None = None
    dealer: Whole | None = None
    has_irregularity: Flag | None = None
    has_correction: Flag | None = None
    has_dispute: Flag | None = None
    source: Source | None = None
    is_late_entry: Flag | None = None
    cursor: Annotated[str, text(200), Plain, AfterValidator(_guard_cursor)] = ""


@dataclass(frozen=True, slots=True)
class ListedRound:
    """One round in a list."""

    id: UUID
    table: int
    number: int
    gaming_day: date
    state: str
    version: int
    opened_at: datetime
    ended_at: datetime | None
    dealer: int
    bank_kind: str
    bank_seat: int | None
    depth: str
    source: str
    is_late_entry: bool
    has_irregularity: bool
    has_correction: bool
    has_dispute: bool
    void_reason: str
    house_net_cents: int | None
    wagered_cents: int | None


@dataclass(frozen=True, slots=True)
class RoundRows:
    """A page of rounds; `next` is the cursor of the page after it."""

    next: str | None
    results: tuple[ListedRound, ...]


@read(RoundFilters, act=Act.VIEW_ROUNDS, path="rounds/")
def read_rounds(viewer: Person, asked: RoundFilters) -> RoundRows:
    """Rounds, latest first."""
    rows = list(rounds_listed(viewer.property_id, asked)[: PAGE + 1])
    last = rows[PAGE - 1] if len(rows) > PAGE else None
    further = str(RoundsEnd(last.opened_at, last.pk)) if last else None
    return RoundRows(further, tuple(_row(each) for each in rows[:PAGE]))


def rounds_listed(property_id: int, asked: RoundFilters) -> QuerySet[Round]:
    chosen = asked.model_dump(exclude={"cursor"}, exclude_none=True)
    found = Round.objects.filter(property_id=property_id, **chosen)
    if asked.cursor:
        end = RoundsEnd.parse(asked.cursor)
        found = found.filter(Q(opened_at__lt=end.at) | Q(opened_at=end.at, pk__gt=end.round_id))
    return (
        found.defer("facts")
        .annotate(
            house_net_cents=F("settlement__house_net_cents"),
            wagered_cents=F("settlement__wagered_cents"),
        )
        .order_by("-opened_at", "id")
    )


class OneProfile(Input):
    """Which rule set."""

    profile: str


@read(OneProfile, path="rules/<str:profile>/tables/", headers=KEPT)
def read_rules_tables(viewer: Person, asked: OneProfile) -> Json:
    """A profile's rules as tables, for work without the network."""
    tables = browser_tables(asked.profile)
    if tables is None:
        raise Http404
    return tables


class OneSubmission(Input):
    """Which version of the rules."""

    submission_id: Id


@read(OneSubmission, path="rules/submissions/<int:submission_id>/tables/", headers=KEPT)
def read_submission_tables(viewer: Person, asked: OneSubmission) -> Json:
    """The tables of a submission that has its own house way."""
    mine = RulesSubmission.objects.filter(property_id=viewer.property_id)
    submission = mine.filter(pk=asked.submission_id).first()
    game = game_of(submission) if submission else None
    if not isinstance(game, TileGame):
        raise Http404
    return own_browser_tables(game)


READS: Reads = (
    read_table_sheet,
    read_rounds,
    read_round,
    read_why,
    read_rules_tables,
    read_submission_tables,
)


def _round(viewer: Person, asked: OneRound) -> Round:
    rounds = Round.objects.select_related("table", "submission", "settlement")
    current = rounds.filter(pk=asked.round_id, property_id=viewer.property_id).first()
    if current is None:
        raise Http404
    return current


def _row(each: Any) -> ListedRound:
    return ListedRound(
        id=each.pk,
        table=each.table_id,
        number=each.number,
        gaming_day=each.gaming_day,
        state=each.state,
        version=each.version,
        opened_at=each.opened_at,
        ended_at=each.ended_at,
        dealer=each.dealer_id,
        bank_kind=each.bank_kind,
        bank_seat=each.bank_seat,
        depth=each.depth,
        source=each.source,
        is_late_entry=each.is_late_entry,
        has_irregularity=each.has_irregularity,
        has_correction=each.has_correction,
        has_dispute=each.has_dispute,
        void_reason=each.void_reason,
        house_net_cents=each.house_net_cents,
        wagered_cents=each.wagered_cents,
    )
