"""What the beat rings for. Every task may run twice, late, or beside itself without harm."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from audit.commands.disks import watch_disks
from audit.commands.export import write_requested
from audit.commands.reconcile import reconcile_everything
from audit.commands.rows import seal_rows
from audit.commands.sequence import seal_everything
from audit.commands.sign import say_alive, sign_everything


@shared_task(name="audit.sequence")
def sequence() -> None:
    seal_everything()


@shared_task(name="audit.seal_rows")
def seal_changed_rows() -> None:
    seal_rows(at=timezone.now())


@shared_task(name="audit.checkpoint")
def checkpoint() -> None:
    """Runs on the queue `signer`, in the one process that can read the key."""
    sign_everything(at=timezone.now())
    say_alive(at=timezone.now())


@shared_task(name="audit.write_export", time_limit=3600, soft_time_limit=3500)
def write_export(export_id: str) -> None:
    write_requested(UUID(export_id), at=timezone.now())


@shared_task(name="audit.reconcile")
def reconcile_log() -> None:
    reconcile_everything(at=timezone.now())
    watch_disks(at=timezone.now())
