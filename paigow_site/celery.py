import os
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paigow_site.settings")

app = Celery("paigow")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.before_task_publish.connect
def send_request_id(headers: dict[str, Any] | None = None, **_: Any) -> None:
    """Let the request id follow from the page into the task's log lines and events."""
    from foundation.context import current

    if headers is not None:
        headers["request_id"] = current().request_id


@signals.task_prerun.connect
def take_request_id(task: Any = None, task_id: str = "", **_: Any) -> None:
    from foundation.context import Context, enter

    request_id = getattr(task.request, "request_id", "") or task_id
    enter(Context(request_id=str(request_id)))
