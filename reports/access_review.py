"""The access review: who can sign in, as what, since when unused; tablets and tokens.

Rule: 25 CFR 543.20: own user ids, leavers off within 72 hours, a review each quarter.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from audit.events import EventKind
from audit.models import Event
from reports.parts import NUMBER, TIME, Column, Figure, Figures, Part, Rows
from reports.scope import Progress, Scope
from reports.wording import ACCOUNT_NOTES
from staff.duties import conflicts
from staff.models import Person, Role, ServiceToken, Tablet
from staff.policy import SCOPES

UNUSED_DAYS = 90


@dataclass(frozen=True, slots=True)
class SignInAccount:
    """Somebody who may sign in, or could; `notes` are codes of what a reviewer should ask."""

    name: str
    badge: str
    licence: str
    roles: tuple[str, ...]
    is_active: bool
    last: str | None
    left_at: str | None
    failed: int
    notes: tuple[str, ...]
    exception: str = ""


@dataclass(frozen=True, slots=True)
class EnrolledTablet:
    name: str
    enrolled_at: str | None
    revoked_at: str | None


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token of a service, and what it may."""

    name: str
    made_at: str | None
    revoked_at: str | None
    scopes: tuple[str, ...] = ()
    expires_at: str | None = None
    used_at: str | None = None


@dataclass(frozen=True, slots=True)
class AccessFigures:
    """Everybody and everything that may sign in, when this was made."""

    people: tuple[SignInAccount, ...] = ()
    failed: int = 0
    tablets: tuple[EnrolledTablet, ...] = ()
    tokens: tuple[TokenLine, ...] = ()


def access_figures(scope: Scope, progress: Progress) -> AccessFigures:
    """Everybody who may sign in, and what a reviewer should look at."""
    now = timezone.now()
    events = Event.objects.filter(
        log_id=scope.house.pk, at__gte=scope.period.since, at__lt=scope.period.until
    )
    failed = dict(
        events.filter(kind=EventKind.SIGN_IN_FAILED.code)
        .values_list("person_id")
        .annotate(n=Count("id"))
    )
    progress(1, 2)
    people = Person.objects.select_related("home").filter(property=scope.house)
    people = people.order_by("-is_active", "name")
    tablets = Tablet.objects.filter(property=scope.house).order_by("name")
    tokens = ServiceToken.objects.filter(property=scope.house).select_related("service", "use")
    return AccessFigures(
        people=tuple(account(each, failed.get(each.pk, 0), now) for each in people),
        failed=sum(failed.values()),
        tablets=tuple(
            EnrolledTablet(each.name, moment_kept(each.enrolled_at), moment_kept(each.revoked_at))
            for each in tablets
        ),
        tokens=tuple(token_line(each) for each in tokens.order_by("service__name", "pk")),
    )


def account(person: Person, failed: int, now: datetime) -> SignInAccount:
    return SignInAccount(
        name=person.name,
        badge=person.badge,
        licence=person.licence_number,
        roles=tuple(person.roles),
        is_active=person.is_active,
        last=moment_kept(person.last_login),
        left_at=moment_kept(person.left_at),
        failed=failed,
        notes=notes(person, now),
        exception=person.exception_reason,
    )


def token_line(token: ServiceToken) -> TokenLine:
    return TokenLine(
        name=token.service.name,
        made_at=moment_kept(token.made_at),
        revoked_at=moment_kept(token.revoked_at),
        scopes=tuple(token.service.scopes),
        expires_at=moment_kept(token.expires_at),
        used_at=moment_kept(token.use.last_used_at if hasattr(token, "use") else None),
    )


def notes(person: Person, now: datetime) -> tuple[str, ...]:
    """What a reviewer should ask about, as codes."""
    if not person.is_active:
        return ()
    last = person.last_login
    found = {
        "never": last is None,
        "unused": last is not None and now - last > timedelta(days=UNUSED_DAYS),
        "left_but_active": person.left_at is not None,
        "roles_apart": bool(conflicts(person.roles)) and not person.exception_reason,
        "exception": bool(conflicts(person.roles)) and bool(person.exception_reason),
        "first_pin": person.keeper.pin_must_change,
        "no_role": not person.roles,
    }
    return tuple(code for code, is_so in found.items() if is_so)


def moment_kept(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def noted(line: SignInAccount) -> str:
    """What a reviewer should ask about, in words; an exception with its reason."""
    words = ", ".join(str(ACCOUNT_NOTES[code]) for code in line.notes)
    return f"{words} ({line.exception})" if line.exception else words


def access_parts(kept: AccessFigures) -> list[Part]:
    people = kept.people
    return [
        Figures(
            _("Accounts"),
            [
                Figure(_("May sign in"), sum(each.is_active for each in people)),
                Figure(_("Left"), sum(not each.is_active for each in people)),
                Figure(_("To look at"), sum(bool(each.notes) for each in people)),
                Figure(_("Failed sign-ins"), kept.failed),
            ],
        ),
        Rows(
            _("People"),
            [
                Column(_("Name")),
                Column(_("Badge")),
                Column(_("Licence")),
                Column(_("Roles")),
                Column(_("Last sign-in"), TIME),
                Column(_("Left"), TIME),
                Column(_("Failed"), NUMBER),
                Column(_("To look at")),
            ],
            [
                [each.name, each.badge, each.licence,
                 ", ".join(str(Role(role).label) for role in each.roles),
                 each.last, each.left_at, each.failed,
                 noted(each)]
                for each in people
            ],
        ),
        Rows(
            _("Tablets"),
            [Column(_("Tablet")), Column(_("Enrolled"), TIME), Column(_("Shut out"), TIME)],
            [[e.name, e.enrolled_at, e.revoked_at] for e in kept.tablets],
            empty=_("No tablet is enrolled."),
        ),
        Rows(
            _("Service tokens"),
            [Column(_("Service")), Column(_("Scopes")), Column(_("Made"), TIME),
             Column(_("Good until"), TIME), Column(_("Last used"), TIME),
             Column(_("Revoked"), TIME)],
            [[e.name, ", ".join(str(SCOPES[each].label) for each in e.scopes),
              e.made_at, e.expires_at, e.used_at, e.revoked_at]
             for e in kept.tokens],
            empty=_("There is no service token."),
        ),
    ]  # fmt: skip
