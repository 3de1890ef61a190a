"""What a round's rows do not say by themselves: which side wager, and what a jackpot paid.

Both are parts of statements over `rounds_round r`, `rounds_settlement s` and `rounds_play p`; they
ask for the house's `card_submissions` as `cards`.
"""

from rules.profiles import PROFILES
from staff.models import Property
from tables.models import RulesSubmission

# A hand's row has the sum of its side wagers: cards have two, and the round says how much of it
# was on the first of them.
THREE_CARD = """
  case when p.side_cents > 0 and r.submission_id = any(%(cards)s) then
    (select coalesce(sum((w ->> 'three_card')::bigint), 0)
       from rounds_settlement of_round
       cross join jsonb_array_elements(coalesce(of_round.entered, r.facts) -> 'wagers') w
      where of_round.id = r.settlement_id and (w ->> 'seat')::int = p.seat
        and coalesce(w ->> 'player', '') = p.player)
  else 0 end
"""

# A jackpot is paid from what was set aside for it, so that it is not the table's loss.
JACKPOT = """
  case when r.submission_id = any(%(cards)s)
       then coalesce((s.outcome ->> 'jackpot')::bigint, 0) else 0 end
"""


def card_submissions(house: Property) -> list[int]:
    """The submissions of a house under which cards are played."""
    cards = [name for name, profile in PROFILES.items() if profile.game == "cards"]
    found = RulesSubmission.objects.filter(property=house, profile__in=cards)
    return list(found.values_list("pk", flat=True))


def side_stakes(rest: int, three_card: int) -> dict[str, int]:
    """What was put on each side wager: all but Three Card is on the only other one of its game."""
    return {"pair_fortunes": rest, "three_card": three_card, "four_card": rest}
