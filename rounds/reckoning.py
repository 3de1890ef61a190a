"""Work out again what rounds left behind: settlements, rows for searches, turns, rolls, postings.

The events say what was settled from what; the rules say what it came to; the same functions that
wrote the rows derive them again. Whatever then differs was changed behind the record.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import orjson

import rules
from audit.events import EventKind
from audit.record import plain_value, stamp
from foundation.folding import Json, Reader
from rounds.commands.settling import bank_turn, ledger_lines, search_rows
from rounds.games import game_by
from rounds.games.game import Game
from rules.refusals import RulesError
from rules.round import listed

ROUNDS_AT_ONCE = 500
KIND_OF = {
    EventKind.ROUND_SETTLED.code: "settled",
    EventKind.TILES_ADDED.code: "tiles_later",
    EventKind.ROUND_CORRECTED.code: "correction",
}
WHOLE_TIME = len("2026-11-18T16:05:51.531319+00:00")
ROLLS = (EventKind.DICE_ROLLED.code, EventKind.NO_ROLL.code)


class RoundEvent(NamedTuple):
    """An event of a round: its kind, when it happened, by which software, and its detail."""

    kind: str
    at: str
    software: str
    detail: Json


@dataclass(slots=True)
class Leavings:
    """A round's row, what the record says of it, and the rows that it left behind."""

    row: Json
    submission: Json
    said: list[RoundEvent] = field(default_factory=list)
    settlements: list[Json] = field(default_factory=list)
    plays: list[Json] = field(default_factory=list)
    turns: list[Json] = field(default_factory=list)
    rolls: list[Json] = field(default_factory=list)
    postings: list[Json] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return game_by(self.submission["profile"], self.submission["options"])

    def differences(self) -> Iterator[str]:
        """Everything that is not as the record and the rules have it, in words.

        A document that somebody changed may be none at all any more.
        """
        try:
            yield from self._differences()
        except (RulesError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            yield self.says(f"cannot be worked out again: {error!r}")

    def _differences(self) -> Iterator[str]:
        yield from self._of_rolls()
        ways = [each for each in self.said if each.kind in KIND_OF]
        if len(ways) != len(self.settlements):
            yield self.says(f"has {len(self.settlements)} settlements, the record {len(ways)}")
            return
        plays: list[Json] = []
        turns: list[Json] = []
        for way, kept in zip(ways, self.settlements, strict=True):
            settled = self._settled(kept)
            if isinstance(settled, str):
                yield settled
                return
            entered = entered_of(self.row, kept)
            yield from settlement_differences(way, kept, entered, settled)
            yield from self._of_postings(kept, settled)
            if holds(way):
                plays += play_rows(self.row, kept, entered, settled)
            turns = turns or [turn_row(self.row, entered)]
        yield from self._of_plays(plays)
        yield from self._of_turn(turns)

    def says(self, what: str) -> str:
        return f"rounds_round {self.row['id']} {what}"

    def _settled(self, kept: Json) -> rules.Settlement | str:
        try:
            return self.game.resettle(kept["facts"])
        except RulesError as error:
            return f"rounds_settlement {kept['id']} cannot be settled again: {error}"

    def _of_rolls(self) -> Iterator[str]:
        expected = list(roll_rows(self.row, self.said))
        for wanted, found in zip_longest_rows(expected, self.rolls):
            if found is None and wanted is not None:
                yield f"rounds_roll {wanted['n']} of round {self.row['id']} is missing"
            elif found is not None and wanted is None:
                yield f"rounds_roll {found['id']} is in no event"
            elif found is not None and wanted is not None:
                yield from columns_differ("rounds_roll", found["id"], wanted, found)

    def _of_plays(self, expected: Sequence[Json]) -> Iterator[str]:
        if [unnumbered(row) for row in self.plays] == expected:
            return
        found = Counter(map(play_key, self.plays))
        wanted = Counter(map(play_key, expected))
        for row in self.plays:
            if found[play_key(row)] > wanted[play_key(row)]:
                yield f"rounds_play {row['id']} is not what the round came to"
        for key in wanted - found:
            seat = orjson.loads(key)["seat"]
            yield f"rounds_play of seat {seat} of round {self.row['id']} is missing or changed"

    def _of_turn(self, wanted: Sequence[Json]) -> Iterator[str]:
        if len(wanted) != len(self.turns):
            yield f"banking_turn {self.row['id']}: {len(self.turns)} rows, not {len(wanted)}"
        for row, found in zip(wanted, self.turns, strict=False):
            yield from columns_differ("banking_turn", self.row["id"], row, found)

    def _of_postings(self, kept: Json, settled: rules.Settlement) -> Iterator[str]:
        """The money that a settlement moved; one that only added tiles moved none."""
        if kept["kind"] == "tiles_later":
            return
        lines = ledger_lines(settled, None)
        wanted = Counter((line.kind.value, line.seat, line.cents) for line in lines)
        mine = [row for row in self.postings if row["entry_id"] == kept["entry_id"]]
        found = Counter((row["kind"], row["seat"], row["cents"]) for row in mine)
        for kind, seat, cents in (wanted - found) + (found - wanted):
            yield (
                f"banking_posting of entry {kept['entry_id']}: {cents} cents for {kind} {seat}"
                " do not follow from the settlement"
            )
        for row in mine:
            if row["table_id"] not in (None, self.row["table_id"]):
                yield f"banking_posting {row['id']} went to an account of table {row['table_id']}"


def settlement_differences(
    way: RoundEvent, kept: Json, entered: rules.Round, settled: rules.Settlement
) -> Iterator[str]:
    """How a settlement's row differs from the event that made it, and from the rules."""
    wanted = {
        "kind": KIND_OF[way.kind],
        "profile": settled.facts["profile"],
        "software_version": way.software,
        "outcome": settled.outcome_json(),
        "movements": listed(settled.movements),
        "reasons": listed(settled.reasons),
        "wagered_cents": sum([wager.cents for wager in entered.wagers]),
        "house_net_cents": settled.house.net_cents,
        "vigorish_cents": settled.house.vigorish_cents,
        "at": way.at,
    }
    yield from columns_differ("rounds_settlement", kept["id"], wanted, kept)
    facts, said = kept["facts"], way.detail["facts"]
    if facts != said and plain_value(facts) != said:
        yield f"rounds_settlement {kept['id']}: facts are not those of the event"


def columns_differ(table: str, row_id: object, wanted: Json, found: Json) -> Iterator[str]:
    for name, value in wanted.items():
        if found[name] != value:
            yield f"{table} {row_id}: {name} is {shown(found[name])}, not {shown(value)}"


def shown(value: object) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}…"


def holds(way: RoundEvent) -> bool:
    """Tiles that were added later and disagree are kept beside the settlement that holds."""
    return bool(way.detail.get("agrees", True))


def entered_of(row: Json, kept: Json) -> rules.Round:
    return rules.Round.from_json(kept["entered"] or row["facts"])


def play_rows(
    row: Json, kept: Json, entered: rules.Round, settled: rules.Settlement
) -> Iterator[Json]:
    """The rows that searches read, as the columns of their table."""
    for each in search_rows(entered, settled):
        found = each.as_json()
        for name in ("wager", "side", "vigorish", "net", "total"):
            found[f"{name}_cents"] = found.pop(name)
        yield {
            **found,
            "high": list(found["high"]),
            "low": list(found["low"]),
            "property_id": row["property_id"],
            "table_id": row["table_id"],
            "settlement_id": kept["id"],
            "round_id": row["id"],
            "at": row["opened_at"],
        }


def unnumbered(row: Json) -> Json:
    """A row but for its number."""
    found = row.copy()
    found.pop("id", None)
    return found


def play_key(row: Json) -> str:
    """A row but for its number, to compare by."""
    return orjson.dumps(unnumbered(row), option=orjson.OPT_SORT_KEYS).decode()


def turn_row(row: Json, entered: rules.Round) -> Json:
    """The turn of the bank as it was first settled, as the columns of its table."""
    return {
        **bank_turn(entered),
        "round_id": row["id"],
        "property_id": row["property_id"],
        "table_id": row["table_id"],
        "at": row["opened_at"],
    }


def roll_rows(row: Json, said: Iterable[RoundEvent]) -> Iterator[Json]:
    """What shaker and generator showed, from the events."""
    rolls = [each for each in said if each.kind in ROLLS]
    for n, each in enumerate(rolls, 1):
        detail = each.detail
        yield {
            "round_id": row["id"],
            "n": n,
            "dice": detail["dice"],
            "generator": detail["generator"],
            "device": detail["device"],
            "adjust": detail["adjust"],
            "total": detail.get("total"),
            "start": detail.get("start", ""),
            "no_roll": detail.get("reason", ""),
            "at": each.at,
        }


def zip_longest_rows(
    wanted: Sequence[Json], found: Sequence[Json]
) -> Iterator[tuple[Json | None, Json | None]]:
    for n in range(max(len(wanted), len(found))):
        yield (
            wanted[n] if n < len(wanted) else None,
            found[n] if n < len(found) else None,
        )


class RoundsWork(NamedTuple):
    """Some rounds to work out again."""

    ids: tuple[UUID, ...]

    def checked(self, reader: Reader) -> list[str]:
        found: list[str] = []
        for left in leavings(reader, self.ids):
            found += left.differences()
        return found


class RoundsReckoning:
    """All rounds whose events are in the database."""

    def works(self, reader: Reader, log_ids: Sequence[int] | None) -> Iterator[RoundsWork]:
        logs = list(log_ids) if log_ids else None
        ids = [row[0] for row in reader.execute(IDS, {"logs": logs})]
        for first in range(0, len(ids), ROUNDS_AT_ONCE):
            yield RoundsWork(tuple(ids[first : first + ROUNDS_AT_ONCE]))

    def rows(self, reader: Reader) -> Iterator[tuple[str, Json]]:
        for work in self.works(reader, None):
            for left in leavings(reader, work.ids):
                yield from rows_left(left)


def rows_left(left: Leavings) -> Iterator[tuple[str, Json]]:
    """What a round leaves behind, worked out; its settlements are in their kept form."""
    for roll in roll_rows(left.row, left.said):
        yield "rounds_roll", roll
    ways = [each for each in left.said if each.kind in KIND_OF]
    for way, kept in zip(ways, left.settlements, strict=True):
        settled = left.game.resettle(kept["facts"])
        documents = settled.as_json()
        documents.pop("facts")
        yield "rounds_settlement", {"id": kept["id"], **documents}
        if holds(way):
            entered = entered_of(left.row, kept)
            for play in play_rows(left.row, kept, entered, settled):
                yield "rounds_play", play
    if left.settlements:
        yield "banking_turn", turn_row(left.row, entered_of(left.row, left.settlements[0]))


def leavings(reader: Reader, ids: Sequence[UUID], schema: str = "public") -> Iterator[Leavings]:
    """Rounds with their events and with everything that they left behind."""

    wanted = {"ids": list(ids)}

    def read(query: str) -> list[Json]:
        rows = reader.execute(query.format(schema=schema), wanted)
        return [orjson.loads(row) for (row,) in rows]

    reader.execute("set local timezone = 'UTC'")
    submissions = {each["id"]: each for each in read(SUBMISSIONS)}
    found = {}
    for row in read(of_rounds("rounds_round", "id", "t.opened_at")):
        row["opened_at"] = stamped(row["opened_at"])
        found[row["id"]] = Leavings(row, submissions.get(row["submission_id"], {}))
    for round_id, body in reader.execute(EVENTS, wanted, binary=True):
        said = orjson.loads(body)
        found[round_id].said.append(
            RoundEvent(said["kind"], said["happened_at"], said["software"], said["detail"])
        )
    for name, query in LEFT.items():
        for row in read(query):
            if "at" in row:
                row["at"] = stamped(row["at"])
            getattr(found[row["round_id"]], name).append(row)
    yield from found.values()


def stamped(text: str) -> str:
    """A time as the database writes it in JSON, in the letters of the record."""
    if len(text) == WHOLE_TIME and text.endswith("+00:00"):
        return f"{text[:-6]}Z"
    return stamp(datetime.fromisoformat(text))


def of_rounds(table: str, key: str, order: str) -> str:
    return (
        f"select to_jsonb(t)::text from {{schema}}.{table} t"  # noqa: S608 - our own names
        f" where t.{key} = any(%(ids)s) order by {order}"
    )


IDS = """
select id from rounds_round
 where (%(logs)s::bigint[] is null or property_id = any(%(logs)s))
   and opened_at >= coalesce(
     (select (max(month) + interval '1 month') at time zone 'UTC' from audit_archive), '-infinity')
 order by opened_at, id
"""
SUBMISSIONS = """
select jsonb_build_object('id', s.id, 'profile', s.profile, 'options', s.options)::text
  from {schema}.tables_submission s
 where s.id in (select submission_id from {schema}.rounds_round where id = any(%(ids)s))
"""
EVENTS = """
select round_id::text, body from public.audit_event
 where round_id = any(%(ids)s) and kind = any(array[
   'rounds.round_settled', 'rounds.tiles_added', 'rounds.round_corrected',
   'rounds.dice_rolled', 'rounds.no_roll'])
 order by at, stream_v
"""
LEFT = {
    "settlements": of_rounds("rounds_settlement", "round_id", "t.n"),
    "plays": of_rounds("rounds_play", "round_id", "t.id"),
    "turns": of_rounds("banking_turn", "round_id", "t.round_id"),
    "rolls": of_rounds("rounds_roll", "round_id", "t.n, t.id"),
    "postings": """
select jsonb_build_object('round_id', e.round_id, 'entry_id', e.id, 'id', p.id, 'cents', p.cents,
                          'kind', a.kind, 'seat', a.seat, 'table_id', a.table_id)::text
  from {schema}.banking_entry e
  join {schema}.banking_posting p on p.entry_id = e.id
  join {schema}.banking_account a on a.id = p.account_id
 where e.round_id = any(%(ids)s) order by p.id
""",
}
ROUNDS = RoundsReckoning()
