"""Who may take the bank when it is offered, and with how much on the table."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game, Offers
from rounds.guards.citing import own_paragraph
from rounds.guards.naming import seat_named, seat_within
from rounds.guards.wagers import amount
from rules.refusals import Refused
from rules.round import BankAnswer, BroughtShare, wagers_of_others
from rules.tiles.bank import REFUSAL_SENTENCES

COVERS = "MD 9 §D(2); MBS 3.20; NZ 5.3(c); Leaflet ¶18"


def guard_turn(game: Game, answer: BankAnswer, offers: Offers, passed: set[int]) -> None:
    """Refuse an answer from a seat that is not offered the bank, or not yet.

    Rule: MD 9 §B-§D; MBS 3.17-3.20; NZ 5.2-5.4.
    """
    seat = answer.seat
    if seat in offers.refused:
        reason = offers.refused[seat]
        raise Refused(
            reason.reason.replace("-", "_"), _(REFUSAL_SENTENCES[reason.reason]), reason.citation,
            seat=seat,
        )  # fmt: skip
    waiting = [each for each in offers.order if each not in passed]
    if seat not in waiting:
        raise Refused(
            "not_offered",
            _("The bank is not offered to {seat} in this round.").format(
                seat=seat_within(game, seat)
            ),
            seat=seat,
        )
    if waiting[0] != seat:
        raise Refused(
            "not_their_turn",
            _("The bank is offered to {first} before {seat}.").format(
                first=seat_within(game, waiting[0]), seat=seat_within(game, seat)
            ),
            own_paragraph(game, "MD 9 §C(1); MBS 3.17; NZ 5.2; Leaflet ¶2"),
            next=waiting[0],
        )


def guard_cover(game: Game, entered: rules.Round, answer: BankAnswer) -> None:
    """Refuse a bank that cannot cover the other wagers: all of them, or half as co-bank.

    Rule: MD 9 §D(2), §E(1); MBS 3.20; NZ 5.3(c); half for a co-bank of Maryland is a reading.
    """
    if answer.answer == "co_bank" and not game.options.co_bank:
        raise Refused(
            "no_co_bank",
            _("Co-banking is not offered at this table."),
            own_paragraph(game, "MD 9 §E; MBS 3.17"),
        )
    needed = needed_cents(entered, answer)
    shown = answer.shown_cents
    if shown is None:
        raise Refused(
            "funds_required",
            _("Count the chips of {seat}: the bank must cover {needed}.").format(
                seat=seat_within(game, answer.seat), needed=amount(needed)
            ),
            own_paragraph(game, COVERS),
            needed_cents=needed,
        )
    if shown < needed:
        raise Refused(
            "insufficient_funds",
            _("{seat} shows {funds}; the bank must cover {needed}.").format(
                seat=seat_named(game, answer.seat),
                funds=amount(shown),
                needed=amount(needed),
            ),
            own_paragraph(game, COVERS),
            seat=answer.seat,
            funds_cents=shown,
            needed_cents=needed,
        )


def guard_shares(
    game: Game, entered: rules.Round, seat: int, shares: Sequence[BroughtShare]
) -> None:
    """Refuse to share a bank where that is not allowed, or with somebody from elsewhere.

    Rule: NZ 5.3(b), 5.5.
    """
    if not game.options.shared_bank:
        raise Refused(
            "no_shared_bank",
            _("At this table players do not share a bank with each other."),
            own_paragraph(game, "NZ 5.5"),
        )
    named = [share.player for share in shares]
    if len(named) < 2 or len(set(named)) < len(named) or not all(share.cents for share in shares):
        raise Refused(
            "shares_incomplete",
            _("Name at least two players, each of them once, and what each one brings."),
            "NZ 5.5",
            seat=seat,
        )
    there = [each.player for each in entered.seats.get(seat, ())]
    there += [each.player for each in entered.wagers_at(seat)]
    strangers = [player for player in named if player not in there]
    if strangers:
        raise Refused(
            "not_on_the_box",
            _("{player} does not play on box {seat} and cannot share its bank.").format(
                player=strangers[0], seat=seat
            ),
            "NZ 5.5",
            seat=seat,
        )
    controls = entered.controlling_player(seat)
    if controls not in named:
        raise Refused(
            "controller_missing",
            _("{player} controls box {seat} and must be one of those who bank.").format(
                player=controls, seat=seat
            ),
            "NZ 5.3(b)",
            seat=seat,
        )


def needed_cents(entered: rules.Round, answer: BankAnswer) -> int:
    """What a bank must cover: the others' wagers, half of them (rounded up) as co-bank.

    Rule: MD 9 §D(2); MBS 3.20; NZ 5.3(c), 5.5.
    """
    named = [share.player for share in answer.shares or ()]
    bankers = named or [entered.controlling_player(answer.seat)]
    others = sum(each.cents for each in wagers_of_others(entered.wagers, answer.seat, bankers))
    return -(-others // 2) if answer.answer == "co_bank" else others


def guard_bank_is_offered(game: Game) -> None:
    """Refuse to hand round a bank that the submission does not offer.

    Rule: MD 9 §A.
    """
    if not game.options.player_bank:
        raise Refused(
            "no_player_bank",
            _("Players are not offered the bank at this table."),
            own_paragraph(game, "MD 9 §A"),
        )


def guard_bank_decided(game: Game, offers: Offers) -> None:
    """Refuse “no more bets” while somebody has yet to answer the offer of the bank.

    Rule: MD 9 §C; MBS 3.17; NZ 5.2.
    """
    if offers.order:
        raise Refused(
            "bank_undecided",
            _("The bank is not decided: {seat} is to be offered it.").format(
                seat=seat_within(game, offers.order[0])
            ),
            own_paragraph(game, "MD 9 §C; MBS 3.17; NZ 5.2; Leaflet ¶2"),
            next=offers.order[0],
            order=list(offers.order),
        )
