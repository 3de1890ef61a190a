"""Fill a scratch database with rounds as a floor of fifty tables leaves them behind.

Each gaming day has 200 rounds at each table, so a day costs the same whatever lies before it.
Every kind of round that a search asks for comes often enough to fill a page out of ten thousand
rounds, so that all sizes are asked for the same answer. Rows are written by the server's owner
with triggers off; indexes are built afterwards, as a restore would.
"""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
from psycopg.rows import dict_row

from rules.profiles import MARYLAND
from rules.tiles.tile import TILE_SET

TABLES, DEALERS, ROUNDS_A_DAY = 50, 25, 200
FIRST_DAY = date(2025, 1, 1)
FIRST_AT = datetime(2025, 1, 1, 12, tzinfo=UTC)
DEALS = 4000
SEATS = 3
CHUNK = 500_000
OWN = 1000
"""Before it is room for the rounds that were really played."""
FILLED = [
    "rounds_round",
    "rounds_settlement",
    "rounds_play",
    "rounds_roll",
    "banking_entry",
    "banking_posting",
    "banking_turn",
    "rounds_irregularity",
    "review_dispute",
    "audit_event",
    "audit_leaf",
]


def deals() -> Iterator[list[Any]]:
    """The hands of each deal, set the house way; the dealer's first."""
    chance = random.Random(7)
    for _number in range(DEALS):
        mixed = chance.sample(TILE_SET, 4 * (SEATS + 1))
        yield [MARYLAND.house_way.set(tuple(mixed[i : i + 4])) for i in range(0, len(mixed), 4)]


def often_seen() -> tuple[str, ...]:
    """A hand that one round in a hundred and fifty has."""
    hand = next(deals())[2]
    return tuple(sorted(tile.text for tile in (*hand.high, *hand.low)))


def make_deals(admin: psycopg.Connection) -> None:
    """Keep four thousand deals of four hands, set the house way, for rounds to draw from."""
    rows = []
    for number, hands in enumerate(deals()):
        for seat, hand in enumerate(hands):
            high, low = [t.text for t in hand.high], [t.text for t in hand.low]
            rows.append(
                (number, seat, sorted(high + low), high, low, hand.high_rank.code,
                 hand.low_rank.code, outcome(hand, hands[0]) if seat else "dealer")
            )  # fmt: skip
    admin.execute(
        "create table bench_deal (deal int, seat int, tiles varchar[], high varchar[],"
        " low varchar[], high_rank text, low_rank text, outcome text)"
    )
    with admin.cursor().copy("copy bench_deal from stdin") as copy:
        for row in rows:
            copy.write_row(row)
    admin.execute("create index on bench_deal (deal)")
    admin.execute("analyze bench_deal")


def outcome(hand, bank) -> str:
    high = hand.high_rank.order > bank.high_rank.order
    low = hand.low_rank.order > bank.low_rank.order
    return "win" if high and low else "push" if high or low else "lose"


def fill(admin: psycopg.Connection, scene: dict[str, object], first: int, last: int) -> None:
    """Add the rounds from number `first` up to `last`, then build the indexes and statistics."""
    for setting in QUICKLY:
        admin.execute(f"set {setting}")
    give_defaults(admin)
    make_months(admin, last)
    indexes = loose_indexes(admin)
    for index in indexes:
        admin.execute(f'drop index "{index["indexname"]}"')
    for begin in range(first, last, CHUNK):
        bounds = {**scene, "first": begin, "last": min(begin + CHUNK, last) - 1}
        for statement in FILLING:
            admin.execute(statement, bounds)
    for index in indexes:
        admin.execute(index["indexdef"])
    for table in FILLED:
        admin.execute(f"vacuum (analyze) {table}")


QUICKLY = ("session_replication_role = replica", "maintenance_work_mem = '1GB'",
           "synchronous_commit = off", "jit = off")  # fmt: skip


def prepare(admin: psycopg.Connection) -> None:
    """Let the server write much at once; nothing here has to outlive a crash."""
    for setting in ("full_page_writes = off", "max_wal_size = '16GB'", "checkpoint_timeout = '1h'",
                    "autovacuum = off"):  # fmt: skip
        admin.execute(f"alter system set {setting}")
    admin.execute("select pg_reload_conf()")
    admin.execute("alter table audit_event disable trigger audit_event_is_pending")
    make_deals(admin)


def make_months(admin: psycopg.Connection, last: int) -> None:
    """Parts of the record for every month that is played, as its owner makes them."""
    end = FIRST_DAY + timedelta(days=last // (TABLES * ROUNDS_A_DAY))
    admin.execute("set session authorization owner")
    admin.execute(
        "select audit_add_month(month::date)"
        " from generate_series(%s::date, %s::date, interval '1 month') month",
        [FIRST_DAY, end.replace(day=28)],
    )
    admin.execute("reset session authorization")


PLAIN = {
    "boolean": "false",
    "ARRAY": "'{}'",
    "jsonb": "'{}'",
    "character varying": "''",
    "text": "''",
}


def give_defaults(admin: psycopg.Connection) -> None:
    """Let columns that nothing here is about be empty, whatever columns there come to be."""
    columns = admin.execute(
        "select table_name, column_name, data_type from information_schema.columns"
        " where table_name = any(%s) and is_nullable = 'NO' and column_default is null"
        " and is_identity = 'NO'",
        [FILLED],
    )
    for table, column, kind in columns.fetchall():
        plain = PLAIN.get(kind, "0" if "int" in kind else "null")
        admin.execute(f'alter table {table} alter column "{column}" set default {plain}')


def loose_indexes(admin: psycopg.Connection) -> list[dict[str, str]]:
    """The indexes that hold no constraint."""
    rows = admin.cursor(row_factory=dict_row).execute(
        "select indexname, indexdef from pg_indexes i where tablename = any(%s) and not exists"
        " (select 1 from pg_constraint c where c.conname = i.indexname)"
        " and indexdef not like 'CREATE UNIQUE%%'",
        [FILLED],
    )
    return list(rows)


# Round i: table i mod 50, the day's number, and a moment of the day; everything follows from i.
BASE = f"""
  select i, i %% {TABLES} + 1 as t, i / {TABLES * ROUNDS_A_DAY} as d,
         (i / {TABLES}) %% {ROUNDS_A_DAY} + 1 as n,
         %(first_at)s::timestamptz + make_interval(days => (i / {TABLES * ROUNDS_A_DAY})::int,
           secs => ((i / {TABLES}) %% {ROUNDS_A_DAY}) * 180 + (i %% {TABLES})) as at,
         hashint8(i) & 2147483647 as h
    from generate_series(%(first)s::bigint, %(last)s::bigint) i
"""

VOID, DISPUTED = "h %% 150 = 1", "h %% 150 = 6"
DEAL = f"case when h %% 150 = 9 then 0 else h / 150 %% {DEALS} end"  # one hand is often seen

ROUNDS = f"""
insert into rounds_round (id, property_id, table_id, submission_id, gaming_day, number, state,
  version, source, depth, is_late_entry, dealer_id, opened_at, ended_at, bank_kind, bank_seat,
  facts, settlement_id, void_reason, has_irregularity, has_correction, has_dispute)
select md5(i::text)::uuid, %(property)s, (%(tables)s::bigint[])[t], %(submission)s,
  %(first_day)s::date + d::int, n, case when {VOID} then 'void' else 'settled' end, 7,
  'tablet', case when h %% 7 = 0 then 'quick' else 'tiles' end, h %% 150 in (3, 4),
  (%(dealers)s::bigint[])[(h %% {DEALERS}) + 1], at, at + interval '110 seconds',
  case when h %% 11 = 0 then 'player' else 'house' end,
  case when h %% 11 = 0 then 1 end, '{{"seats": {{}}, "wagers": []}}',
  case when {VOID} then null else i + {OWN} end,
  case when {VOID} then 'equipment' else '' end, h %% 150 = 2, h %% 150 in (4, 5), {DISPUTED}
from ({BASE}) x
"""

SETTLEMENTS = f"""
insert into rounds_settlement (id, property_id, round_id, n, kind, profile, submission_version,
  software_version, facts, outcome, movements, reasons, entry_id, wagered_cents, house_net_cents,
  vigorish_cents, at)
select i + {OWN}, %(property)s, md5(i::text)::uuid, 1, 'settled', 'maryland', 1, 'bench', '{{}}',
  '{{}}', '[]', '[]', i + {OWN}, 3 * (h %% 40 + 1) * 500, ((h %% 81) - 39) * 100, (h %% 4) * 125, at
from ({BASE}) x where not {VOID}
"""

PLAYS = f"""
insert into rounds_play (property_id, table_id, settlement_id, round_id, at, seat, player,
  wager_cents, side_cents, tiles, high, low, high_rank, low_rank, set_by, outcome,
  vigorish_cents, net_cents, total_cents)
select %(property)s, (%(tables)s::bigint[])[t], i + {OWN}, md5(i::text)::uuid, at, b.seat, '',
  case when b.seat = 0 then 0 else (h %% 40 + 1) * 500 end, 0,
  case when h %% 7 = 0 then '{{}}'::varchar[] else b.tiles end,
  case when h %% 7 = 0 then '{{}}'::varchar[] else b.high end,
  case when h %% 7 = 0 then '{{}}'::varchar[] else b.low end,
  case when h %% 7 = 0 then '' else b.high_rank end,
  case when h %% 7 = 0 then '' else b.low_rank end, 'dealer', b.outcome, 0, 0, 0
from ({BASE}) x join bench_deal b on b.deal = {DEAL} where not {VOID}
"""

ROLLS = f"""
insert into rounds_roll (round_id, n, dice, device, adjust, total, start, no_roll, at)
select md5(i::text)::uuid, 1, array[h %% 6 + 1, h / 6 %% 6 + 1, h / 36 %% 6 + 1], '', 0,
  h %% 6 + h / 6 %% 6 + h / 36 %% 6 + 3, 'seat-1', '', at
from ({BASE}) x
"""

ENTRIES = f"""
insert into banking_entry (id, property_id, table_id, kind, gaming_day, at, round_id, xid)
select i + {OWN}, %(property)s, (%(tables)s::bigint[])[t],
  case when n %% 40 = 0 then 'buy_in' when n = 1 then 'count' else 'round' end,
  %(first_day)s::date + d::int, at, md5(i::text)::uuid, pg_current_xact_id()
from ({BASE}) x where not {VOID}
"""

POSTINGS = f"""
insert into banking_posting (entry_id, account_id, cents)
select i + {OWN}, a.id, case a.kind when 'inventory' then 100 when 'vigorish' then 25 else -125 end
from ({BASE}) x join banking_account a on a.table_id = (%(tables)s::bigint[])[t]
 and (a.kind in ('inventory', 'vigorish') or a.kind = 'seat' and a.seat = 1)
where not {VOID}
"""

TURNS = f"""
insert into banking_turn (round_id, property_id, table_id, kind, seat, player, answers, refused,
  wagers, people, at)
select md5(i::text)::uuid, %(property)s, (%(tables)s::bigint[])[t],
  case when h %% 11 = 0 then 'player' else 'house' end, case when h %% 11 = 0 then 1 end, '',
  '[]', '{{}}', '{{}}',
  '{{"seat": null, "bankers": [], "wagers": {{}}, "is_co_bank": false, "there": []}}', at
from ({BASE}) x where not {VOID}
"""

TROUBLE = f"""
with odd as materialized (select * from ({BASE}) x where h %% 150 = 2 or {DISPUTED}),
disputed as (
  insert into review_dispute (property_id, round_id, n, claim, note, hold, opened_by_id, opened_at,
    decided_at, decided_by_id, decision)
  select %(property)s, md5(i::text)::uuid, 1, 'wrong_payment', '', 'round',
    (%(dealers)s::bigint[])[1], at, at + interval '1 hour', (%(dealers)s::bigint[])[2], 'rejected'
    from odd where {DISPUTED})
insert into rounds_irregularity (round_id, n, event, facts, proposed, reported_by_id, reported_at)
select md5(i::text)::uuid, 1, 'tile-exposed', '{{}}', '{{}}', (%(dealers)s::bigint[])[1], at
from odd where not {DISPUTED}
"""

# The opening and the end of each round, with the words of a round that was really played.
EVENTS = f"""
with rounds as (
  select md5(i::text)::uuid as id, i, t, h, at from ({BASE}) x
), written as (
  insert into audit_event (id, log_id, keep, stream, stream_v, kind, person_id, table_id, round_id,
    about, body, at)
  select md5(r.i::text || e.kind)::uuid, e.log_id, e.keep, 'round:' || r.id,
    case when e.kind = 'rounds.round_opened' then 1 else 2 end, e.kind,
    (%(dealers)s::bigint[])[(r.h %% {DEALERS}) + 1], (%(tables)s::bigint[])[r.t], r.id,
    jsonb_build_array('round:' || r.id, 'table:' || (%(tables)s::bigint[])[r.t]), e.body,
    r.at + case when e.kind = 'rounds.round_opened' then interval '0' else interval '110 s' end
    from rounds r cross join audit_event e
   where e.round_id = %(played)s and e.kind in ('rounds.round_opened', 'rounds.round_settled')
  returning id, kind, round_id, at, keep)
insert into audit_leaf (tree_id, idx, event_id, keep, at, hash)
select 1000000, 2 * r.i + (w.kind = 'rounds.round_opened')::int, w.id, w.keep, w.at,
  sha256(w.id::text::bytea)
  from written w join rounds r on r.id = w.round_id
"""

FILLING = (ROUNDS, SETTLEMENTS, PLAYS, ROLLS, ENTRIES, POSTINGS, TURNS, TROUBLE, EVENTS)
