"""The words for stored codes of a round: outcomes, banks, movements of chips, reasons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from audit.events import EventKind
from audit.wording import known_in, literal
from foundation.wording import card_label, money_text
from rounds.models import RoundState
from rules.cards.sentences import CLASS_NAMES
from rules.profiles import PROFILES
from rules.round import BankAnswer
from rules.tiles.irregularities import EVENTS
from rules.tiles.ranking import HAND_NAMES, hand_name


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a wager ended, in words and in the tone of a badge."""

    label: Promise
    tone: str
    icon: str


OUTCOMES: Mapping[str, Outcome] = MappingProxyType(
    {
        "win": Outcome(_("Win"), "win", "win"),
        "lose": Outcome(_("Lose"), "lose", "lose"),
        "push": Outcome(_("Push"), "push", "push"),
        "foul": Outcome(pgettext_lazy("an outcome", "Foul"), "lose", "flag"),
        "surrendered": Outcome(_("Surrendered"), "lose", "flag"),
        "conceded": Outcome(_("Conceded"), "lose", "flag"),
        "abandoned": Outcome(_("Abandoned"), "lose", "flag"),
        "void": Outcome(_("Void"), "warn", "void"),
        "bank": Outcome(_("Bank"), "brass", "bank"),
        "dealer": Outcome(_("Dealer"), "brass", "bank"),
    }
)

SIDE_WAGERS: Mapping[str, Promise] = MappingProxyType(
    {
        "pair_fortunes": _("Pair Fortunes"),
        "three_card": _("Three Card wager"),
        "four_card": _("Four Card bonus"),
    }
)

SHORT_SIDES: Mapping[str, Promise] = MappingProxyType(
    {"pair_fortunes": _("PF"), "three_card": _("3C"), "four_card": _("4C")}
)
"""Side wagers on a chip, where there is no room for their names."""


def hand_words(code: str) -> str:
    """A hand as people say it, from the code of two tiles or the class of two cards."""
    if code in CLASS_NAMES:
        return gettext(CLASS_NAMES[code])
    return hand_name(code, gettext) if code.partition(":")[0] in HAND_NAMES else code


MOVES: Mapping[str, Promise] = MappingProxyType(
    {
        "win": _("pays the win"),
        "lose": _("the wager is lost"),
        "vigorish": _("vigorish"),
        "match-play": _("pays the coupon"),
        "surrendered": _("surrendered"),
        "conceded": _("conceded"),
        "abandoned": _("abandoned"),
        "pair-fortunes-win": _("pays Pair Fortunes"),
        "pair-fortunes-lose": _("takes Pair Fortunes"),
        "losers-to-inventory": _("the losing wagers go to the house"),
        "dealer-loses": _("the dealer's wager is lost"),
        "dealer-wins": _("the dealer's wager wins"),
        "bank-brings": _("the bank brings what is missing"),
        "house-brings": _("the house brings its half"),
        "house-half": _("the house takes its half"),
        "bank-vigorish": _("vigorish of the bank"),
        "bank-receives": _("the bank receives the rest"),
        "foul": _("the wager of a foul hand is lost"),
        "three-card-win": _("pays the Three Card wager"),
        "three-card-lose": _("takes the Three Card wager"),
        "four-card-win": _("pays the Four Card bonus"),
        "four-card-lose": _("takes the Four Card bonus"),
        "jackpot": _("jackpot"),
    }
)


def outcome_words(code: str) -> str:
    return str(OUTCOMES[code].label) if code in OUTCOMES else code


FEES: Mapping[str, Promise] = MappingProxyType(
    {"vigorish": _("Vigorish"), "commission": _("Commission")}
)
"""What the house takes of a win, as the table's own rules call it."""

COMMISSION_MOVES: Mapping[str, Promise] = MappingProxyType(
    {"vigorish": _("commission"), "bank-vigorish": _("commission of the bank")}
)


def fee_words(fee_word: str) -> str:
    return str(FEES[fee_word])


def move_words(reason: str, fee_word: str = "vigorish") -> str:
    """Why chips move, in the words of the table's own rules."""
    own = COMMISSION_MOVES if fee_word == "commission" else MOVES
    return str(own.get(reason) or MOVES.get(reason) or reason)


PLACES: Mapping[str, tuple[Promise, Promise]] = MappingProxyType(
    {
        "seat": (_("Seat {number}"), _("seat {number}")),
        "box": (_("Box {number}"), _("box {number}")),
        "dealer": (_("Dealer"), _("the dealer")),
        "bank": (_("Bank"), _("Bank")),
        "dead-hand": (_("Dead hand"), _("the dead hand")),
        "burnt-box": (_("Burnt"), _("Burnt")),
    }
)
"""Every place of a table: standing alone, and inside a sentence."""


def place_words(place: str, seat_word: str = "seat") -> str:
    """A place for people: `3`, `seat-3`, `box-3`, `dealer`, `bank` or another of the layout."""
    return _place(place, seat_word, 0)


def place_within(place: str, seat_word: str = "seat") -> str:
    """The same place inside a sentence: seat 3, the dealer."""
    return _place(place, seat_word, 1)


def _place(place: str, seat_word: str, form: int) -> str:
    word, _hyphen, number = (seat_word, "", place) if place.isdecimal() else place.partition("-")
    if word in ("seat", "box") and number.isdecimal():
        return str(PLACES[word][form]).format(number=number)
    return str(PLACES[place][form]) if place in PLACES else place.replace("-", " ")


def bank_at_words(seat: str, seat_word: str) -> str:
    """The place of whoever banks, above what is said of the bank."""
    word = _("Bank at box {number}") if seat_word == "box" else _("Bank at seat {number}")
    return str(word).format(number=seat)


def bank_words(kind: str, seat: int | None, seat_word: str = "seat") -> str:
    """Who banks: the house, a seat, or a seat together with the house."""
    if seat is None:
        return str(_("House"))
    if kind == "co-bank":
        where = place_within(str(seat), seat_word)
        return str(_("House and {where}")).format(where=where)
    return place_words(str(seat), seat_word)


def funds_words(answer: BankAnswer, money: Callable[[int], str]) -> str:
    """What a bank has shown: counted, or covered by the dealer's word."""
    if answer.funds_cents is not None:
        return str(_("{amount} counted")).format(amount=money(answer.funds_cents))
    if answer.word_cents is not None:
        said = str(_("covers {amount}, by the dealer’s word; not counted"))
        return said.format(amount=money(answer.word_cents))
    return ""


RULINGS: Mapping[str, Promise] = MappingProxyType(
    {
        "void-round": _("The round is void"),
        "play-on": _("Play goes on"),
        "bank-may-void": _("The bank may have it void"),
        "player-may-void": _("The player's hand is void"),
        "player-may-withdraw": _("The player withdraws"),
        "void-hands": _("These hands are void"),
        "wager-abandoned": _("The wager is abandoned"),
        "no-roll": _("No roll: shake again"),
        "cover-and-reshake": _("Cover and shake again"),
        "reset-house-way": _("Set again, the house way"),
        "stands": _("It stands"),
        "set-house-way": _("Set the house way"),
        "wager-refused": _("The change of the wager is refused"),
        "remix": _("The entire set is remixed"),
        "reshuffle": _("The tiles are reshuffled"),
        "laja": _("The dealer performs a laja"),
        "turn-over": _("The tile is turned over, play goes on"),
        "new-set": _("Another set comes to the table"),
        "replace-tile": _("The tile or the set is replaced"),
        "correct-the-deal": _("The deal is corrected"),
        "rebuild": _("The hands are rebuilt and played"),
        "withdrawn-wager-plays": _("The withdrawn wager still plays"),
        "remove-box": _("A box or a player may be removed"),
        "set-first": _("The player may be told to set first"),
        "bank-makes-up": _("The player/banker makes up the difference"),
        "both-make-up": _("Co-banker and house make up the difference equally"),
    }
)


def ruling_words(code: str) -> str:
    return str(RULINGS.get(code, code.replace("-", " ")))


def event_words(code: str) -> str:
    """What went wrong, in the reader's language."""
    return gettext(EVENTS[code]) if code in EVENTS else code


VOID_REASONS: Mapping[str, Promise] = MappingProxyType(
    {
        "wrong_distribution": _("Tiles or cards went to the wrong places"),
        "exposed": _("A tile or card was exposed"),
        "hands_mixed": _("Hands were mixed and cannot be rebuilt"),
        "equipment": _("Damaged or missing equipment"),
        "nobody_played": _("All players left or withdrew"),
        "opened_by_mistake": _("The round was opened by mistake"),
        "entered_elsewhere": _("The round was entered another way"),
        "emergency": _("Emergency or evacuation"),
        "ruling": _("By a ruling on an irregularity"),
    }
)

CORRECTION_REASONS: Mapping[str, Promise] = MappingProxyType(
    {
        "hand_set_wrongly": _("The dealer's hand was not set the house way"),
        "mispay": _("A wager was paid or taken wrongly"),
        "entry_error": _("Something was entered wrongly"),
        "wager_wrong": _("A wager was recorded wrongly"),
        "dispute_decided": _("A dispute was decided"),
        "tiles_from_video": _("Tiles were read from video"),
    }
)

DISPUTE_CLAIMS: Mapping[str, Promise] = MappingProxyType(
    {
        "wrong_payment": _("Paid or taken wrongly"),
        "wrong_hand": _("A hand was read wrongly"),
        "wrong_setting": _("A hand was set wrongly"),
        "dealer_hand": _("The dealer’s hand"),
        "wager_disputed": _("The wager was a different amount"),
        "late_wager": _("Wager made or withdrawn too late"),
        "tiles_mixed": _("Tiles were mixed up"),
        "wrong_deal": _("Dealt wrongly"),
        "bank_turn": _("Bank offered or refused wrongly"),
        "conduct": _("Conduct at the table"),
        "other": _("Something else"),
    }
)

DEALER_ACCOUNTS: Mapping[str, Promise] = MappingProxyType(
    {
        "as_recorded": _("It was as recorded"),
        "mistake": _("I made a mistake"),
        "not_seen": _("I did not see it"),
        "differs": _("I remember it differently"),
        "other": _("Something else"),
    }
)

DISPUTE_FACTS: Mapping[str, Promise] = MappingProxyType(
    {
        "hands_exposed": _("Were both hands exposed and read aloud?"),
        "chips_moved": _("Had the chips been moved?"),
        "tiles_touched": _("Were the tiles touched after they were set?"),
        "others_agree": _("Do other players say the same?"),
    }
)

FACT_ANSWERS: Mapping[str, Promise] = MappingProxyType(
    {"yes": _("Yes"), "no": _("No"), "unknown": _("Not known")}
)


def correction_words(code: str) -> str:
    return str(CORRECTION_REASONS.get(code, code))


def claim_words(code: str) -> str:
    return str(DISPUTE_CLAIMS.get(code, code))


def account_words(code: str) -> str:
    return str(DEALER_ACCOUNTS.get(code, code))


def fact_words(code: str) -> str:
    return str(DISPUTE_FACTS.get(code, code))


def answer_words(code: str) -> str:
    return str(FACT_ANSWERS.get(code, code))


def _ruling(code: str, detail: Mapping[str, Any]) -> str:
    return ruling_words(code) if code in RULINGS else _reason(code, detail)


def _reason(code: str, detail: Mapping[str, Any]) -> str:
    for known in (VOID_REASONS, CORRECTION_REASONS):
        if code in known:
            return str(known[code])
    return event_words(code) if code in EVENTS else ""


def _state(code: str, detail: Mapping[str, Any]) -> str:
    if code in RoundState.values:
        return str(RoundState(code).label)
    return outcome_words(code) if code in OUTCOMES else ""


def _place_in_event(place: str, detail: Mapping[str, Any]) -> str:
    return place_within(place, _seat_word(detail))


def _seat_word(detail: Mapping[str, Any]) -> str:
    """Seats or boxes, as the rules of the table call them at which it happened."""
    return PROFILES[detail["profile"]].seat_word if detail.get("profile") in PROFILES else "seat"


EVENT_WORDS = {
    "claim": known_in(DISPUTE_CLAIMS),
    "event": lambda code, detail: event_words(code),
    "ruling": _ruling,
    "reason": _reason,
    "state": _state,
    "start": _place_in_event,
    "seat": _place_in_event,
    "card": lambda code, detail: card_label(code),
}
"""The words for codes in the events of this app, by the key of their detail."""


def _hands_set(detail: Mapping[str, Any]) -> str:
    """Whose hands were set, and as what."""
    return literal(
        "; ".join(
            gettext("{place}: {high} / {low}").format(
                place=place_words(place, _seat_word(detail)),
                high=hand_words(hand["high_name"]),
                low=hand_words(hand["low_name"]),
            )
            for place, hand in (detail.get("after") or {}).items()
            if isinstance(hand, Mapping) and "high_name" in hand
        )
    )


def wager_changes(
    before: Sequence[Mapping[str, Any]],
    after: Sequence[Mapping[str, Any]],
    seat_word: str,
    money: Callable[[int], str],
) -> list[str]:
    """Each wager that is new, other than before or gone: seat, player, amounts."""
    there = {(each["seat"], each["player"]): each for each in before}
    found = []
    for each in after:
        was = there.pop((each["seat"], each["player"]), None)
        if was == each:
            continue
        said = gettext("{who}: {amounts}").format(
            who=_who_wagers(each, seat_word), amounts=_amounts(each, money)
        )
        if was is not None:
            said = gettext("{said} (before: {was})").format(said=said, was=_amounts(was, money))
        found.append(said)
    gone = [
        gettext("{who}: no wager").format(who=_who_wagers(e, seat_word)) for e in there.values()
    ]
    return [*found, *gone]


def _who_wagers(wager: Mapping[str, Any], seat_word: str) -> str:
    place = place_words(str(wager["seat"]), seat_word)
    return f"{place}, {wager['player']}" if wager["player"] else place


def _amounts(wager: Mapping[str, Any], money: Callable[[int], str]) -> str:
    sides = [
        f"{name} {money(wager[code])}" for code, name in SIDE_WAGERS.items() if wager.get(code)
    ]
    return ", ".join([money(wager["cents"]), *sides])


def _wagers_placed(detail: Mapping[str, Any]) -> str:
    """Which seat wagers how much; without the house's currency plain amounts."""
    if not isinstance(detail.get("after"), list):
        return ""
    money = partial(money_text, currency=str(detail.get("currency") or ""))
    lines = wager_changes(detail.get("before") or (), detail["after"], _seat_word(detail), money)
    return literal(gettext("Wagers: {lines}").format(lines="; ".join(lines))) if lines else ""


def _bank_offered(detail: Mapping[str, Any]) -> str:
    after = detail.get("after") or {}
    if not after.get("kind"):
        return ""
    who = bank_words(str(after["kind"]), after.get("seat"), _seat_word(detail))
    shares = ", ".join(str(share["player"]) for share in after.get("shares", []))
    held_by = f"{who} ({shares})" if shares else who
    return literal(gettext("The bank was offered. It is held by: {who}").format(who=held_by))


def _dealt(detail: Mapping[str, Any]) -> str:
    return "" if detail.get("start") else gettext("Dealt")


def _rolled(detail: Mapping[str, Any]) -> str:
    if not detail.get("adjust"):
        return ""
    adjust = f"{detail['adjust']:+d}".replace("-", "\N{MINUS SIGN}")
    said = gettext("The total is {total}, counted with {adjust}; the first hand goes to {start}")
    return said.replace("{adjust}", adjust)


EVENT_SENTENCES = {
    EventKind.WAGERS_PLACED: _wagers_placed,
    EventKind.HANDS_SET: _hands_set,
    EventKind.BANK_OFFERED: _bank_offered,
    EventKind.ROUND_DEALT: _dealt,
    EventKind.DICE_ROLLED: _rolled,
}
"""The events of a round that say more than the sentence of their kind."""
