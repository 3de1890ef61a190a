"""What must be in the record because of what is on the floor's own tables.

Every settled or void round, every settlement, signature and movement of money has an event of its
own kind. The tables are read by their names: their apps stand above this one. Rows from before
the newest archived month are left out, because their events may have left the database.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from audit.events import EventKind
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.reading import Reader

MOST_EXAMPLES = 20


class Promise(NamedTuple):
    """A table, which of its rows, when they were made, and how their event is known."""

    words: str
    table: str
    rows: str
    at: str
    event: str


PROMISES = (
    Promise(
        "round {id} is settled, but the record has no settlement of it",
        "rounds_round",
        "x.state = 'settled'",
        "x.ended_at",
        "e.round_id = x.id and e.kind = 'rounds.round_settled'",
    ),
    Promise(
        "round {id} is void, but the record does not say so",
        "rounds_round",
        "x.state = 'void'",
        "x.ended_at",
        # A ruling that ends the round is one event, and says how the round stands after it.
        "e.round_id = x.id and (e.kind = 'rounds.round_voided' or e.kind ="
        " 'rounds.ruling_confirmed'"
        " and convert_from(e.body, 'UTF8')::jsonb #>> '{detail,state}' = 'void')",
    ),
    Promise(
        "settlement {id} has no event",
        "rounds_settlement",
        "x.kind in ('settled', 'tiles_later', 'correction')",
        "x.at",
        "e.round_id = x.round_id and e.kind = case x.kind when 'settled' then"
        " 'rounds.round_settled' when 'correction' then 'rounds.round_corrected'"
        " else 'rounds.tiles_added' end",
    ),
    Promise(
        "signature {id} has no event with what was signed",
        "staff_signoff",
        "true",
        "x.at",
        "e.stream = 'signoff:' || x.id and e.kind = 'staff.signed'"
        " and position(encode(x.content_hash, 'hex') in convert_from(e.body, 'UTF8')) > 0",
    ),
    Promise(
        "the postings of entry {id} have no event",
        "banking_entry",
        "true",
        "x.at",
        # A database that was made again has the transactions of the one before with a minus.
        "e.transaction in (x.xid::text::bigint, -x.xid::text::bigint) and e.kind = any(case"
        " when x.kind = 'round' then array['rounds.round_settled']"
        " when x.kind in ('reversal', 'correction') then"
        " array['rounds.round_corrected', 'rounds.tiles_added', 'rounds.dispute_decided']"
        " when x.kind = 'buy_in' then array['banking.chips_sold']"
        " when x.kind = 'cash_back' then array['banking.cash_taken_back']"
        " when x.kind = 'jackpot_contribution' then array['banking.jackpot_contributed']"
        " when x.kind = 'jackpot_seed' then"
        " array['banking.jackpot_started', 'banking.jackpot_seeded']"
        " else array['banking.slip_completed'] end)",
    ),
)


def promise_faults(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Rows of the floor that have no event of their kind, and entries that do not add up."""
    logs = list(log_ids) if log_ids else None
    arguments = {"logs": logs, "most": MOST_EXAMPLES}
    for promise in PROMISES:
        query = UNKEPT.format(
            table=promise.table, rows=promise.rows, at=promise.at, event=promise.event
        )
        for (row_id,) in reader.execute(query, arguments):
            yield Fault(FaultCode.EVENT_UNWRITTEN, promise.words.format(id=row_id))
    for row_id, cents in reader.execute(NOT_ZERO, arguments):
        message = f"the postings of entry {row_id} add up to {cents} cents, not to zero"
        yield Fault(FaultCode.CHANGE_UNRECORDED, message)


def claim_faults(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Bundles for which the record vouches, though it had more events of a subject by then."""
    wanted = {
        "logs": list(log_ids) if log_ids else None,
        "kind": EventKind.BUNDLE_CLAIMED.code,
        "most": MOST_EXAMPLES,
    }
    for event_id, stream, last, found in reader.execute(FALSE_CLAIMS, wanted):
        message = f"a bundle claims all {last} events of {stream}, but there were {found}"
        yield Fault(FaultCode.CLAIM_FALSE, message, event_id=str(event_id))


UNKEPT = """
select x.id from {table} x
 where {rows} and (%(logs)s::bigint[] is null or x.property_id = any(%(logs)s))
   and {at} >= coalesce(
     (select (max(month) + interval '1 month') at time zone 'UTC' from audit_archive), '-infinity')
   and not exists (select 1 from audit_event e where {event})
 order by {at} limit %(most)s
"""
NOT_ZERO = """
select x.id, sum(p.cents) from banking_entry x join banking_posting p on p.entry_id = x.id
 where %(logs)s::bigint[] is null or x.property_id = any(%(logs)s)
 group by x.id having sum(p.cents) <> 0 order by x.id limit %(most)s
"""
FALSE_CLAIMS = """
with claims as (
  select c.id, c.detail ->> 'origin' as origin, (c.detail ->> 'size')::bigint as size,
         s.value ->> 0 as stream, (s.value ->> 1)::bigint as last
    from (select e.id, convert_from(e.body, 'UTF8')::jsonb -> 'detail' as detail
            from audit_event e
           where e.kind = %(kind)s and (%(logs)s::bigint[] is null or e.log_id = any(%(logs)s))
          offset 0) c,
         jsonb_array_elements(c.detail -> 'counts') s
)
select c.id, c.stream, c.last, max(e.stream_v) from claims c
  join audit_tree t on t.origin = c.origin
  join audit_event e on e.stream = c.stream and e.stream_v > c.last
  join audit_leaf l on l.event_id = e.id and l.tree_id = t.id and l.idx < c.size
 group by c.id, c.stream, c.last limit %(most)s
"""
