// A tap means what it was aimed at: just after the screen has changed under the finger, it may have been meant for what
// stood there before, and does nothing.

/** @import { State } from "./types.d.ts" */

/**
 * Which screen it is: another step, panel, question or state of the round is another one. At what is
 * still loading nobody aims.
 * @param {Pick<State, "step" | "panel" | "round">} state
 */
export function screenOf({ step, panel, round }) {
  if (step === "loading" && !panel) return "";
  const question = panel ? [panel.name, panel.claim, panel.event, Object.keys(panel.facts ?? {}).length] : [step];
  return [...question, round?.id, round?.state].join(" ");
}

/**
 * Which question of a screen it is: whose wager, whose hand, and whether all of the hand lies there.
 * @param {string} screen
 * @param {Pick<State, "currentPlace" | "currentSeat" | "draft" | "rules">} state
 */
export function questionOf(screen, { currentPlace, currentSeat, draft, rules }) {
  return [screen, currentPlace, currentSeat, draft.held.length === rules?.handSize].join(" ");
}

export class TouchGuard {
  /** @param {{ now: () => number, lasts: number, changed?: (isGuarded: boolean) => void }} parts */
  constructor({ now, lasts, changed = () => {} }) {
    this.now = now;
    this.lasts = lasts;
    this.changed = changed;
    this.screen = "";
    this.until = 0;
    this.timer = null;
  }

  /**
   * Note what is on the screen now; the first screen of all is nobody's trap.
   * @param {string} screen
   */
  note(screen) {
    if (screen === this.screen) return;
    if (this.screen) this.begin();
    this.screen = screen;
  }

  begin() {
    this.until = this.now() + this.lasts;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.changed(false), this.lasts);
    this.changed(true);
  }

  /** Whether a tap counts. */
  get isAimed() {
    return this.now() >= this.until;
  }
}
