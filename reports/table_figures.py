"""The figures of each table over a period, from rounds, hands, postings and equipment.

A corrected round counts as its last settlement says. Every number here is compared in the tests
with one computed from the rounds' own documents.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db import connection

from reports.chances import chances_of
from reports.scope import Scope
from reports.wagered import JACKPOT, THREE_CARD, card_submissions, side_stakes
from tables.models import GamingTable, RulesSubmission

Row = dict[str, int]
LONGEST_PAUSE_SECONDS = 15 * 60
"""A longer gap between two rounds is a pause of the table, not its pace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFigures:
    """What was played and won, at one table or at several: every field is a number to add up."""

    rounds: int = 0
    void: int = 0
    open: int = 0
    quick: int = 0
    late: int = 0
    corrected: int = 0
    player_bank: int = 0
    co_bank: int = 0
    wagered: int = 0
    win: int = 0
    vigorish: int = 0
    drop: int = 0
    fills: int = 0
    credits: int = 0
    over_short: int = 0
    side_wagered: int = 0
    side_win: int = 0
    wagers: int = 0
    irregularities: int = 0
    disputes: int = 0
    paced: int = 0
    paced_seconds: int = 0
    theoretical: int = 0

    @property
    def hold(self) -> float | None:
        return self.win / self.drop if self.drop > 0 else None

    @property
    def of_wagers(self) -> float | None:
        return self.win / self.wagered if self.wagered else None

    @property
    def an_hour(self) -> float | None:
        return self.paced * 3600 / self.paced_seconds if self.paced_seconds else None

    @property
    def banked(self) -> int:
        return self.player_bank + self.co_bank

    @property
    def bank_share(self) -> float | None:
        return self.banked / self.rounds if self.rounds else None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFigures(PlayFigures):
    """The figures of one table."""

    table: int
    number: int
    pit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PitFigures(PlayFigures):
    """The figures of a pit's tables together."""

    pit: str


SUMMED = tuple(each.name for each in fields(PlayFigures))


def table_figures(scope: Scope) -> list[TableFigures]:
    """One line of figures a table, in the order of their numbers."""
    bounds: dict[str, Any] = {
        "property": scope.house.pk,
        "tables": scope.table_ids,
        "first_day": scope.period.first_day,
        "last_day": scope.period.last_day,
        "since": scope.period.since,
        "until": scope.period.until,
        "whole": not scope.period.shift,
        "pause": LONGEST_PAUSE_SECONDS,
        "cards": card_submissions(scope.house),
    }
    bounds |= _first_and_last(bounds)
    parts = [_by_table(query, bounds) for query in (ROUNDS, PACE, MONEY, TROUBLE)]
    hands = _rows(HANDS, bounds)
    parts.append(_summed_by_table(hands))
    expected = _theoretical(hands)
    return [_line(table, parts, expected.get(table.pk, 0)) for table in scope.tables]


def _line(table: GamingTable, parts: Iterable[Mapping[int, Row]], theoretical: int) -> TableFigures:
    found: Row = {"theoretical": theoretical}
    for part in parts:
        found |= part.get(table.pk, {})
    return TableFigures(table=table.pk, number=table.number, pit=table.pit.name, **found)


def totals(lines: Iterable[PlayFigures]) -> PlayFigures:
    """The figures of several tables together."""
    return PlayFigures(**_sums(lines))


def pit_totals(pit: str, lines: Iterable[TableFigures]) -> PitFigures:
    """The figures of the tables of one pit."""
    return PitFigures(pit=pit, **_sums(line for line in lines if line.pit == pit))


def _sums(lines: Iterable[PlayFigures]) -> Row:
    lines = list(lines)
    return {name: sum(getattr(line, name) for line in lines) for name in SUMMED}


def _theoretical(rows: Iterable[Row]) -> dict[int, int]:
    """What the house should win on average: each wager against it times the exact edge.

    Rounded to whole cents once for each table.
    """
    rows = list(rows)
    submissions = RulesSubmission.objects.in_bulk({row["submission_id"] for row in rows})
    found: dict[int, Fraction] = {}
    for row in rows:
        chances = chances_of(submissions[row["submission_id"]])
        stakes = side_stakes(row["side"] - row["three_card"], row["three_card"])
        cents = chances.expected_win(row["against_house"], stakes)
        found[row["table_id"]] = found.get(row["table_id"], Fraction(0)) + cents
    return {table: round(cents) for table, cents in found.items()}


def _by_table(query: str, bounds: Mapping[str, Any]) -> dict[int, Row]:
    return {row.pop("table_id"): row for row in _rows(query, bounds)}


def _summed_by_table(rows: Iterable[Row]) -> dict[int, Row]:
    """The sums of hands by table alone; a table may have played under two submissions."""
    found: dict[int, Row] = {}
    for row in rows:
        line = found.setdefault(row["table_id"], dict.fromkeys(SUMS_OF_HANDS, 0))
        line |= {name: line[name] + row[name] for name in SUMS_OF_HANDS}
    return found


def _first_and_last(bounds: Mapping[str, Any]) -> dict[str, datetime | None]:
    """When the first and the last round of the scope began."""
    with connection.cursor() as cursor:
        cursor.execute(FIRST_AND_LAST, bounds)
        return dict(zip(("first_at", "last_at"), cursor.fetchone(), strict=True))


def _rows(query: str, bounds: Mapping[str, Any]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(query, bounds)
        names = [column.name for column in cursor.description]
        return [
            {name: _whole(value) for name, value in zip(names, row, strict=True)}
            for row in cursor.fetchall()
        ]


def _whole(value: Any) -> int:
    return int(value or 0)


IN_SCOPE = """
  r.table_id = any(%(tables)s) and r.gaming_day between %(first_day)s and %(last_day)s
  and (%(whole)s or (r.opened_at >= %(since)s and r.opened_at < %(until)s))
"""

FIRST_AND_LAST = f"""
select min(r.opened_at), max(r.opened_at) from rounds_round r where {IN_SCOPE}
"""  # noqa: S608

# A hand carries the time of its round: said twice, so that only the hands of these rounds are
# read, one after the other, however many lie before them.
IN_TIME = "p.property_id = %(property)s and p.at between %(first_at)s and %(last_at)s"

ROUNDS = f"""
select r.table_id,
       count(*) filter (where r.state = 'settled') as rounds,
       count(*) filter (where r.state = 'void') as void,
       count(*) filter (where r.state not in ('settled', 'void')) as open,
       count(*) filter (where r.state = 'settled' and r.depth = 'quick') as quick,
       count(*) filter (where r.state = 'settled' and r.is_late_entry) as late,
       count(*) filter (where r.has_correction) as corrected,
       count(*) filter (where r.state = 'settled' and r.bank_kind = 'player') as player_bank,
       count(*) filter (where r.state = 'settled' and r.bank_kind = 'co-bank') as co_bank,
       sum(s.wagered_cents) as wagered,
       sum(s.house_net_cents + {JACKPOT}) as win,
       sum(s.vigorish_cents) as vigorish
  from rounds_round r left join rounds_settlement s on s.id = r.settlement_id
 where {IN_SCOPE} group by r.table_id
"""  # noqa: S608

SUMS_OF_HANDS = ("wagers", "side_wagered", "side_win")
HANDS = f"""
select r.table_id, r.submission_id, count(*) filter (where p.wager_cents > 0) as wagers,
       sum(p.side_cents) filter (where p.outcome <> 'void') as side_wagered,
       sum(p.net_cents - p.total_cents) as side_win,
       sum(p.wager_cents) filter (where r.bank_kind = 'house' and p.outcome <> 'void')
         as against_house,
       sum(p.side_cents) filter (where p.outcome <> 'void') as side,
       sum({THREE_CARD}) filter (where p.outcome <> 'void') as three_card
  from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id
 where {IN_SCOPE} and {IN_TIME} group by r.table_id, r.submission_id
"""  # noqa: S608

PACE = f"""
select table_id, count(*) as paced, sum(gap) as paced_seconds from (
  select r.table_id, extract(epoch from lead(r.opened_at) over
         (partition by r.table_id order by r.opened_at) - r.opened_at) as gap
    from rounds_round r where {IN_SCOPE}) each_round
 where gap <= %(pause)s group by table_id
"""  # noqa: S608

# What went into the box, and what its count found more or less: counting it takes it out again.
MONEY = """
select e.table_id,
       coalesce(sum(p.cents) filter (where a.kind = 'drop' and e.kind <> 'drop'), 0)
         - coalesce(sum(p.cents) filter (where a.kind = 'over_short' and e.kind = 'drop'), 0)
         as drop,
       sum(p.cents) filter (where a.kind = 'inventory' and e.kind = 'fill') as fills,
       -sum(p.cents) filter (where a.kind = 'inventory' and e.kind = 'credit') as credits,
       -sum(p.cents) filter (where a.kind = 'over_short') as over_short
  from banking_entry e
  join banking_posting p on p.entry_id = e.id
  join banking_account a on a.id = p.account_id
 where e.table_id = any(%(tables)s) and e.at >= %(since)s - interval '1 day'
   and e.at < %(until)s + interval '1 day'
   and e.gaming_day between %(first_day)s and %(last_day)s
   and (%(whole)s or (e.at >= %(since)s and e.at < %(until)s))
   and e.kind not in ('round', 'reversal', 'correction')
 group by e.table_id
"""

# Few rounds have trouble; their marks and their time lead to them.
TROUBLE = f"""
select r.table_id, count(distinct i.id) as irregularities, count(distinct d.id) as disputes
  from rounds_round r
  left join rounds_irregularity i on i.round_id = r.id
  left join review_dispute d on d.round_id = r.id
 where {IN_SCOPE} and (r.has_irregularity or r.has_dispute)
   and r.property_id = %(property)s and r.opened_at between %(first_at)s and %(last_at)s
 group by r.table_id
"""  # noqa: S608
