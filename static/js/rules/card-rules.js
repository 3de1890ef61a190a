// Look-ups for cards in the tables that the rules core wrote for the browser (its
// rules/cards/browser.py says how they are keyed).

/** @import { CardTables, Hand, Round, TablePart } from "./types.d.ts" */

import { GameRules } from "./game-rules.js";

/** @extends {GameRules<CardTables>} */
export class CardRules extends GameRules {
  /**
   * @param {CardTables} tables
   * @param {TablePart} table
   */
  constructor(tables, table) {
    super(tables, table, deckOf(tables));
    this.ranks = [...tables.ranks];
    this.bonus = tables.four.pay_tables[table.options.four_card] ?? null;
    this.hasBank = false;
    this.hasDeadHand = false;
    this.houseSeat = null;
  }

  /** @param {string} card */
  place(card) {
    return this.tables.ranks.indexOf(card[0]);
  }

  /**
   * The cards sorted, and the two numbers under which the tables know them.
   * @param {string[]} cards
   */
  keys(cards) {
    const suit = (/** @type {string} */ card) => this.tables.suits.indexOf(card[1]);
    const sorted = [...cards].sort((one, other) => this.place(one) - this.place(other) || suit(one) - suit(other));
    const ranks = sorted.reduce((sum, card, index) => sum + choose(this.place(card) + index, index + 1), 0);
    const suits = sorted.reduce((number, card) => 4 * number + suit(card), 0);
    return { sorted, ranks, suits };
  }

  /**
   * @param {"high" | "three"} table
   * @param {string[]} cards
   */
  order(table, cards) {
    const isSuited = cards.every((card) => card[1] === cards[0][1]);
    return this.tables[table][isSuited ? "suited" : "other"][this.keys(cards).ranks];
  }

  /**
   * @param {"house_way" | "four"} table
   * @param {{ ranks: number, suits: number }} keys
   */
  digit(table, { ranks, suits }) {
    const { digits } = this.tables;
    const { rows, row_of: rowOf } = this.tables[table];
    return digits.indexOf(rows[digits.indexOf(rowOf[ranks])][suits]);
  }

  /** @param {string[]} hand */
  rank(hand) {
    return hand.length === 1 ? this.place(hand[0]) : this.order(hand.length === 2 ? "high" : "three", hand);
  }

  /** @param {string[]} hand */
  reds(hand) {
    return hand.filter((card) => this.tables.red.includes(card[1])).length;
  }

  /**
   * @param {string[]} hand
   * @param {string[]} than
   */
  isHigher(hand, than) {
    return this.rank(hand) > this.rank(than);
  }

  /**
   * Whether a player's hand beats the dealer's; colours decide a copy.
   * @param {string[]} hand
   * @param {string[]} bank
   */
  wins(hand, bank) {
    return this.rank(hand) === this.rank(bank) ? this.reds(hand) === this.reds(bank) : this.isHigher(hand, bank);
  }

  /**
   * @param {"high" | "three"} table
   * @param {string[]} hand
   */
  className(table, hand) {
    const order = this.order(table, hand);
    const begun = Object.entries(this.tables[table].classes).filter(([, first]) => first <= order);
    return begun.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  }

  /** @param {Hand} hand */
  isFoul({ high, low }) {
    return this.className("high", high) === "high-card" && high.every((card) => this.place(card) < this.place(low[0]));
  }

  /**
   * The house way's setting of three cards, with the line that decided.
   * @param {string[]} names
   */
  houseWay(names) {
    const keys = this.keys(names);
    const { lines, codes, reading } = this.tables.house_way;
    const number = this.digit("house_way", keys);
    const inLine = number % reading;
    const low = keys.sorted[inLine % 3];
    const line = Math.floor(inLine / 3);
    return {
      high: names.filter((card) => card !== low),
      low: [low],
      rule: lines[line],
      code: codes[line],
      reading: number >= reading,
    };
  }

  /**
   * @param {string[]} names
   * @param {Hand} hand
   */
  isHouseWay(names, { high }) {
    const way = this.houseWay(names);
    return this.rank(way.high) === this.rank(high) && this.reds(way.high) === this.reds(high);
  }

  /**
   * The three ways to set three cards, the house way first.
   * @param {string[]} names
   */
  settings(names) {
    const all = names.map((low) => ({ high: names.filter((card) => card !== low), low: [low] }));
    return all
      .map((setting) => ({ ...setting, isFoul: this.isFoul(setting) }))
      .sort((one, other) => Number(this.isHouseWay(names, other)) - Number(this.isHouseWay(names, one)));
  }

  /**
   * The bonus class of three cards and the community card, and what it pays.
   * @param {string[]} names
   * @param {string} community
   */
  fourCard(names, community) {
    const place = this.digit("four", this.keys([...names, community]));
    return {
      class: this.tables.four.classes[place],
      pays: this.bonus.pays[place],
      winsJackpot: this.bonus.jackpot && place === 0,
    };
  }

  /**
   * The Four Card bonus is decided with the community card.
   * @param {Round} round
   */
  needsCommunity({ facts }) {
    return !facts.community && facts.wagers.some((wager) => wager.four_card);
  }

  /** @param {number} _won */
  vigorish(_won) {
    return 0;
  }

  /** @param {number} cents */
  accepted(cents) {
    return cents;
  }

  /** @param {string} outcome */
  isLost(outcome) {
    return outcome === "lose" || outcome === "foul";
  }
}

/** @param {CardTables} tables */
function deckOf({ ranks, suits }) {
  return [...ranks].flatMap((rank) => [...suits].map((suit) => pieceOf(rank + suit)));
}

/**
 * @param {string} card
 * @returns {[piece: string, count: number]}
 */
function pieceOf(card) {
  return [card, 1];
}

/**
 * @param {number} n
 * @param {number} k
 */
function choose(n, k) {
  let found = 1;
  for (let step = 0; step < k; step += 1) found = (found * (n - step)) / (step + 1);
  return Math.round(found);
}
