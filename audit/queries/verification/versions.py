"""The versions of rows that the log has: each caused by an event, each following the last.

Whoever rewrites a row can also rewrite its hash and put a version of it into the queue. But a
version names the event that caused it, all versions of one transaction are sealed together and
once, each begins with the hash of the one before, and its event is about what the row is about.
"""

import base64
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import orjson

from audit.events import EventKind
from audit.queries.verification.faults import Fault, FaultCode
from audit.queries.verification.live_rows import LastVersion, compared_rows
from audit.queries.verification.reading import Reader
from foundation.folding import Json, Kept, folds, kept, references_of

MOST_EXAMPLES = 20
LISTINGS_AT_ONCE = 50


class Version(NamedTuple):
    """A version of a row as the log has it, with the events of its transaction."""

    relation: str
    row_id: str
    now: str | None
    causes: Sequence[str]
    content: Json | str | None
    log_id: int
    at: str


class CausingEvent(NamedTuple):
    """An event that caused a version: what kind, and about what."""

    kind: str
    subjects: frozenset[str]


def version_faults(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Versions that do not follow from the one before, or come a second time."""
    wanted = {
        "logs": list(log_ids) if log_ids else None,
        "kind": EventKind.ROWS_SEALED.code,
        "once": [table for table, fold in folds().items() if isinstance(fold, Kept) and fold.once],
        "rebuilt": EventKind.DATABASE_REBUILT.code,
        "most": MOST_EXAMPLES,
    }
    for *row, event_id, index, origin in reader.execute(CHAIN, wanted):
        message = _trouble(*row)
        yield Fault(FaultCode.VERSION_WRONG, message, origin or "", index, str(event_id))


def _trouble(
    relation: str, row_id: str, cause: str, is_twice: bool, is_late: bool, is_caused: bool,
    is_followed: bool,
) -> str:  # fmt: skip
    row = f"{relation} {row_id}"
    if is_twice:
        return f"{row} was sealed a second time for the event {cause}"
    if not is_caused:
        return f"{row} was sealed for an event {cause} that is in no log"
    if is_late:
        return f"{row} was sealed for the event {cause} after the other rows of that event"
    if not is_followed:
        return f"{row} had been changed behind the record when {cause} changed it"
    return f"{row} was sealed again, and such a row never changes"


def waiting_faults(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Fault]:
    """Versions that wait for the log, though no event of these minutes caused them."""
    wanted = {
        "logs": list(log_ids) if log_ids else None,
        "kind": EventKind.ROWS_SEALED.code,
        "most": MOST_EXAMPLES,
    }
    for relation, row_id, cause, is_caused, is_listed in reader.execute(WAITS, wanted):
        row = f"{relation} {row_id}"
        if not is_caused:
            message = f"{row} waits for the log because of an event {cause} that is in no log"
        elif is_listed:
            message = f"{row} waits for the log because of {cause}, whose rows are in it already"
        else:
            message = f"{row} waits for the log with a hash that is not of its content"
        yield Fault(FaultCode.VERSION_WRONG, message, event_id=cause)


@dataclass(frozen=True, slots=True)
class Listings:
    """Some events that list versions, to be looked at one by one.

    `last` says for each of them which of its versions are the last of their rows.
    """

    ids: tuple[str, ...]
    last: tuple[tuple[int, ...], ...] = ()

    def checked(self, reader: Reader) -> list[str]:
        reader.execute("set local timezone = 'UTC'")
        versions, newest = self.read(reader)
        found: list[str] = []
        same: set[int] = set()
        for last, differences in compared_rows(reader, newest):
            found += differences
            if not differences:
                same.add(id(last.content))
        # A row that is there as its last version has it is hashed where it stands.
        hashed = [each for each in versions if id(each.content) not in same]
        found += contents_changed(reader, hashed)
        acts = acts_of(reader, versions)
        return found + [each for each in (unfounded(one, acts) for one in versions) if each]

    def read(self, reader: Reader) -> tuple[list[Version], list[LastVersion]]:
        """The versions that are listed, and those among them that are the last of their rows."""
        last = dict(zip(self.ids, self.last, strict=True))
        versions: list[Version] = []
        newest: list[LastVersion] = []
        for event_id, body in reader.execute(BODIES, {"ids": list(self.ids)}, binary=True):
            listed = list(versions_of(orjson.loads(body)))
            newest += [LastVersion(*listed[n - 1][:3], listed[n - 1][4]) for n in last[event_id]]
            versions += listed
        return versions, newest


def listings(reader: Reader, log_ids: Sequence[int] | None) -> Iterator[Listings]:
    """All events that list versions, in lots."""
    wanted = {"logs": list(log_ids) if log_ids else None, "kind": EventKind.ROWS_SEALED.code}
    rows = [(str(event_id), tuple(last)) for event_id, last in reader.execute(LISTINGS, wanted)]
    for first in range(0, len(rows), LISTINGS_AT_ONCE):
        ids, last = zip(*rows[first : first + LISTINGS_AT_ONCE], strict=True)
        yield Listings(ids, last)


def versions_of(body: Json) -> Iterator[Version]:
    """What an event lists, unpacked."""
    detail = body["detail"]
    contents = orjson.loads(zlib.decompress(base64.b64decode(detail["packed"])))
    for (relation, row_id, now, _, cause), content in zip(detail["rows"], contents, strict=True):
        causes = detail["causes"][cause]
        yield Version(relation, row_id, now, causes, content, body["log"], body["at"])


def contents_changed(reader: Reader, versions: Iterable[Version]) -> Iterator[str]:
    """Contents that are not what their hash says; where a part is left out, nobody can tell."""
    whole = [
        {"relation": each.relation, "id": each.row_id, "content": each.content, "hash": each.now}
        for each in versions
        if isinstance(each.content, dict)
        and not (kept(each.relation).private or kept(each.relation).reckoned)
    ]
    if whole:
        for relation, row_id in reader.execute(CHANGED, [orjson.dumps(whole).decode()]):
            yield f"the content of {relation} {row_id} in the log is not what its hash says"


def acts_of(reader: Reader, versions: Sequence[Version]) -> dict[str, CausingEvent]:
    """The events that caused versions, as far as they are in the database."""
    ids = {each for one in versions for each in one.causes}
    times = [one.at for one in versions]
    rows = reader.execute(ACTS, {"ids": list(ids), "first": min(times), "last": max(times)})
    return {
        event_id: CausingEvent(
            kind, frozenset(orjson.loads(about)) | ({f"person:{by}"} if by else set())
        )
        for event_id, kind, about, by in rows
    }


def unfounded(version: Version, acts: dict[str, CausingEvent]) -> str:
    """Why a version does not follow from its events; empty when it does."""
    known = [acts[each] for each in version.causes if each in acts]
    if not isinstance(version.content, dict) or len(known) < len(version.causes):
        return ""
    row = f"{version.relation} {version.row_id}"
    fold = kept(version.relation)
    if any(act.kind.startswith(fold.also) for act in known):
        return ""
    if fold.kinds and not any(act.kind in fold.kinds for act in known):
        return f"{row} was changed by {known[0].kind}, which changes no such row"
    names = {
        f"{each.name}:{version.content[each.column]}"
        for each in references_of(version.relation)
        if each.column in version.content
    } | {f"property:{version.log_id}"}
    if not any(names & act.subjects for act in known):
        return f"{row} was changed by {known[0].kind} about something else"
    return ""


LISTINGS = """
with listed as (
  select e.id, e.at, e.stream_v, r.ordinality as n,
         row_number() over (partition by r.value ->> 0, r.value ->> 1
                            order by e.at desc, e.stream_v desc, r.ordinality desc) as back
    from audit_event e,
         jsonb_array_elements(convert_from(e.body, 'UTF8')::jsonb #> '{detail,rows}')
           with ordinality r
   where e.kind = %(kind)s and (%(logs)s::bigint[] is null or e.log_id = any(%(logs)s))
)
select id, coalesce(array_agg(n::int) filter (where back = 1), '{}') from listed
 group by id, at, stream_v order by at, stream_v
"""
BODIES = """
select id::text, body from audit_event where id = any(%(ids)s::uuid[]) order by at, stream_v
"""
# An event's rows are listed within a minute; after an outage of days it is looked for nowhere else.
ACTS = """
select id::text, kind, about::text, person_id from audit_event
 where id = any(%(ids)s::uuid[])
   and at between %(first)s::timestamptz - interval '40 days' and %(last)s::timestamptz
"""
CHANGED = """
select relation, id
  from json_to_recordset(%s::json) w (relation text, id text, content jsonb, hash text)
 where encode(sha256(convert_to(jsonb_strip_nulls(content)::text, 'UTF8')), 'hex')
       is distinct from hash
"""
WAITS = """
with waiting as (
  select distinct on (p.relation, p.row_id) p.* from audit_row_pending p
   where %(logs)s::bigint[] is null or p.log_id = any(%(logs)s)
   order by p.relation, p.row_id, p.n
), causes as (
  select p.*, coalesce(l.at, q.at) as caused_at from waiting p
    left join audit_leaf l on l.event_id = p.cause
    left join audit_pending q on q.event_id = p.cause
), judged as (
  select c.relation, c.row_id, c.cause::text as cause, c.caused_at is not null as is_caused,
         exists (select 1 from audit_event e
                  where e.kind = %(kind)s and e.at > c.caused_at
                    and position(c.cause::text in convert_from(e.body, 'UTF8')) > 0) as is_listed,
         c.digest is not distinct from sha256(convert_to(
           jsonb_strip_nulls(c.content)::text, 'UTF8')) as is_same
    from causes c
)
select relation, row_id, cause, is_caused, is_listed from judged
 where not is_caused or is_listed or not is_same
 order by relation, row_id limit %(most)s
"""
CHAIN = """
with events as materialized (
  select id, at, stream_v, body #> '{detail,rows}' as rows, body #> '{detail,causes}' as causes,
         body ->> 'happened_at' as sealed_at
    from (select e.id, e.at, e.stream_v, convert_from(e.body, 'UTF8')::jsonb as body
            from audit_event e
           where e.kind = %(kind)s and (%(logs)s::bigint[] is null or e.log_id = any(%(logs)s))
          offset 0) parsed
), listed as (
  select r.value ->> 0 as relation, r.value ->> 1 as row_id, r.value ->> 2 as now,
         r.value ->> 3 as was, causes -> (r.value ->> 4)::int ->> 0 as cause,
         e.sealed_at, e.id, e.at, e.stream_v, r.ordinality as n
    from events e, jsonb_array_elements(e.rows) with ordinality r
), chained as (
  select *, lag(now) over row_versions as before, row_number() over row_versions as number,
         row_number() over (partition by relation, row_id, cause order by at, stream_v, n)
           as times,
         min(sealed_at) over (partition by cause) as first_sealed_at
    from listed
  window row_versions as (partition by relation, row_id order by at, stream_v, n)
), judged as (
  select c.*, times > 1 as is_twice, sealed_at <> first_sealed_at as is_late,
         exists (select 1 from audit_leaf l where l.event_id = c.cause::uuid)
           or exists (select 1 from audit_pending p where p.event_id = c.cause::uuid)
           as is_caused,
         was = left(coalesce(before, ''), 16) as is_followed,
         number > 1 and relation = any(%(once)s) and not exists (
           select 1 from audit_event e where e.id = c.cause::uuid and e.kind = %(rebuilt)s)
           as is_again
    from chained c
)
select relation, row_id, cause, is_twice, is_late, is_caused, is_followed, j.id, leaf.idx,
       tree.origin
  from judged j
  left join audit_leaf leaf on leaf.event_id = j.id
  left join audit_tree tree on tree.id = leaf.tree_id
 where is_twice or is_late or not is_caused or not is_followed or is_again
 order by j.at, j.stream_v, j.n limit %(most)s
"""
