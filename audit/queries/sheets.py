"""What the pages of the record show, ready to be shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter

import orjson
from django.apps import apps
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from audit.events import EventKind
from audit.models import SITE_LOG, Alarm, AlarmCode, Cosignature, Export, ExportState, Hold
from audit.naming import names_of_things, word_for
from audit.queries.events import Found, hidden_from
from audit.queries.gaps import oldest_unsealed_seconds
from audit.queries.proofs import ProofState, Proven, proof_of, states_of
from audit.queries.trees import SignedHead, TreeHead, latest_checkpoint, trees_of
from audit.subjects import events_about
from audit.wording import EVENT_PARTS, Names, fields_said, kind_sentence, sentence_of
from staff.models import Person, Role
from staff.queries.people import role_words

MOMENT_FIELDS = ("happened_at", "tablet_at")
# Subjects that only number events of a kind; people have no name for them.
COUNTERS = frozenset({"reads", "rows", "refusals", "sign-ins", "counter", "bundles", "strangers"})
WITNESS_LATE = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that an event is about, with its name for people."""

    reference: str
    name: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event on a list."""

    id: str
    at: datetime
    kind: str
    sentence: str
    person: str
    person_id: int | None
    about: Sequence[Subject]
    idx: int | None
    state: ProofState


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One thing before and after."""

    name: str
    before: str
    after: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class EventSheet:
    """One event with everything it says, its change and its proof."""

    line: EventLine
    licence: str
    roles: str
    happened_at: datetime
    tablet_at: datetime | None
    tablet: str
    software: str
    detail: Sequence[tuple[str, str]]
    changes: Sequence[FieldChange]
    raw: str
    leaf: str
    proven: Proven | None


@dataclass(frozen=True, slots=True)
class TreeSheet:
    """One tree of the log: how far it goes, is signed and witnessed."""

    tree_id: int
    origin: str
    size: int
    is_open: bool
    head: SignedHead | None
    witnessed: int
    witnessed_at: datetime | None
    is_late: bool


@dataclass(frozen=True, slots=True)
class ExportLine:
    """A bundle, and who asked for it."""

    export: Export
    asked_by: str


@dataclass(frozen=True, slots=True)
class HoldLine:
    """A hold, how many events it covers, and who placed and released it."""

    hold: Hold
    events: int
    placed_by: str
    released_by: Sequence[str]


@dataclass(frozen=True, slots=True)
class LogSheet:
    """The state of a log: its trees, its alarms, its holds and the bundles asked for."""

    trees: Sequence[TreeSheet]
    alarms: Sequence[tuple[str, Alarm]]
    holds: Sequence[HoldLine]
    released: Sequence[HoldLine]
    exports: Sequence[ExportLine]
    unsealed_seconds: int

    @property
    def is_writing(self) -> bool:
        """Whether a bundle is still being written, so that the list asks again."""
        return any(line.export.state == ExportState.WAITING for line in self.exports)


def event_lines(events: list[Found]) -> list[EventLine]:
    """The lines of a list, names and states looked up for all of them at once."""
    names = Names.of(event.body for event in events)
    states = states_of(events)
    return [_line(event, names, states[str(event.id)]) for event in events]


def _line(event: Found, names: Names, state: ProofState) -> EventLine:
    by = event.body.get("by") or {}
    person_id = by.get("person")
    return EventLine(
        id=str(event.id),
        at=event.at,
        kind=event.kind,
        sentence=sentence_of(event.body, names),
        person=names.people.get(person_id, by.get("licence", "")) if person_id else "",
        person_id=person_id,
        about=[
            Subject(each, names.of_subject(each))
            for each in event.body.get("about", [])
            if each.partition(":")[0] not in COUNTERS
        ],
        idx=event.idx,
        state=state,
    )


def event_sheet(event: Found) -> EventSheet:
    """Everything about one event that has words; all of it stands in `raw`."""
    body = event.body
    by = body.get("by") or {}
    names = Names.of([body])
    tablet = f"tablet:{body['tablet']}" if body.get("tablet") else ""
    happened_at, tablet_at = (parse_datetime(body.get(key) or "") for key in MOMENT_FIELDS)
    return EventSheet(
        line=_line(event, names, states_of([event])[str(event.id)]),
        licence=by.get("licence", ""),
        roles=role_words(by.get("roles", [])),
        happened_at=happened_at or event.at,
        tablet_at=tablet_at,
        tablet=names_of_things([tablet]).get(tablet, word_for(tablet)) if tablet else "",
        software=body.get("software") or "",
        detail=fields_said(body, body.get("detail"), names),
        changes=_changes(
            fields_said(body, body.get("before"), names),
            fields_said(body, body.get("after"), names),
        ),
        raw=orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode(),
        leaf=event.leaf.hex() if event.leaf else "",
        proven=proof_of(event),
    )


def _changes(
    before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]
) -> list[FieldChange]:
    was, now = dict(before), dict(after)
    return [
        FieldChange(name, was.get(name, "–"), now.get(name, "–"), was.get(name) != now.get(name))
        for name in dict.fromkeys([*was, *now])
    ]


def log_sheet(viewer: Person) -> LogSheet:
    """The state of the viewer's log at this moment."""
    log_id = viewer.property_id
    alarms = Alarm.objects.filter(log_id__in=[log_id, SITE_LOG], cleared_at=None)
    holds = Hold.objects.filter(property_id=log_id)
    return LogSheet(
        trees=[_tree_sheet(tree) for tree in reversed(trees_of(log_id))],
        alarms=[(str(AlarmCode(each.code).label), each) for each in alarms.order_by("pk")],
        holds=hold_lines(holds.filter(released_at=None).order_by("placed_at")),
        released=hold_lines(holds.exclude(released_at=None).order_by("-released_at")[:50]),
        exports=_export_lines(seen_exports(viewer).order_by("-requested_at")[:20]),
        unsealed_seconds=round(oldest_unsealed_seconds()),
    )


def seen_exports(viewer: Person) -> QuerySet[Export]:
    """The bundles of a house that somebody may know of; a regulator's are a regulator's."""
    exports = Export.objects.filter(property_id=viewer.property_id)
    if viewer.has_role(Role.REGULATOR):
        return exports.filter(requested_by_id=viewer.pk)
    return exports.exclude(requested_by_id__in=hidden_from(viewer))


def _export_lines(exports: QuerySet[Export]) -> list[ExportLine]:
    found = list(exports)
    people = Person.everybody.filter(pk__in=[each.requested_by_id or 0 for each in found])
    names = dict(people.values_list("pk", "name"))
    return [ExportLine(each, names.get(each.requested_by_id or 0, "")) for each in found]


def hold_lines(holds: QuerySet[Hold]) -> list[HoldLine]:
    """Holds with the names of who placed and who released them, and how much each covers."""
    found = list(holds)
    ids = {
        key
        for each in found
        for key in (each.placed_by_id, each.released_by_id, each.released_second_id)
        if key is not None
    }
    names = dict(Person.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [
        HoldLine(
            hold=each,
            events=events_about(each.property_id, each.subject),
            placed_by=names.get(each.placed_by_id, ""),
            released_by=[
                names[key] for key in (each.released_by_id, each.released_second_id) if key in names
            ],
        )
        for each in found
    ]


def _tree_sheet(tree: TreeHead) -> TreeSheet:
    size, at = _last_witnessed(tree.tree_id)
    head = latest_checkpoint(tree.tree_id)
    is_behind = tree.is_open and size < tree.size
    return TreeSheet(
        tree_id=tree.tree_id,
        origin=tree.origin,
        size=tree.size,
        is_open=tree.is_open,
        head=head,
        witnessed=size,
        witnessed_at=at,
        is_late=is_behind and (at is None or timezone.now() - at > WITNESS_LATE),
    )


def _last_witnessed(tree_id: int) -> tuple[int, datetime | None]:
    last = Cosignature.objects.filter(tree_id=tree_id).order_by("-size").first()
    return (last.size, last.at) if last else (0, None)


def kinds_for_filter() -> list[tuple[str, list[tuple[str, str]]]]:
    """All kinds of events by their sentence, under the part of the floor that they belong to."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for kind in EventKind:
        part = str(EVENT_PARTS[kind.code.partition(".")[0]])
        groups.setdefault(part, []).append((kind.code, kind_sentence(kind)))
    return [(part, sorted(kinds, key=itemgetter(1))) for part, kinds in groups.items()]


def people_for_filter(property_id: int) -> list[tuple[int, str]]:
    people = Person.everybody.filter(property_id=property_id).order_by("name")
    return list(people.values_list("pk", "name")[:500])


def tables_for_filter(property_id: int) -> list[tuple[int, str]]:
    """The house's tables, from an app above this one."""
    tables = apps.get_model("tables", "GamingTable")._default_manager
    found = tables.filter(property_id=property_id).order_by("number")
    return [(key, str(number)) for key, number in found.values_list("pk", "number")]
