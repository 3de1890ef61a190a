// One tablet at one table: what the server last said, what has not been sent yet, what was tapped
// since. Every question that the drawing asks is answered here from those three.

import {
  after,
  applied,
  DEALER,
  isExposed,
  isSet,
  OPEN_STATES,
  openPlaces,
  places,
  playersAt,
  shown,
} from "../rules/round.js";
import { newDraft } from "./draft.js";
import { shortRank } from "./hand-names.js";
import { outcomes } from "./result-rows.js";
import { wagersShown } from "./wagers.js";
import { word } from "./words.js";

const UNDO_SECONDS = 4;
const NOTICE_STAYS = 8000;
// Entering these anew replaces them, so that taking one back needs nothing but the earlier taps.
const REPLACED = new Set(["hands", "wagers"]);

export class App {
  constructor({ config, store, outbox, redraw, feel }) {
    this.config = config;
    this.store = store;
    this.outbox = outbox;
    this.redraw = redraw;
    this.feel = feel;
    /** @type {any} the table as the server last said, see sheet.js */
    this.sheet = null;
    this.rules = null;
    this.draft = newDraft();
    this.prefs = { view: "dealer", sound: false };
    /** @type {any} what lies over the step: its name, and what was tapped on it */
    this.panel = null;
    this.notice = null;
    this.training = false;
    this.live = "waiting";
    this.differs = false;
  }

  // What the table looks like now

  /** The round on the screen: the live one, or the copy on which a settled one is amended. */
  get round() {
    return this.draft.later?.round ?? this.liveRound;
  }

  /** The server's round with every unsent command on top; a new one if "open" is among them. */
  get liveRound() {
    const known = this.sheet?.round ?? null;
    if (this.known?.sheet === this.sheet && this.known.items === this.outbox.items) return this.known.round;
    // What follows a refused command was built on it, so it waits for the dealer's decision too.
    const refused = this.outbox.items.findIndex((item) => item.refused);
    const items = refused < 0 ? this.outbox.items : this.outbox.items.slice(0, refused);
    const round = items.reduce((now, item) => after(now, item, this.rules), known);
    this.known = { sheet: this.sheet, items: this.outbox.items, round };
    return round;
  }

  get isOpen() {
    return !this.draft.later && this.round !== null && OPEN_STATES.includes(this.round.state);
  }

  get step() {
    const { round } = this;
    if (!this.sheet || !this.rules) return "loading";
    if (!round || round.state === "void") return "idle";
    if (round.isHeld && this.isOpen) return "held";
    if (round.state === "betting") return this.draft.bank ? "bank" : "betting";
    if (round.state === "closed") return this.rules.game === "tiles" ? "dice" : "deal";
    if (round.state === "settled" && (round.settlement || round.depth === "quick" || isSet(round))) return "result";
    if (this.draft.isQuick && round.state === "dealt") return "quick";
    if (round.depth !== "quick" && (this.draft.place !== null || openPlaces(round).length)) return "hands";
    return this.draft.opensCommunity || this.rules.needsCommunity(round) ? "community" : "result";
  }

  get currentPlace() {
    if (this.step !== "hands") return null;
    return this.draft.place ?? openPlaces(this.round)[0] ?? null;
  }

  get currentSeat() {
    if (this.step === "bank") return this.draft.bank.order[0] ?? null;
    return this.step === "betting" ? this.draft.seat : null;
  }

  /** The server's clock, as far as this tablet's own has run since it was told. */
  get serverNow() {
    const { server_time: said, receivedAt } = this.sheet;
    return Date.parse(said) + (Date.now() - receivedAt);
  }

  get seatCount() {
    return this.sheet.table.seats;
  }

  seatName(seat) {
    if (seat === DEALER || seat === null) return word(this.round?.facts.bank.seat === null ? "house" : "dealer");
    return word(this.rules?.seatWord === "box" ? "box_n" : "seat_n", { n: seat });
  }

  placeName(place) {
    if (place === DEALER) return word("dealer");
    const name = this.seatName(Number(place));
    return this.round?.facts.bank.seat === Number(place) ? word("bank_at", { seat: name }) : name;
  }

  positionName(position) {
    if (position === "dealer" || position === "dead-hand") return word(position.replace("-", "_"));
    const seat = Number(position.split("-")[1]);
    return Number.isNaN(seat) ? word(position.replace("-", "_")) : this.seatName(seat);
  }

  wagerShown(seat) {
    const wagers = this.step === "betting" ? wagersShown(this) : this.round.facts.wagers;
    return wagers.filter((wager) => wager.seat === seat).reduce((sum, wager) => sum + wager.cents, 0);
  }

  markersAt(seat) {
    if (this.round) return playersAt(this.round, seat);
    return (this.sheet.seated?.[seat] ?? []).map(({ player }) => player);
  }

  /** A hand as entered so far: the taps of the current place, or what is recorded. */
  handShown(place) {
    if (this.currentPlace === place && this.draft.held.length) return { held: this.draft.held };
    if (this.draft.place === place) return null;
    const hand = this.round?.facts.hands[place];
    return hand?.held?.length ? hand : null;
  }

  shortRank(hand) {
    return this.rules && hand.high?.length ? shortRank(this.rules, hand) : "";
  }

  get taken() {
    return shown(this.round, this.currentPlace).concat(this.draft.held);
  }

  get diceShown() {
    return this.round?.facts.roll?.dice ?? this.draft.dice;
  }

  get totalShown() {
    return this.round?.facts.roll?.total ?? this.totalTapped;
  }

  get totalTapped() {
    const { dice, generator } = this.draft;
    if (generator) return generator;
    return dice.length === 3 ? dice[0] + dice[1] + dice[2] : null;
  }

  /** The count round the table, once the dice are known and until the tiles lie. */
  get count() {
    if (this.step !== "dice" || !this.totalTapped) return null;
    return this.rules.count(this.totalTapped, this.round.facts.bank.seat, this.draft.adjust);
  }

  get result() {
    if (this.step !== "result") return null;
    const { round } = this;
    if (this.worked?.round === round) return this.worked.result;
    const result = outcomes(round, this.rules, this.sheet.table);
    this.worked = { round, result };
    return result;
  }

  rowOf(place) {
    return this.result?.rows.find((row) => row.place === place) ?? null;
  }

  paid(place) {
    return !this.draft.later && this.draft.paid.includes(place);
  }

  get places() {
    return places(this.round).filter((place) => isExposed(this.round, place));
  }

  get unsent() {
    return this.training ? 0 : this.outbox.items.length;
  }

  // What a tap changes

  /** Change what was tapped; `undo` names what the undo button would take back. */
  tap(changes, undo) {
    const { trail, ...before } = this.draft;
    this.draft = { ...this.draft, ...changes, trail: undo ? [...trail, { before, undo }].slice(-60) : trail };
    this.keep();
    this.feel.done();
    this.redraw();
  }

  keep() {
    if (this.training) return;
    this.store.put("drafts", this.draft, this.config.table);
  }

  /**
   * Queue a command on the round as this screen shows it. `undo` names it; once it has left,
   * `inverse` commands take it back, or what `reopens` shows is entered anew.
   * @param {string} name
   * @param {object} body
   * @param {{ undo?: string, hold?: boolean, changes?: object, undone?: any, inverse?: any[], reopens?: any }} [how]
   */
  command(name, body, { undo, hold = false, changes = {}, undone = null, inverse = [], reopens = null } = {}) {
    const { round } = this;
    if (this.draft.later) return this.amend({ name, body }, changes, undo);
    const item = this.outbox.enter({
      name,
      body,
      round: round.id,
      version: round.version,
      path: `rounds/${round.id}/${name}/`,
      hold: hold ? UNDO_SECONDS * 1000 : 0,
    });
    const { trail, ...before } = this.draft;
    const entry = undo ? [{ before: { ...before, ...undone }, undo, command: item.id, name, inverse, reopens }] : [];
    this.draft = { ...this.draft, ...changes, trail: [...(undo && !undone ? trail : []), ...entry] };
    this.keep();
    this.feel.done();
    this.redraw();
  }

  /** Change the copy of a settled round as a command would; nothing is sent. */
  amend(command, changes, undo) {
    const next = applied(this.round, command, this.rules);
    const isWagering = this.round.state === "betting" && command.name !== "close";
    const state = isWagering ? "betting" : isSet(next) ? "set" : "dealt";
    this.tap({ ...changes, later: { ...this.draft.later, round: { ...next, state } } }, undo);
  }

  get undoable() {
    return this.draft.trail.at(-1) ?? null;
  }

  /** Take back the last tap. A command that has left is replaced by what is entered next. */
  undo() {
    const last = this.undoable;
    if (!last) return;
    const hasLeft = last.command && !this.outbox.takeBack(last.command);
    if (hasLeft && !last.inverse.length && !last.reopens && !REPLACED.has(last.name)) {
      this.draft = { ...this.draft, trail: [] };
      this.refuse(word("too_late_to_undo"));
      this.open("step-back");
      return;
    }
    this.draft = { ...last.before, ...(hasLeft && last.reopens), trail: this.draft.trail.slice(0, -1) };
    if (hasLeft) for (const [name, body] of last.inverse) this.command(name, body);
    this.keep();
    this.feel.done();
    this.redraw();
  }

  /** Say something over the table; what was refused stays until the next tap, the rest passes. */
  say(text, tone = "", rule = "") {
    const notice = { text, tone, rule };
    this.notice = notice;
    if (tone !== "refused") setTimeout(() => this.notice === notice && this.unsay(), NOTICE_STAYS);
    this.redraw();
  }

  unsay() {
    this.notice = null;
    this.redraw();
  }

  refuse(text, rule = "") {
    this.feel.refused();
    this.say(text, "refused", rule);
  }

  open(panel, detail = {}) {
    this.panel = { name: panel, ...detail };
    this.redraw();
  }

  close() {
    this.panel = null;
    this.redraw();
  }
}
