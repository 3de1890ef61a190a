"""Lessons and drills for the rules that a table plays by: everything in them is the core's."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from django.utils.translation import gettext

from rounds.games import game_of
from rounds.games.game import Game
from rounds.wording import event_words, hand_words
from rules.option_fields import option_fields
from rules.profiles import TileProfile
from rules.round import SetHand
from rules.tiles.dealing import DELIVERY_CITES
from rules.tiles.house_ways import distinct_deals
from rules.tiles.house_ways.words import line_words
from rules.tiles.irregularities import TileScene
from rules.tiles.tile import KINDS
from tables.models import RulesSubmission
from tables.wording import OPTIONS, value_words

HANDS_IN_A_DRILL = 50
BANK_OPTIONS = (
    "player_bank", "co_bank", "shared_bank", "dealer_wager", "bank_cut", "adjacent_areas",
)  # fmt: skip
CARD_HANDS = (("AS", "AH"), ("KS", "QS"), ("KS", "QH"), ("KS", "9S"), ("KS", "9H"))
LOW_CARD = "2C"
DEALING_OPTIONS = ("start_from", "delivery_styles", "cuts", "cut_chooser", "adjust", "bank_cut")


@dataclass(frozen=True, slots=True)
class LessonLine:
    """One thing to know: its name, pieces that show it, what it means, and where it stands."""

    name: str
    pieces: tuple[str, ...] = ()
    says: str = ""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    code: str
    lines: tuple[LessonLine, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to set a hand, and what its two hands are called."""

    high: tuple[str, ...]
    low: tuple[str, ...]
    high_name: str
    low_name: str
    is_house_way: bool


@dataclass(frozen=True, slots=True)
class DrillHand:
    """A hand to be set the house way: every way to set it, and the rule that decides."""

    held: tuple[str, ...]
    settings: tuple[Setting, ...]
    rule: str


def lessons(submission: RulesSubmission) -> list[Lesson]:
    """What a dealer of these rules must know, in the order in which it is needed."""
    game = game_of(submission)
    found = [
        Lesson("ranking", ranking_lines(game)),
        Lesson("house_way", house_way_lines(game)),
        Lesson("dealing", (*option_lines(game, DEALING_OPTIONS), *delivery_lines(game))),
        Lesson("bank", option_lines(game, BANK_OPTIONS)),
        Lesson("irregularities", irregularity_lines(game)),
    ]
    return [lesson for lesson in found if lesson.lines]


def ranking_lines(game: Game) -> tuple[LessonLine, ...]:
    """The hands of two from the best down, each name once, with two pieces that make it."""
    if not isinstance(game.profile, TileProfile):
        return tuple(
            LessonLine(hand_words(game.hand((*pair, LOW_CARD), pair).high_name), pair)
            for pair in CARD_HANDS
        )
    best: dict[str, tuple[int, str, tuple[str, str]]] = {}
    for index, first in enumerate(KINDS):
        for second in KINDS[index:]:
            if first is second and first.count == 1:
                continue
            rank = game.profile.ranking.rank(first, second)
            kind = rank.code if rank.code.startswith("pair") else rank.code.partition(":")[0]
            if kind not in best or rank.order > best[kind][0]:
                best[kind] = (rank.order, rank.code, (first.text, second.text))
    ordered = sorted(best.values(), reverse=True)
    return tuple(LessonLine(hand_words(code), pieces) for _, code, pieces in ordered)


def house_way_lines(game: Game) -> tuple[LessonLine, ...]:
    """Each rule of the house way, with a hand that it decides."""
    return tuple(
        LessonLine(
            f"{hand_words(hand.high_name)} / {hand_words(hand.low_name)}",
            (*hand.high, *hand.low),
            cite=line_words(hand.rule),
        )
        for hand in _examples(game)  # type: ignore[arg-type]  # one object a rule set
    )


@lru_cache(maxsize=16)
def _examples(game: Game) -> tuple[SetHand, ...]:
    shown: dict[str, SetHand] = {}
    for held in _deals(game):
        hand = game.hand(held)
        shown.setdefault(hand.rule, hand)
    return tuple(shown[rule] for rule in sorted(shown, key=_in_order))


def _in_order(rule: str) -> list[tuple[int, str]]:
    """Exception 2 before exception 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", rule)]


def _deals(game: Game) -> Iterator[Sequence[str]]:
    if isinstance(game.profile, TileProfile):
        yield from ([each.text for each in held] for held in distinct_deals())
    else:
        yield from combinations(game.kinds(), game.hand_size)


def option_lines(game: Game, names: Sequence[str]) -> tuple[LessonLine, ...]:
    """What the house chose where its rules leave a choice, with the paragraph."""
    fields = {each.name: each for each in option_fields(game.profile)}
    return tuple(
        LessonLine(
            str(OPTIONS[name]),
            says=f"{gettext(fields[name].says)} {_chosen(name, getattr(game.options, name))}",
            cite=fields[name].cites[game.profile.id],
        )
        for name in names
        if name in fields
    )


def _chosen(name: str, value: object) -> str:
    if isinstance(value, bool):
        return gettext("At this table: yes.") if value else gettext("At this table: no.")
    values = value if isinstance(value, tuple) else (value,)
    said = ", ".join(value_words(name, str(each)) for each in values if each is not None)
    return gettext("At this table: {value}.").format(value=said) if said else ""


def delivery_lines(game: Game) -> tuple[LessonLine, ...]:
    return tuple(
        LessonLine(value_words("delivery_styles", style), cite=DELIVERY_CITES.get(style, ""))
        for style in game.options.delivery_styles or ()
    )


def irregularity_lines(game: Game) -> tuple[LessonLine, ...]:
    """What may go wrong, and what the rules then propose."""
    found = []
    for code, _says in game.events():
        ruling = game.propose(code, TileScene())
        found.append(LessonLine(event_words(code), says=gettext(ruling.says), cite=ruling.cite))
    return tuple(found)


def drill(submission: RulesSubmission, chance: random.Random) -> list[DrillHand]:
    """Hands as they are dealt, each with every way to set it."""
    game = game_of(submission)
    return [drill_hand(game, dealt(game, chance)) for _ in range(HANDS_IN_A_DRILL)]


def dealt(game: Game, chance: random.Random) -> list[str]:
    pieces = [piece for piece, count in game.kinds().items() for _ in range(count)]
    return chance.sample(pieces, game.hand_size)


def drill_hand(game: Game, held: Sequence[str]) -> DrillHand:
    found: dict[tuple[str, str], Setting] = {}
    for places in combinations(range(len(held)), 2):
        high = [held[place] for place in places]
        low = [piece for place, piece in enumerate(held) if place not in places]
        if len(held) == 4 and not _is_higher(game, high, low):
            continue
        hand = game.hand(held, high, low)
        setting = Setting(
            hand.high,
            hand.low,
            hand_words(hand.high_name),
            hand_words(hand.low_name),
            game.is_house_way(hand),
        )
        found.setdefault((" ".join(sorted(high)), " ".join(sorted(low))), setting)
    return DrillHand(tuple(held), tuple(found.values()), line_words(game.hand(held).rule))


def _is_higher(game: Game, high: Sequence[str], low: Sequence[str]) -> bool:
    """Of four tiles the better two are the high hand, whichever are named first."""
    assert isinstance(game.profile, TileProfile)
    by_text = {each.text: each for each in KINDS}
    rank = game.profile.ranking.rank
    orders = [rank(by_text[one], by_text[two]).order for one, two in (high, low)]
    return orders[0] > orders[1] or (orders[0] == orders[1] and sorted(high) <= sorted(low))


def right_answers(submission: RulesSubmission, answers: Sequence[tuple[str, str]]) -> int:
    """How many of these hands, each with the pieces set high, are set the house way."""
    game = game_of(submission)
    return sum(game.is_house_way(game.hand(held.split(), high.split())) for held, high in answers)
