// What the drawing asks before "no more bets": who wagers how much, whether the limits hold, who is
// offered the bank and whether it covers.

import { App } from "./app.js";
import { bankShort, coverNeeded } from "./bank.js";
import { carriedFrom } from "./model.js";
import { faultsOf, wagersShown } from "./wagers.js";
import { money, word } from "./words.js";

export class Betting extends App {
  get offers() {
    const { round, sheet } = this;
    if (!this.training && sheet.offers.round === round.id) return { ...sheet.offers, isKnown: true };
    const seats = Array.from({ length: this.seatCount }, (nothing, index) => index + 1);
    return { order: seats.filter((seat) => this.markersAt(seat).length), refused: [], isKnown: this.training };
  }

  get wageredSeats() {
    return Array.from({ length: this.seatCount }, (nothing, index) => index + 1).filter((seat) => this.wagerShown(seat) > 0);
  }

  get totalWagered() {
    return this.wageredSeats.reduce((sum, seat) => sum + this.wagerShown(seat), 0);
  }

  get hasWagers() {
    return this.wageredSeats.length > 0;
  }

  get wagerTrouble() {
    for (const wager of wagersShown(this)) {
      const [fault] = faultsOf(this, wager);
      if (fault) return `${this.seatName(wager.seat)}: ${fault.text}`;
    }
    const { maximum_cents: most } = this.sheet.table;
    const over = this.round.facts.bank.kind === "player" ? null : this.wageredSeats.find((seat) => this.wagerShown(seat) > most);
    return over ? `${this.seatName(over)}: ${word("above_maximum", { amount: money(most) })}` : "";
  }

  /** Why "no more bets" cannot be called yet; empty when it can. */
  get whyNotClose() {
    if (this.wagerTrouble) return this.wagerTrouble;
    if (!this.hasWagers) return word("no_wagers_yet");
    if (this.bankShort) return this.shortWords(this.bankShort);
    return this.isBankOpen && !this.training ? word("bank_first") : "";
  }

  shortWords({ seat, funds, needed }) {
    return word("bank_short", { seat: this.seatName(seat), funds: money(funds), needed: money(needed) });
  }

  /** Whether somebody is still to be asked; without network nobody knows, so somebody is. */
  get isBankOpen() {
    if (this.draft.later) return false;
    const { order, isKnown } = this.offers;
    return this.rules.hasBank && !this.round.facts.bank.is_decided && (order.length > 0 || !isKnown);
  }

  get carriedWagers() {
    const { round, sheet } = this;
    const standing = round ? carriedFrom(round.facts).wagers : sheet.last_round?.carried ?? sheet.last_round?.wagers ?? [];
    return standing.filter((wager) => wager.cents);
  }

  lastWager(seat) {
    return this.lastWagers(seat).reduce((sum, wager) => sum + wager.cents, 0);
  }

  /** What stood on a seat in the last round; coupons are used up. */
  lastWagers(seat) {
    const { last_round: last } = this.sheet;
    return carriedFrom({ seats: {}, wagers: last?.carried ?? last?.wagers ?? [] }).wagers.filter((wager) => wager.seat === seat);
  }

  coverNeeded(seat, said) {
    return coverNeeded(this.round.facts.wagers, seat, said);
  }

  /** A bank that was taken and no longer covers what has been wagered since. */
  get bankShort() {
    return bankShort(this, wagersShown(this));
  }
}
