"""Counts that the monitors compare with chance, read from settled rounds of a scope."""

from collections.abc import Mapping
from typing import Any

from django.db import connection

from reports.scope import Scope

Row = dict[str, Any]

ASKED_FOR = """
  r.table_id = any(%(tables)s) and r.gaming_day between %(first_day)s and %(last_day)s
  and (%(dealer)s::bigint is null or r.dealer_id = %(dealer)s)
"""
IN_SCOPE = f"{ASKED_FOR} and r.state = 'settled'"


def read_rows(query: str, scope: Scope, **more: Any) -> list[Row]:
    """Run one of the queries below for a scope; numbers come back as plain numbers."""
    bounds: Mapping[str, Any] = {
        "tables": scope.table_ids,
        "first_day": scope.period.first_day,
        "last_day": scope.period.last_day,
        "dealer": scope.dealer_id,
        **more,
    }
    with connection.cursor() as cursor:
        cursor.execute(query, bounds)
        names = [column.name for column in cursor.description]
        return [
            {name: _plain(value) for name, value in zip(names, row, strict=True)}
            for row in cursor.fetchall()
        ]


def _plain(value: Any) -> Any:
    """Sums arrive as Decimal; counts of cents are whole, squares may be large."""
    return value if value is None or isinstance(value, int | str | list) else float(value)


TOTALS = f"""
select k.total, count(*) as n from rounds_roll k join rounds_round r on r.id = k.round_id
 where {IN_SCOPE} and k.dice is not null and k.no_roll = '' and k.total is not null
 group by k.total
"""  # noqa: S608

THROWS_LEFT_OUT = f"""
select count(*) filter (where k.no_roll = '') as of_void_rounds,
       count(*) filter (where k.no_roll <> '') as no_rolls
  from rounds_roll k join rounds_round r on r.id = k.round_id
 where {ASKED_FOR} and (r.state = 'void' or r.state = 'settled' and k.no_roll <> '')
   and (k.dice is not null or k.no_roll <> '')
"""  # noqa: S608

FACES = f"""
select face, count(*) as n
  from rounds_roll k join rounds_round r on r.id = k.round_id, unnest(k.dice) face
 where {IN_SCOPE} and k.no_roll = '' group by face
"""  # noqa: S608

STARTS = f"""
select r.submission_id, k.start, count(*) as n
  from rounds_roll k join rounds_round r on r.id = k.round_id
 where {IN_SCOPE} and k.dice is not null and k.no_roll = '' and k.start <> ''
   and r.bank_kind = 'house' group by r.submission_id, k.start
"""  # noqa: S608

FACES_BY_SET = f"""
select e.serial, face, count(*) as n
  from rounds_roll k join rounds_round r on r.id = k.round_id
  join tables_placement l on l.id = r.dice_id join tables_equipment e on e.id = l.equipment_id,
       unnest(k.dice) face
 where {IN_SCOPE} and k.no_roll = '' group by e.serial, face
"""  # noqa: S608

TILES = f"""
select tile, count(*) as n
  from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id,
       unnest(p.tiles) tile
 where {IN_SCOPE} and cardinality(p.tiles) = 4 and tile like '%%-%%'
   and (%(seat)s::int is null or p.seat = %(seat)s) and not (p.outcome = 'bank' and p.seat = 0)
 group by tile
"""  # noqa: S608

TILES_A_ROUND = f"""
select dealt, count(*) as n from (
  select r.id, 4 * count(distinct p.seat) as dealt
    from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id
   where {IN_SCOPE} and cardinality(p.tiles) = 4 and p.tiles[1] like '%%-%%'
     and (%(seat)s::int is null or p.seat = %(seat)s)
   group by r.id) each_round
 group by dealt
"""  # noqa: S608

WAGERS = f"""
select count(*) as rounds, sum(n) as wagers, sum(win) as win, sum(push) as push,
       sum(lose) as lose, sum(wagered) as wagered, sum(net) as net,
       sum((win - n * %(win)s) ^ 2) as win_squares, sum((push - n * %(push)s) ^ 2) as push_squares,
       sum((lose - n * %(lose)s) ^ 2) as lose_squares,
       sum((net + wagered * %(edge)s) ^ 2) as net_squares,
       sum((win - n * %(win)s) * (lose - n * %(lose)s)) as win_lose,
       sum((win - n * %(win)s) * (net + wagered * %(edge)s)) as win_net,
       sum((lose - n * %(lose)s) * (net + wagered * %(edge)s)) as lose_net
  from (
    select r.id, count(*) as n, count(*) filter (where p.outcome = 'win') as win,
           count(*) filter (where p.outcome = 'push') as push,
           count(*) filter (where p.outcome = 'lose') as lose,
           sum(p.wager_cents)::float8 as wagered, sum(p.net_cents)::float8 as net
      from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id
     where {IN_SCOPE} and r.submission_id = %(submission)s and r.bank_kind = 'house'
       and p.wager_cents > 0 and p.outcome in ('win', 'push', 'lose')
     group by r.id) each_round
"""  # noqa: S608

LEFT_OUT = f"""
select p.outcome, count(*) as n, sum(p.wager_cents) as wagered
  from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id
 where {IN_SCOPE} and r.submission_id = %(submission)s and r.bank_kind = 'house'
   and p.wager_cents > 0 and p.outcome not in ('win', 'push', 'lose')
 group by p.outcome order by p.outcome
"""  # noqa: S608

SUBMISSIONS = f"""
select distinct r.submission_id from rounds_round r where {IN_SCOPE}
"""  # noqa: S608

SETTINGS = f"""
select r.submission_id, p.seat = 0 as is_dealer, p.tiles, p.high, p.low, count(*) as n,
       (array_agg(r.id::text order by r.opened_at desc))[1] as example
  from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id
 where {IN_SCOPE} and cardinality(p.high) = 2 and r.bank_kind = 'house'
 group by 1, 2, 3, 4, 5
"""  # noqa: S608

TROUBLE = """
  r.dealer_id, count(*) as rounds,
  count(*) filter (where r.has_irregularity) as irregular,
  count(*) filter (where r.has_correction) as corrected,
  count(*) filter (where r.state = 'void') as void,
  count(*) filter (where r.is_late_entry) as late,
  count(*) filter (where r.depth = 'quick') as quick
"""

DEALERS = f"""
select {TROUBLE} from rounds_round r
 where {ASKED_FOR} and r.state in ('settled', 'void')
 group by r.dealer_id
"""  # noqa: S608

# A late entry may arrive days after its own: each is seen in the first look that follows it, by
# the moment at which the record says that it came.
DEALERS_OF_NIGHT = f"""
with came as materialized (
  select e.round_id, e.at from audit_event e
   where e.log_id = %(house)s and e.kind = 'rounds.round_opened'
     and e.at > least(%(since)s, %(day_began)s) and e.at <= %(until)s
)
select {TROUBLE} from (
  select r.* from rounds_round r
   where {ASKED_FOR} and (not r.is_late_entry or r.id in (select round_id from came))
  union all
  select r.* from came join rounds_round r on r.id = came.round_id
   where r.table_id = any(%(tables)s) and r.gaming_day < %(first_day)s
     and r.is_late_entry and came.at > %(since)s) r
 where r.state in ('settled', 'void')
 group by r.dealer_id
"""  # noqa: S608

PACE = f"""
select submission_id, dealer_id, count(*) as rounds, sum(gap) as seconds,
       percentile_cont(0.5) within group (order by gap) as median,
       percentile_cont(0.9) within group (order by gap) as slow
  from (
    select r.submission_id, r.dealer_id, extract(epoch from lead(r.opened_at) over
           (partition by r.table_id order by r.opened_at) - r.opened_at) as gap
      from rounds_round r where {IN_SCOPE}) each_round
 where gap <= %(pause)s group by submission_id, dealer_id
"""  # noqa: S608

BANKS = f"""
select r.submission_id, t.number as table_number, b.player, b.seat, count(*) as turns,
       count(*) filter (where p.net_cents > 0) as won, sum(p.net_cents) as net,
       sum(s.wagered_cents) as wagered, max(s.wagered_cents) as largest
  from rounds_round r
  join rounds_settlement s on s.id = r.settlement_id
  join rounds_play p on p.settlement_id = s.id and p.outcome = 'bank'
  join banking_turn b on b.round_id = r.id
  join tables_table t on t.id = r.table_id
 where {IN_SCOPE} and r.bank_kind <> 'house'
 group by r.submission_id, t.number, b.player, b.seat order by turns desc, t.number, b.seat
"""  # noqa: S608

# A hand that is given up is lost, and seldom a good one: a bet on luck that left it out would
# find luck in every table where people surrender.
PAID_OR_LOST = """
  r.bank_kind = 'house' and p.wager_cents > 0
  and (p.outcome in ('win', 'push', 'lose') or p.net_cents < 0)
"""

ROUND_RESULTS = f"""
select sum(p.wager_cents)::float8 as wagered, sum(p.net_cents)::float8 as net
  from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id
 where {IN_SCOPE} and r.submission_id = %(submission)s and {PAID_OR_LOST}
 group by r.id
"""  # noqa: S608

# One line a round: the seats of one player meet the same hand of the bank.
PLAYER_RESULTS = f"""
select r.submission_id, t.number as table_number, p.player,
       sum(p.wager_cents)::float8 as wagered, sum(p.net_cents)::float8 as net
  from rounds_round r join rounds_play p on p.settlement_id = r.settlement_id
  join tables_table t on t.id = r.table_id
 where {IN_SCOPE} and p.player <> '' and {PAID_OR_LOST}
 group by r.id, t.number, p.player
 order by r.opened_at
"""  # noqa: S608
