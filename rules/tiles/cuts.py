"""Cuts: Maryland's bank moves stacks to the ends, New Zealand's banker names an approved cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from rules.refusals import RulesError

STACKS = 8


@dataclass(frozen=True, slots=True)
class BankCut:
    """The bank's one cut: adjacent stacks taken out and moved to the ends.

    `first` and `last` number the stacks that move, from the dealer's right; `to_right` of them
    (counted from `first`) go to the right end and the rest to the left end, in their order.
    """

    first: int
    last: int
    to_right: int


def stacks_after_cut(cut: BankCut | None) -> tuple[int, ...]:
    """Give the old numbers of the stacks, from the dealer's right, after the bank's cut.

    Rule: MD 9 §G(1)-(3); how the moved stacks lie at the ends is a reading.

    >>> stacks_after_cut(BankCut(first=4, last=6, to_right=3))
    (4, 5, 6, 1, 2, 3, 7, 8)
    >>> stacks_after_cut(BankCut(first=4, last=6, to_right=1))
    (4, 1, 2, 3, 7, 8, 5, 6)
    """
    standing = tuple(range(1, STACKS + 1))
    if cut is None:
        return standing
    _guard_cut(cut)
    moved = standing[cut.first - 1 : cut.last]
    stay = tuple(each for each in standing if each not in moved)
    return moved[: cut.to_right] + stay + moved[cut.to_right :]


def _guard_cut(cut: BankCut) -> None:
    if not 1 <= cut.first <= cut.last <= STACKS:
        raise RulesError("bad-option", f"not adjacent stacks: {cut.first} to {cut.last}")
    if not 0 <= cut.to_right <= cut.last - cut.first + 1:
        raise RulesError("bad-option", f"not so many stacks moved: {cut.to_right}")


@dataclass(frozen=True, slots=True)
class NamedCut:
    """An approved cut: its traditional and English name, and the choices it leaves.

    `styles` maps a choice to a delivery of the same name where one is known; elsewhere the cut is
    recorded by name and choice only.
    """

    id: str
    traditional: str
    english: str
    choices: tuple[tuple[str, ...], ...]
    styles: tuple[tuple[tuple[str, ...], str], ...] = ()

    def style_of(self, chosen: Sequence[str]) -> str | None:
        """Give the delivery whose geometry the cut has, if the published rules show one."""
        return dict(self.styles).get(tuple(chosen))


_RL = ("right", "left")
_TB = ("top", "bottom")

# Rule: NZ 1.0 Approved Cut, 1.0 Cut, 9.3A, Appendix 5.
NEW_ZEALAND_CUTS = MappingProxyType(
    {
        cut.id: cut
        for cut in (
            NamedCut("yat-dong-dong", "Yat Dong Dong", "1 Stack", (_RL,)),
            NamedCut(
                "cup-say",
                "Cup Say",
                "Tiger",
                (_TB, _RL),
                ((("top", "right"), "cup-say-right"), (("top", "left"), "cup-say-left")),
            ),
            NamedCut("chee-yee", "Chee Yee", "Chop the Ears", (_TB,), ((("top",), "chee-yee"),)),
            NamedCut("dai-pin", "Dai Pin", "Big Slice", (_RL,)),
            NamedCut(
                "jung-quat", "Jung Quat", "From the Heart", (_TB,), ((("top",), "jung-quat"),)
            ),
            NamedCut(
                "long-tau-fong-may",
                "Long Tau/Fong May",
                "Dragon Head/Phoenix Tail",
                (_RL,),
                ((("right",), "dragon-head-right"), (("left",), "dragon-head-left")),
            ),
            NamedCut("wui-fung-bank", "Wui Fung Bank", "Hong Kong Bank", ()),
            NamedCut("foot-say", "Foot Say", "4 Across", ()),
            NamedCut("seung-gwai-pak-moon", "Seung Gwai Pak Moon", "Ghost Closing the Door", ()),
            NamedCut("pong-yun", "Pong Yun", "Buddha’s Signal", (_RL,)),
            NamedCut("china-bank", "China Bank", "China Bank", ()),
            NamedCut("harbour-bridge", "Harbour Bridge", "Harbour Bridge", ()),
            NamedCut("bo-bo-go-sing", "Bo Bo Go Sing", "Boy Walks Up Stairs", (_RL,)),
            NamedCut("gum-un-que", "Gum Un Que", "Double Bridge", (_RL, ("front", "back"))),
            NamedCut("ghan-dong-ping-say", "Ghan Dong Ping Say", "Kangaroo Jump", (_RL,)),
            NamedCut("chong-wan-sup-lok", "Chong Wan Sup Lok", "16 Across", (_TB,)),
            NamedCut("yat-kai-sum-may", "Yat Kai Sum May", "Chicken 3 Ways", (_RL,)),
            NamedCut("ghan-dong-cup-say", "Ghan Dong Cup Say", "Striped Tiger", (_RL,)),
            NamedCut(
                "arn-lok-peng-sar", "Arn Lok Peng Sar", "Flying Dragon", (_RL, ("head", "tail"))
            ),
            NamedCut(
                "girl-on-the-right-and-left",
                "Girl on the Right and Left",
                "Girl on the Right and Left",
                (),
            ),
        )
    }
)


def guard_named_cut(name: str, chosen: Sequence[str]) -> NamedCut:
    """Give the approved cut of that name, or refuse a name or a choice that it does not have.

    Rule: NZ 9.3A, Appendix 5.
    """
    cut = NEW_ZEALAND_CUTS.get(name)
    if cut is None:
        raise RulesError("unknown-style", f"not an approved cut: {name!r}", "NZ 9.3A")
    if len(chosen) != len(cut.choices) or any(
        each not in allowed for each, allowed in zip(chosen, cut.choices, strict=True)
    ):
        raise RulesError(
            "bad-option",
            f"not a choice that {cut.english} leaves: {list(chosen)}",
            "NZ Appendix 5",
        )
    return cut
