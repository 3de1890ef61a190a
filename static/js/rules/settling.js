// What a round comes to, before the server has said so. Every comparison is a look-up in the
// tables that the rules core wrote; the sums follow the core's own form, and a test compares both.

/** @import { BankRow, DealerGiven, DealerRow, Ending, Given, Hand, Outcome, Rules } from "./types.d.ts" */
/** @import { SeatRow, SettleInput, SideRow, SideWager } from "./types.d.ts" */
/** @import { TileRules } from "./tile-rules.js" */
/** @import { CardRules } from "./card-rules.js" */

/**
 * Settle a round given in the form of the core's `settle` command, and answer in its form.
 * @param {SettleInput} input
 * @param {Rules} rules
 * @returns {Outcome}
 */
export function settle(input, rules) {
  const bank = bankOf(input, rules);
  return reckon(input, rules, (hand) => compared(setHand(hand, rules), bank, rules));
}

/**
 * Settle a round that was entered by its outcomes, by seat; 0 is the dealer's own wager.
 * @param {SettleInput} input
 * @param {Map<number, string>} called
 * @param {Rules} rules
 * @returns {Outcome}
 */
export function settleCalled(input, called, rules) {
  return reckon(input, rules, (hand) => {
    const outcome = called.get("seat" in hand ? hand.seat : 0) ?? "played";
    return { high: null, low: null, outcome };
  });
}

/**
 * Work out every amount, given how a hand ends against the bank.
 * @param {SettleInput} input
 * @param {Rules} rules
 * @param {(hand: Given | DealerGiven) => Ending} ending
 * @returns {Outcome}
 */
function reckon(input, rules, ending) {
  const seats = input.seats.map((seat) => settleSeat(seat, input, rules, ending));
  const dealer = dealerRow(input, rules, ending);
  const lost =
    sum(seats.filter((seat) => rules.isLost(seat.outcome)).map((seat) => -seat.net)) + Math.max(0, -dealer.net);
  const won = sum(seats.map((seat) => seat.won - (seat.coupon ?? 0))) + Math.max(0, dealer.net);
  const bank = bankRow(input, lost, won, rules);
  const vigorish = sum(seats.map((seat) => seat.vigorish)) + bank.vigorish;
  const house = { net: -sum(seats.map((seat) => seat.total)) - bank.net, vigorish };
  return { seats: seats.map(({ coupon, ...seat }) => seat), bank, house, dealer };
}

/**
 * @param {SettleInput} input
 * @param {Rules} rules
 * @returns {Hand}
 */
function bankOf({ bank, dealer, seats }, rules) {
  if (bank.kind === "house") return setHand(dealer, rules);
  const seat = rowOf(seats, bank.seat);
  return bank.kind === "co-bank"
    ? setHand({ ...seat, high: bank.stands ? seat.high : undefined }, rules)
    : setHand(seat, rules);
}

/**
 * The tiles or cards that somebody holds.
 * @param {Given | DealerGiven | null | undefined} given
 * @returns {string[]}
 */
export function heldBy(given) {
  return given?.tiles ?? given?.cards ?? [];
}

/**
 * The row of a seat; every seat of a round has one.
 * @template {{ seat: number }} Row
 * @param {Row[]} rows
 * @param {number | null | undefined} seat
 * @returns {Row}
 */
export function rowOf(rows, seat) {
  const found = rows.find((row) => row.seat === seat);
  if (!found) throw new RangeError(`no row of seat ${seat}`);
  return found;
}

/**
 * High and low of a hand; without a setting, by the house way. Cards lie as they were put.
 * @param {Given | DealerGiven | null | undefined} given
 * @param {Rules} rules
 * @returns {Hand}
 */
export function setHand(given, rules) {
  const held = heldBy(given);
  const high = given?.high;
  if (!high) return rules.houseWay(held);
  const low = [...held];
  for (const name of high) low.splice(low.indexOf(name), 1);
  return rules.game === "tiles" && rules.isHigher(low, high) ? { high: low, low: high } : { high, low };
}

/**
 * @param {Given} seat
 * @param {SettleInput} input
 * @param {Rules} rules
 * @param {(hand: Given | DealerGiven) => Ending} ending
 * @returns {SeatRow}
 */
function settleSeat(seat, input, rules, ending) {
  /** @type {SeatRow} */
  const row = {
    seat: seat.seat,
    outcome: seat.state ?? "played",
    high: null,
    low: null,
    won: 0,
    vigorish: 0,
    net: 0,
    returned: 0,
    total: 0,
  };
  if (input.bank.kind !== "house" && seat.seat === input.bank.seat) return { ...row, outcome: "bank" };
  const stake = rules.accepted(seat.wager);
  row.returned = seat.wager - stake;
  if (stake === 0) row.outcome = "void";
  else if (row.outcome === "played") Object.assign(row, ending(seat));
  const coupon = seat.match_play ?? 0;
  if (row.outcome === "win") {
    row.won = stake + coupon;
    row.coupon = coupon;
    row.vigorish = rules.vigorish(row.won);
    row.net = row.won - row.vigorish;
  } else if (rules.isLost(row.outcome)) row.net = -stake;
  const sides = sidesOf(seat, input, rules);
  row.total = Object.values(sides).reduce((total, { net }) => total + net, row.net);
  return { ...row, ...sides };
}

/**
 * @param {Hand} player
 * @param {Hand} bank
 * @param {Rules} rules
 * @returns {Ending}
 */
function compared(player, bank, rules) {
  if (rules.isFoul(player)) return { high: null, low: null, outcome: "foul" };
  const high = rules.wins(player.high, bank.high) ? "win" : "lose";
  const low = rules.wins(player.low, bank.low) ? "win" : "lose";
  return { high, low, outcome: high === low ? high : "push" };
}

/**
 * @param {Given} seat
 * @param {SettleInput} input
 * @param {Rules} rules
 * @returns {Partial<Record<SideWager, SideRow>>}
 */
function sidesOf(seat, input, rules) {
  /** @type {Partial<Record<SideWager, SideRow>>} */
  const sides = {};
  if (seat.pair_fortunes) sides.pair_fortunes = pairFortunes(seat, /** @type {TileRules} */ (rules));
  if (seat.three_card) sides.three_card = threeCard(seat, input, rules);
  if (seat.four_card) sides.four_card = fourCard(seat, input, /** @type {CardRules} */ (rules));
  return sides;
}

/**
 * @param {Given} seat
 * @param {SettleInput} input
 * @param {Rules} rules
 * @returns {SideRow}
 */
function threeCard(seat, { dealer }, rules) {
  const stake = seat.three_card ?? 0;
  if ((seat.state ?? "played") !== "played") return { outcome: seat.state, won: 0, net: 0 };
  const won = rules.wins(heldBy(seat), heldBy(dealer));
  return won ? { outcome: "win", won: stake, net: stake } : { outcome: "lose", won: 0, net: -stake };
}

/**
 * @param {Given} seat
 * @param {SettleInput} input
 * @param {CardRules} rules
 * @returns {SideRow}
 */
function fourCard(seat, { community, options }, rules) {
  const stake = seat.four_card ?? 0;
  const none = { class: "none", pays: 0, winsJackpot: false };
  const found = seat.cards && community ? rules.fourCard(seat.cards, community) : none;
  if ((seat.state ?? "played") !== "played") return { class: found.class, won: 0, net: 0, jackpot: 0 };
  const jackpot = found.winsJackpot && stake >= (options.jackpot_minimum ?? 0) ? (options.jackpot ?? 0) : 0;
  const won = stake * found.pays + jackpot;
  return { class: found.class, won, net: won || -stake, jackpot };
}

/**
 * @param {Given} seat
 * @param {TileRules} rules
 * @returns {SideRow}
 */
function pairFortunes(seat, rules) {
  const stake = seat.pair_fortunes ?? 0;
  const found = seat.tiles?.length
    ? rules.pairFortunes(seat.tiles, rules.options.pair_fortunes)
    : { class: "none", pays: 0 };
  if (seat.state === "void") return { class: found.class, won: 0, net: 0 };
  const won = seat.state === "abandoned" ? 0 : stake * found.pays;
  return { class: found.class, won, net: won || -stake };
}

/**
 * @param {SettleInput} input
 * @param {Rules} rules
 * @param {(hand: Given | DealerGiven) => Ending} ending
 * @returns {DealerRow}
 */
function dealerRow({ bank, dealer }, rules, ending) {
  const { high, low } = heldBy(dealer).length ? setHand(dealer, rules) : { high: null, low: null };
  if (bank.kind !== "player" || !dealer?.wager) return { high, low, outcome: null, net: 0 };
  const { outcome } = ending(dealer);
  const sign = outcome === "win" ? 1 : outcome === "lose" ? -1 : 0;
  return { high, low, outcome, net: sign * dealer.wager };
}

/**
 * Losers go to the centre, winners are paid from it; what is left is the bank's, less vigorish.
 * @param {SettleInput} input
 * @param {number} lost
 * @param {number} won
 * @param {Rules} rules
 * @returns {BankRow}
 */
function bankRow({ bank }, lost, won, rules) {
  const row = { kind: bank.kind, seat: bank.seat ?? null, net: 0, vigorish: 0 };
  if (bank.kind === "house") return row;
  const left = lost - won;
  const share = bank.kind === "co-bank" ? Math.ceil(left / 2) : left;
  row.vigorish = share > 0 ? rules.vigorish(share) : 0;
  row.net = share - row.vigorish;
  return row;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Share an amount by what each brought. Odd cents go, one each, to the first named.
 * @param {number} amount
 * @param {{ player: string, cents: number }[]} parts
 */
export function inProportion(amount, parts) {
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0);
  const found = parts.map(({ cents }) => Math.floor((Math.abs(amount) * cents) / whole));
  const odd = Math.abs(amount) - found.reduce((sum, part) => sum + part, 0);
  return parts.map(({ player }, index) => ({ player, net: Math.sign(amount) * (found[index] + Number(index < odd)) }));
}
