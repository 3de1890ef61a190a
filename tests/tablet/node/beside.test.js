// The same commands as the server took or refused, taken or refused here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { refusalOf } from "../../../static/js/rules/guards.js";
import { controllerOf, lastAgainstHouse, offersAfter } from "../../../static/js/rules/people.js";
import { after, asOffered, carriedFrom, isOccupied } from "../../../static/js/rules/round.js";
import { rulesFrom } from "../../../static/js/rules/rules.js";
import { quickOutcome, settleInput } from "../../../static/js/rules/settle-input.js";
import { settle } from "../../../static/js/rules/settling.js";
import { turnsNow } from "../../../static/js/rules/turns.js";

const { tables, sheet, steps } = JSON.parse(readFileSync(join(process.env.ROUNDS, "beside.json"), "utf8"));
const table = { ...sheet.table, options: { ...sheet.options, smallest_chip: sheet.table.smallest_chip } };
const rules = rulesFrom(tables, table);
const plain = (value) => JSON.parse(JSON.stringify(value));

function offersOf(round, turns) {
  if (!rules.hasBank) return { order: [], refused: [] };
  const seats = Array.from({ length: table.seats }, (_, index) => index + 1);
  const there = seats.filter((seat) => isOccupied(round, seat) || round.facts.bank.seat === seat);
  return offersAfter(rules, round.facts, there, turns, table.boxes_off ?? []);
}

function inOrder(wagers) {
  return [...wagers].sort((one, other) => one.seat - other.seat || (one.player < other.player ? -1 : 1));
}

function pictured({ state, version, depth, facts }) {
  const { seats, wagers, bank, dealer_wager, roll, no_rolls, hands, states, community, quick } = facts;
  return plain({
    state,
    version,
    depth,
    seats: Object.fromEntries(Object.entries(seats).filter(([, players]) => players.length)),
    wagers: inOrder(wagers),
    bank: { kind: bank.kind, seat: bank.seat, is_decided: bank.is_decided, player: bank.player ?? "" },
    dealer_wager,
    roll: roll && { total: roll.total, positions: roll.positions },
    no_rolls,
    hands: Object.fromEntries(Object.entries(hands).map(([place, hand]) => [place, [...hand.held].sort()])),
    states,
    community,
    quick: quick && [...quick.outcomes].sort((one, other) => one.seat - other.seat),
  });
}

/** What the next round takes over; of a banker who had nothing on the layout only the server knows it. */
function carriedTo(round, said) {
  const own = round && carriedFrom(round.facts);
  return own?.isKnown === false ? { ...own, wagers: said.wagers } : own;
}

/** Amounts of a settlement, by seat; a preview and the server's word have them alike. */
function amounts({ seats, bank, house }) {
  const rows = seats.map(({ seat, outcome, net, vigorish, total }) => ({ seat, outcome, net, vigorish, total }));
  return plain({
    seats: rows.sort((one, other) => one.seat - other.seat),
    bank: { net: bank.net, vigorish: bank.vigorish },
    house: { net: house.net, vigorish: house.vigorish },
  });
}

test(`beside the server: ${table.profile}`, () => {
  let round = null;
  let turns = sheet.bank_offers.past.turns;
  const counted = { taken: 0, refused: 0, offered: 0, settled: 0 };
  for (const { command, code, after: said, offers, settlement } of steps) {
    const told = JSON.stringify({ command, code, number: round?.number, state: round?.state, facts: round?.facts });
    if (command.name === "open") {
      turns = round ? turnsNow(round, null, { round: round.id, history: turns }) : turns;
      round = after(round, { ...command, carried: carriedTo(round, said) }, rules);
      assert.deepEqual(pictured(round), pictured({ ...said, facts: said }), told);
      continue;
    }
    const offered = offersOf(command.name === "bank" ? { ...round, facts: asOffered(round.facts) } : round, turns);
    if (offers) {
      const { order, refused } = offersOf(round, turns);
      const reasons = Object.fromEntries(refused.map(({ seat, reason, rule }) => [seat, { reason, rule }]));
      assert.deepEqual({ order, refused: reasons }, { order: offers.order, refused: offers.refused }, told);
      counted.offered += 1;
    }
    const refused = refusalOf(round, command, { rules, table, offers: offered, turns });
    assert.equal(refused?.code ?? null, code, told);
    if (code) {
      counted.refused += 1;
      continue;
    }
    if (command.name === "settle") {
      const preview = round.facts.quick ? quickOutcome(round, rules) : settle(settleInput(round, rules), rules);
      assert.deepEqual(amounts(preview), amounts(settlement), told);
      counted.settled += 1;
    }
    const taker = command.name === "bank" && command.body.answers.find(({ answer }) => answer !== "pass");
    const lastCents = taker
      ? lastAgainstHouse(turns, { seat: taker.seat, player: controllerOf(round.facts, taker.seat) })
      : undefined;
    round = after(round, { ...command, last_cents: lastCents }, rules);
    assert.deepEqual(pictured(round), pictured({ ...said, facts: said }), told);
    counted.taken += 1;
  }
  assert.ok(counted.taken >= 30 && counted.refused >= 15 && counted.settled >= 4, JSON.stringify(counted));
});
