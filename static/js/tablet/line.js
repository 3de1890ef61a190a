// The line to the server: fetching sheets, taking answers, what must not wait in a queue.

import { DEALER } from "../rules/round.js";
import { rulesFrom } from "../rules/rules.js";
import { newDraft } from "./draft.js";
import { backoff, droppedWith } from "./outbox.js";
import { outcomes } from "./result-rows.js";
import { roundOf, tableOf } from "./sheet.js";
import { useCurrency, useOwnWords, word } from "./words.js";

const SOON = 250;
// After these the table's own sheet is another: numbers, offers of the bank, what may be opened.
const CHANGE_THE_TABLE = new Set(["seats", "wagers", "bank", "settle", "chip-sales", "chip-changes", "cash-undos"]);

/** What undo takes back was named in the language of then. */
function inLanguage(draft, locale) {
  if ((draft.locale ?? locale) === locale) return { ...draft, locale };
  return {
    ...draft,
    locale,
    trail: draft.trail.map((/** @type {any} */ each) => ({ ...each, undo: word("last_tap") })),
  };
}

export class Line {
  constructor({ state, store, api, play, screen, feel }) {
    this.state = state;
    this.store = store;
    this.api = api;
    this.play = play;
    this.screen = screen;
    this.feel = feel;
    this.table = state.config.table;
    this.isRestored = false;
    this.asking = false;
    this.askAgain = false;
    this.answers = 0;
    this.tries = 0;
    /** @type {any} the table's sheet as it lies in the store */
    this.kept = null;
  }

  /** Show what is kept from before, so that the screen stands even without the network. */
  async restore() {
    const { state } = this;
    state.prefs = { ...state.prefs, ...(await this.store.get("settings", "prefs")) };
    this.feel.hasSound = state.prefs.sound;
    state.past = (await this.store.get("settings", `past-${this.table}`)) ?? [];
    this.kept = await this.store.get("sheets", this.table);
    if (this.kept) await this.take(this.kept);
    state.draft = inLanguage((await this.store.get("drafts", this.table)) ?? newDraft(), state.config.locale);
    await state.outbox.load();
    this.tidyDraft();
    this.isRestored = true;
    this.screen.redraw();
  }

  /** Keep the table as the server says it, for a start without the network. */
  keep(body) {
    this.kept = body;
    this.store.put("sheets", body, this.table);
  }

  keepPast() {
    return this.store.put("settings", this.state.past, `past-${this.table}`);
  }

  /**
   * Fetch the table's sheet; while commands wait, theirs is the fresher truth. A feed that is live before the disk has
   * been read fetches nothing: a settled round that stays in view would be forgotten.
   */
  async refresh() {
    const { state } = this;
    if (!this.isRestored) return;
    if (this.asking) {
      this.askAgain = true;
      return;
    }
    this.asking = true;
    const before = this.answers;
    const { status, body } = await this.api.get(`tables/${this.table}/sheet/`);
    const whole = status === 200 ? await this.withSettled(body) : null;
    this.asking = false;
    state.live = status === 0 ? "offline" : status >= 500 ? "waiting" : "live";
    const isFresh = before === this.answers && !state.outbox.items.length && !state.training;
    if (whole && (isFresh || !state.rules)) {
      await this.take(whole);
      this.keep({ ...whole, receivedAt: state.sheet.receivedAt });
      this.tidyDraft();
    }
    this.screen.redraw();
    if (whole) this.tries = 0;
    if (this.askAgain) this.refreshSoon();
    else if (!state.rules || state.live !== "live" || (status === 200 && !whole)) this.refreshLater();
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

  /** A round that was just settled stays in view until the dealer goes on, also when the server is too busy. */
  async withSettled(body) {
    const last = body.last_round;
    if (body.round || !last || last.id !== this.state.draft.round) return body;
    const { status, body: round } = await this.api.get(`rounds/${last.id}/`);
    if (status !== 200) return status === 404 ? body : null;
    return { ...body, round };
  }

  async take(body) {
    const sheet = tableOf(body);
    useCurrency(sheet.table.currency_sign);
    useOwnWords([sheet.table.seat_word, sheet.table.fee_word]);
    if (this.tablesFrom !== sheet.table.rules) await this.fetchTables(sheet.table.rules);
    if (this.tables) this.state.rules = rulesFrom(this.tables, sheet.table);
    this.state.sheet = sheet;
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
    const { state } = this;
    const id = state.round?.id ?? null;
    if (state.draft.round !== id) state.draft = newDraft(id);
    const correction = state.liveRound?.correction;
    if (correction && state.draft.corrected !== correction.n) this.takeCorrection(correction);
  }

  /** What was moved before the correction stays moved; only the differences are to do. */
  takeCorrection({ n, amounts }) {
    const { draft } = this.state;
    const same = Object.keys(amounts).filter((place) => amounts[place].then === amounts[place].now);
    this.state.notice = null;
    this.play.keep(newDraft(draft.round, { ...draft, paid: same, corrected: n }));
  }

  /** Show the table's last round again, until the next one is opened. */
  async showLast() {
    const { state } = this;
    const { status, body } = await this.api.get(`rounds/${state.sheet.last_round.id}/`);
    if (status !== 200) return this.screen.refuse(word("needs_line"));
    if (state.round) return;
    const round = roundOf(body);
    const paid = [...round.settlement.seats.map(({ seat }) => String(seat)), DEALER];
    state.sheet = { ...state.sheet, round };
    this.play.keep(newDraft(round.id, { delivery: state.draft.delivery, paid }));
    this.tidyDraft();
    this.refresh();
  }

  /** The server has answered a queued command: its sheet is the truth now. */
  answered(item, body, status = 200) {
    const { state } = this;
    this.answers += 1;
    const sheet = status === 200 ? body : body?.sheet;
    if (item.isAside) this.refreshSoon();
    else if (sheet?.id && state.sheet) this.takeRound(item, sheet, status);
    if (status !== 200) {
      this.feel.refused();
      state.panel = { name: "outbox" };
    } else if (body?.differences) state.panel = { name: "found", differences: body.differences };
    else if (!state.outbox.items.length && item.name === "open") this.refresh();
    else if (!state.outbox.items.length && CHANGE_THE_TABLE.has(item.name)) this.refreshSoon();
  }

  takeRound(item, sheet, status) {
    const { state } = this;
    const round = roundOf(sheet);
    if (item.name === "settle" && status === 200) state.differs = this.isOtherwise(round);
    state.sheet = { ...state.sheet, round };
    if (this.kept) this.keep({ ...this.kept, round: sheet });
  }

  /** Whether the server settled any seat otherwise than this screen had shown. */
  isOtherwise(settled) {
    const { outcome } = outcomes({ ...settled, settlement: null }, this.state.rules, this.state.sheet.table);
    const totals = new Map(outcome.seats.map(({ seat, total }) => [seat, total]));
    return settled.settlement.seats.some(({ seat, total }) => totals.get(seat) !== total);
  }

  settleRefusal(choice) {
    const { state } = this;
    const { refused } = state.outbox;
    const version = refused?.refused.version ?? refused?.refused.sheet?.version;
    if (choice === "rebase") state.outbox.settleRefusal("again", version);
    else if (choice === "drop") state.outbox.settleRefusal("drop", refused.version ?? undefined);
    else state.outbox.settleRefusal(choice);
    state.draft = newDraft(state.round?.id ?? null, state.draft);
    state.panel = null;
    this.refresh();
  }

  /** Give up refused records; that they are given up, and why, is a record itself. */
  drop(choice, reason) {
    const { outbox } = this.state;
    const { refused } = outbox;
    if (!refused) return;
    const records = droppedWith(outbox.items, refused, choice).map(({ name, round, at }) => ({ name, round, at }));
    this.settleRefusal(choice);
    outbox.enter({
      name: "dropped",
      body: { reason, records },
      round: null,
      version: null,
      path: `tables/${this.table}/dropped-records/`,
    });
  }

  /** An act that must not wait in a queue, because it carries a PIN. */
  async direct(path, body) {
    const { outbox, liveRound: round } = this.state;
    if (outbox.items.length) return { status: 0, body: { message: word("send_first", { n: outbox.items.length }) } };
    return this.api.post(path, body, { id: crypto.randomUUID(), version: round.version, at: new Date().toISOString() });
  }

  /** Somebody has signed, and the server has done what was signed. */
  signed(sheet) {
    const { state } = this;
    state.sheet = { ...state.sheet, round: roundOf(sheet) };
    const isBack = state.panel?.name === "sign-step-back";
    state.panel = sheet.differences ? { name: "found", differences: sheet.differences, wasCorrected: true } : null;
    this.feel.handDone();
    if (isBack) this.play.keep(newDraft(sheet.id, { delivery: state.draft.delivery }));
    else this.play.keep(state.draft.later ? newDraft(sheet.id, state.draft) : state.draft);
    this.tidyDraft();
    this.screen.redraw();
    this.refresh();
  }
}
