// Look-ups for cards in the tables that the rules core wrote for the browser (its
// rules/three_card_split/browser.py says how they are keyed).

import { GameRules } from "./game-rules.js";
import { word } from "./words.js";

const TEN = { T: "10" };

export class CardRules extends GameRules {
  constructor(tables, table) {
    super(tables, table);
    this.ranks = [...tables.ranks];
    this.pieces = this.ranks.flatMap((rank) => [...tables.suits].map((suit) => [rank + suit, 1]));
    this.bonus = tables.four.pay_tables[table.options.four_card] ?? null;
    this.hasBank = false;
    this.hasDeadHand = false;
    this.houseSeat = null;
  }

  place(card) {
    return this.tables.ranks.indexOf(card[0]);
  }

  /** The cards sorted, and the two numbers under which the tables know them. */
  keys(cards) {
    const suit = (card) => this.tables.suits.indexOf(card[1]);
    const sorted = [...cards].sort((one, other) => this.place(one) - this.place(other) || suit(one) - suit(other));
    const ranks = sorted.reduce((sum, card, index) => sum + choose(this.place(card) + index, index + 1), 0);
    const suits = sorted.reduce((number, card) => 4 * number + suit(card), 0);
    return { sorted, ranks, suits };
  }

  order(table, cards) {
    const isSuited = cards.every((card) => card[1] === cards[0][1]);
    return this.tables[table][isSuited ? "suited" : "other"][this.keys(cards).ranks];
  }

  digit(table, { ranks, suits }) {
    const { digits } = this.tables;
    const { rows, row_of: rowOf } = this.tables[table];
    return digits.indexOf(rows[digits.indexOf(rowOf[ranks])][suits]);
  }

  rank(hand) {
    return hand.length === 1 ? this.place(hand[0]) : this.order(hand.length === 2 ? "high" : "three", hand);
  }

  reds(hand) {
    return hand.filter((card) => this.tables.red.includes(card[1])).length;
  }

  isHigher(hand, than) {
    return this.rank(hand) > this.rank(than);
  }

  /** Whether a player's hand beats the dealer's; colours decide a copy. */
  wins(hand, bank) {
    return this.rank(hand) === this.rank(bank) ? this.reds(hand) === this.reds(bank) : this.isHigher(hand, bank);
  }

  className(table, hand) {
    const order = this.order(table, hand);
    const begun = Object.entries(this.tables[table].classes).filter(([, first]) => first <= order);
    return begun.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  }

  isFoul({ high, low }) {
    return this.className("high", high) === "high-card" && high.every((card) => this.place(card) < this.place(low[0]));
  }

  rankName(hand) {
    if (hand.length === 1) return TEN[hand[0][0]] ?? hand[0][0];
    const { sorted } = this.keys(hand);
    const shown = sorted.map(([rank]) => TEN[rank] ?? rank).reverse().join("-");
    return `${word(`cards_${this.className("high", hand)}`)} ${shown}`;
  }

  shortRank({ high, low }) {
    return `${this.keys(high).sorted.map(([rank]) => TEN[rank] ?? rank).reverse().join("")} · ${this.rankName(low)}`;
  }

  /** The house way's setting of three cards, with the line that decided. */
  houseWay(names) {
    const keys = this.keys(names);
    const { lines, codes, reading } = this.tables.house_way;
    const number = this.digit("house_way", keys);
    const inLine = number % reading;
    const low = keys.sorted[inLine % 3];
    const line = Math.floor(inLine / 3);
    return { high: names.filter((card) => card !== low), low: [low], rule: lines[line], code: codes[line], reading: number >= reading };
  }

  isHouseWay(names, { high }) {
    const way = this.houseWay(names);
    return this.rank(way.high) === this.rank(high) && this.reds(way.high) === this.reds(high);
  }

  /** The three ways to set three cards, the house way first. */
  settings(names) {
    const all = names.map((low) => ({ high: names.filter((card) => card !== low), low: [low] }));
    return all
      .map((setting) => ({ ...setting, isFoul: this.isFoul(setting) }))
      .sort((one, other) => this.isHouseWay(names, other) - this.isHouseWay(names, one));
  }

  /** The bonus class of three cards and the community card, and what it pays. */
  fourCard(names, community) {
    const place = this.digit("four", this.keys([...names, community]));
    return { class: this.tables.four.classes[place], pays: this.bonus.pays[place], winsJackpot: this.bonus.jackpot && place === 0 };
  }

  /** The Four Card bonus is decided with the community card. */
  needsCommunity({ facts }) {
    return !facts.community && facts.wagers.some((wager) => wager.four_card);
  }

  vigorish() {
    return 0;
  }

  accepted(cents) {
    return cents;
  }

  isLost(outcome) {
    return outcome === "lose" || outcome === "foul";
  }
}

function choose(n, k) {
  let found = 1;
  for (let step = 0; step < k; step += 1) found = (found * (n - step)) / (step + 1);
  return Math.round(found);
}
