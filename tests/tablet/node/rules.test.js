// The tablet's rules against the core's answers, which test_rules_in_node.py wrote into ROUNDS.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bankHands } from "../../../static/js/rules/areas.js";
import { cardReasonsOf } from "../../../static/js/rules/card-reasons.js";
import { faultsOf } from "../../../static/js/rules/limits.js";
import { movementsOf } from "../../../static/js/rules/movements.js";
import { nextMarker, offersAfter } from "../../../static/js/rules/people.js";
import { reasonsOf } from "../../../static/js/rules/reasons.js";
import { after, isSet, newRound } from "../../../static/js/rules/round.js";
import { rulesFrom } from "../../../static/js/rules/rules.js";
import { settleInput } from "../../../static/js/rules/settle-input.js";
import { settle } from "../../../static/js/rules/settling.js";

const read = (name) => JSON.parse(readFileSync(join(process.env.ROUNDS, `${name}.json`), "utf8"));
const profiles = read("profiles");

function rulesOf(profile, options = {}) {
  const { tables, table } = profiles[profile];
  return rulesFrom(tables, { ...table, options });
}

/** What the tablet shows of a settlement, in the form of the core's answer. */
function shown(input, rules) {
  const outcome = settle(input, rules);
  const isTiles = rules.game === "tiles";
  const { seats, bank, house, dealer } = outcome;
  return tidy({
    seats,
    bank,
    house,
    dealer: { outcome: dealer.outcome, net: dealer.net },
    movements: isTiles ? movementsOf(input, outcome, rules) : [],
    reasons: (isTiles ? reasonsOf : cardReasonsOf)(input, outcome, rules).map(asRanked),
  });
}

/** Of tiles that no rule tells apart either may lie in the high hand. */
function asRanked(reason) {
  if (!reason.code.endsWith("-house-way")) return reason;
  return { ...reason, params: { ...reason.params, high: "", low: "" } };
}

/** The same without negative zeros, which no ledger knows, and without what is undefined. */
function tidy(value) {
  return JSON.parse(JSON.stringify(value));
}

function expected(answer) {
  return { ...answer, reasons: answer.reasons.map(asRanked) };
}

test("a fixed dealer's wager stays within the leaflet's cap", () => {
  // Leaflet ¶18
  const fixed = { dealer_wager: "fixed", dealer_wager_amount: 700 };
  const after = (profile) => [500, 2500].map((last) => rulesOf(profile, fixed).dealerWager(last));
  assert.deepEqual(after("leaflet"), [500, 700]);
  assert.deepEqual(after("maryland"), [700, 700]);
});

test("whose tiles were exposed is asked of hands that are there", () => {
  // MD 9 §L, 10 §E; MBS 5.1; NZ 11.2(a), 12.5
  const round = newRound({ id: "one", number: 1 });
  const wagers = [{ seat: 3, player: "B", cents: 500 }];
  const handsWith = (bank, dealers) =>
    bankHands({ ...round, facts: { ...round.facts, wagers, bank, dealer_wager: dealers } });
  assert.deepEqual(handsWith({ kind: "house", seat: null }, null), ["dealer"]);
  assert.deepEqual(handsWith({ kind: "player", seat: 2 }, 500), ["dealer", "bank"]);
  assert.deepEqual(handsWith({ kind: "player", seat: 2 }, 0), ["bank"]);
  assert.deepEqual(handsWith({ kind: "co-bank", seat: 2 }, null), ["bank"]);
});

test("a marker is not given twice in a game", () => {
  // MD 9 §D(1); NZ 5.3(a)
  const used = new Set(["C"]);
  const given = Array.from({ length: 60 }, () => {
    const marker = nextMarker(used);
    used.add(marker);
    return marker;
  });
  assert.equal(new Set(given).size, 60);
  assert.deepEqual(given.slice(0, 4), ["A", "B", "D", "E"]);
  assert.equal(given[23], "A2");
});

for (const { name, line, answer, told } of read("golden")) {
  test(`golden: ${name}`, () => {
    const found = shown(line, rulesOf(line.profile, line.options));
    assert.deepEqual(found, expected(answer));
    if (told)
      assert.deepEqual(
        { ...found, movements: undefined, reasons: undefined },
        { ...told, movements: undefined, reasons: undefined },
      );
  });
}

for (const profile of Object.keys(profiles)) {
  test(`rounds at random: ${profile}`, () => {
    const rows = read(`random-${profile}`);
    for (const { line, answer } of rows) {
      assert.deepEqual(shown(line, rulesOf(profile, line.options)), expected(answer), JSON.stringify(line));
    }
    assert.ok(rows.length >= 1000);
  });

  test(`rows in the order of the core's movements: ${profile}`, () => {
    for (const { line, answer } of read(`random-${profile}`)) {
      const rules = rulesOf(profile, line.options);
      const { seats } = settle(line, rules);
      const reasons = ["lose", "win", "surrendered", "abandoned", "conceded"];
      const moved = answer.movements.filter(({ reason }) => reasons.includes(reason)).map(({ seat }) => seat);
      const order = rules.settlingOrder(seats, line.bank.seat ?? null, rules.tables.positions?.length ?? 7);
      const rows = order.map(({ seat }) => seat).filter((seat) => moved.includes(seat));
      // MD 8 §F, §J, 9 §P; NZ 11.1(e), (g), 11.2(g), (i)
      assert.deepEqual(rows, moved, JSON.stringify(line));
    }
  });

  test(`command by command: ${profile}`, () => {
    for (const { line, commands, answer } of read(`random-${profile}`)) {
      const rules = rulesOf(profile, line.options);
      const round = commands.reduce((now, command) => after(now, command, rules), null);
      const told = JSON.stringify(commands);
      assert.equal(round.state, "set", told);
      assert.ok(isSet(round), told);
      assert.equal(round.version, commands.length, told);
      const input = settleInput(round, rules, line.options.jackpot);
      assert.deepEqual(shown(input, rules), expected(answer), told);
    }
  });

  test(`limits against every bank: ${profile}`, () => {
    for (const { bank, cents, limits, fault } of read(`limits-${profile}`)) {
      const [found] = faultsOf({ seat: 2, player: "A", cents }, bank, rulesOf(profile), limits);
      assert.equal(found?.code ?? null, fault, JSON.stringify({ bank, cents }));
    }
  });
}

for (const [profile, rows] of Object.entries(read("people"))) {
  test(`people who come, move and leave: ${profile}`, () => {
    const rules = rulesOf(profile);
    for (const [facts, occupied, rounds, off, answer] of rows) {
      const { order, refused } = offersAfter(rules, facts, occupied, rounds, off);
      const found = [order, refused.map(({ seat, reason, rule }) => [seat, reason, rule])];
      assert.deepEqual(found, answer, JSON.stringify({ facts, rounds }));
    }
  });
}

for (const [profile, rows] of Object.entries(read("offers"))) {
  test(`offers of the bank: ${profile}`, () => {
    const rules = rulesOf(profile);
    for (const [seats, history, wagering, answer] of rows) {
      const { order, refused } = rules.offers(seats, history, wagering);
      const found = [order, refused.map(({ seat, reason, rule }) => [seat, reason, rule])];
      assert.deepEqual(found, answer, JSON.stringify({ seats, history, wagering }));
    }
  });
}
