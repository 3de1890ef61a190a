from celery import shared_task
from django.utils import timezone

from paigow_site.models import Heartbeat


@shared_task(name="paigow_site.heartbeat")
def heartbeat(sent_by: str = "beat") -> None:
    """Say that beat sends and that a worker works: a row each."""
    now = timezone.now()
    Heartbeat.objects.bulk_create(
        [Heartbeat(name=name, at=now) for name in (sent_by, "worker")],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["at"],
    )
