"""Find rounds, latest first, by what happened in them; pages follow a place, not a number.

A search about hands walks the rows of plays, which carry the time of their round; any other walks
the rounds. Both walk an index backwards in time and stop at a page, so five million rounds cost
what ten thousand do (`benchmarks/search.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from rounds.models import Depth, Dispute, Round, RoundState, SeatPlay
from rules.ranking import HAND_NAMES, PAIR_CODES, hand_name
from rules.tiles import KINDS

PAGE = 50
HAND_SIZE = 4
TRAITS = ("irregularity", "void", "correction", "quick", "late", "dispute")


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a search asks for; whatever is empty does not matter.

    `seat`, `outcome`, `wager_*`, `tiles` and the ranks must all hold of one hand of the round.
    """

    table_id: int | None = None
    dealer_id: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    gaming_day: date | None = None
    bank_kind: str = ""
    traits: tuple[str, ...] = ()
    seat: int | None = None
    outcome: str = ""
    wager_from: int | None = None
    wager_to: int | None = None
    tiles: tuple[str, ...] = ()
    high: str = ""
    low: str = ""

    @property
    def is_about_hands(self) -> bool:
        wager = (self.wager_from, self.wager_to, self.seat)
        return any(each is not None for each in wager) or any(
            (self.outcome, self.tiles, self.high, self.low)
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ended: the next one begins after it."""

    at: datetime
    round_id: UUID


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page of rounds, the hands in them that matched, and where the next page begins."""

    rounds: Sequence[Round]
    hands: Mapping[UUID, Sequence[SeatPlay]] = field(default_factory=dict)
    after: Place | None = None


RANK_CODES = (
    *PAIR_CODES,
    *(f"{kind}:{name}" for kind in ("wong", "gong", "high-nine") for name in ("Teen", "Day")),
)
"""The hands that have names of their own and that people search for."""


def stored_rank(code: str) -> str:
    """A rank as its rows keep it: by its English name."""
    return hand_name(code)


def tile_kinds() -> tuple[str, ...]:
    return tuple(kind.text for kind in KINDS)


def found_rounds(property_id: int, wanted: Criteria, after: Place | None = None) -> FoundPage:
    """A page of the rounds that were wanted, latest first."""
    ids = _ids(property_id, wanted, after)[: PAGE + 1]
    chosen = list(ids)
    rows = Round.objects.filter(pk__in=chosen[:PAGE]).defer("facts")
    by_id = rows.select_related("table", "dealer", "settlement").defer(
        "settlement__facts",
        "settlement__outcome",
        "settlement__movements",
        "settlement__reasons",
        "settlement__entered",
    )
    found = {each.pk: each for each in by_id}
    rounds = [found[each] for each in chosen[:PAGE]]
    last = rounds[-1] if len(chosen) > PAGE else None
    return FoundPage(
        rounds,
        _hands(rounds, wanted) if wanted.is_about_hands else {},
        Place(last.opened_at, last.pk) if last else None,
    )


def _ids(property_id: int, wanted: Criteria, after: Place | None) -> "QuerySet[Round, UUID]":
    if wanted.is_about_hands and wanted.dealer_id is None:
        return _by_hands(property_id, wanted, after)  # type: ignore[return-value]
    rounds = Round.objects.filter(_where(property_id, wanted)).filter(
        _later_page(after, "opened_at", "id")
    )
    if wanted.is_about_hands:
        # A dealer has few of the house's rounds: walk these, and look at the hands of each.
        plays = SeatPlay.objects.filter(_hand_where(wanted))
        rounds = rounds.filter(Exists(plays.filter(settlement_id=OuterRef("settlement_id"))))
    return rounds.order_by("-opened_at", "-id").values_list("id", flat=True)


def _by_hands(
    property_id: int, wanted: Criteria, after: Place | None
) -> "QuerySet[SeatPlay, UUID]":
    plays = SeatPlay.objects.filter(
        _hand_where(wanted),
        _where(property_id, wanted, of="round__"),
        _later_page(after, "at", "round_id"),
        property_id=property_id,
        # Only the last settlement counts. Written as "not before it", because two equalities
        # make the planner expect one row where there are thousands, and sort all of them.
        settlement_id__gte=F("round__settlement_id"),
    )
    if wanted.table_id is not None:
        plays = plays.filter(table_id=wanted.table_id)
    if wanted.since is not None:
        plays = plays.filter(at__gte=wanted.since)
    if wanted.until is not None:
        plays = plays.filter(at__lt=wanted.until)
    ordered = plays.order_by("-at", "-round_id").distinct("at", "round_id")
    return ordered.values_list("round_id", flat=True)


def _later_page(after: Place | None, at: str, pk: str) -> Q:
    if after is None:
        return Q()
    same = Q(**{f"{at}": after.at, f"{pk}__lt": after.round_id})
    return Q(**{f"{at}__lte": after.at}) & (Q(**{f"{at}__lt": after.at}) | same)


def _where(property_id: int, wanted: Criteria, of: str = "") -> Q:
    """The conditions on the round itself; `of` leads to it from another row."""
    named = {
        "table_id": wanted.table_id,
        "dealer_id": wanted.dealer_id,
        "opened_at__gte": wanted.since,
        "opened_at__lt": wanted.until,
        "gaming_day": wanted.gaming_day,
        "bank_kind": wanted.bank_kind or None,
        "property_id": None if of else property_id,
    }
    where = Q(**{f"{of}{name}": value for name, value in named.items() if value is not None})
    for trait in wanted.traits:
        where &= _trait(trait, of)
    return where


def _trait(trait: str, of: str) -> Q:
    if trait == "dispute":
        return Q(Exists(Dispute.objects.filter(round_id=OuterRef(f"{of}pk"))))
    name, value = {
        "irregularity": ("has_irregularity", True),
        "void": ("state", RoundState.VOID),
        "correction": ("has_correction", True),
        "quick": ("depth", Depth.QUICK),
        "late": ("is_late_entry", True),
    }[trait]
    return Q(**{f"{of}{name}": value})


def _hand_where(wanted: Criteria) -> Q:
    named = {
        "seat": wanted.seat,
        "outcome": wanted.outcome or None,
        "wager_cents__gte": wanted.wager_from,
        "wager_cents__lte": wanted.wager_to,
        # Four kinds are the whole hand, which its rows keep in order.
        "tiles": sorted(wanted.tiles) if len(wanted.tiles) == HAND_SIZE else None,
        "tiles__contains": list(wanted.tiles) or None,
        "high_rank": stored_rank(wanted.high) if wanted.high else None,
        "low_rank": stored_rank(wanted.low) if wanted.low else None,
    }
    return Q(**{name: value for name, value in named.items() if value is not None})


def _hands(rounds: Sequence[Round], wanted: Criteria) -> dict[UUID, list[SeatPlay]]:
    plays = SeatPlay.objects.filter(
        _hand_where(wanted), settlement__in=[each.settlement_id for each in rounds]
    )
    found: dict[UUID, list[SeatPlay]] = {}
    for play in plays.order_by("seat", "id"):
        found.setdefault(play.round_id, []).append(play)
    return found


__all__ = ["HAND_NAMES", "Criteria", "FoundPage", "Place", "found_rounds"]
