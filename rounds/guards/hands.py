"""Which hands may be entered, how they must be set, and what no set of tiles can show."""

from django.utils.translation import gettext as _

from rounds.facts import DEALER, Facts, Hand, played_seats, wager_by_seat, wagers_at
from rounds.games.game import Game
from rounds.guards.citing import own_paragraph
from rules.refusals import Refused
from staff.models import Person
from staff.policy import Act, require


def guard_place(game: Game, facts: Facts, place: str) -> None:
    """Refuse a hand for a place that has none in this round."""
    if place in game.places(facts) or place in map(str, played_seats(facts)):
        return
    if place == DEALER:
        raise Refused(
            "no_dealer_hand",
            _("The dealer has no hand in this round: a player banks and the dealer did not wager."),
            own_paragraph(game, "MD 9 §L"),
        )
    raise Refused(
        "no_hand_there",
        _("Seat {seat} has no wager; its tiles join the dead hand.").format(seat=place),
        own_paragraph(game, "MD 6 §D; MBS 3.10.1; NZ 10.2B"),
        place=place,
    )


def guard_house_way(game: Game, facts: Facts, place: str, hand: Hand) -> None:
    """Refuse a dealer's or co-bank's hand that is not set the house way.

    Rule: MD 8 §D, 9 §E(4), 10 §F; MBS 3.13; NZ 10.8, 12.8; 3CS 5.
    """
    if place not in game.house_way_places(facts) or facts["stands"] or game.is_house_way(hand):
        return
    right = game.hand(hand["held"], None, None)
    raise Refused(
        "not_house_way",
        _("The house way is {high} high, {low} low ({rule}).").format(
            high=" ".join(right["high"]), low=" ".join(right["low"]), rule=right["rule"]
        ),
        right["rule"],
        place=place,
        high=right["high"],
        low=right["low"],
    )


def guard_one_set(game: Game, facts: Facts) -> None:
    """Refuse a tile that is in more hands than the set has of it, naming the hands.

    Rule: MD 4 §C(1); MBS 2.2; NZ 3.3(a).
    """
    shown: dict[str, list[str]] = {}
    for place, hand in facts["hands"].items():
        for piece in hand["held"]:
            shown.setdefault(piece, []).append(place)
    if facts["community"]:
        shown.setdefault(facts["community"], []).append("community")
    for piece, count in game.kinds().items():
        where = shown.get(piece, ())
        if len(where) > count:
            names = [place if place.isalpha() else f"seat-{place}" for place in where]
            raise Refused(
                "duplicate_tile",
                _("{piece} is there {count} times in a set, but it is in {hands}.").format(
                    piece=piece, count=count, hands=", ".join(names)
                ),
                own_paragraph(game, "MD 4 §C(1); MBS 2.2; NZ 3.3(a)"),
                piece=piece,
                places=names,
            )


def guard_community(game: Game, card: str) -> None:
    """Refuse a community card where there is none."""
    if "four_card" not in game.side_wagers or card not in game.kinds():
        raise Refused(
            "no_community",
            _("There is no such community card in this game."),
            own_paragraph(game, "3CS 3"),
        )


def guard_hand_may_end(game: Game, facts: Facts, by: Person, seat: int, state: str) -> None:
    """Refuse an end of a hand that the profile lacks, or that comes at the wrong time.

    Rule: MD 5 §C(2), 8 §E(1); NZ 10.13.
    """
    if seat not in wager_by_seat(facts):
        raise Refused(
            "no_hand_there",
            _("Seat {seat} has no wager in this round.").format(seat=seat),
            seat=seat,
        )
    if state not in game.states:
        raise Refused(
            "no_such_state",
            _("These rules do not know a hand that is {state}.").format(state=state),
            state=state,
        )
    if state == "void":
        require(by, Act.VOID_ROUND)
    if state == "surrendered" and bank_place(facts) not in facts["hands"]:
        raise Refused(
            "dealer_not_set",
            _("A player surrenders after the dealer's hands are set. Enter those first."),
            own_paragraph(game, "MD 8 §E"),
        )
    if state == "conceded" and len(wagers_at(facts, seat)) > 1:
        raise Refused(
            "not_alone",
            _("Only a player who is alone on box {seat} may concede.").format(seat=seat),
            own_paragraph(game, "NZ 10.13"),
        )


def bank_place(facts: Facts) -> str:
    """Where the hand lies against which the players are compared."""
    seat = facts["bank"]["seat"]
    return DEALER if seat is None else str(seat)
