"""Find rounds, latest first, by what happened in them; pages follow a place, not a number.

Every search walks one index backwards in time, the narrowest that its conditions have, and stops
at a page or after so many rows (`REACH`): the answer then says how far it looked and can be
continued. Five million rounds therefore cost what ten thousand do (`benchmarks/search.py`).

The walk is a subquery with a limit, and rows beside it are reached by their keys, so that no
statistics of the tables can make the planner read them whole.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import connection

from rounds.models import Round, SeatPlay
from rules.cards.card import RANKS
from rules.cards.ranking import HighClass
from rules.tiles.ranking import PAIR_CODES

PAGE = 50
REACH, LONGEST_REACH = 20_000, 1_280_000
"""How many hands one answer walks at most: at first, and when a search is continued."""
HANDS_FOR_A_ROUND = 10
"""The row of a round is wide: reading one costs as much as so many hands."""

HAND_SIZE, CARDS_SIZE = 4, 3
LAST_ID = UUID(int=2**128 - 1)
SELDOM = {
    "dispute": "has_dispute",
    "correction": "has_correction",
    "void": "state = 'void'",
    "late": "is_late_entry",
    "irregularity": "has_irregularity",
    "quick": "depth = 'quick'",
}
"""What few rounds have, the rarest first; each has an index of its own."""


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a search asks for; whatever is empty does not matter.

    `seat`, `player`, `outcome`, `wager_*`, `paid_*`, `tiles` and the ranks must all hold of one
    hand of the round. What was paid is what the place went away with beyond its wagers.
    `tiles` are tiles or cards; a tile that stands there twice was held twice.
    """

    table_id: int | None = None
    number: int | None = None
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
    player: str = ""
    paid_from: int | None = None
    paid_to: int | None = None
    tiles: tuple[str, ...] = ()
    high: str = ""
    low: str = ""

    @property
    def is_about_hands(self) -> bool:
        amounts = (self.wager_from, self.wager_to, self.paid_from, self.paid_to, self.seat)
        return any(each is not None for each in amounts) or any(
            (self.outcome, self.player, self.tiles, self.high, self.low)
        )


@dataclass(frozen=True, slots=True)
class PageEnd:
    """Where a page ended: the next one begins after it."""

    at: datetime
    round_id: UUID


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page of rounds, the hands in them that matched, and where the next page begins.

    `looked_to` is set where the walk ended before the page was full: how far back it looked.
    """

    rounds: Sequence[Round]
    hands: Mapping[UUID, Sequence[SeatPlay]] = field(default_factory=dict)
    after: PageEnd | None = None
    looked_to: datetime | None = None


RANK_CODES = (
    *PAIR_CODES,
    *(f"{kind}:{name}" for kind in ("wong", "gong", "high-nine") for name in ("Teen", "Day")),
)
"""The hands of tiles that have names of their own and that people search for."""
POINTS = tuple(f"value-{points}" for points in range(9, 0, -1))
"""Hands that people call by their points alone, whatever tile is the highest."""
CARD_RANKS = tuple(each.name.lower().replace("_", "-") for each in reversed(HighClass))
THREE_ALIKE = "three-of-a-kind"
LOW_CARDS = tuple(reversed(RANKS))


def stored_rank(code: str) -> str:
    """A rank as its rows keep it; three cards alike are kept as the pair that is set high."""
    return "pair" if code == THREE_ALIKE else code


def found_rounds(
    property_id: int, wanted: Criteria, after: PageEnd | None = None, reach: int = REACH
) -> FoundPage:
    """A page of the rounds that were wanted, latest first, looking at so many rows at most."""
    walk = _walk(property_id, wanted, after, reach)
    found = walk.found()
    if len(found) > PAGE:
        rounds = _rounds(list(found)[:PAGE])
        end = PageEnd(rounds[-1].opened_at, rounds[-1].pk)
        return FoundPage(rounds, _hands(rounds, wanted), end)
    looked_to = walk.end()
    if looked_to is not None and after is not None and looked_to >= after.at:
        return found_rounds(property_id, wanted, after, 2 * reach)  # it did not come forward
    if looked_to is not None:  # what is just as old as the end comes with the next page, whole
        found = {pk: at for pk, at in found.items() if at > looked_to}
    rounds = _rounds(found)
    return FoundPage(
        rounds,
        _hands(rounds, wanted),
        PageEnd(looked_to, LAST_ID) if looked_to else None,
        looked_to,
    )


def _rounds(ids: Mapping[UUID, datetime] | Sequence[UUID]) -> list[Round]:
    rows = Round.objects.filter(pk__in=list(ids)).defer("facts")
    found = rows.select_related("table", "dealer", "settlement", "submission").defer(
        "settlement__facts",
        "settlement__outcome",
        "settlement__movements",
        "settlement__reasons",
        "settlement__entered",
    )
    return sorted(found, key=lambda each: (each.opened_at, each.pk), reverse=True)


@dataclass(frozen=True, slots=True)
class Walk:
    """One way back in time: rows of one table that an index gives in order, and what is asked.

    `path` are the conditions that the index answers, `asked` those that each row is asked.
    """

    rows: str
    at: str
    pk: str
    path: str
    asked: str
    params: Mapping[str, Any]

    def found(self) -> dict[UUID, datetime]:
        """One round more than a page, if there are as many."""
        rows = self._rows(
            f"select distinct on ({self.at}, {self.pk}) {self.pk}, {self.at} from"  # noqa: S608
            f" (select * from {self.rows} where {self.path} order by {self.at} desc"
            f" limit %(reach)s) w where {self.asked}"
            f" order by {self.at} desc, {self.pk} desc limit %(page)s"
        )
        return dict(rows)

    def end(self) -> datetime | None:
        """The time of the last row within reach; none when the walk came to the first round."""
        rows = self._rows(
            f"select {self.at} from {self.rows} where {self.path}"  # noqa: S608
            f" order by {self.at} desc offset %(reach)s - 1 limit 1"
        )
        return rows[0][0] if rows else None

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(query, self.params)
            return list(cursor.fetchall())


def _walk(property_id: int, wanted: Criteria, after: PageEnd | None, reach: int) -> Walk:
    hand = dict(_hand_conditions(wanted))
    params = {
        "property": property_id, "table": wanted.table_id, "dealer": wanted.dealer_id,
        "day": wanted.gaming_day, "bank": wanted.bank_kind, "since": wanted.since,
        "until": wanted.until, "seat": wanted.seat, "outcome": wanted.outcome,
        "wager_from": wanted.wager_from, "wager_to": wanted.wager_to,
        "player": wanted.player.strip().lower(), "number": wanted.number,
        "paid_from": wanted.paid_from, "paid_to": wanted.paid_to,
        "high_points": f"{wanted.high}:", "low_points": f"{wanted.low}:",
        "tiles": sorted(wanted.tiles), "twice": twice(wanted.tiles),
        "high": stored_rank(wanted.high) if wanted.high else "",
        "low": stored_rank(wanted.low) if wanted.low else "", "page": PAGE + 1,
        "after": after.at if after else None, "after_id": after.round_id if after else None,
    }  # fmt: skip
    of_round = (wanted.dealer_id, wanted.gaming_day, wanted.number)
    by_round = wanted.traits or any(each is not None for each in of_round)
    make = _over_rounds if by_round or not hand else _over_hands
    return make(wanted, hand, params | {"reach": reach})


def _over_rounds(wanted: Criteria, hand: Mapping[str, str], params: dict[str, Any]) -> Walk:
    """Few rounds have that dealer, day or trait: walk these, and look at the hands of each."""
    params["reach"] = max(params["reach"] // HANDS_FOR_A_ROUND, 2)
    named = dict(_round_conditions(wanted))
    narrow = [trait for trait in SELDOM if trait in wanted.traits]
    first = next(iter(["dealer"] if "dealer" in named else narrow), "")
    if not first:
        first = next((each for each in ("day", "table") if each in named), "property")
    # The walk by a dealer or a table stays in the house because these rows are asked for it.
    path = dict.fromkeys(["property", first] if first in narrow or first == "day" else [first])
    asked = [condition for name, condition in named.items() if name not in path]
    if hand:
        asked.append(HAND_OF_ROUND.format(hand=" and ".join(hand.values())))
    return Walk(
        "rounds_round", "opened_at", "id",
        " and ".join([*(named[name] for name in path), *_times(wanted, params, "opened_at", "id")]),
        " and ".join(asked or ["true"]), params,
    )  # fmt: skip


def _over_hands(wanted: Criteria, hand: Mapping[str, str], params: dict[str, Any]) -> Walk:
    """Walk the rows of hands, which carry the time of their round."""
    named = {"property": "property_id = %(property)s"} | dict(hand)
    if wanted.table_id is not None:
        named["table"] = "table_id = %(table)s"
    first = next((each for each in ("whole", "high", "low", "table") if each in named), "")
    path = ["table"] if first == "table" else ["property", first] if first else ["property"]
    if first in ("high", "low") and "table" in named:
        path.append("table")  # asked in the index itself, which ends with it
    asked = [condition for name, condition in named.items() if name not in path]
    asked.append(HOLDS_STILL.format(bank="r.bank_kind = %(bank)s" if wanted.bank_kind else "true"))
    return Walk(
        "rounds_play", "at", "round_id",
        " and ".join([*(named[name] for name in path), *_times(wanted, params, "at", "round_id")]),
        " and ".join(asked), params,
    )  # fmt: skip


HAND_OF_ROUND = (
    "(select true from rounds_play p where p.settlement_id = w.settlement_id and {hand} limit 1)"
)
# Only the settlement that holds counts; a hand of one that was replaced does not.
HOLDS_STILL = (
    "(select r.settlement_id = w.settlement_id and {bank} from rounds_round r"
    " where r.id = w.round_id)"
)


def _times(wanted: Criteria, params: Mapping[str, Any], at: str, pk: str) -> Iterator[str]:
    if wanted.since is not None:
        yield f"{at} >= %(since)s"
    if wanted.until is not None:
        yield f"{at} < %(until)s"
    if params["after"] is not None:
        yield f"{at} <= %(after)s and ({at} < %(after)s or {pk} < %(after_id)s)"


def _round_conditions(wanted: Criteria) -> Iterator[tuple[str, str]]:
    yield "property", "property_id = %(property)s"
    if wanted.dealer_id is not None:
        yield "dealer", "dealer_id = %(dealer)s"
    if wanted.gaming_day is not None:
        yield "day", "gaming_day = %(day)s"
    if wanted.table_id is not None:
        yield "table", "table_id = %(table)s"
    if wanted.number is not None:
        yield "number", "number = %(number)s"
    if wanted.bank_kind:
        yield "bank", "bank_kind = %(bank)s"
    for trait in wanted.traits:
        yield trait, SELDOM[trait]


def _hand_conditions(wanted: Criteria) -> Iterator[tuple[str, str]]:
    if wanted.seat is not None:
        yield "seat", "seat = %(seat)s"
    if wanted.outcome:
        yield "outcome", "outcome = %(outcome)s"
    if wanted.wager_from is not None:
        yield "wager_from", "wager_cents >= %(wager_from)s"
    if wanted.wager_to is not None:
        yield "wager_to", "wager_cents <= %(wager_to)s"
    if wanted.player.strip():
        yield "player", "position(%(player)s in lower(player)) > 0"
    if wanted.paid_from is not None:
        yield "paid_from", "total_cents >= %(paid_from)s"
    if wanted.paid_to is not None:
        yield "paid_to", "total_cents <= %(paid_to)s"
    if len(wanted.tiles) == whole_size(wanted.tiles):  # which its rows keep in order
        yield "whole", "tiles = %(tiles)s::varchar[]"
    elif wanted.tiles:
        yield "tiles", "tiles @> %(tiles)s::varchar[]"
        if twice(wanted.tiles):
            yield "twice", "cardinality(array_positions(tiles, %(twice)s::varchar)) = 2"
    if wanted.high in POINTS:
        yield "high_points", "starts_with(high_rank, %(high_points)s)"
    elif wanted.high:
        yield "high", "high_rank = %(high)s"
    if wanted.high == THREE_ALIKE:
        yield "alike", "left(high[1], 1) = left(low[1], 1)"
    if wanted.low in POINTS:
        yield "low_points", "starts_with(low_rank, %(low_points)s)"
    elif wanted.low:
        yield "low", "low_rank = %(low)s"


def whole_size(pieces: Sequence[str]) -> int:
    return HAND_SIZE if any("-" in each for each in pieces) else CARDS_SIZE


def twice(tiles: Sequence[str]) -> str:
    """The tile that was asked for twice; two such are a whole hand, which is compared as one."""
    return next((kind for kind, count in Counter(tiles).items() if count > 1), "")


def _hands(rounds: Sequence[Round], wanted: Criteria) -> dict[UUID, list[SeatPlay]]:
    """The hands of these rounds for which they were found."""
    if not wanted.is_about_hands:
        return {}
    plays = SeatPlay.objects.filter(settlement__in=[each.settlement_id for each in rounds])
    found: dict[UUID, list[SeatPlay]] = {}
    for play in plays.order_by("seat", "id"):
        if _holds(play, wanted):
            found.setdefault(play.round_id, []).append(play)
    return found


def _holds(play: SeatPlay, wanted: Criteria) -> bool:
    return (
        wanted.seat in (None, play.seat)
        and wanted.outcome in ("", play.outcome)
        and (wanted.wager_from is None or play.wager_cents >= wanted.wager_from)
        and (wanted.wager_to is None or play.wager_cents <= wanted.wager_to)
        and wanted.player.strip().lower() in play.player.lower()
        and (wanted.paid_from is None or play.total_cents >= wanted.paid_from)
        and (wanted.paid_to is None or play.total_cents <= wanted.paid_to)
        and Counter(wanted.tiles) <= Counter(play.tiles)
        and is_rank(play.high_rank, wanted.high)
        and (wanted.high != THREE_ALIKE or play.high[0][:1] == play.low[0][:1])
        and is_rank(play.low_rank, wanted.low)
    )


def is_rank(held: str, wanted: str) -> bool:
    """Whether a hand is what was asked for, by its name or by its points alone."""
    if wanted in POINTS:
        return held.startswith(f"{wanted}:")
    return not wanted or held == stored_rank(wanted)
