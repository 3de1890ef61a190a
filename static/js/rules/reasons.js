// Why a round of tiles ends as it does, in the form of the core's own explanations (its
// rules/explain.py): a code, what it is about, and the paragraph. A test compares both.

/** @import { DealerGiven, Given, HouseHand, Outcome, Params, Reason, SeatRow } from "./types.d.ts" */
/** @import { SettleInput, SideRow } from "./types.d.ts" */
/** @import { TileRules } from "./tile-rules.js" */

import { heldBy, rowOf, setHand } from "./settling.js";

/**
 * @typedef {ReturnType<TileRules["rank"]>} Rank
 * @typedef {object} Table
 * @property {SettleInput} input
 * @property {Outcome} outcome
 * @property {TileRules} rules
 * @property {Record<string, string>} cites
 * @property {HouseHand | null} dealers the dealer's hand, where there is one
 * @property {HouseHand} banks
 */

/** @type {("high" | "low")[]} */
const SIDES = ["high", "low"];
const AS_SET = "as set";
const REVERSED = "as set, the higher hand taken as the high hand";

/**
 * Every reason of a round, in the order of the table: the bank's hand, the seats, the bank.
 * @param {SettleInput} input
 * @param {Outcome} outcome
 * @param {TileRules} rules
 * @returns {Reason[]}
 */
export function reasonsOf(input, outcome, rules) {
  const table = { input, outcome, rules, cites: rules.tables.cites, ...handsOf(input, rules) };
  const seats = [...input.seats].sort((one, other) => one.seat - other.seat);
  return [...bankHand(table), ...seats.flatMap((seat) => seatReasons(table, seat)), ...bankResult(table)];
}

/**
 * The hands that must be set the house way, unless they stand as they are, and a player bank's as it was put down.
 * @param {SettleInput} input
 * @param {TileRules} rules
 */
function handsOf({ bank, dealer, seats }, rules) {
  const dealers = dealer?.tiles?.length ? houseHand(dealer, dealer.stands, rules) : null;
  if (bank.kind === "house") return { dealers, banks: houseHand(dealer ?? {}, dealer?.stands, rules) };
  const seat = rowOf(seats, bank.seat);
  return { dealers, banks: bank.kind === "co-bank" ? houseHand(seat, bank.stands, rules) : putDown(seat, rules) };
}

/**
 * A hand that the house sets; one that was set wrongly may stand (NZ 12.8).
 * @param {Given | DealerGiven} hand
 * @param {boolean | undefined} stands
 * @param {TileRules} rules
 * @returns {HouseHand}
 */
function houseHand(hand, stands, rules) {
  return stands ? putDown(hand, rules) : rules.houseWay(heldBy(hand));
}

/**
 * @param {Given | DealerGiven} seat
 * @param {TileRules} rules
 * @returns {HouseHand}
 */
function putDown(seat, rules) {
  if (!seat.high) return rules.houseWay(heldBy(seat));
  const hand = setHand(seat, rules);
  return { ...hand, rule: hand.high === seat.high ? AS_SET : REVERSED, reading: hand.high !== seat.high };
}

/**
 * @param {string} who
 * @param {HouseHand} hand
 * @param {Table} table
 * @param {Params} [about]
 * @returns {Reason}
 */
function asSet(who, hand, { rules, cites }, about = {}) {
  const { high, low, rule, reading } = hand;
  const params = {
    ...about,
    high: high.join(" "),
    low: low.join(" "),
    high_hand: rules.rank(high).code,
    low_hand: rules.rank(low).code,
    rule,
  };
  if (rule === REVERSED) return { code: `${who}-reversed`, params, cite: cites.reversed, reading: true };
  if (rule === AS_SET) return { code: `${who}-as-set`, params, cite: cites.reversed, reading: false };
  return { code: `${who}-house-way`, params, cite: rule, reading };
}

/**
 * Why one hand beats the other, or copies it.
 * @param {TileRules} rules
 * @param {string[]} bank
 * @param {string[]} player
 * @param {Params} about
 * @returns {Reason}
 */
function compared(rules, bank, player, about) {
  const [theirs, ours, cites] = [rules.rank(bank), rules.rank(player), rules.tables.hand_cites];
  if (theirs.order === ours.order) return copy(ours, cites, about);
  const who = ours.order > theirs.order ? "player" : "bank";
  const [winner, loser] = who === "player" ? [ours, theirs] : [theirs, ours];
  if (winner.kind !== "value" || loser.kind !== "value") {
    const cite = winner.kind === loser.kind ? cites[winner.kind] : cites.class;
    return step(`${who}-higher-hand`, { ...about, winner_hand: winner.code, loser_hand: loser.code }, cite);
  }
  if (winner.value !== loser.value)
    return step(`${who}-higher-value`, { ...about, winner_value: winner.value, loser_value: loser.value }, cites.value);
  return step(
    `${who}-top-tile`,
    { ...about, value: winner.value, winner_tile: topOf(winner), loser_tile: topOf(loser) },
    cites.top,
  );
}

/**
 * @param {Rank} rank
 * @param {Record<string, string>} cites
 * @param {Params} about
 * @returns {Reason}
 */
function copy(rank, cites, about) {
  if (rank.value === 0) return step("zero-zero", about, cites.zero);
  if (rank.kind === "value")
    return step("copy-value", { ...about, value: rank.value, top_tile: topOf(rank) }, cites["same-top"]);
  return step("copy-hand", { ...about, both_hand: rank.code }, cites.same);
}

/** @param {Rank} rank */
function topOf({ code }) {
  return code.split(":")[1] ?? "";
}

/**
 * @param {string} code
 * @param {Params} params
 * @param {string} cite
 * @param {boolean} [reading]
 * @returns {Reason}
 */
function step(code, params, cite, reading = false) {
  return { code, params, cite, reading };
}

/**
 * @param {Table} table
 * @returns {Reason[]}
 */
function bankHand(table) {
  const { input, outcome, rules, cites, dealers, banks } = table;
  const found = dealers ? [asSet("dealer", dealers, table)] : [];
  if (input.bank.kind !== "house") found.push(asSet("bank", banks, table));
  if (!outcome.dealer?.outcome || !dealers) return found;
  return [
    ...found,
    ...SIDES.map((side) => compared(rules, banks[side], dealers[side], { place: "dealer", side, seat: 0 })),
    step(`dealer-${outcome.dealer.outcome}`, { amount_cents: Math.abs(outcome.dealer.net) }, cites["dealer-wager"]),
  ];
}

/**
 * @param {Table} table
 * @param {Given} given
 * @returns {Reason[]}
 */
function seatReasons(table, given) {
  const { outcome, rules, cites, banks } = table;
  const row = rowOf(outcome.seats, given.seat);
  if (row.outcome === "bank") return [];
  const about = { place: rules.seatWord, seat: row.seat };
  const found = [];
  const isWhole = row.returned >= given.wager;
  if (row.returned)
    found.push(
      step(isWhole ? "refused-whole" : "refused-part", { ...about, returned_cents: row.returned }, cites.refused),
    );
  if (row.high) {
    const hand = putDown(given, rules);
    found.push(
      asSet("player", hand, table, about),
      ...SIDES.map((side) => compared(rules, banks[side], hand[side], { ...about, side })),
    );
  }
  if (!isWhole) found.push(ending(table, given, row, about));
  if (row.won) found.push(vigorish(table, row.won, row.vigorish, about));
  if (row.pair_fortunes) found.push(pairFortunes(table, given, { ...row.pair_fortunes, outcome: row.outcome }, about));
  return found;
}

/**
 * @param {Table} table
 * @param {Given} given
 * @param {SeatRow} row
 * @param {Params} about
 * @returns {Reason}
 */
function ending({ rules, cites }, given, row, about) {
  const code = row.outcome === "push" ? `push-${row.high === "win" ? "high" : "low"}` : row.outcome;
  const params = { ...about, wager_cents: rules.accepted(given.wager) };
  if (code === "win" && given.match_play)
    return step("win-match-play", { ...params, won_cents: row.won }, cites["match-play"], true);
  return step(code, params, cites[code]);
}

/**
 * Half a cent is rounded by a reading; where no half can occur, nothing was read.
 * @param {Table} table
 * @param {number} won
 * @param {number} charged
 * @param {Params} about
 * @returns {Reason}
 */
function vigorish({ rules, cites }, won, charged, about) {
  const params = { ...about, won_cents: won, vigorish_cents: charged };
  if (rules.options.vigorish_rounding === "up-to-25c")
    return step("vigorish-quarters", params, cites["vigorish-rounding"]);
  return step("vigorish", params, cites.vigorish, won % 20 !== 0);
}

/**
 * @param {Table} table
 * @param {Given} given
 * @param {SideRow} side with the outcome of the seat
 * @param {Params} about
 * @returns {Reason}
 */
function pairFortunes({ rules, cites }, given, side, about) {
  const { outcome, class: bonus = "none" } = side;
  const table = rules.options.pair_fortunes;
  const cite = cites["pair-fortunes"] + rules.tables.bonus_cites[table];
  const params = {
    ...about,
    bonus,
    stake_cents: given.pair_fortunes,
    pays: rules.tables.pair_fortunes[table][bonus],
  };
  if (outcome === "void" || outcome === "abandoned")
    return step(`pair-fortunes-${outcome}`, params, cite, outcome !== "void");
  return step(side.won ? "pair-fortunes-win" : "pair-fortunes-lose", params, cite, outcome === "surrendered");
}

/**
 * @param {Table} table
 * @returns {Reason[]}
 */
function bankResult(table) {
  const { input, cites } = table;
  const { bank, seats, dealer } = table.outcome;
  if (bank.kind === "house") return [];
  const coupons = new Map(input.seats.map(({ seat, match_play: coupon }) => [seat, coupon ?? 0]));
  const taken = seats.filter((row) => table.rules.isLost(row.outcome)).reduce((sum, row) => sum - row.net, 0);
  const paid = seats.filter((row) => row.won).reduce((sum, row) => sum + row.won - (coupons.get(row.seat) ?? 0), 0);
  const surplus = taken - paid - dealer.net;
  const prefix = bank.kind === "co-bank" ? "co-bank" : "bank";
  const isOdd = bank.kind === "co-bank" && surplus % 2 !== 0;
  const share = bank.net + bank.vigorish;
  if (surplus === 0) return [step("bank-even", {}, cites[`${prefix}-surplus`])];
  if (surplus < 0)
    return [
      step(
        `${prefix}-shortfall`,
        { missing_cents: -surplus, share_cents: -bank.net },
        cites[`${prefix}-shortfall`],
        isOdd,
      ),
    ];
  const about = { place: "bank", seat: bank.seat };
  return [
    step(`${prefix}-surplus`, { surplus_cents: surplus, share_cents: share }, cites[`${prefix}-surplus`], isOdd),
    vigorish(table, share, bank.vigorish, about),
  ];
}
