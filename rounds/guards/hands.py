"""Which hands may be entered, how they must be set, and what no set of tiles can show."""

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rounds.guards.citing import own_paragraph
from rounds.guards.naming import places_within, seat_named, seat_within
from rounds.guards.steps import guard_two_people, void_takes_two
from rounds.wording import place_words
from rules.place import DEALER, Place
from rules.refusals import Refused
from rules.round import SetHand
from rules.tiles.house_ways.words import line_words
from staff.commands.signing import Signer
from staff.models import Person

HOUSE_WAY = "house_way"


def guard_place(game: Game, entered: rules.Round, place: Place) -> None:
    """Refuse a hand for a place that has none in this round."""
    if place in game.places(entered) or place.number in entered.played_seats():
        return
    if not place.is_seat:
        raise Refused(
            "no_dealer_hand",
            _("The dealer has no hand in this round: a player banks and the dealer did not wager."),
            own_paragraph(game, "MD 9 §L"),
        )
    raise Refused(
        "no_hand_there",
        _("{place} has no wager and so no hand in this round.").format(
            place=place_words(place.text, game.profile.seat_word)
        ),
        own_paragraph(game, "MD 6 §D; MBS 3.10.1; NZ 10.3(a)"),
        place=place.text,
    )


def guard_house_way(game: Game, entered: rules.Round, place: Place, hand: SetHand) -> None:
    """Refuse a hand that the dealer sets and that is not set the house way.

    So is one that the dealer set because its player asked for it. The house's stands as it was set
    once that is ruled; so does a banker's, set on request.

    Rule: MD 8 §B(2), §D, 9 §E(4), 10 §F; MBS 3.11.1, 3.12-3.13; NZ 7.2, 10.4, 12.8, 12.14, 12.16;
    Leaflet ¶14; 3CS 5.
    """
    is_bank = place in (DEALER, entered.bank_place())
    is_asked = place.is_seat and hand.set_by == HOUSE_WAY
    must = is_asked or place in game.house_way_places(entered)
    if not must or (is_bank and entered.stands) or game.is_house_way(hand):
        return
    right = game.hand(hand.held)
    rule = line_words(right.rule)
    raise Refused(
        "not_house_way",
        _("The house way is {high} high, {low} low ({rule}).").format(
            high=" ".join(right.high), low=" ".join(right.low), rule=rule
        ),
        rule,
        place=place.text,
        high=list(right.high),
        low=list(right.low),
    )


def guard_one_set(game: Game, entered: rules.Round) -> None:
    """Refuse a tile that is in more hands than the set has of it, naming the hands.

    Rule: MD 4 §C(1); MBS 2.2; NZ 3.3(a).
    """
    shown: dict[str, list[str]] = {}
    for place, hand in entered.hands.items():
        for piece in hand.held:
            shown.setdefault(piece, []).append(place.named("seat"))
    if entered.community:
        shown.setdefault(entered.community, []).append("community")
    kinds = game.kinds()
    for piece, names in shown.items():
        count = kinds.get(piece, 0)
        if len(names) > count:
            raise Refused(
                "duplicate_tile",
                _("{piece} is there {count} times in a set, but it is in {hands}.").format(
                    piece=piece, count=count, hands=places_within(game, names)
                ),
                own_paragraph(game, "MD 4 §C(1); Leaflet ¶3; MBS 2.2; NZ 3.3(a)"),
                piece=piece,
                places=names,
            )


def guard_community(game: Game, entered: rules.Round, card: str) -> None:
    """Refuse a community card where there is none, or that is turned before the dealer's are set.

    Rule: 3CS 3, 6.
    """
    if "four_card" not in game.side_wagers or card not in game.kinds():
        raise Refused(
            "no_community",
            _("There is no such community card in this game."),
            own_paragraph(game, "3CS 3"),
        )
    if DEALER not in entered.hands:
        raise Refused(
            "dealer_not_set",
            _("The community card is turned over once the dealer's hand is set. Enter that first."),
            own_paragraph(game, "3CS 6"),
        )


def guard_hand_may_end(game: Game, entered: rules.Round, seat: int, state: str) -> None:
    """Refuse an end of a hand that the profile lacks, or that comes at the wrong time.

    A hand is exposed when it is entered: from then on nobody surrenders or concedes it.

    Rule: MD 5 §C(2), 8 §E(1), 10 §D; NZ 10.13.
    """
    guard_hand_may_leave(game, entered, seat, state)
    if seat not in entered.wager_by_seat():
        raise Refused(
            "no_hand_there",
            _("{seat} has no wager in this round.").format(seat=seat_named(game, seat)),
            seat=seat,
        )
    if state not in game.states:
        raise Refused(
            "no_such_state",
            _("These rules do not know a hand that is {state}.").format(state=state),
            state=state,
        )
    if state == "surrendered" and entered.bank_place() not in entered.hands:
        raise Refused(
            "dealer_not_set",
            _("A player surrenders after the dealer's hands are set. Enter those first."),
            own_paragraph(game, "MD 8 §E"),
        )
    guard_end_is_theirs(game, entered, seat, state)


def guard_called_end(game: Game, entered: rules.Round, seat: int, state: str) -> None:
    """Refuse an end that is only called: void is a hand that the floor declared so.

    Rule: MD 8 §E(1), 10 §D; MBS 5.2; NZ 10.13, 12.3, 12.15.
    """
    if state == "void":
        raise void_takes_two()
    guard_end_is_theirs(game, entered, seat, state)


def guard_end_is_theirs(game: Game, entered: rules.Round, seat: int, state: str) -> None:
    """Refuse to give up what is exposed or is of several.

    Rule: MD 8 §E(1); NZ 10.13.
    """
    if state in ("surrendered", "conceded") and Place.of_seat(seat) in entered.hands:
        raise Refused(
            "hand_exposed",
            _("The hand of {seat} is exposed. It is too late to give it up.").format(
                seat=seat_within(game, seat)
            ),
            own_paragraph(game, "MD 8 §E(1); NZ 10.13"),
            seat=seat,
        )
    if state == "conceded" and len(entered.wagers_at(seat)) > 1:
        raise Refused(
            "not_alone",
            _("Only a player who is alone on box {seat} may concede.").format(seat=seat),
            own_paragraph(game, "NZ 10.13"),
        )


def guard_hand_may_leave(game: Game, entered: rules.Round, seat: int, state: str) -> None:
    """Refuse to bring back a hand that is conceded, or a void one without the floor.

    Rule: MD 10 §D; MBS 5.2; NZ 10.13, 12.3, 12.15.
    """
    before = entered.state_at(seat)
    if before == "conceded" and state != before:
        raise Refused(
            "conceded_stays",
            _("{seat} conceded. The hand cannot be returned to play.").format(
                seat=seat_named(game, seat)
            ),
            own_paragraph(game, "NZ 10.13"),
            seat=seat,
        )
    if before == "void" and state != before:
        raise Refused(
            "void_stays",
            _("The hand of {seat} is void. Only the floor lets it play again.").format(
                seat=seat_within(game, seat)
            ),
            own_paragraph(game, "MD 10 §D; MBS 5.2; NZ 12.3, 12.15"),
            seat=seat,
        )


def guard_void_is_signed(by: Person, second: Signer | None) -> Signer:
    """Whoever signs for a void hand; without somebody else of the floor none is declared so."""
    if second is None:
        raise void_takes_two()
    guard_two_people(by, second.person)
    return second


def guard_is_void(game: Game, entered: rules.Round, seat: int) -> None:
    """Refuse to let a hand play again that was never void."""
    if entered.state_at(seat) != "void":
        raise Refused(
            "not_void",
            _("The hand of {seat} is not void.").format(seat=seat_within(game, seat)),
            seat=seat,
        )
