"""Why a round of cards ended as it did: codes and parameters with the paragraph that decides.

A record keeps `Reason`s; `card_sentence` says one in English, or in another language when it is
given a function that translates the templates. Nothing here is computed unless somebody asks.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rules.cards.card import Card, reds
from rules.cards.facts import CardRoundFacts, CardSeatFacts
from rules.cards.four_card import pay_table
from rules.cards.hands import AS_SET
from rules.cards.house_way import CardSetting
from rules.cards.ranking import compare_high, compare_low, compare_three, high_rank, three_card_rank
from rules.cards.sentences import CLASS_NAMES, DEALER, SENTENCES
from rules.cards.settlement import CardSeatResult, CardSettlement, FourCardResult, settle_cards
from rules.comparison import HandComparison
from rules.options import Options
from rules.profiles import Profile
from rules.reasons import PREFIXES, Money, Reason, Translate, placed, plain_money, sided

Params = Mapping[str, str | int]

SETTING = "3CS 4"
RANKING = "3CS 7"
OUTCOME = "3CS 8"
THREE_CARD = "3CS App. B"
JACKPOT = "3CS App. D"
VOID = "3CS"
CITES: Mapping[str, str] = MappingProxyType(
    {
        "setting": SETTING,
        "ranking": RANKING,
        "outcome": OUTCOME,
        "three-card": THREE_CARD,
        "jackpot": JACKPOT,
        "void": VOID,
    }
)
"""The paragraph behind each kind of reason, for the tablet's tables."""

_PREFIXES = {**PREFIXES, ("dealer", ""): DEALER}


def card_sentence(reason: Reason, translate: Translate = str, money: Money = plain_money) -> str:
    """Say a reason, after the seat and the hand it is about.

    >>> about = {"place": "seat", "seat": 2, "side": "low"}
    >>> card_sentence(Reason("low-won", {**about, "player": "AS", "bank": "KD"}, "3CS 7"))
    'Seat 2, low hand. AS outranks KD: the player wins.'
    """
    return placed(reason, _said(reason, translate, money), _PREFIXES, translate)


def card_clause(reason: Reason, translate: Translate = str, money: Money = plain_money) -> str:
    """Say a reason that stands among those of its place: only the hand is named.

    >>> about = {"place": "seat", "seat": 2, "side": "low"}
    >>> card_clause(Reason("low-won", {**about, "player": "AS", "bank": "KD"}, "3CS 7"))
    'Low hand. AS outranks KD: the player wins.'
    """
    return sided(reason, _said(reason, translate, money), translate)


def _said(reason: Reason, translate: Translate, money: Money) -> str:
    words = {key: _word(key, value, translate, money) for key, value in reason.params.items()}
    return translate(SENTENCES[reason.code]).format_map(words)


def explain_cards(
    profile: Profile,
    options: Options,
    facts: CardRoundFacts,
    settlement: CardSettlement | None = None,
) -> list[Reason]:
    """Say why every wager of a round ended as it did, in the order of the table."""
    settled = settlement or settle_cards(profile, options, facts)
    reasons = [explain_setting(facts.dealer.cards, settled.dealer.hand, place="dealer")]
    for given in sorted(facts.seats, key=lambda each: each.seat):
        row = next(each for each in settled.seats if each.seat == given.seat)
        reasons += _seat(settled, given, row)
    return reasons


def explain_setting(held: Sequence[Card], hand: CardSetting, **about: str | int) -> Reason:
    """Say by which line of the house way a hand was set, or that the player set it.

    Rule: 3CS 4, 5; App. A.
    """
    params: Params = about | {
        "cards": _words(held),
        "high": _words(hand.high),
        "low": hand.low.text,
    }
    if hand.rule == AS_SET:
        return Reason("cards-as-set", params, SETTING)
    return Reason(setting_code(hand.rule), params, hand.rule, hand.reading)


def setting_code(rule: str) -> str:
    """Write a line of the house way as the code of its sentence.

    >>> setting_code("3CS App. A §C(i)")
    'cards-set-c-i'
    """
    return "cards-set-" + rule.rpartition("§")[2].lower().replace("(", "-").replace(")", "")


def explain_high(bank: Sequence[Card], player: Sequence[Card], **about: str | int) -> Reason:
    """Say why a high hand won or lost.

    Rule: 3CS 7.
    """
    params = about | {
        "player_class": class_code(high_rank(player).combination.name),
        "bank_class": class_code(high_rank(bank).combination.name),
    }
    return _compared("high", RANKING, bank, player, compare_high(bank=bank, player=player), params)


def explain_low(bank: Card, player: Card, **about: str | int) -> Reason:
    """Say why a low hand won or lost.

    Rule: 3CS 7.
    """
    found = compare_low(bank=bank, player=player)
    return _compared("low", RANKING, (bank,), (player,), found, about)


def explain_three_card(bank: Sequence[Card], player: Sequence[Card], **about: str | int) -> Reason:
    """Say why a Three Card wager won or lost.

    Rule: 3CS App. B.
    """
    params = about | {
        "player_class": class_code(three_card_rank(player).combination.name),
        "bank_class": class_code(three_card_rank(bank).combination.name),
    }
    found = compare_three(bank=bank, player=player)
    return _compared("three-card", THREE_CARD, bank, player, found, params)


def class_code(name: str) -> str:
    """Write the name of a class as a code: `SUITED_CONNECTORS` is `suited-connectors`."""
    return name.lower().replace("_", "-")


def _seat(settled: CardSettlement, given: CardSeatFacts, row: CardSeatResult) -> Iterator[Reason]:
    about: Params = {"place": settled.profile.seat_word, "seat": row.seat}
    yield from _primary(settled.dealer.hand, given, row, about)
    if row.hand is None:
        return
    if row.three_card is not None:
        bank = settled.facts.dealer.cards
        staked = {**about, "wager_cents": given.three_card_cents}
        yield explain_three_card(bank, given.cards, **staked)
    if row.four_card is not None:
        yield from _four_card(settled, given, row.four_card, about)


def _primary(
    dealer: CardSetting, given: CardSeatFacts, row: CardSeatResult, about: Params
) -> Iterator[Reason]:
    hand, staked = row.hand, {**about, "wager_cents": given.wager_cents}
    if hand is None:
        yield Reason(f"primary-{row.outcome}", staked, VOID, reading=True)
        return
    yield explain_setting(given.cards, hand, **about)
    if row.outcome == "foul":
        params = staked | {"high": _words(hand.high), "low": hand.low.text}
        yield Reason("primary-foul", params, SETTING)
        return
    yield explain_high(dealer.high, hand.high, **about, side="high")
    yield explain_low(dealer.low, hand.low, **about, side="low")
    yield Reason(f"primary-{row.outcome}", staked, OUTCOME)


def _four_card(
    settled: CardSettlement, given: CardSeatFacts, result: FourCardResult, about: Params
) -> Iterator[Reason]:
    options, facts = settled.options, settled.facts
    assert facts.community is not None, "a Four Card wager was decided with the community card"
    table = pay_table(options.four_card)
    params = {
        **about,
        "wager_cents": given.four_card_cents,
        "won_cents": result.won_cents - result.jackpot_cents,
        "cards": _words(given.cards),
        "community": facts.community.text,
        "bonus_class": result.bonus_class.value,
        "pays": table.to_one(result.bonus_class),
    }
    yield Reason("four-card-pays" if result.won_cents else "four-card-loses", params, table.cite)
    if result.jackpot_cents:
        yield Reason("jackpot-won", {**about, "jackpot_cents": result.jackpot_cents}, JACKPOT)
    elif table.wins_jackpot(result.bonus_class) and facts.jackpot_cents:
        short = {**about, "minimum_cents": options.jackpot_minimum or 0}
        yield Reason("jackpot-not-qualified", short, JACKPOT)


def _compared(
    what: str,
    cite: str,
    bank: Sequence[Card],
    player: Sequence[Card],
    found: HandComparison,
    about: Params,
) -> Reason:
    """Say how two hands compared; of a copy also how many red cards each has."""
    ending = "won" if found.winner == "player" else "lost"
    params = {**about, "player": _words(player), "bank": _words(bank)}
    if not found.is_copy:
        return Reason(f"{what}-{ending}", params, cite)
    colours = {"player_reds": reds(player), "bank_reds": reds(bank)}
    return Reason(f"{what}-copy-{ending}", params | colours, cite)


def _words(held: Sequence[Card]) -> str:
    return " ".join(card.text for card in held)


def _word(key: str, value: str | int, translate: Translate, money: Money) -> str | int:
    if key.endswith("_cents"):
        return money(int(value))
    if key.endswith("_class"):
        return translate(CLASS_NAMES.get(str(value), str(value)))
    return value
