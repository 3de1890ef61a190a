// What a tap changes: the draft, or the round by a command. Everything can be taken back until it
// has left, and most of it afterwards.

import { applied, isSet } from "../rules/round.js";
import { carriedNow, historyNow } from "./betting.js";
import { newDraft } from "./draft.js";
import { withDueLimits } from "./due-limits.js";
import { remember } from "./past-rounds.js";
import { word } from "./words.js";

const UNDO_SECONDS = 4;
const LONGEST_TRAIL = 60;
// Entering these anew replaces them, so that taking one back needs nothing but the earlier taps.
const REPLACED = new Set(["hands", "wagers"]);
// What is of the table and not of a round stands in the queue under this name of a round.
const BESIDE = "table";
const BESIDE_UNDOS = new Set(["cash-undos"]);

export class Play {
  constructor({ state, store, screen, feel }) {
    this.state = state;
    this.store = store;
    this.screen = screen;
    this.feel = feel;
  }

  /**
   * Change what was tapped; `undo` names what the undo button would take back.
   * @param {object} changes
   * @param {string} [undo]
   */
  tap(changes, undo) {
    const { trail, ...before } = this.state.draft;
    const longer = undo ? [...trail, { before, undo }].slice(-LONGEST_TRAIL) : trail;
    this.keep({ ...this.state.draft, ...changes, trail: longer });
    this.feel.done();
  }

  /** Keep the taps of this step also through a reload; training leaves no trace. */
  keep(draft) {
    this.state.draft = { ...draft, locale: this.state.config.locale };
    if (!this.state.training) this.store.put("drafts", this.state.draft, this.state.config.table);
  }

  /**
   * Queue a command on the round as this screen shows it. `undo` names it; once it has left,
   * `inverse` commands take it back, or what `reopens` shows is entered anew; `known` is what the
   * server will find by itself and this tablet must remember.
   * @param {string} name
   * @param {object} body
   * @param {{ undo?: string, hold?: boolean, changes?: object, undone?: any, inverse?: any[], reopens?: any,
   *   known?: object }} [how]
   */
  command(name, body, { undo, hold = false, changes = {}, undone = null, inverse = [], reopens = null, known } = {}) {
    const { round, draft, outbox } = this.state;
    if (draft.later) return this.amend({ name, body, ...known }, changes, undo);
    const item = outbox.enter({
      name,
      body,
      ...known,
      round: round.id,
      version: round.version,
      path: `rounds/${round.id}/${name}/`,
      hold: hold ? UNDO_SECONDS * 1000 : 0,
    });
    const { trail, ...before } = draft;
    const entry = undo ? [{ before: { ...before, ...undone }, undo, command: item.id, name, inverse, reopens }] : [];
    this.keep({ ...draft, ...changes, trail: [...(undo && !undone ? trail : []), ...entry] });
    this.feel.done();
  }

  /**
   * Queue a command that is of the table and not of its round: cash, a call for chips.
   * @param {string} name
   * @param {object} body
   * @param {{ undo?: string, inverse?: any[] }} [how]
   */
  beside(name, body, { undo, inverse = [] } = {}) {
    const { draft, outbox, config } = this.state;
    const item = outbox.enter({ name, body, round: BESIDE, version: null, path: `tables/${config.table}/${name}/` });
    const { trail, ...before } = draft;
    const entry = undo ? [{ before, undo, command: item.id, name, inverse, reopens: null }] : [];
    this.keep({ ...draft, trail: [...trail, ...entry].slice(-LONGEST_TRAIL) });
    this.feel.done();
  }

  /** Change the copy of a settled round as a command would; nothing is sent. */
  amend(command, changes, undo) {
    const { round, rules, draft } = this.state;
    const next = applied(round, command, rules);
    const { later } = draft;
    if (later.kind === "repair") {
      return this.tap({ ...changes, later: { ...later, round: next, commands: [...later.commands, command] } }, undo);
    }
    const isWagering = round.state === "betting" && command.name !== "close";
    const state = isWagering ? "betting" : isSet(next) ? "set" : "dealt";
    this.tap({ ...changes, later: { ...draft.later, round: { ...next, state } } }, undo);
  }

  /** Take back the last tap. A command that has left is replaced by what is entered next. */
  undo() {
    const { undoable: last, outbox, draft } = this.state;
    if (!last) return;
    const hasLeft = last.command && !outbox.takeBack(last.command);
    if (hasLeft && !last.inverse.length && !last.reopens && !REPLACED.has(last.name)) {
      this.state.draft = { ...draft, trail: [] };
      this.screen.refuse(word("too_late_to_undo"));
      this.screen.open("step-back");
      return;
    }
    this.keep({ ...last.before, ...(hasLeft && last.reopens), trail: draft.trail.slice(0, -1) });
    for (const [name, body] of hasLeft ? last.inverse : []) {
      if (BESIDE_UNDOS.has(name)) this.beside(name, body);
      else this.command(name, body);
    }
    this.feel.done();
  }

  /** A settled round leaves the screen; it can still be looked at. */
  leave(round) {
    if (this.state.training) return;
    remember(this.state, round);
    this.store.put("settings", this.state.past, `past-${this.state.config.table}`);
  }

  /**
   * Queue a command about a round that is over: it changes nothing of the one on the screen.
   * @param {{ id: string, version: number }} about
   * @param {string} name
   * @param {object} body
   */
  aside({ id, version }, name, body) {
    this.state.outbox.enter({ name, body, round: id, version, path: `rounds/${id}/${name}/`, isAside: true });
    this.feel.done();
  }

  /** Open the next round, with the last one's wagers where they are carried. */
  openRound(carry) {
    const { state } = this;
    if (!state.training) state.sheet = withDueLimits(state.sheet, state.serverNow);
    const { round, sheet, outbox, config } = state;
    const id = crypto.randomUUID();
    const history = historyNow(state);
    const carried = carriedNow(state);
    // Where only the server knows what a banker wagered before, it gets what this screen shows.
    const isOwn = carry && carried.isKnown === false;
    outbox.enter({
      name: "open",
      body: { id, carry_wagers: carry && !isOwn },
      round: id,
      version: null,
      path: `tables/${config.table}/rounds/`,
      number: ((round ?? sheet.last_round)?.number ?? 0) + 1,
      carried,
    });
    this.leave(round);
    state.differs = false;
    state.panel = null;
    state.notice = null;
    this.keep(newDraft(id, { history }));
    if (isOwn && carried.wagers.length) this.command("wagers", { wagers: carried.wagers });
    this.feel.done();
  }
}
