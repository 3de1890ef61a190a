// What the drawing asks before "no more bets": who wagers how much, whether the limits hold, who is
// offered the bank and whether it covers.

import { bankShort, coverNeeded } from "../rules/cover.js";
import { hasMaximum } from "../rules/limits.js";
import { carriedFrom } from "../rules/round.js";
import { App } from "./app.js";
import { newDraft } from "./draft.js";
import { faultsOf, wagersShown } from "./wagers.js";
import { money, word } from "./words.js";

export class Betting extends App {
  /** Whom the bank is offered to: the server's word, or the tables' where this tablet is alone. */
  get offers() {
    const { round, sheet, training } = this;
    if (!training && sheet.offers.round === round.id) return { ...sheet.offers, isKnown: true };
    const seats = this.seats.filter((seat) => this.markersAt(seat).length || round.facts.bank.seat === seat);
    const history = training ? null : this.historyBefore(round);
    if (!history || !this.rules.tables.bank) return { order: seats, refused: [], isKnown: training };
    return { ...this.rules.offers(seats, history, this.wageredSeats), isKnown: true, isOwn: true };
  }

  get seats() {
    return Array.from({ length: this.seatCount }, (_, index) => index + 1);
  }

  /** Who banked before a round, oldest first; null where this tablet cannot know it. */
  historyBefore({ id }) {
    const { past } = this.sheet.offers;
    if (past?.round === id) return past.turns;
    return this.draft.round === id ? this.draft.history : null;
  }

  /** Who banked up to and with the round on the screen; a table that stood vacant begins anew. */
  historyNow() {
    const { round, sheet } = this;
    const { past } = sheet.offers;
    if (past && past.round === null && (!round || past.last === round.id)) {
      return past.ends_at && this.serverNow > Date.parse(past.ends_at) ? [] : past.turns;
    }
    const before = round ? this.historyBefore(round) : null;
    if (!before || round.state !== "settled") return before;
    const wagered = [...new Set(round.facts.wagers.map(({ seat }) => seat))];
    return [...before, { seat: round.facts.bank.seat, wagered }];
  }

  /** Open the next round, with the last one's wagers where they are carried. */
  openRound(carry) {
    const { round, sheet } = this;
    const id = crypto.randomUUID();
    const last = round ?? sheet.last_round;
    const history = this.historyNow();
    const carried = carriedFrom(
      round
        ? round.facts
        : { seats: sheet.seated ?? {}, wagers: sheet.last_round?.carried ?? sheet.last_round?.wagers ?? [] },
    );
    this.outbox.enter({
      name: "open",
      body: { id, carry_wagers: carry },
      round: id,
      version: null,
      path: `tables/${this.config.table}/rounds/`,
      number: (last?.number ?? 0) + 1,
      carried,
    });
    this.draft = newDraft(id, { delivery: this.draft.delivery, history });
    this.differs = false;
    this.panel = null;
    this.notice = null;
    this.keep();
    this.feel.done();
    this.redraw();
  }

  get wageredSeats() {
    return this.seats.filter((seat) => this.wagerShown(seat) > 0);
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
    const over = !hasMaximum(this.round.facts.bank, this.rules)
      ? null
      : this.wageredSeats.find((seat) => this.wagerShown(seat) > most);
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
    const standing = round
      ? carriedFrom(round.facts).wagers
      : (sheet.last_round?.carried ?? sheet.last_round?.wagers ?? []);
    return standing.filter((wager) => wager.cents);
  }

  lastWager(seat) {
    return this.lastWagers(seat).reduce((sum, wager) => sum + wager.cents, 0);
  }

  /** What stood on a seat in the last round; coupons are used up. */
  lastWagers(seat) {
    const { last_round: last } = this.sheet;
    return carriedFrom({ seats: {}, wagers: last?.carried ?? last?.wagers ?? [] }).wagers.filter(
      (wager) => wager.seat === seat,
    );
  }

  coverNeeded(seat, said) {
    return coverNeeded(this.round.facts.wagers, seat, said);
  }

  /** A bank that was taken and no longer covers what has been wagered since. */
  get bankShort() {
    return bankShort(this.round.facts.bank, wagersShown(this));
  }
}
