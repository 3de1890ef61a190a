"""What must be in the record because of what is on the floor's own tables.

Every settled or void round, every settlement, signature and movement of money has an event of its
own kind. The tables are read by their names: their apps stand above this one. Rows from before
the newest archived month are left out, because their events may have left the database.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
        "e.transaction = x.xid::text::bigint and e.kind = any(case"
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
