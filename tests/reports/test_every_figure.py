"""Every figure of every report and monitor against a second computation.

The second computation walks the rounds' own documents, the ledger's postings and the rows that
commands wrote, in plain Python. Nothing of `reports` or `reports.monitors` is used for it.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from statistics import median

import pytest

from audit.models import Event
from banking.models import Posting, Slip
from reports.kinds import KINDS
from reports.scope import Scope, day_period
from review.models import Dispute
from rounds.models import DiceRoll, Irregularity
from rules.cards.card import card
from rules.cards.house_way import set_house_way
from rules.profiles import tile_profile
from rules.tiles.tile import KINDS as TILE_KINDS
from rules.tiles.tile import tile
from staff.models import Person, Tablet
from tables.models import Alert, EquipmentSet, Placement
from tests.reports.scene import make_scene

pytestmark = [pytest.mark.usefixtures("as_owner"), pytest.mark.django_db]

TILE_DEALS, CARD_DEALS = 736_281_000, 407_170_400
PAUSE = 15 * 60
SIDES = ("pair_fortunes", "three_card", "four_card")
SIDES = {
    "pair_fortunes": Fraction(1905, 35960),
    "three_card": Fraction(189280, 407170400),
    "four_card": Fraction(16552, 270725),
}
Z = 1.959963984540054


def quiet(*_progress) -> None:
    pass


class Second:
    """The same questions, answered from the rounds one by one."""

    def __init__(self, scene):
        self.scene = scene
        self.all = scene.rounds()
        self.settled = [each for each in self.all if each.state == "settled"]
        self.by_id = {each.pk: each for each in self.all}
        self.tile_rounds = [r for r in self.settled if r.submission.profile != "three-card-split"]

    def facts(self, current):
        return current.settlement.entered or current.facts

    def of(self, table):
        return [each for each in self.all if each.table_id == table.pk]

    def posted(self, table, accounts, kinds):
        rows = Posting.objects.filter(account__table=table).select_related("account", "entry")
        return sum(
            row.cents for row in rows if row.account.kind in accounts and row.entry.kind in kinds
        )

    def line(self, table) -> dict:
        rounds = self.of(table)
        settled = [each for each in rounds if each.state == "settled"]
        played = ("round", "reversal", "correction")
        found = {
            "rounds": len(settled),
            "void": sum(r.state == "void" for r in rounds),
            "open": len(rounds) - len(settled) - sum(r.state == "void" for r in rounds),
            "quick": sum(r.depth == "quick" for r in settled),
            "late": sum(r.is_late_entry for r in settled),
            "corrected": len({r.pk for r in rounds if r.corrections.exists()}),
            "player_bank": sum(self.facts(r)["bank"]["kind"] == "player" for r in settled),
            "co_bank": sum(self.facts(r)["bank"]["kind"] == "co-bank" for r in settled),
            "wagered": sum(w["cents"] for r in settled for w in self.facts(r)["wagers"]),
            "wagers": sum(len(self.facts(r)["wagers"]) for r in settled),
            "win": self.posted(table, ("inventory", "vigorish", "side_wagers"), played),
            "vigorish": self.posted(table, ("vigorish",), played),
            "side_win": self.posted(table, ("side_wagers",), played),
            "side_wagered": sum(self.sides(r) for r in settled),
            "drop": self.drop(table),
            "irregularities": Irregularity.objects.filter(round__in=rounds).count(),
            "disputes": Dispute.objects.filter(round__in=rounds).count(),
        }
        return found | self.pace(rounds) | self.rates(found, self.pace(rounds))

    def drop(self, table) -> int:
        """What the count of the box found; before it, what chips were sold for."""
        counted = Slip.objects.filter(table=table, kind="drop", state="complete").first()
        return counted.total_cents if counted else self.posted(table, ("drop",), ("buy_in",))

    def sides(self, current) -> int:
        void = {s["seat"] for s in current.settlement.outcome["seats"] if s["outcome"] == "void"}
        return sum(
            w.get(side) or 0
            for w in self.facts(current)["wagers"]
            for side in SIDES
            if w["seat"] not in void
        )

    def pace(self, rounds) -> dict:
        gaps = [
            (b.opened_at - a.opened_at).total_seconds()
            for a, b in pairwise(sorted(rounds, key=lambda each: each.opened_at))
        ]
        gaps = [gap for gap in gaps if gap <= PAUSE]
        return {"paced": len(gaps), "paced_seconds": int(sum(gaps))}

    def rates(self, found, pace) -> dict:
        banked = found["player_bank"] + found["co_bank"]
        seconds = pace["paced_seconds"]
        return {
            "banked": banked,
            "bank_share": banked / found["rounds"],
            "hold": found["win"] / found["drop"] if found["drop"] else None,
            "of_wagers": found["win"] / found["wagered"],
            "an_hour": pace["paced"] * 3600 / seconds if seconds else None,
        }


@pytest.fixture
def scene():
    return make_scene()


@pytest.fixture
def figures(scene):
    """Every kind of report, made for the scene's days."""
    days = [each.gaming_day for each in scene.rounds()]
    scope = Scope(scene.house, day_period(scene.house, min(days), max(days)))
    return {code: kind.kept(kind.figures(scope, quiet)) for code, kind in KINDS.items()}


def test_every_figure_is_that_of_the_rounds(scene, figures):
    second = Second(scene)
    check_money_and_play(second, figures)
    check_totals(figures["day"], figures["shift"])
    check_chips(second, figures["day"])
    check_theoretical(second, figures["day"])
    check_lists_of_the_day(second, figures["day"])
    check_hand_over(second, figures["hand_over"])
    check_exceptions(second, figures["exceptions"])
    check_access(second, figures["access"])
    check_surveillance_log(figures["surveillance"])
    check_dice(second, figures["dice"])
    check_tiles(second, figures["tiles"])
    check_results(second, figures["results"])
    check_settings(second, figures["settings"])
    check_pace(second, figures["pace"])
    check_people(second, figures["errors"] | figures["entries"])
    check_banks(second, figures["banking"])
    check_what_is_kept(figures)


def check_what_is_kept(figures):
    """What a report's row keeps is read back whole, and has words."""
    for code, kind in KINDS.items():
        read = kind.read(figures[code])
        assert kind.kept(read) == figures[code]
        assert kind.parts(read), code


def check_money_and_play(second, figures):
    lines = {line.table: line for line in KINDS["day"].read(figures["day"]).tables}
    for table in second.scene.tables.values():
        again = second.line(table)
        assert {name: getattr(lines[table.pk], name) for name in again} == again, table.number
    assert figures["day"]["all"]["late"] == 1
    assert figures["day"]["all"]["open"] == 1
    assert figures["day"]["all"]["side_wagered"] > 0
    assert figures["day"]["all"]["co_bank"] > 0


def check_totals(day, shift):
    for name in ("rounds", "win", "drop", "wagered", "vigorish", "theoretical", "disputes"):
        assert day["all"][name] == sum(line[name] for line in day["tables"])
        assert day["all"][name] == sum(line[name] for line in day["pits"])
    assert {line["pit"] for line in day["pits"]} == {"Pit 1", "Pit 2"}
    assert shift == day, "without a shift in its scope it is the day"


def check_chips(second, day):
    """What slips say, added up by hand."""
    lines = {line["table"]: line for line in day["tables"]}
    found = defaultdict(Counter)
    for slip in Slip.objects.filter(property=second.scene.house, state="complete"):
        found[slip.table_id][slip.kind] += slip.total_cents
    tables = {name: table.pk for name, table in second.scene.tables.items()}
    maryland = lines[tables["maryland"]]
    assert (maryland["fills"], maryland["credits"]) == (420_000, 30_000)
    for table, line in lines.items():
        assert line["fills"] == found[table]["fill"]
        assert line["credits"] == found[table]["credit"]
    # The box of the New Zealand table was counted: the drop is what lay in it.
    assert lines[tables["new-zealand"]]["drop"] == found[tables["new-zealand"]]["drop"] == 20_000
    counted = Slip.objects.get(table_id=tables["mbs"], kind="opening")
    tray = second.posted(
        counted.table,
        ("inventory", "vigorish", "side_wagers"),
        ("round", "reversal", "correction", "fill", "credit", "buy_in"),
    )
    assert lines[tables["mbs"]]["over_short"] == counted.total_cents - tray


def check_theoretical(second, day):
    """Each wager against the house times the edge of its rules, from counts of all deals.

    Side wagers are against the house whoever banks.
    """
    edges = {
        "maryland": Fraction(16397099, 613567500),
        "three-card-split": Fraction(84661, 7830200),
    }
    lines = {line["table"]: line for line in day["tables"]}
    for profile, edge in edges.items():
        cents = Fraction(0)
        for current in second.settled:
            facts = second.facts(current)
            if current.submission.profile != profile:
                continue
            against_house = facts["bank"]["kind"] == "house"
            void = {
                s["seat"] for s in current.settlement.outcome["seats"] if s["outcome"] == "void"
            }
            for wager in facts["wagers"]:
                if wager["seat"] not in void:
                    cents += edge * wager["cents"] * against_house
                    cents += sum(SIDES[name] * (wager.get(name) or 0) for name in SIDES)
        table = second.scene.tables[profile]
        assert lines[table.pk]["theoretical"] == round(cents), profile


def check_lists_of_the_day(second, day):
    irregular = Irregularity.objects.filter(round__in=second.all)
    events = Counter(each.event for each in irregular)
    ruled = Counter(each.event for each in irregular if each.ruled_at)
    assert {each["event"]: (each["n"], each["ruled"]) for each in day["events"]} == {
        event: (n, ruled[event]) for event, n in events.items()
    }
    disputes = Dispute.objects.filter(round__in=second.all).order_by("opened_at")
    assert [(e["amount"], e["claim"], e["decision"]) for e in day["disputes"]] == [
        (each.amount_cents, each.claim, each.decision) for each in disputes
    ]
    placed = Placement.objects.filter(property=second.scene.house)
    assert sorted(each["serial"] for each in day["equipment"]) == sorted(
        each.equipment.serial for each in placed
    )


def check_hand_over(second, kept):
    house = second.scene.house
    found = Counter(item["kind"] for item in kept["items"])
    sets = EquipmentSet.objects.filter(property=house)
    assert found == {
        "dispute": sum(
            each.decided_at is None for each in Dispute.objects.filter(round__in=second.all)
        ),
        "alert": sum(each.acknowledged_at is None for each in Alert.objects.filter(property=house)),
        "ruling": 1,
        "round": 1,
        "expiring": Placement.objects.filter(property=house).count(),
        "evidence": sum(bool(each.evidence_hold) for each in sets),
        "destroy": 1,
    }
    assert kept["all"]["rounds"] == len(second.settled)


def check_exceptions(second, kept):
    kinds = Counter(
        Event.objects.filter(log_id=second.scene.house.pk).values_list("kind", flat=True)
    )
    assert kept["counts"]["void"] == kinds["rounds.round_voided"]
    assert kept["counts"]["ruled"] == kinds["rounds.ruling_confirmed"]
    assert kept["counts"]["corrected"] == sum(
        kinds[f"rounds.{name}"] for name in ("round_corrected", "tiles_added", "round_stepped_back")
    )
    assert sum(kept["counts"].values()) == len(kept["rows"])
    assert sum(kept["refused"].values()) == kinds["site.step_refused"]


def check_access(second, kept):
    people = Person.objects.filter(property=second.scene.house)
    assert {each["badge"]: each["is_active"] for each in kept["people"]} == dict(
        people.values_list("badge", "is_active")
    )
    assert kept["failed"] == 1
    failed = {each["badge"] for each in kept["people"] if each["failed"]}
    assert failed == {second.scene.floor.dealer.badge}
    assert all("never" in each["notes"] for each in kept["people"])
    assert len(kept["tablets"]) == Tablet.objects.filter(property=second.scene.house).count()


def check_surveillance_log(kept):
    assert [(e["number"], e["suspected"], e["camera"]) for e in kept["lines"]] == [
        (1, "none", "C-1"),
        (2, "procedure", "C-1"),
    ]


def check_dice(second, kept):
    rolls = [
        roll
        for roll in DiceRoll.objects.filter(round__in=second.settled).select_related("round")
        if roll.dice and not roll.no_roll
    ]
    totals = Counter(sum(roll.dice) for roll in rolls)
    assert kept["totals"]["seen"] == [totals[n] for n in range(3, 19)]
    faces = Counter(face for roll in rolls for face in roll.dice)
    assert kept["faces"]["seen"] == [faces[n] for n in range(1, 7)]
    n = 3 * len(rolls)
    chi_square = sum((faces[f] - n / 6) ** 2 / (n / 6) for f in range(1, 7))
    assert kept["faces"]["chi_square"] == pytest.approx(chi_square)
    assert kept["faces"]["low"][0] == pytest.approx(n / 6 - Z * sqrt(n * 5 / 36))
    by_set = defaultdict(Counter)
    for roll in rolls:
        by_set[roll.round.dice.equipment.serial].update(roll.dice)
    assert {line["serial"]: line["seen"] for line in kept["sets"]} == {
        serial: [seen[face] for face in range(1, 7)] for serial, seen in by_set.items()
    }
    # Seats of Maryland, of Marina Bay and boxes of New Zealand are three different questions.
    starts = defaultdict(Counter)
    for roll in rolls:
        if second.facts(second.by_id[roll.round_id])["bank"]["kind"] == "house":
            starts[str(second.by_id[roll.round_id].submission)][roll.start] += 1
    assert len(kept["starts"]) == 3
    for line in kept["starts"]:
        (rules,) = line["rules"]
        assert dict(zip(line["labels"], line["seen"], strict=True)) == {
            place: starts[rules][place] for place in line["labels"]
        }
        assert sum(line["seen"]) == line["n"] == sum(starts[rules].values())
        assert sum(line["expected"]) == pytest.approx(line["n"])
        assert len({place.split("-")[0] for place in line["labels"]} & {"seat", "box"}) == 1


def check_tiles(second, kept):
    every, dealer, varied, drawn = Counter(), Counter(), 0.0, 0
    for current in second.tile_rounds:
        hands = {
            place: hand["held"]
            for place, hand in second.facts(current)["hands"].items()
            if len(hand["held"]) == 4
        }
        every.update(tile for held in hands.values() for tile in held)
        dealer.update(hands.get("dealer", ()))
        dealt = 4 * len(hands)
        drawn += dealt
        varied += dealt * (32 - dealt) / 31
    assert kept["all"]["seen"] == [every[kind.text] for kind in TILE_KINDS]
    assert kept["dealer"]["seen"] == [dealer[kind.text] for kind in TILE_KINDS]
    assert kept["all"]["n"] == drawn
    share = 2 / 32
    reach = Z * sqrt(drawn * share * (1 - share) * varied / drawn)
    twos = [n for n, kind in enumerate(TILE_KINDS) if kind.count == 2]
    assert kept["all"]["high"][twos[0]] == pytest.approx(drawn * share + reach)


def check_results(second, kept):
    for line in kept["lines"]:
        seen, squares, wagered, net, rounds = Counter(), Counter(), 0, 0, 0
        edge = line["edge"]
        for current in second.settled:
            facts = second.facts(current)
            if str(current.submission) != line["name"] or facts["bank"]["kind"] != "house":
                continue
            players = [
                each
                for each in current.settlement.outcome["players"]
                if each["outcome"] in ("win", "push", "lose")
            ]
            rounds += bool(players)
            here = Counter(each["outcome"] for each in players)
            seen += here
            for name in ("win", "push", "lose"):
                squares[name] += (here[name] - len(players) * line[name]["share"]) ** 2
            wagered += sum(each["wager"] for each in players)
            net += sum(each["net"] for each in players)
        assert (line["rounds"], line["wagers"]) == (rounds, sum(seen.values()))
        assert line["wagered"] == pytest.approx(wagered)
        assert line["net"]["seen"] == pytest.approx(-net)
        assert line["net"]["expected"] == pytest.approx(wagered * edge)
        assert sum(line[name]["share"] for name in ("win", "push", "lose")) == pytest.approx(1)
        for name in ("win", "push", "lose"):
            due = sum(seen.values()) * line[name]["share"]
            assert line[name]["seen"] == seen[name]
            assert line[name]["expected"] == pytest.approx(due)
            assert line[name]["high"] == pytest.approx(due + Z * sqrt(squares[name]))
        assert line["deals"] == (CARD_DEALS if "three" in line["name"] else TILE_DEALS)
    assert len(kept["lines"]) == 4


def check_settings(second, kept):
    counts = defaultdict(lambda: {"dealer": [0, 0], "player": [0, 0]})
    for current in second.settled:
        facts = second.facts(current)
        if facts["bank"]["kind"] != "house":
            continue
        for place, hand in facts["hands"].items():
            if len(hand["high"]) != 2:
                continue
            line = counts[str(current.submission)]["dealer" if place == "dealer" else "player"]
            line[0] += 1
            line[1] += is_otherwise(current.submission.profile, hand)
    assert kept["rules"] == [{"rules": name} | dict(counts[name]) for name in sorted(counts)]
    assert sum(line["player"][1] for line in kept["rules"]) > 0, "players do as they like"


def is_otherwise(profile, hand) -> bool:
    if profile == "three-card-split":
        right = set_house_way(tuple(card(text) for text in hand["held"])).high
    else:
        right = tile_profile(profile).house_way.set(tuple(tile(text) for text in hand["held"])).high
    return sorted(each.text for each in right) != sorted(hand["high"])


def check_pace(second, kept):
    gaps = defaultdict(list)
    for table in second.scene.tables.values():
        rounds = [each for each in second.settled if each.table_id == table.pk]
        for one, after in pairwise(rounds):
            gap = (after.opened_at - one.opened_at).total_seconds()
            if gap <= PAUSE:
                gaps[str(one.submission), one.dealer.name].append(gap)
    assert {(line["rules"], line["name"]): line["rounds"] for line in kept["lines"]} == {
        who: len(found) for who, found in gaps.items()
    }
    for line in kept["lines"]:
        mine = gaps[line["rules"], line["name"]]
        alike = [gap for (rules, _who), found in gaps.items() if rules == line["rules"]
                 for gap in found]  # fmt: skip
        assert line["an_hour"] == pytest.approx(3600 * len(mine) / sum(mine))
        assert line["alike"] == pytest.approx(3600 * len(alike) / sum(alike))
        assert line["median"] == pytest.approx(median(mine))


def check_people(second, kept):
    ended = [each for each in second.all if each.state in ("settled", "void")]
    asked = {
        "late": lambda each: each.is_late_entry,
        "quick": lambda each: each.depth == "quick",
        "irregular": lambda each: each.irregularities.exists(),
        "corrected": lambda each: each.corrections.exists(),
        "void": lambda each: each.state == "void",
    }
    for name, is_so in asked.items():
        hits = Counter(each.dealer.name for each in ended if is_so(each))
        rounds = Counter(each.dealer.name for each in ended)
        found = {line["name"]: line for line in kept[name]}
        assert {who: line["rounds"] for who, line in found.items()} == rounds
        for who, line in found.items():
            assert line["hits"] == hits[who], (name, who)
            others = sum(hits.values()) - hits[who], len(ended) - rounds[who]
            assert line["others"] == pytest.approx(others[0] / others[1])


def check_banks(second, kept):
    turns = defaultdict(list)
    for current in second.settled:
        bank = second.facts(current)["bank"]
        if bank["kind"] != "house":
            who = (str(current.submission), current.table.number, bank["seat"], bank["player"])
            turns[who].append(current)
    found = {
        (group["rules"], row["table_number"], row["seat"], row["player"]): row
        for group in kept["groups"]
        for row in group["rows"]
    }
    assert found.keys() == turns.keys()
    for who, row in found.items():
        nets = [each.settlement.outcome["bank"]["net"] for each in turns[who]]
        stakes = [
            sum(wager["cents"] for wager in second.facts(each)["wagers"]) for each in turns[who]
        ]
        assert (row["turns"], row["won"]) == (len(nets), sum(net > 0 for net in nets))
        assert (row["net"], row["wagered"], row["largest"]) == (
            sum(nets), sum(stakes), max(stakes),
        )  # fmt: skip
        alike = [each for key, rounds in turns.items() if key[0] == who[0] and key != who
                 for each in rounds]  # fmt: skip
        ahead = sum(each.settlement.outcome["bank"]["net"] > 0 for each in alike)
        assert row["others"] == (pytest.approx(ahead / len(alike)) if alike else None)
