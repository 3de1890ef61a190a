// Look-ups for tiles in the tables that the rules core wrote for the browser. Nothing here knows a
// rule: what a hand is worth, how it is set, what is paid, all stands in the tables.

/** @import { Hand, HouseHand, Round, TablePart, TileTables, Turn } from "./types.d.ts" */

import { GameRules } from "./game-rules.js";

/** @extends {GameRules<TileTables>} */
export class TileRules extends GameRules {
  /**
   * @param {TileTables} tables
   * @param {TablePart} table
   */
  constructor(tables, table) {
    super(
      tables,
      table,
      tables.kinds.map(({ tile, count }) => [tile, count]),
    );
    const { options } = table;
    this.kinds = tables.kinds.map(({ tile, count }) => ({ kind: tile, count }));
    this.looks = new Map(tables.kinds.map(({ tile, look }) => [tile, look]));
    this.layout = tables.layout;
    this.cuts = tables.cuts.filter(({ id }) => options.cuts?.includes(id));
    this.hasLaja = this.cuts.length > 0;
    this.styles = options.delivery_styles ?? (this.hasLaja ? [] : Object.keys(tables.deliveries));
    this.hasDeadHand = tables.positions.includes("dead-hand");
    this.houseSeat = this.layout.house === "dealer" ? null : Number(this.layout.house.split("-")[1]);
    this.takesAdjustment = this.layout.takes_adjustment && Boolean(options.adjust);
    this.hasGenerator = options.start_from === "generator";
    this.generatorNumbers = numbersFrom(options.generator_least ?? 3, options.generator_greatest ?? 18);
    this.hasBank = options.player_bank !== false;
    this.hasDealerWager = Boolean(options.dealer_wager) && options.dealer_wager !== "none";
    this.offersCoBank = Boolean(options.co_bank);
  }

  /** @param {string} outcome */
  isLost(outcome) {
    return this.tables.lost.includes(outcome);
  }

  /**
   * Vigorish on an amount won: add, divide, drop the rest, multiply, as the option's row says.
   * @param {number} won
   */
  vigorish(won) {
    const [divide, add, times] = this.tables.vigorish[this.options.vigorish_rounding ?? "cent"];
    return Math.floor((won + add) / divide) * times;
  }

  /**
   * The dealer's wager against a player bank, by what the banker last wagered against the house; by some rules
   * never more than that (Leaflet ¶18).
   * @param {number} lastCents
   */
  dealerWager(lastCents) {
    const { dealer_wager: kind, dealer_wager_amount: fixed } = this.options;
    const filed = { "last-wager": lastCents, fixed: fixed ?? 0 }[/** @type {string} */ (kind)] ?? 0;
    return this.tables.caps_dealer_wager ? Math.min(filed, lastCents) : filed;
  }

  /**
   * As much of a wager as can be paid exactly in chips, where the rules ask for it.
   * @param {number} cents
   */
  accepted(cents) {
    const chips = this.tables.exact_chips;
    const unit = chips && this.options.smallest_chip ? chips * this.options.smallest_chip : 1;
    return Math.floor(cents / unit) * unit;
  }

  /**
   * Whom the bank is offered to and who is refused, after rounds of which this tablet knows.
   * @param {number[]} seats
   * @param {Turn[]} history
   * @param {number[]} wagering
   */
  offers(seats, history, wagering) {
    const { refusals, starts } = this.tables.bank;
    const found = seats.map((seat) => ({ seat, refusal: refusals[caseOf(seat, history, wagering)] }));
    const first = starts[startOf(history)];
    const order = found.filter(({ refusal }) => !refusal).map(({ seat }) => seat);
    return {
      order: [...order.filter((seat) => seat >= first), ...order.filter((seat) => seat < first)],
      refused: found
        .filter(({ refusal }) => refusal)
        .map(({ seat, refusal: [reason, rule] }) => ({ seat, reason, rule })),
    };
  }

  /** @param {string[]} names */
  key(names) {
    return names
      .map((name) => this.looks.get(name))
      .sort()
      .join("");
  }

  /** @param {string[]} hand */
  rank(hand) {
    const [order, kind, value, code] = this.tables.hands[this.key(hand)];
    return { order, kind, value, code };
  }

  /**
   * @param {string[]} hand
   * @param {string[]} than
   */
  isHigher(hand, than) {
    return this.rank(hand).order > this.rank(than).order;
  }

  /**
   * Whether a player's hand beats the bank's; a copy is the bank's.
   * @param {string[]} hand
   * @param {string[]} bank
   */
  wins(hand, bank) {
    return this.isHigher(hand, bank);
  }

  /** @param {Hand} _hand */
  isFoul(_hand) {
    return false;
  }

  /** @param {Round} _round */
  needsCommunity(_round) {
    return false;
  }

  /**
   * The house way's setting of four tiles, with the line that decided.
   * @param {string[]} names
   * @returns {HouseHand}
   */
  houseWay(names) {
    const [highKey, , line, reading] = this.tables.settings[this.key(names)];
    const low = [...names];
    const high = [...highKey].map(
      (look) =>
        low.splice(
          low.findIndex((name) => this.looks.get(name) === look),
          1,
        )[0],
    );
    return { high, low, rule: this.tables.house_way_rules[line], reading: Boolean(reading) };
  }

  /**
   * @param {string[]} names
   * @param {Hand} hand
   */
  isHouseWay(names, { high, low }) {
    const way = this.houseWay(names);
    return this.rank(way.high).order === this.rank(high).order && this.rank(way.low).order === this.rank(low).order;
  }

  /**
   * The ways to set four tiles, the house way first; those of equal rank are one.
   * @param {string[]} names
   */
  settings(names) {
    const [a, b, c, d] = names;
    const pairs = [
      [
        [a, b],
        [c, d],
      ],
      [
        [a, c],
        [b, d],
      ],
      [
        [a, d],
        [b, c],
      ],
    ];
    const found = new Map();
    for (const [one, other] of pairs) {
      const setting = this.isHigher(other, one) ? { high: other, low: one } : { high: one, low: other };
      found.set(`${this.rank(setting.high).order} ${this.rank(setting.low).order}`, setting);
    }
    return [...found.values()].sort(
      (one, other) => Number(this.isHouseWay(names, other)) - Number(this.isHouseWay(names, one)),
    );
  }

  /**
   * @param {string[]} names
   * @param {string} paytable
   */
  pairFortunes(names, paytable) {
    const made = this.tables.bonus_classes[this.tables.settings[this.key(names)][4]];
    return { class: made, pays: this.tables.pair_fortunes[paytable][made] };
  }

  /** @param {number | null} bankSeat */
  placeInCycle(bankSeat) {
    return this.tables.positions.indexOf(bankSeat === null ? this.layout.house : this.positionOf(bankSeat));
  }

  /**
   * The positions in the order in which they receive tiles.
   * @param {number} total
   * @param {number | null} bankSeat
   * @param {number} [adjust]
   */
  positions(total, bankSeat, adjust = 0) {
    const cycle = this.tables.positions;
    const start = (this.placeInCycle(bankSeat) + total + adjust - 1) % cycle.length;
    const named = this.options.seats ? cycle.map((name) => this.namedPosition(name)) : cycle;
    return [...named.slice(start), ...named.slice(0, start)];
  }

  /** @param {string} name */
  namedPosition(name) {
    const [prefix, number] = name.split("-");
    return prefix === this.layout.prefix && Number(number) > this.options.seats ? this.layout.spare : name;
  }

  /** @param {number} seat */
  positionOf(seat) {
    return `${this.layout.prefix}-${seat}`;
  }

  /**
   * The number at which the count ends; one that the adjustment brings below one goes once more round the table
   * (NZ 9.6, 9.9).
   * @param {number} total
   * @param {number} adjust
   */
  numberCounted(total, adjust) {
    const number = total + adjust;
    return number > 0 ? number : number + this.tables.positions.length;
  }

  /**
   * Which numbers of the count fall on which position, and where it ends.
   * @param {number} total
   * @param {number | null} bankSeat
   * @param {number} [adjust]
   */
  count(total, bankSeat, adjust = 0) {
    const cycle = this.tables.positions;
    const first = this.placeInCycle(bankSeat);
    const counted = this.numberCounted(total, adjust);
    /** @type {Record<string, number[]>} */
    const numbers = {};
    for (let n = 1; n <= counted; n += 1) {
      const position = cycle[(first + n - 1) % cycle.length];
      numbers[position] = [...(numbers[position] ?? []), n];
    }
    const start = cycle[(first + counted - 1) % cycle.length];
    return { numbers, start, key: `${total} ${bankSeat} ${adjust}` };
  }

  /** @param {string | null} style */
  delivery(style) {
    return style ? this.tables.deliveries[style] : null;
  }

  /**
   * The delivery whose geometry a named cut has, where the published rules show one.
   * @param {string} id
   * @param {unknown[]} option
   */
  cutStyle(id, option) {
    const cut = this.tables.cuts.find((each) => each.id === id);
    return cut?.styles.find(([chosen]) => chosen.join() === option.join())?.[1] ?? null;
  }

  get firstDelivery() {
    if (!this.cuts.length) return { style: "house-way-right" };
    const [{ id, choices }] = this.cuts;
    return { cut: id, option: choices.map(([first]) => first) };
  }
}

/**
 * A seat's case in the core's table of refusals; `history` is oldest first.
 * @param {number} seat
 * @param {Turn[]} history
 * @param {number[]} wagering
 */
function caseOf(seat, history, wagering) {
  const last = history.at(-1);
  const house = history.findLast((past) => past.seat === null);
  const banked = !last ? "-" : last.seat === null ? "h" : wasBankedBy(last, seat) ? "s" : "o";
  const flags = [
    last?.wagered.includes(seat),
    house?.wagered.includes(seat),
    seat === 1,
    wagering.some((other) => other !== seat),
  ];
  return banked + flags.map((flag, index) => (flag ? "wd1o"[index] : ".")).join("");
}

/**
 * Whether the player who sits at a seat now banked a round, alone or with others (NZ 5.5).
 * @param {Turn} turn
 * @param {number} seat
 */
function wasBankedBy(turn, seat) {
  return (turn.seat === seat && !turn.has_left) || Boolean(turn.shared_with?.includes(seat));
}

/**
 * Who banked last, as the core's table of first seats has it.
 * @param {Turn[]} history
 */
function startOf(history) {
  const last = history.at(-1);
  const before = history.at(-2);
  if (!last || last.seat === null) return `h${history.findLast(({ seat }) => seat !== null)?.seat ?? 0}`;
  const isTwice = before && before.seat !== null && wasBankedBy(before, last.seat);
  return `p${last.seat}x${last.has_left || isTwice ? 2 : 1}`;
}

/**
 * @param {number} least
 * @param {number} greatest
 */
function numbersFrom(least, greatest) {
  return Array.from({ length: greatest - least + 1 }, (_, index) => least + index);
}
