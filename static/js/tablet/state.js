// What this tablet knows: the sheet that the server last sent, the commands that it has not answered
// yet, the taps since. Screens read it and draw; play, line, screen and session change it.

/** @import { Draft, Round } from "../rules/types.d.ts" */
/** @import { EitherRules } from "./types.d.ts" */

import { inSettingOrder } from "../rules/areas.js";
import { after, isExposed, places, shown } from "../rules/round.js";
import { soFar } from "../rules/so-far.js";
import { isPlayed, placeNow, stepOf } from "../rules/step.js";
import { newDraft } from "./draft.js";
import { outcomes } from "./result-rows.js";

const TURNED_OVER = ["hands", "community"];

export class State {
  constructor({ config, outbox }) {
    this.config = config;
    /** The commands that wait; a rehearsal's while training. */
    this.outbox = outbox;
    /** @type {any} the table as the server last said, see sheet.js */
    this.sheet = null;
    /** @type {EitherRules} */
    this.rules = null;
    /** @type {Draft} */
    this.draft = newDraft();
    this.prefs = { view: "dealer", sound: false };
    /** @type {any} what lies over the step: its name, and what was tapped on it */
    this.panel = null;
    /** @type {{ text: string, tone: string, rule: string } | null} */
    this.notice = null;
    /** @type {Round[]} the rounds that are over, the latest first, see past-rounds.js */
    this.past = [];
    this.training = false;
    this.live = "waiting";
    /** Whether the table is being taken over just now. */
    this.isTaking = false;
    /** Whether the server settled otherwise than this screen had shown. */
    this.differs = false;
  }

  /** The round on the screen: the live one, or the copy on which a settled one is amended. */
  get round() {
    return this.draft.later?.round ?? this.liveRound;
  }

  /**
   * The server's round with every unsent command on top; a new one if "open" is among them.
   * @returns {Round | null}
   */
  get liveRound() {
    const { sheet, rules } = this;
    const { items } = this.outbox;
    if (this.known?.sheet === sheet && this.known.items === items) return this.known.round;
    // What follows a refused command was built on it, so it waits for the dealer's decision too.
    const refused = items.findIndex((item) => item.refused);
    const counted = refused < 0 ? items : items.slice(0, refused);
    const round = counted.reduce((now, item) => after(now, item, rules), sheet?.round ?? null);
    this.known = { sheet, items, round };
    return round;
  }

  get isOpen() {
    return isPlayed(this.round, this.draft);
  }

  get step() {
    return this.sheet && this.rules ? stepOf(this.round, this.draft, this.rules) : "loading";
  }

  get currentPlace() {
    const { step } = this;
    return step === "hands" ? placeNow(this.round, this.draft, step, this.rules) : null;
  }

  get currentSeat() {
    const { step, draft } = this;
    if (step === "bank") return draft.bank.order[0] ?? null;
    return step === "betting" ? draft.seat : null;
  }

  /** The server's clock, as far as this tablet's own has run since it was told. */
  get serverNow() {
    const { server_time: said, receivedAt } = this.sheet;
    return Date.parse(said) + (Date.now() - receivedAt);
  }

  get seatCount() {
    return this.sheet.table.seats;
  }

  get seats() {
    return Array.from({ length: this.seatCount }, (_, index) => index + 1);
  }

  /** The places whose hands are entered, in the order they are exposed. */
  get places() {
    const exposed = places(this.round).filter((place) => isExposed(this.round, place));
    return inSettingOrder(this.round, exposed, this.rules);
  }

  /** Tiles or cards that can no longer be tapped. */
  get taken() {
    return shown(this.round, this.currentPlace).concat(this.draft.held);
  }

  get totalTapped() {
    const { dice, generator } = this.draft;
    if (generator) return generator;
    return dice.length === 3 ? dice[0] + dice[1] + dice[2] : null;
  }

  /** What each place gets or gives, once every hand lies there. */
  get result() {
    if (this.step !== "result") return null;
    const { round } = this;
    if (this.worked?.round === round) return this.worked.result;
    const result = outcomes(round, this.rules, this.sheet.table);
    this.worked = { round, result };
    return result;
  }

  /** What each place gets or gives, as far as it is known: while hands are turned over, seat by seat. */
  get resultSoFar() {
    if (this.step === "result") return this.result;
    const { round, draft } = this;
    if (!TURNED_OVER.includes(this.step) || draft.later || round.facts.quick) return null;
    if (this.partly?.round === round) return this.partly.result;
    const part = soFar(round);
    const result = part && outcomes(part, this.rules, this.sheet.table);
    this.partly = { round, result };
    return result;
  }

  rowOf(place) {
    if (this.step !== "result" && place === this.currentPlace) return null;
    const row = this.resultSoFar?.rows.find((each) => each.place === place) ?? null;
    return row?.outcome === "bank" && this.step !== "result" ? null : row;
  }

  get unsent() {
    return this.training ? 0 : this.outbox.items.length;
  }

  get undoable() {
    return this.draft.trail.at(-1) ?? null;
  }

  get connection() {
    return this.outbox.state !== "live" ? this.outbox.state : this.live;
  }
}
