// What both games look up in the same way. Nothing here knows a rule: what is paid and what is left
// stands in the tables that the rules core wrote.

export class GameRules {
  constructor(tables, table) {
    this.tables = tables;
    this.options = table.options;
    this.profile = tables.profile;
    this.game = table.pieces;
    this.handSize = table.hand_size;
    this.seatWord = table.seat_word;
    this.sideWagers = table.side_wagers;
    this.states = table.states.filter((state) => !["played", "void"].includes(state));
  }

  /** How many of each piece nobody shows yet. */
  left(taken) {
    const left = new Map(this.pieces);
    for (const name of taken) left.set(name, left.get(name) - 1);
    return left;
  }

  isLost(outcome) {
    return this.tables.lost.includes(outcome);
  }

  /** Vigorish on an amount won: add, divide, drop the rest, multiply, as the option's row says. */
  vigorish(won) {
    const [divide, add, times] = this.tables.vigorish[this.options.vigorish_rounding ?? "cent"];
    return Math.floor((won + add) / divide) * times;
  }

  /** As much of a wager as can be paid exactly in chips, where the rules ask for it. */
  accepted(cents) {
    const chips = this.tables.exact_chips;
    const unit = chips && this.options.smallest_chip ? chips * this.options.smallest_chip : 1;
    return Math.floor(cents / unit) * unit;
  }

  /** Rows in the order the dealer pays: seat 1 first, or counterclockwise from the banker. */
  payingOrder(rows, bankSeat, seatCount) {
    const first = this.tables.pays_from_bank && bankSeat !== null ? bankSeat : 1;
    const place = ({ seat }) => (seat - first + seatCount) % seatCount;
    return [...rows].sort((one, other) => place(one) - place(other));
  }
}
