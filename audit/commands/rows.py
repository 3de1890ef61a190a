"""Take every version of the floor's rows into the log, so that they are as safe as the events.

The database keeps a version at commit, with the event that caused it. Listed in an event it is
sealed, signed and witnessed with everything else, and the rows can be made again from the log.
"""

import base64
import zlib
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import orjson
from django.db import connection, transaction

from audit.events import EventKind
from audit.log.canonical import MAX_BYTES
from audit.record import append
from foundation.folding import kept
from foundation.locks import wait_in_line

# What a version takes beside its content and the ids of the acts that caused it.
MOST_A_VERSION = 180
ID_BYTES = 40
ENVELOPE_BYTES = 1_500
ROWS_AN_EVENT = 100
MOST_PACKED = 36_000
BATCH = 3_000


class Version(NamedTuple):
    """A version of a row: what caused it, its hash and the one before, and what it holds."""

    n: int
    log_id: int
    relation: str
    row_id: str
    cause: str
    was: str | None
    now: str | None
    content: str | None

    def kept(self) -> bytes:
        if self.content is None:
            return b"null"
        row = kept(self.relation).content(orjson.loads(self.content), self.row_id)
        return orjson.dumps(row)


def seal_rows(*, at: datetime) -> int:
    """List all versions of rows since the last time; return how many."""
    listed = 0
    while True:
        with transaction.atomic():
            versions = merged(_take_pending())
            for log_id, group in groupby(versions, key=attrgetter("log_id")):
                same = list(group)
                for first in range(0, len(same), ROWS_AN_EVENT):
                    _list(log_id, same[first : first + ROWS_AN_EVENT], at)
        listed += len(versions)
        if not versions:
            return listed


def merged(versions: Sequence[Version]) -> list[Version]:
    """One version for each row and cause: as it was before, and as the last change left it.

    Where a row has another version after this one, only that one's content is needed.
    """
    found: dict[tuple[str, str, str], Version] = {}
    for version in sorted(versions):
        key = (version.relation, version.row_id, version.cause)
        first = found.get(key)
        found[key] = version if first is None else version._replace(n=first.n, was=first.was)
    last = {(each.relation, each.row_id): each.cause for each in found.values()}
    done = [
        each if last[each.relation, each.row_id] == each.cause else each._replace(content=None)
        for each in found.values()
    ]
    return sorted(done, key=attrgetter("log_id", "n"))


def _packed(versions: Sequence[Version]) -> bytes:
    return zlib.compress(b"[" + b",".join(version.kept() for version in versions) + b"]")


def _fits(versions: Sequence[Version], packed: bytes, acts: list[list[str]]) -> bool:
    """Whether an event has room for them; the acts of a transaction may be very many."""
    beside = ENVELOPE_BYTES + MOST_A_VERSION * len(versions) + ID_BYTES * sum(map(len, acts))
    return len(packed) <= MOST_PACKED and len(packed) * 4 // 3 + beside <= MAX_BYTES


def _in_pieces(log_id: int, version: Version, packed: bytes, at: datetime) -> bytes:
    """Take a row that is too long for an event into the log piece by piece; say where they are."""
    pieces = [packed[n : n + MOST_PACKED] for n in range(0, len(packed), MOST_PACKED)]
    ids = [
        append(
            EventKind.ROW_PIECE,
            log_id=log_id,
            subjects=[f"rows:{log_id}"],
            by=None,
            at=at,
            detail={
                "row": [version.relation, version.row_id, version.now],
                "number": number,
                "count": len(pieces),
                "packed": base64.b64encode(piece).decode(),
            },
            change={"before": None, "after": None},
        )
        for number, piece in enumerate(pieces, 1)
    ]
    return zlib.compress(orjson.dumps([" ".join(["pieces", *map(str, ids)])]))


def _list(log_id: int, versions: Sequence[Version], at: datetime) -> None:
    """List versions in an event; in two, or more, where they are too long for one."""
    packed = _packed(versions)
    causes = list(dict.fromkeys(version.cause for version in versions))
    acts = _acts(causes)
    if len(versions) > 1 and not _fits(versions, packed, acts):
        middle = len(versions) // 2
        _list(log_id, versions[:middle], at)
        _list(log_id, versions[middle:], at)
        return
    if len(packed) > MOST_PACKED:  # one row, too long for an event: it goes into several
        packed = _in_pieces(log_id, versions[0], packed, at)
    number = {cause: n for n, cause in enumerate(causes)}
    append(
        EventKind.ROWS_SEALED,
        log_id=log_id,
        subjects=[f"rows:{log_id}"],
        by=None,
        at=at,
        detail={
            "count": len(versions),
            "causes": acts,
            "rows": [
                [each.relation, each.row_id, each.now, (each.was or "")[:16], number[each.cause]]
                for each in versions
            ],
            "packed": base64.b64encode(packed).decode(),
        },
        change={"before": None, "after": None},
    )


def _acts(causes: Sequence[str]) -> list[list[str]]:
    """The events of each transaction: its cause first, then the last about each other subject."""
    with connection.cursor() as cursor:
        cursor.execute(ACTS, [list(causes)])
        found = dict(cursor.fetchall())
    return [[cause, *(each for each in found.get(cause, ()) if each != cause)] for cause in causes]


def _take_pending() -> list[Version]:
    """Take versions from the queue; those of one transaction stay together."""
    wait_in_line("audit.seal_rows")
    with connection.cursor() as cursor:
        cursor.execute(TAKE, [BATCH])
        return [Version(*row) for row in cursor.fetchall()]


TAKE = """
with oldest as (select n, cause from audit_row_pending order by n limit %s)
delete from audit_row_pending p using (select distinct cause from oldest) c
 where p.cause = c.cause
returning p.n, p.log_id, p.relation, p.row_id, p.cause::text, encode(p.was, 'hex'),
          encode(p.digest, 'hex'), p.content::text
"""
ACTS = """
select cause, array_agg(id order by at) from (
  select distinct on (c.id, e.stream) c.id::text as cause, e.id::text as id, e.at
    from audit_event c join audit_event e on e.transaction = c.transaction
   where c.id = any(%s::uuid[])
   order by c.id, e.stream, e.at desc) acts
 group by cause
"""
