"""Ten codes on paper, each good once at a desk instead of the authenticator's."""

import secrets
from datetime import datetime
from typing import Annotated, TypedDict

from django.contrib.auth.hashers import check_password
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from foundation.commands import Call, command
from foundation.inputs import Input, text
from rules.refusals import Refused
from staff.commands.tablets import CODE_LETTERS, key_digest
from staff.models import Person, RecoveryCode
from staff.policy import Act
from staff.recording import StaffEvent, record_staff

COUNT = 10
GROUPS, LETTERS_A_GROUP = 6, 4
LENGTH = GROUPS * LETTERS_A_GROUP


class MakeRecoveryCodes(Input):
    """Whoever asks proves once more who they are."""

    password: Annotated[str, text(200), Field(repr=False, json_schema_extra={"writeOnly": True})]


class RecoveryCodesAnswer(TypedDict):
    """The codes, for the one page that shows them."""

    codes: list[str]


def codes_answer(by: Person, codes: list[str]) -> RecoveryCodesAnswer:
    return {"codes": codes}


@command(
    MakeRecoveryCodes,
    act=Act.KEEP_OWN_SECRETS,
    says=gettext_lazy("Make new recovery codes"),
    answer=codes_answer,
    keeps_answer=False,
)
def make_recovery_codes(call: Call[MakeRecoveryCodes]) -> list[str]:
    """Make ten new recovery codes for oneself; those before are void."""
    person = Person.objects.select_for_update().get(pk=call.by.keeper_id)
    if not check_password(call.input.password, person.password):
        raise Refused("wrong_password", _("The password is wrong."))
    return give_recovery_codes(person, at=call.at)


def give_recovery_codes(person: Person, *, at: datetime) -> list[str]:
    """Give a person ten codes instead of whatever they had; only their hashes are kept."""
    RecoveryCode.objects.filter(person=person).delete()
    codes = [_new_code() for _number in range(COUNT)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(
            property_id=person.property_id, person=person, code_hash=key_digest(_bare(code))
        )
        for code in codes
    )
    record_staff(
        StaffEvent.RECOVERY_CODES_MADE, about=person, by=person, at=at, detail={"count": len(codes)}
    )
    return codes


def is_recovery_code(code: str) -> bool:
    """Tell a recovery code from six digits by its length alone."""
    return len(_bare(code)) == LENGTH


def use_recovery_code(person: Person, code: str, *, at: datetime) -> bool:
    """Let one of the person's codes count, once; say whether it was one."""
    unused = RecoveryCode.objects.filter(person=person, used_at__isnull=True)
    if not unused.filter(code_hash=key_digest(_bare(code))).update(used_at=at):
        return False
    left = unused.count()
    record_staff(
        StaffEvent.RECOVERY_CODE_USED, about=person, by=person, at=at, detail={"left": left}
    )
    return True


def codes_left(person: Person) -> int:
    unused = RecoveryCode.objects.filter(person_id=person.keeper_id, used_at__isnull=True)
    return unused.count()


def _new_code() -> str:
    letters = [secrets.choice(CODE_LETTERS) for _letter in range(LENGTH)]
    starts = range(0, LENGTH, LETTERS_A_GROUP)
    return "-".join("".join(letters[at : at + LETTERS_A_GROUP]) for at in starts)


def _bare(code: str) -> str:
    return "".join(each for each in code.upper() if each.isalnum())
