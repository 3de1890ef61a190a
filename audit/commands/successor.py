"""Open a successor when a tree cannot go on: after a restore, or when its key is lost or stolen."""

import base64
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connections, transaction
from django.utils.translation import gettext as _

from audit.commands.alarms import end_alarm
from audit.commands.sequence import SEQUENCER, append_leaves, first_origin, locked_tree
from audit.events import EventKind
from audit.guards import guard_two_carers
from audit.log.notes import Checkpoint
from audit.models import Alarm, AlarmCode
from audit.queries.trees import TreeHead, latest_checkpoint, open_tree
from audit.record import append
from audit.witnessing import WitnessAway, WitnessClient, WitnessRefused
from rules.refusals import Refused
from staff.models import Person


def open_successor(
    log_id: int, *, by: Person, second: Person, reason: str, at: datetime
) -> TreeHead:
    """Close the tree of a log as it stands and begin the next one.

    The first entry of the new tree names the old tree's last known checkpoint, its size and root
    as the database has them, and the range that is lost.
    """
    guard_two_carers(by, second)
    old = open_tree(log_id)
    if old is None:
        raise Refused("no_log", _("This log has no entries yet."))
    known = last_known(old)
    with transaction.atomic():
        event_id = append(
            EventKind.SUCCESSOR_OPENED,
            log_id=log_id,
            subjects=[f"log:{log_id}", f"person:{by.pk}", f"person:{second.pk}"],
            by=by,
            at=at,
            detail={"reason": reason, "second": second.pk, **_what_was(old, known)},
            change={"before": None, "after": None},
        )
    with transaction.atomic(using=SEQUENCER), connections[SEQUENCER].cursor() as cursor:
        if locked_tree(cursor, log_id) is None:
            raise Refused("log_busy", _("The log is being written. Try again in a moment."))
        cursor.execute("update audit_tree set closed_at = %s where id = %s", [at, old.tree_id])
        cursor.execute(
            NEXT_TREE,
            [log_id, old.generation + 1, next_origin(old), at, known],
        )
        new = locked_tree(cursor, log_id)
        cursor.execute(TAKE_ONE, [event_id])
        row = cursor.fetchone()
        assert new is not None
        assert row is not None
        append_leaves(cursor, new, [(*row[:3], bytes(row[3]))])
    for code in (AlarmCode.LOG_FORKED, AlarmCode.SIGNING_KEY_LOST):
        end_alarm(log_id, code, at=at)
    opened = open_tree(log_id)
    assert opened is not None
    return opened


def next_origin(old: TreeHead) -> str:
    return f"{first_origin(old.log_id)}/{old.generation + 1}"


def last_known(tree: TreeHead) -> str:
    """The largest head that anybody remembers to have been signed for the tree, as its text."""
    texts = [_seen_by_witness(tree), _seen_by_signer(tree)]
    latest = latest_checkpoint(tree.tree_id)
    if latest is not None:
        texts.append(latest.note.text)
    found = [text for text in texts if text]
    return max(found, key=lambda text: Checkpoint.parse(text).size, default="")


def _seen_by_signer(tree: TreeHead) -> str:
    """What the signer's own file said when it refused."""
    alarm = Alarm.objects.filter(
        log_id=tree.log_id, code=AlarmCode.LOG_FORKED, cleared_at__isnull=True
    ).first()
    text = str(alarm.detail.get("checkpoint", "")) if alarm else ""
    return text if text.startswith(f"{tree.origin}\n") else ""


def _seen_by_witness(tree: TreeHead) -> str:
    if not settings.WITNESS_URL:
        return ""
    try:
        witness = WitnessClient.configured(
            settings.WITNESS_URL, settings.WITNESS_KEY, settings.SIGNER_DIR / "witness-key"
        )
        note = witness.latest_note(tree.origin)
    except (WitnessAway, WitnessRefused):
        return ""
    return note.text if note else ""


def _what_was(old: TreeHead, known: str) -> dict[str, Any]:
    known_size = Checkpoint.parse(known).size if known else 0
    return {
        "old_origin": old.origin,
        "old_size": old.size,
        "old_root": base64.b64encode(old.frontier.root()).decode(),
        "known_checkpoint": known or None,
        "lost_from": old.size if known_size > old.size else None,
        "lost_to": known_size - 1 if known_size > old.size else None,
    }


NEXT_TREE = """
insert into audit_tree (log_id, generation, origin, size, frontier, opened_at, follows)
values (%s, %s, %s, 0, '', %s, %s)
"""
TAKE_ONE = """
with taken as (
  delete from audit_pending where event_id = %s returning event_id, keep, at
)
select t.event_id, t.keep, t.at, e.body
  from taken t join audit_event e on e.id = t.event_id and e.at = t.at and e.keep = t.keep
"""
