from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig
from django.utils import timezone


class TablesConfig(AppConfig):
    name = "tables"

    def ready(self) -> None:
        from audit.commands.alarms import on_alarm
        from audit.naming import register_things
        from audit.subjects import register_finder
        from audit.wording import register_words
        from foundation.doors import DOOR_GUARDS, NEXT_STEPS
        from staff.queries.people import PEOPLE_AT
        from tables.next_steps import NEXT
        from tables.queries.naming import TABLE_THINGS, sets_called, tables_called
        from tables.queries.people import people_at
        from tables.unsent import LEAVING, guard_nothing_unsent
        from tables.wording import EVENT_WORDS

        on_alarm(alert_the_floor)
        register_things(TABLE_THINGS)
        register_words("tables", EVENT_WORDS)
        register_finder(tables_called)
        register_finder(sets_called)
        DOOR_GUARDS.update(dict.fromkeys(LEAVING, guard_nothing_unsent))
        NEXT_STEPS.update(NEXT)
        PEOPLE_AT.append(people_at)


def alert_the_floor(log_id: int, code: str, detail: Mapping[str, Any]) -> None:
    """An alarm of the record stands on the alert board until somebody answers it."""
    from staff.models import Property
    from tables.commands.alerts import URGENT, AlertWords, raise_alert

    at = timezone.now()
    if Property.objects.filter(pk=log_id).exists():
        call = AlertWords(
            f"record:{code}:{at:%Y%m%d%H%M%S%f}", "record_alarm", URGENT, {"alarm": str(code)}
        )
        raise_alert(call, property_id=log_id, table=None, at=at)
