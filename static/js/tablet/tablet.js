// The tablet with its line to the server: fetching sheets, taking answers, training, leaving.

import { DEALER } from "../rules/round.js";
import { rulesFrom } from "../rules/rules.js";
import { Betting } from "./betting.js";
import { newDraft } from "./draft.js";
import { takeTable } from "./installed.js";
import { backoff } from "./outbox.js";
import { drawCardPicker, drawTilePicker } from "./picker.js";
import { outcomes } from "./result-rows.js";
import { roundOf, tableOf } from "./sheet.js";
import { Rehearsal, trainingSheet } from "./training.js";
import { useCurrency, usePlaceWord, word } from "./words.js";

const SOON = 250;
// After these the table's own sheet is another: numbers, offers of the bank, what may be opened.
const CHANGE_THE_TABLE = new Set(["seats", "wagers", "bank", "settle"]);

export class Tablet extends Betting {
  constructor(parts) {
    super(parts);
    this.api = parts.api;
    this.asking = false;
    this.askAgain = false;
    this.answers = 0;
    this.tries = 0;
    this.outbox.changed = () => this.redraw();
    this.outbox.answered = (item, body, status) => this.answered(item, body, status);
  }

  /** Show what is kept from before, so that the screen stands even without the network. */
  async restore() {
    const { table } = this.config;
    this.prefs = { ...this.prefs, ...(await this.store.get("settings", "prefs")) };
    this.feel.hasSound = this.prefs.sound;
    const kept = await this.store.get("sheets", table);
    if (kept) await this.take(kept);
    this.draft = (await this.store.get("drafts", table)) ?? newDraft();
    await this.outbox.load();
    this.tidyDraft();
    this.redraw();
  }

  /** Fetch the table's sheet; while commands wait, theirs is the fresher truth. */
  async refresh() {
    if (this.asking) {
      this.askAgain = true;
      return;
    }
    this.asking = true;
    const before = this.answers;
    const { status, body } = await this.api.get(`tables/${this.config.table}/sheet/`);
    const whole = status === 200 ? await this.withSettled(body) : null;
    this.asking = false;
    this.live = status === 0 ? "offline" : status >= 500 ? "waiting" : "live";
    const isFresh = before === this.answers && !this.outbox.items.length && !this.training;
    if (whole && (isFresh || !this.rules)) {
      await this.take(whole);
      this.store.put("sheets", { ...whole, receivedAt: this.sheet.receivedAt }, this.config.table);
      this.tidyDraft();
    }
    this.redraw();
    if (whole) this.tries = 0;
    if (this.askAgain) this.refreshSoon();
    else if (!this.rules || this.live !== "live") this.refreshLater();
    this.askAgain = false;
  }

  /** Without the rules nothing can be entered, and a server that was away says nothing when it is
   * back: so the tablet asks again, and waits longer each time. */
  refreshLater() {
    this.tries += 1;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.refresh(), backoff(this.tries));
  }

  /** Fetch after a moment, once for however many changes are named in it. */
  refreshSoon() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.refresh(), SOON);
  }

  /** A round that was just settled stays in view until the dealer goes on. */
  async withSettled(body) {
    const last = body.last_round;
    if (body.round || !last || last.id !== this.draft.round) return body;
    const { status, body: round } = await this.api.get(`rounds/${last.id}/`);
    return status === 200 ? { ...body, round } : body;
  }

  async take(body) {
    const sheet = tableOf(body);
    useCurrency(sheet.table.currency);
    usePlaceWord(sheet.table.seat_word);
    if (this.tablesFrom !== sheet.table.rules) await this.fetchTables(sheet.table.rules);
    if (this.tables) this.rules = rulesFrom(this.tables, sheet.table);
    this.sheet = sheet;
  }

  /** The rules as tables: of the profile, or of a submission that has a house way of its own. */
  async fetchTables(path) {
    const { status, body } = await this.api.get(path, { cache: "default" });
    if (status === 200) this.store.put("rules", body, path);
    const kept = status === 200 ? body : await this.store.get("rules", path);
    if (!kept) return;
    this.tables = kept;
    this.tablesFrom = path;
  }

  /** Taps belong to one round; those of another are gone with it. */
  tidyDraft() {
    const id = this.round?.id ?? null;
    if (this.draft.round !== id) this.draft = newDraft(id, { delivery: this.draft.delivery });
    const correction = this.liveRound?.correction;
    if (correction && this.draft.corrected !== correction.n) this.takeCorrection(correction);
  }

  /** What was moved before the correction stays moved; only the differences are to do. */
  takeCorrection({ n, amounts }) {
    const same = Object.keys(amounts).filter((place) => amounts[place].then === amounts[place].now);
    this.draft = newDraft(this.draft.round, { ...this.draft, paid: same, corrected: n });
    this.notice = null;
    this.keep();
  }

  /** Show the table's last round again, until the next one is opened. */
  async showLast() {
    const { status, body } = await this.api.get(`rounds/${this.sheet.last_round.id}/`);
    if (status !== 200) return this.refuse(word("needs_line"));
    if (this.round) return;
    const round = roundOf(body);
    const paid = [...round.settlement.seats.map(({ seat }) => String(seat)), DEALER];
    this.sheet = { ...this.sheet, round };
    this.draft = newDraft(round.id, { delivery: this.draft.delivery, paid });
    this.keep();
    this.tidyDraft();
    this.refresh();
  }

  answered(item, body, status = 200) {
    this.answers += 1;
    const sheet = status === 200 ? body : body?.sheet;
    if (sheet?.id && this.sheet) {
      if (item.name === "settle" && status === 200) this.differs = this.isOtherwise(roundOf(sheet));
      this.sheet = { ...this.sheet, round: roundOf(sheet) };
      this.store
        .get("sheets", this.config.table)
        .then((kept) => kept && this.store.put("sheets", { ...kept, round: sheet }, this.config.table));
    }
    if (status !== 200) {
      this.feel.refused();
      this.panel = { name: "outbox" };
    } else if (body?.differences) this.panel = { name: "found", differences: body.differences };
    else if (!this.outbox.items.length && item.name === "open") this.refresh();
    else if (!this.outbox.items.length && CHANGE_THE_TABLE.has(item.name)) this.refreshSoon();
  }

  /** Whether the server settled any seat otherwise than this screen had shown. */
  isOtherwise(settled) {
    const { outcome } = outcomes({ ...settled, settlement: null }, this.rules, this.sheet.table);
    const totals = new Map(outcome.seats.map(({ seat, total }) => [seat, total]));
    return settled.settlement.seats.some(({ seat, total }) => totals.get(seat) !== total);
  }

  settleRefusal(choice) {
    const { refused } = this.outbox;
    const version = refused?.refused.version ?? refused?.refused.sheet?.version;
    if (choice === "rebase") this.outbox.settleRefusal("again", version);
    else if (choice === "drop") this.outbox.settleRefusal("drop", refused.version ?? undefined);
    else this.outbox.settleRefusal(choice);
    this.draft = newDraft(this.round?.id ?? null, this.draft);
    this.panel = null;
    this.refresh();
  }

  /** An act that must not wait in a queue, because it carries a PIN. */
  async direct(path, body) {
    if (this.outbox.items.length)
      return { status: 0, body: { message: word("send_first", { n: this.outbox.items.length }) } };
    const round = this.liveRound;
    return this.api.post(path, body, { id: crypto.randomUUID(), version: round.version, at: new Date().toISOString() });
  }

  signed(sheet) {
    this.sheet = { ...this.sheet, round: roundOf(sheet) };
    const isBack = this.panel?.name === "sign-step-back";
    this.panel = sheet.differences ? { name: "found", differences: sheet.differences, wasCorrected: true } : null;
    this.feel.handDone();
    if (isBack) this.draft = newDraft(sheet.id, { delivery: this.draft.delivery });
    else if (this.draft.later) this.draft = newDraft(sheet.id, this.draft);
    this.keep();
    this.tidyDraft();
    this.refresh();
  }

  prefer(changes) {
    this.prefs = { ...this.prefs, ...changes };
    this.feel.hasSound = this.prefs.sound;
    this.store.put("settings", this.prefs, "prefs");
    this.feel.done();
    this.redraw();
  }

  train(on) {
    if (on) {
      this.before = { sheet: this.sheet, outbox: this.outbox, draft: this.draft };
      Object.assign(this, {
        sheet: trainingSheet(this.sheet),
        outbox: new Rehearsal(),
        draft: newDraft(),
        training: true,
      });
    } else {
      Object.assign(this, this.before, { training: false });
    }
    this.panel = null;
    this.notice = null;
    document.documentElement.toggleAttribute("data-training", this.training);
    this.redraw();
    if (!on) this.refresh();
  }

  /** Two windows must not send one queue: the one in use takes the table over. */
  async useThisWindow() {
    await takeTable(this.config.table, () => this.rest());
    this.outbox.isResting = false;
    this.panel = null;
    await this.restore();
    this.refresh();
  }

  rest() {
    this.outbox.isResting = true;
    this.open("elsewhere");
  }

  /** Speak another language from now on; what is tapped and not sent stays in the store. */
  async speakIn(code) {
    if (await this.api.form(this.config.language_url, { language: code })) location.reload();
    else this.refuse(word("needs_line"));
  }

  /** Sign out and show the lock screen; whoever signs in comes back to this table. */
  async lock() {
    if (this.unsent) return this.refuse(word("send_first", { n: this.unsent }));
    if (!(await this.api.form(this.config.sign_out_url, {}))) return this.refuse(word("needs_line"));
    location.assign(`${this.config.sign_in_url}?next=${encodeURIComponent(location.pathname)}`);
  }

  leave(href) {
    if (this.unsent) return this.refuse(word("send_first", { n: this.unsent }));
    location.assign(href);
  }

  // What the drawing asks beyond the round

  get connection() {
    if (this.outbox.state !== "live") return this.outbox.state;
    return this.live;
  }

  get defaultDelivery() {
    return this.rules.firstDelivery;
  }

  drawPicker() {
    return this.rules.game === "tiles" ? drawTilePicker(this) : drawCardPicker(this);
  }
}
