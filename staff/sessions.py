"""Who is behind a session key; asked by the live feed, which has no Django request."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY

from staff.models import Person


def person_of_session(session_key: str) -> int | None:
    """The person signed in under this session, if they may still work here."""
    if not session_key:
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    person_id = store.get(SESSION_KEY)
    if person_id is None:
        return None
    active = Person.objects.filter(pk=person_id, is_active=True, session_key=session_key)
    return int(person_id) if active.exists() else None


def property_of_person(person_id: int) -> int:
    return int(Person.objects.values_list("property_id", flat=True).get(pk=person_id))
