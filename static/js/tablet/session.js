// Who sits at this tablet and how: what they prefer, training, the other window, leaving.

import { newDraft } from "./draft.js";
import { takeTable } from "./installed.js";
import { Rehearsal, trainingSheet } from "./training.js";
import { word } from "./words.js";

export class Session {
  constructor({ state, store, api, line, screen, feel }) {
    this.state = state;
    this.store = store;
    this.api = api;
    this.line = line;
    this.screen = screen;
    this.feel = feel;
    this.before = null;
  }

  prefer(changes) {
    const { state } = this;
    state.prefs = { ...state.prefs, ...changes };
    this.feel.hasSound = state.prefs.sound;
    this.store.put("settings", state.prefs, "prefs");
    this.feel.done();
  }

  train(on) {
    const { state } = this;
    if (on) {
      this.before = { sheet: state.sheet, outbox: state.outbox, draft: state.draft };
      const rehearsal = { sheet: trainingSheet(state.sheet), outbox: new Rehearsal(), draft: newDraft() };
      Object.assign(state, rehearsal, { training: true });
    } else {
      Object.assign(state, this.before, { training: false });
      this.before = null;
    }
    state.panel = null;
    state.notice = null;
    document.documentElement.toggleAttribute("data-training", state.training);
    if (!on) this.line.refresh();
  }

  /** The commands that really wait, also while a round is rehearsed. */
  get outbox() {
    return this.before?.outbox ?? this.state.outbox;
  }

  /** Two windows must not send one queue: the one in use takes the table over. */
  async useThisWindow() {
    await takeTable(this.state.config.table, () => this.rest());
    this.state.outbox.isResting = false;
    this.state.panel = null;
    await this.line.restore();
    this.line.refresh();
  }

  rest() {
    this.state.outbox.isResting = true;
    this.screen.open("elsewhere");
  }

  /** Speak another language from now on; what is tapped and not sent stays in the store. */
  async speakIn(code) {
    if (await this.api.form(this.state.config.language_url, { language: code })) location.reload();
    else this.screen.refuse(word("needs_line"));
  }

  /** Sign out and show the lock screen; whoever signs in comes back to this table. */
  async lock() {
    const { unsent, config } = this.state;
    if (unsent) return this.screen.refuse(word("send_first", { n: unsent }));
    if (!(await this.api.form(config.sign_out_url, {}))) return this.screen.refuse(word("needs_line"));
    location.assign(`${config.sign_in_url}?next=${encodeURIComponent(location.pathname)}`);
  }

  leave(href) {
    const { unsent } = this.state;
    if (unsent) return this.screen.refuse(word("send_first", { n: unsent }));
    location.assign(href);
  }
}
