"""When no administrator can sign in any more: the machine's console, two people, and an alarm."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.commands.alarms import alarm_recovery, end_alarm
from audit.events import EventKind
from audit.models import AlarmCode
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Badge, Input, Note, Plain, text
from rules.refusals import Refused
from staff.badges import plain_badge
from staff.commands.people import FirstSecrets, PersonFacts, add_person, renew_secrets
from staff.commands.signing import sign
from staff.duties import conflicts
from staff.models import Person, Role
from staff.policy import INSTALLER, Act

VOUCHER = gettext_lazy("Compliance, surveillance, security or pit manager")


class RecoverAdministrator(Input):
    """Who administers the house from now on; somebody new needs a name and a licence."""

    badge: Badge
    name: Annotated[str, text(80), Plain] = ""
    licence_number: Annotated[str, text(30), Plain] = ""


class AnswerRecovery(Input):
    """What compliance found when it looked at a recovery."""

    finding: Note


def recovered_answer(by: Person, done: tuple[Person, FirstSecrets]) -> dict[str, str]:
    person, given = done
    return {
        "badge": person.badge,
        "pin": given.pin,
        "password": given.password,
        "second_factor": given.totp_uri,
    }


def console_of(house_id: int) -> Person:
    """Whoever stands at the machine's console: a person of the house, but not of its staff."""
    return Person(property_id=house_id, name="console", roles=[INSTALLER])


@command(
    RecoverAdministrator,
    act=Act.SET_UP,
    says=gettext_lazy("Recover the administrator"),
    signs=[
        Signature("first", Act.VOUCH_FOR_ADMINISTRATOR, VOUCHER),
        Signature("second", Act.VOUCH_FOR_ADMINISTRATOR, VOUCHER),
    ],
    two=[TwoPeople("first", "second")],
    answer=recovered_answer,
    keeps_answer=False,
)
def recover_administrator(call: Call[RecoverAdministrator]) -> tuple[Person, FirstSecrets]:
    """Give a house an administrator who can sign in; two colleagues vouch, compliance is alarmed.

    A lost second factor: the same badge. Somebody who left: another badge of the house, or a new
    one with name and licence.
    """
    facts, vouching = call.input, [call.signed["first"], call.signed["second"]]
    badge = plain_badge(facts.badge)
    _guard_two_others(badge, [each.person for each in vouching])
    people = Person.objects.select_for_update(of=("self",)).select_related("property")
    person = people.filter(property_id=call.by.property_id, badge__iexact=badge).first()
    if person is None:
        person, given = add_person.change(call.asking(_new_person(facts)))
    elif person.home is not None:
        raise Refused(
            "secrets_elsewhere",
            _("PIN and password of {name} are given by {house}, where they belong.").format(
                name=person.name, house=person.home.property
            ),
        )
    else:
        person.is_active, person.left_at = True, None
        person.roles = list(dict.fromkeys([*person.roles, Role.ADMINISTRATOR]))
        if conflicts(person.roles):  # two have vouched, and compliance is asked to look at it
            person.exception_reason = "administrator recovered at the console"
            person.exception_by = vouching[0].person
        given = renew_secrets(person, by=call.by, at=call.at)
    content = {"badge": badge}
    for signer in vouching:
        sign(
            signer,
            act=Act.VOUCH_FOR_ADMINISTRATOR,
            subject=f"person:{person.pk}",
            content=content,
            at=call.at,
        )
    names = ", ".join(each.person.badge for each in vouching)
    detail = {"badge": badge, "vouched": names}
    call.record(EventKind.ADMINISTRATOR_RECOVERED, about=person, detail=detail)
    alarm_recovery(call.by.property_id, detail, at=call.at)
    return person, given


@command(
    AnswerRecovery,
    act=Act.ANSWER_RECOVERY,
    says=gettext_lazy("Answer the alarm"),
    path="recoveries/answer/",
)
def answer_recovery(call: Call[AnswerRecovery]) -> None:
    """Say what compliance found about a recovered administrator; that ends the alarm."""
    if not call.input.finding:
        raise Refused("finding_missing", _("Write what you found."))
    house = call.by.property
    if not end_alarm(house.pk, AlarmCode.ADMINISTRATOR_RECOVERED, at=call.at):
        raise Refused("no_alarm", _("There is no such alarm any more."))
    detail = {"finding": call.input.finding}
    call.record(EventKind.RECOVERY_ANSWERED, about=house, detail=detail)


def _guard_two_others(badge: str, people: list[Person]) -> None:
    badges = [plain_badge(each.badge) for each in people]
    if len(set(badges)) < len(badges) or badge in badges:
        raise Refused(
            "two_people",
            _("Two different people vouch, and neither of them is the administrator."),
        )


def _new_person(facts: RecoverAdministrator) -> PersonFacts:
    if not (facts.name and facts.licence_number):
        raise Refused(
            "details_missing",
            _("Nobody has this badge. For somebody new give name and licence as well."),
        )
    return PersonFacts(
        badge=facts.badge,
        name=facts.name,
        licence_number=facts.licence_number,
        roles=(Role.ADMINISTRATOR.value,),
    )
