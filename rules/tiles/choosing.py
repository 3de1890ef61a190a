"""Who chooses how the stacks are cut and delivered, before anybody knows the dice."""

from rules.citations import own_paragraphs
from rules.option_fields import CHAPTER_6
from rules.options import Options
from rules.refusals import RulesError
from rules.round import ChosenDelivery, Round

BANK, DEALER, SUPERVISOR, RANDOM = "bank", "dealer", "supervisor", "random"


def choosers(options: Options, entered: Round) -> tuple[str, ...]:
    """Name who may choose, the first of them if nobody says who did.

    In Maryland the player who banks, or else the dealer while the house banks; in New Zealand the
    player/banker if they elect to, else the one whom the submission names.

    Rule: MD 7 §A, 9 §J, §J(1); NZ 9.3A.
    """
    is_banked = entered.bank.seat is not None
    if options.cuts:
        return (BANK, options.cut_chooser) if is_banked else (options.cut_chooser,)
    return (BANK,) if is_banked else (DEALER,)


def guard_laja(options: Options, entered: Round, delivery: ChosenDelivery) -> None:
    """Refuse a laja where there is none, or one that is asked for when the cut is chosen.

    Rule: NZ 9.2-9.3.

    >>> from rules.profiles import NEW_ZEALAND
    >>> cut, options = ChosenDelivery(cut="foot-say"), Options.parse(NEW_ZEALAND, {})
    >>> guard_laja(options, Round(delivery=cut), cut._replace(laja=True))
    Traceback (most recent call last):
    rules.refusals.RulesError: a laja is asked for before the cut is chosen
    """
    if not delivery.laja:
        return
    if not options.cuts:
        raise RulesError("bad-option", "no laja here")
    before = entered.delivery
    if before is not None and before.cut and not before.laja:
        raise RulesError("bad-option", "a laja is asked for before the cut is chosen", "NZ 9.2")


def with_chooser(options: Options, entered: Round, delivery: ChosenDelivery) -> ChosenDelivery:
    """Say who chose a delivery; refuse one that the rules do not name.

    Where the bank of Maryland does not choose, the dealer delivers by Chapter 6.

    Rule: MD 7 §A, 9 §J, §J(1); NZ 9.3A.

    >>> from rules.profiles import MARYLAND
    >>> from rules.round import RoundBank
    >>> banked = Round(bank=RoundBank("player", 3))
    >>> with_chooser(Options.default(MARYLAND), banked, ChosenDelivery(CHAPTER_6)).chosen_by
    'dealer'
    """
    allowed = choosers(options, entered)
    is_usual = not options.cuts and delivery.style in ("", CHAPTER_6)
    is_unsaid = is_usual and delivery.bank_cut is None
    chosen_by = delivery.chosen_by or (DEALER if is_unsaid else allowed[0])
    if chosen_by not in allowed and not (is_usual and chosen_by == DEALER):
        raise RulesError(
            "bad-option",
            f"{chosen_by} does not choose here: {', '.join(allowed)}",
            own_paragraphs(options.profile_id, "MD 9 §J; NZ 9.3A"),
        )
    return delivery._replace(chosen_by=chosen_by)
