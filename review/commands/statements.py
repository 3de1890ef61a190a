"""Take down what dealer, players and witnesses say about a disputed round."""

from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Signature
from foundation.inputs import Text, text
from review.commands.disputes import OfDispute, tell
from review.guards import (
    guard_any_round,
    guard_speaker,
    guard_statement,
    open_dispute_of,
)
from review.models import Dispute, Statement
from rounds.commands.steps import Play, round_command
from rounds.commands.voiding import sign_round
from rounds.guards.steps import guard_may_dispute
from rules.refusals import Refused
from staff.policy import Act


class TakeStatement(OfDispute):
    """Who says what; without a signature the name or marker of whoever spoke."""

    speaker: Text
    name: Annotated[str, text(80)] = ""
    account: Text = ""
    words: Annotated[str, text(1000)] = ""


@round_command(
    TakeStatement,
    says=gettext_lazy("Take a statement"),
    act=Act.OPEN_DISPUTE,
    signs=[
        Signature(
            "speaker",
            Act.SIGN_STATEMENT,
            gettext_lazy("Whoever speaks, of the staff; unsigned it is kept as told to you"),
            required=False,
        )
    ],
    who=guard_may_dispute,
    when=guard_any_round,
)
def take_statement(play: Play, given: TakeStatement) -> None:
    """Keep what somebody says about a round, signed with their PIN or as told to the staff.

    Nothing replaces a statement; who says something else later makes another.

    Rule: COMAR 36.03.10.47.
    """
    dispute, signer = open_dispute_of(play.round, given.dispute_id), play.signed.get("speaker")
    guard_statement(given.speaker, given.account, given.words)
    sign_off = None
    if signer is not None:
        guard_speaker(given.speaker, signer.person, play.round)
        content = {"dispute": dispute.pk, "account": given.account, "words": given.words.strip()}
        sign_off = sign_round(play, signer, Act.SIGN_STATEMENT, content)
    statement = Statement.objects.create(
        property_id=play.round.property_id,
        dispute=dispute,
        n=Statement.objects.filter(dispute=dispute).count() + 1,
        speaker=given.speaker,
        name=signer.person.name if signer else _name(play, dispute, given),
        account=given.account,
        words=given.words.strip(),
        sign_off_id=sign_off,
        taken_by=play.by,
        taken_at=play.at,
    )
    play.subjects += [dispute, statement]
    play.happened(
        EventKind.STATEMENT_TAKEN,
        dispute=dispute.pk,
        n=statement.n,
        speaker=statement.speaker,
        name=statement.name,
        account=statement.account,
        words=statement.words,
        how="signed" if signer else "told",
        person=signer.person.pk if signer else None,
    )
    tell(play)


def _name(play: Play, dispute: Dispute, given: TakeStatement) -> str:
    """Whoever spoke without signing: as typed, or as round and claim know them."""
    known = given.name.strip()
    if not known and given.speaker == Statement.Speaker.DEALER:
        known = play.round.dealer.name
    if not known and given.speaker == Statement.Speaker.PLAYER and dispute.seat:
        known = play.entered.controlling_player(dispute.seat)
    if not known:
        raise Refused("name_missing", _("Write the name or marker of whoever says this."))
    return known
