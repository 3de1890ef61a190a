"""Sessions: a new key at every sign-in, one per person, bound to the tablet, short when idle."""

import hashlib
from datetime import datetime, timedelta
from enum import StrEnum
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.commands.sign_in import TABLET_ROLES, begin_session, leave_for_another_house
from staff.house_settings import minutes_of, setting_of
from staff.models import Person, Property, ProviderSession, Tablet
from staff.provider import Farewell, Vouched
from staff.queries.houses import houses_of, row_in_house
from staff.session_store import kept_key, session_kept_as

TABLET, FACTOR, BEGAN, SEEN, ROLES = "tablet", "factor", "began_at", "seen_at", "roles"
HOUSES, PROVIDER = "houses", "provider"
BACKEND = "staff.backends.PersonBackend"
SEEN_STEP = timedelta(seconds=30)
CLOCKS_DIFFER = timedelta(seconds=5)


class Factor(StrEnum):
    """How a person showed who they are: a tablet and a PIN, password and code, or elsewhere."""

    PIN = "pin"
    PASSWORD = "password"  # noqa: S105
    PROVIDER = "provider"


def open_session(
    request: HttpRequest,
    person: Person,
    *,
    factor: Factor,
    at: datetime,
    roles: list[str] | None = None,
    began: datetime | None = None,
) -> None:
    """Give the person a session of their own; whatever key the browser brought is worthless.

    With `roles` no others of the person's count in it. The person is a row of one house, and so
    the session is of that house and no other; at a desk it knows to which its owner may go.
    """
    tablet: Tablet | None = getattr(request, "tablet", None)
    request.session.flush()
    request.session[SESSION_KEY] = str(person.pk)
    request.session[BACKEND_SESSION_KEY] = BACKEND
    request.session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    request.session[TABLET] = tablet.pk if tablet else None
    request.session[FACTOR] = factor.value
    request.session[ROLES] = roles
    request.session[BEGAN] = (began or at).isoformat()
    request.session[SEEN] = at.isoformat()
    if tablet is None and roles is None:
        request.session[HOUSES] = [[each.property_id, each.house] for each in houses_of(person)]
    request.session.save()
    person.session_key = kept_key(request.session.session_key)
    begin_session(person, person.session_key, tablet=tablet, at=at, how=factor.value)
    request.user = person
    rotate_token(request)


def go_to_house(request: HttpRequest, person: Person, house_id: int, *, at: datetime) -> Person:
    """Go on in another house, as the row that the same human being has there.

    A tablet belongs to one house; and the session lasts no longer because of it.
    """
    if factor_of(request) is not Factor.PASSWORD or request.session.get(TABLET) is not None:
        raise Refused(
            "desk_only", _("Go to another house at a desk, signed in with password and code.")
        )
    there = row_in_house(person, house_id)
    began = _moment(request.session.get(BEGAN))
    leave_for_another_house(person, at=at)
    open_session(request, there, factor=Factor.PASSWORD, at=at, began=began)
    return there


def why_it_ended(request: HttpRequest, person: Person, tablet: Tablet | None, at: datetime) -> str:
    """Why this session is not good any more; empty when it is."""
    session = request.session
    if not person.session_key:
        return "changed"  # other roles or new secrets were given meanwhile
    if person.session_key != kept_key(session.session_key):
        return "elsewhere"
    if session.get(TABLET) != (tablet.pk if tablet else None):
        return "other_device"
    began, seen = _moment(session.get(BEGAN)), _moment(session.get(SEEN))
    if began is None or seen is None or at - began > longest(person.property):
        return "too_long"
    if at - seen > idle_limit(person.property, tablet):
        return "idle"
    return ""


def note_activity(request: HttpRequest, at: datetime) -> None:
    """Remember that somebody is there; a page that refreshes itself is nobody."""
    seen = _moment(request.session.get(SEEN))
    if is_activity(request) and (seen is None or at - seen > SEEN_STEP):
        request.session[SEEN] = at.isoformat()


def is_activity(request: HttpRequest) -> bool:
    if request.method not in {"GET", "HEAD"}:
        return True
    background = request.headers.get("HX-Request") or request.path.startswith("/api/")
    return not background


def idle_limit(house: Property, tablet: Tablet | None) -> timedelta:
    name = "tablet_idle_minutes" if tablet else "desk_idle_minutes"
    return minutes_of(house, name)


def longest(house: Property) -> timedelta:
    """How long a session lasts, however busy it is."""
    return timedelta(hours=setting_of(house, "session_hours"))


def note_provider(request: HttpRequest, person: Person, vouched: Vouched) -> None:
    """Remember how the provider names this sign-in, so that it can be ended from there."""
    request.session[PROVIDER] = [vouched.subject, vouched.session, vouched.word]
    words = {"subject": _hashed(vouched.subject), "session": _hashed(vouched.session)}
    ProviderSession.objects.update_or_create(person=person, defaults=words)


def word_of_provider(request: HttpRequest) -> str:
    """What the provider signed for this session; empty for every other one."""
    _subject, _session, word = request.session.get(PROVIDER) or ("", "", "")
    return str(word)


def people_bid_farewell(said: Farewell) -> list[Person]:
    """Whose sessions the provider ended: those that it began before its word."""
    named = {"subject": said.subject, "session": said.session}
    words = {f"provider_session__{name}": _hashed(word) for name, word in named.items() if word}
    people = Person.objects.filter(**words).exclude(session_key="").select_related("property")
    return [person for person in people if words and _was_begun_before(person, said)]


def _was_begun_before(person: Person, said: Farewell) -> bool:
    """Whether the session that the person has now is one that the provider's word is about."""
    kept = session_kept_as(person.session_key)
    began = _moment(kept.get(BEGAN))
    return PROVIDER in kept and began is not None and began <= said.at + CLOCKS_DIFFER


def _hashed(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def roles_that_count(request: HttpRequest, person: Person) -> list[str]:
    """Which of the person's roles this session opens.

    A PIN opens the floor only; office work wants a desk and a second factor.
    """
    limits = [TABLET_ROLES] if factor_of(request) is Factor.PIN else []
    if request.session.get(ROLES) is not None:
        limits.append(request.session[ROLES])
    return [role for role in person.roles if all(role in limit for limit in limits)]


def factor_of(request: HttpRequest) -> Factor:
    return Factor(request.session.get(FACTOR, Factor.PASSWORD))


def person_of_session(session_key: str) -> int | None:
    """The person signed in under this session, if they may still work here.

    Asked by the live feed, which has no Django request.
    """
    if not session_key:
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    person_id = store.get(SESSION_KEY)
    if person_id is None:
        return None
    active = Person.objects.filter(pk=person_id, is_active=True, session_key=kept_key(session_key))
    return int(person_id) if active.exists() else None


def property_of_person(person_id: int) -> int:
    return int(Person.objects.values_list("property_id", flat=True).get(pk=person_id))


def _moment(text: object) -> datetime | None:
    return parse_datetime(text) if isinstance(text, str) else None
