// Look-ups for tiles in the tables that the rules core wrote for the browser. Nothing here knows a
// rule: what a hand is worth, how it is set, what is paid, all stands in the tables.

import { GameRules } from "./game-rules.js";
import { hasWord, word } from "./words.js";

const SHORT = 14;

export class TileRules extends GameRules {
  constructor(tables, table) {
    super(tables, table);
    const { options } = table;
    this.kinds = tables.kinds.map(({ tile, count }) => ({ kind: tile, count }));
    this.pieces = this.kinds.map(({ kind, count }) => [kind, count]);
    this.looks = new Map(tables.kinds.map(({ tile, look }) => [tile, look]));
    this.layout = tables.layout;
    this.cuts = tables.cuts.filter(({ id }) => options.cuts?.includes(id));
    this.hasLaja = this.cuts.length > 0;
    this.styles = options.delivery_styles ?? Object.keys(tables.deliveries);
    this.hasDeadHand = tables.positions.includes("dead-hand");
    this.houseSeat = this.layout.house === "dealer" ? null : Number(this.layout.house.split("-")[1]);
    this.takesAdjustment = this.layout.takes_adjustment && Boolean(options.adjust);
    this.hasGenerator = options.start_from === "generator";
    this.hasBank = options.player_bank !== false;
    this.hasDealerWager = Boolean(options.dealer_wager) && options.dealer_wager !== "none";
    this.offersCoBank = Boolean(options.co_bank);
  }

  /** Whom the bank is offered to and who is refused, after rounds of which this tablet knows. */
  offers(seats, history, wagering) {
    const { refusals, starts } = this.tables.bank;
    const found = seats.map((seat) => ({ seat, refusal: refusals[caseOf(seat, history, wagering)] }));
    const first = starts[startOf(history)];
    const order = found.filter(({ refusal }) => !refusal).map(({ seat }) => seat);
    return {
      order: [...order.filter((seat) => seat >= first), ...order.filter((seat) => seat < first)],
      refused: found.filter(({ refusal }) => refusal).map(({ seat, refusal: [reason, rule] }) => ({ seat, reason, rule })),
    };
  }

  key(names) {
    return names.map((name) => this.looks.get(name)).sort().join("");
  }

  rank(hand) {
    const [order, kind, value, code] = this.tables.hands[this.key(hand)];
    return { order, kind, value, code };
  }

  isHigher(hand, than) {
    return this.rank(hand).order > this.rank(than).order;
  }

  /** Whether a player's hand beats the bank's; a copy is the bank's. */
  wins(hand, bank) {
    return this.isHigher(hand, bank);
  }

  isFoul() {
    return false;
  }

  needsCommunity() {
    return false;
  }

  /** "Teen Wong", "Nine, Teen high": the rank in words. */
  rankName(hand) {
    return this.nameOf(this.rank(hand).code);
  }

  /** The name of a hand from its code, such as "wong:Teen". */
  nameOf(named) {
    const [code, tile] = named.split(":");
    const name = hasWord(`hand_${code}`) ? word(`hand_${code}`) : (this.tables.hand_names[code] ?? code);
    return name.replace("{tile}", tile && hasWord(`name_${tile}`) ? word(`name_${tile}`) : (tile ?? ""));
  }

  /** Both hands in few words; pairs by their name as far as a seat has room for it. */
  shortRank({ high, low }) {
    const [one, other] = [high, low].map((hand) => this.shortName(hand));
    const full = [high, low].map((hand) => (this.rank(hand).kind === "pair" ? this.pairName(hand) : this.shortName(hand)));
    const tries = [full, [full[0], other], [one, full[1]], [one, other]].map((names) => names.join(" · "));
    return tries.find((text) => text.length <= SHORT) ?? tries.at(-1);
  }

  pairName(hand) {
    return this.rank(hand).code === "supreme-pair" ? word("class_gee_joon") : this.rankName(hand);
  }

  shortName(hand) {
    const { kind, value } = this.rank(hand);
    return kind === "value" ? String(value) : word(`class_${kind}`);
  }

  /** The house way's setting of four tiles, with the line that decided. */
  houseWay(names) {
    const [highKey, , line, reading] = this.tables.settings[this.key(names)];
    const low = [...names];
    const high = [...highKey].map((look) => low.splice(low.findIndex((name) => this.looks.get(name) === look), 1)[0]);
    return { high, low, rule: this.tables.house_way_rules[line], reading: Boolean(reading) };
  }

  isHouseWay(names, { high, low }) {
    const way = this.houseWay(names);
    return this.rank(way.high).order === this.rank(high).order && this.rank(way.low).order === this.rank(low).order;
  }

  /** The ways to set four tiles, the house way first; those of equal rank are one. */
  settings(names) {
    const [a, b, c, d] = names;
    const pairs = [[[a, b], [c, d]], [[a, c], [b, d]], [[a, d], [b, c]]];
    const found = new Map();
    for (const [one, other] of pairs) {
      const setting = this.isHigher(other, one) ? { high: other, low: one } : { high: one, low: other };
      found.set(`${this.rank(setting.high).order} ${this.rank(setting.low).order}`, setting);
    }
    return [...found.values()].sort((one, other) => this.isHouseWay(names, other) - this.isHouseWay(names, one));
  }

  pairFortunes(names, paytable) {
    const made = this.tables.bonus_classes[this.tables.settings[this.key(names)][4]];
    return { class: made, pays: this.tables.pair_fortunes[paytable][made] };
  }

  placeInCycle(bankSeat) {
    return this.tables.positions.indexOf(bankSeat === null ? this.layout.house : this.positionOf(bankSeat));
  }

  /** The positions in the order in which they receive tiles. */
  positions(total, bankSeat, adjust = 0) {
    const cycle = this.tables.positions;
    const start = (this.placeInCycle(bankSeat) + total + adjust - 1) % cycle.length;
    const named = this.options.seats ? cycle.map((name) => this.namedPosition(name)) : cycle;
    return [...named.slice(start), ...named.slice(0, start)];
  }

  namedPosition(name) {
    const [prefix, number] = name.split("-");
    return prefix === this.layout.prefix && Number(number) > this.options.seats ? this.layout.spare : name;
  }

  positionOf(seat) {
    return `${this.layout.prefix}-${seat}`;
  }

  /** Which numbers of the count fall on which position, and where it ends. */
  count(total, bankSeat, adjust = 0) {
    const cycle = this.tables.positions;
    const first = this.placeInCycle(bankSeat);
    const numbers = {};
    for (let n = 1; n <= total + adjust; n += 1) (numbers[cycle[(first + n - 1) % cycle.length]] ??= []).push(n);
    const start = cycle[(first + total + adjust - 1) % cycle.length];
    return { numbers, start, key: `${total} ${bankSeat} ${adjust}` };
  }

  delivery(style) {
    return style ? this.tables.deliveries[style] : null;
  }

  /** The delivery whose geometry a named cut has, where the published rules show one. */
  cutStyle(id, option) {
    const cut = this.tables.cuts.find((each) => each.id === id);
    return cut?.styles.find(([chosen]) => chosen.join() === option.join())?.[1] ?? null;
  }

  get firstDelivery() {
    if (!this.cuts.length) return { style: this.styles[0] };
    const [{ id, choices }] = this.cuts;
    return { cut: id, option: choices.map(([first]) => first) };
  }
}

/** A seat's case in the core's table of refusals; `history` is oldest first. */
function caseOf(seat, history, wagering) {
  const last = history.at(-1);
  const house = history.findLast((past) => past.seat === null);
  const banked = !last ? "-" : last.seat === null ? "h" : last.seat === seat ? "s" : "o";
  const flags = [last?.wagered.includes(seat), house?.wagered.includes(seat), seat === 1, wagering.some((other) => other !== seat)];
  return banked + flags.map((flag, index) => (flag ? "wd1o"[index] : ".")).join("");
}

/** Who banked last, as the core's table of first seats has it. */
function startOf(history) {
  const last = history.at(-1)?.seat ?? null;
  if (last === null) return `h${history.findLast(({ seat }) => seat !== null)?.seat ?? 0}`;
  return `p${last}x${history.at(-2)?.seat === last ? 2 : 1}`;
}
