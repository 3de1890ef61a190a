"""Games at random: people who come, move and leave, with the core's offers for the next round.

Now and then a ruling has taken boxes out of play.
"""

import random

import rules
from rounds.games.tiles import TileGame
from rules.options import Options
from rules.round import PlacedWager, SeatedPlayer
from rules.tiles.people import PlayedRound


class Company:
    """Who sits where in a game that goes on."""

    def __init__(self, profile, chance):
        self.chance, self.seats = chance, range(1, profile.seat_count + 1)
        self.at: dict[int, str] = {}
        self.used: set[str] = set()

    def changes(self):
        """Some leave, some move, some come; markers are never given twice."""
        for seat in list(self.at):
            if self.chance.random() < 0.2:
                player = self.at.pop(seat)
                free = [each for each in self.seats if each not in self.at]
                if self.chance.random() < 0.5:
                    self.at[self.chance.choice(free)] = player
        for seat in self.seats:
            if seat not in self.at and self.chance.random() < 0.25:
                self.at[seat] = f"M{len(self.used)}"
                self.used.add(self.at[seat])

    def round(self, bank_seat=None):
        """What they wager now; now and then somebody has no marker, or plays two areas."""
        wagers = []
        for seat, player in sorted(self.at.items()):
            if seat != bank_seat and self.chance.random() < 0.8:
                named = "" if self.chance.random() < 0.1 else player
                wagers.append(PlacedWager(seat, named, 500 * self.chance.randint(1, 4)))
        seated = {
            seat: (SeatedPlayer(player, True),)
            for seat, player in self.at.items()
            if self.chance.random() < 0.9
        }
        bank = rules.round.RoundBank()
        if bank_seat is not None:
            bank = rules.round.RoundBank("player", bank_seat, self.at[bank_seat], True)
        return rules.Round(seats=seated, wagers=tuple(wagers), bank=bank)


def people_at_random(profile, count):
    """Rounds of many games: what lies there, the rounds before, and the core's offers."""
    chance = random.Random(f"people {profile.id}")
    game = TileGame(profile, Options.parse(profile, {"player_bank": True}))
    company, history = Company(profile, chance), []
    for _ in range(count):
        if chance.random() < 0.1:
            company, history = Company(profile, chance), []
        company.changes()
        now = company.round()
        off = [
            seat for seat in company.seats if chance.random() < 0.1 and profile.seat_word == "box"
        ]
        found = game.offers(now, history, off)
        refused = [[seat, why.reason, why.citation] for seat, why in found.refused.items()]
        facts = now.as_json()
        yield [
            {"seats": facts["seats"], "wagers": facts["wagers"]},
            now.occupied_seats(),
            [each.as_json() for each in history],
            off,
            [list(found.order), refused],
        ]
        taken = found.order[0] if found.order and chance.random() < 0.5 else None
        played = company.round(taken if taken in company.at else None)
        history.append(PlayedRound.of(played))
