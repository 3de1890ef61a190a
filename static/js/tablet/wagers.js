// Wagers before "no more bets": tap a seat, tap chips. What is tapped leaves as one command when
// the dealer moves on, so that a chip too many costs nothing.

/** @import { Acts, App, State } from "./types.d.ts" */

import { controllerOf, nextMarker } from "../rules/people.js";
import { playersAt } from "../rules/round.js";
import { isSame, lastWager, lastWagers, wagersShown, wagerTrouble, whyNotClose } from "./betting.js";
import { seatName } from "./names.js";
import { sitsElsewhere } from "./other-areas.js";
import { money, word } from "./words.js";

const SENT_AFTER = 4000;

const MOST_CHIPS = 8;

/** The chips that may lie on the layout, the smallest first: up to the maximum, as many as the pad has room for. */
export function chipsOnPad({ sheet: { table } }) {
  const mayLie = (cents) => cents % (table.options.smallest_chip || 1) === 0 && cents <= table.maximum_cents;
  const usable = table.denominations.filter(mayLie);
  return usable.sort((one, other) => one - other).slice(-MOST_CHIPS);
}

/** @param {State} state */
export function amountsOf(state, seat, player) {
  const { draft, round } = state;
  return (
    draft.wagers[`${seat} ${player}`] ??
    round.facts.wagers.find((wager) => isSame(wager, { seat, player })) ?? { seat, player, cents: 0 }
  );
}

/**
 * Whoever plays at a seat: seated, wagering, or just tapped.
 * @param {State} state
 */
export function players(state, seat) {
  const tapped = Object.values(state.draft.wagers).filter((wager) => wager.seat === seat);
  return [...new Set([...playersAt(state.round, seat), ...tapped.map(({ player }) => player)])];
}

/** Which of the players at a box was named to control its tiles. */
function namedController({ round }, seat) {
  return round.facts.seats[seat]?.find(({ controls }) => controls)?.player ?? null;
}

/**
 * Who controls the tiles of a box: who was named, else who is proposed by what lies there now.
 * @param {State} state
 */
export function controllerShown(state, seat) {
  return controllerOf({ seats: state.round.facts.seats, wagers: wagersShown(state) }, seat);
}

/**
 * A marker that nobody has, or had before in this game: a newcomer is nobody's successor.
 * @param {State} state
 */
function freeMarker(state) {
  const { offers } = state.sheet;
  const earlier = [...(state.draft.history ?? []), ...(offers.past?.turns ?? [])].flatMap(({ there }) => there);
  const used = new Set([...(offers.markers ?? []), ...earlier]);
  for (let seat = 1; seat <= state.seatCount; seat += 1) for (const player of players(state, seat)) used.add(player);
  return nextMarker(used);
}

/** @param {State} state */
export function playerNow(state) {
  const { seat, player } = state.draft;
  return player ?? players(state, seat)[0] ?? freeMarker(state);
}

/**
 * Queue the wagers that were tapped; nothing happens when none changed.
 * @param {App} app
 */
export function sendWagers(app) {
  const wagers = Object.values(app.state.draft.wagers);
  if (!wagers.length) return;
  for (const { seat, player, cents } of wagers) {
    const here = playersAt(app.state.round, seat);
    if (!cents || here.includes(player) || sitsElsewhere(app.state, seat, player)) continue;
    // Where others stand at a box and nobody sits, a newcomer stands as well: the wagers say who decides.
    if (here.length && !app.state.round.facts.seats[seat]?.length) continue;
    app.play.command("seats", { seat, player: { player, controls: !here.length } });
  }
  const recorded = wagers.map(({ seat, player }) => [
    `${seat} ${player}`,
    app.state.round.facts.wagers.find((wager) => isSame(wager, { seat, player })) ?? { seat, player, cents: 0 },
  ]);
  const undone = { wagers: Object.fromEntries(recorded) };
  const seats = [...new Set(wagers.map(({ seat }) => seat))].sort((one, other) => one - other);
  const undo = [word("wagers"), ...seats.map((seat) => seatName(app.state, seat))].join(" · ");
  app.play.command("wagers", { wagers }, { undo, changes: { wagers: {} }, undone });
}

/**
 * Change the amount that is being entered; `undo` names what is taken back, and nothing is where it goes on
 * from what undo takes back already.
 * @param {App} app
 * @param {(cents: number) => number} change
 * @param {string} [undo]
 * @param {object} [typing]
 */
export function setAmount(app, change, undo, typing = { typed: "" }) {
  const { seat, kind, wagers: others } = app.state.draft;
  const player = playerNow(app.state);
  const before = amountsOf(app.state, seat, player);
  const cents = change(before[kind] ?? 0);
  const wagers = { ...others, [`${seat} ${player}`]: { ...before, [kind]: cents } };
  const latest = kind === "cents" ? { latest: { seat, cents } } : {};
  const undone = undo && `${seatName(app.state, seat)} ${undo}`;
  app.play.tap({ wagers, player, ...latest, ...typing }, undone);
  sendSoon(app);
}

let waiting = null;

/** @param {App} app */
function sendSoon(app) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (app.state.step !== "betting" || wagerTrouble(app.state)) return;
    sendWagers(app);
    app.screen.redraw();
  }, SENT_AFTER);
}

/** @type {Acts} */
export const acts = {
  chip: (app, { value, again }) =>
    setAmount(app, (cents) => cents + Number(value), again ? "" : `+${money(Number(value))}`),
  "clear-wager": (app) => setAmount(app, () => 0, word("clear")),
  "wager-kind": (app, { kind }) => app.play.tap({ kind, typed: "" }),
  "repeat-wager": (app) => setAmount(app, () => lastWager(app.state, app.state.draft.seat), word("repeat")),
  "repeat-at": (app, { seat }) => {
    const last = lastWagers(app.state, Number(seat)).map((wager) => ({
      ...wager,
      player: wager.player || freeMarker(app.state),
    }));
    const tapped = Object.fromEntries(last.map((wager) => [`${seat} ${wager.player}`, wager]));
    const undo = `${seatName(app.state, Number(seat))} ${word("repeat")}`;
    app.play.tap({ wagers: { ...app.state.draft.wagers, ...tapped } }, undo);
    sendSoon(app);
  },
  "take-part": (app, { cents }) => {
    app.state.draft = { ...app.state.draft, kind: "cents" };
    setAmount(app, () => Number(cents), money(Number(cents)));
  },
  // Where one plays a seat, the chips that were just put there are the other's.
  player: (app, { player }) => {
    const { draft, rules } = app.state;
    const { seat } = draft;
    const isOnly = (rules.options.players_a_box ?? 1) < 2;
    const isMoved = (/** @type {any} */ wager) => isOnly && wager.seat === seat && wager.player !== player;
    const stay = Object.entries(draft.wagers).filter(([, wager]) => !isMoved(wager));
    const moved = Object.values(draft.wagers).filter(isMoved);
    const theirs = moved.map((wager) => [`${seat} ${player}`, { ...wager, player }]);
    app.play.tap({ player, kind: "cents", typed: "", wagers: Object.fromEntries([...stay, ...theirs]) });
  },
  "controls-tiles": (app) => {
    const { seat } = app.state.draft;
    const player = playerNow(app.state);
    if (!wagerTrouble(app.state)) sendWagers(app);
    const before = namedController(app.state, seat);
    app.play.command(
      "seats",
      { seat, player: { player, controls: true } },
      {
        undo: word("controls_tiles"),
        inverse: before ? [["seats", { seat, player: { player: before, controls: true } }]] : [],
      },
    );
  },
  // Everybody at this box stands: who decides follows from the wagers, or the dealer says it (NZ 7.1(a)).
  "nobody-sits": (app) => {
    const { seat } = app.state.draft;
    if (!wagerTrouble(app.state)) sendWagers(app);
    const before = app.state.round.facts;
    const sat = before.seats[seat] ?? [];
    app.play.command("seats", { seat, player: null });
    const stood = before.wagers.filter((wager) => !app.state.round.facts.wagers.some((other) => isSame(other, wager)));
    app.play.command(
      "wagers",
      { wagers: stood },
      { undo: word("nobody_sits"), inverse: sat.map((player) => ["seats", { seat, player }]) },
    );
  },
  "more-players": (app) => app.play.tap({ player: freeMarker(app.state), kind: "cents" }),
  "leave-seat": (app) => {
    const { seat } = app.state.draft;
    const wagers = Object.fromEntries(
      Object.entries(app.state.draft.wagers).filter(([, wager]) => wager.seat !== seat),
    );
    const { facts } = app.state.round;
    const gone = (facts.seats[seat] ?? []).map(({ player }) => player);
    const stood = facts.wagers.filter((wager) => wager.seat === seat || gone.includes(wager.player));
    const back = [
      ...(facts.seats[seat] ?? []).map((player) => ["seats", { seat, player }]),
      ...(stood.length ? [["wagers", { wagers: stood }]] : []),
    ];
    app.play.command(
      "seats",
      { seat, player: null },
      { undo: word("leave_seat"), changes: { wagers, seat: null, player: null }, inverse: back },
    );
  },
  // One of several leaves a box, the others stay (NZ 6.5).
  "leave-player": (app) => {
    const { seat } = app.state.draft;
    const player = playerNow(app.state);
    if (!wagerTrouble(app.state)) sendWagers(app);
    const { [`${seat} ${player}`]: _, ...wagers } = app.state.draft.wagers;
    const before = app.state.round.facts;
    const changes = { wagers, player: null, kind: "cents" };
    const undo = word("player_leaves", { player });
    if (!playersAt(app.state.round, seat).includes(player)) return app.play.tap(changes, undo);
    const sat = (before.seats[seat] ?? []).filter((each) => each.player === player);
    const stood = before.wagers.filter((wager) => wager.player === player);
    const back = [
      ...sat.map((each) => ["seats", { seat, player: each }]),
      ...(stood.length ? [["wagers", { wagers: stood }]] : []),
    ];
    app.play.command("seats", { seat, player: null, leaves: player }, { undo, changes, inverse: back });
  },
  "no-more-bets": (app) => {
    if (whyNotClose(app.state)) return app.screen.refuse(whyNotClose(app.state));
    sendWagers(app);
    app.play.command("close", {}, { undo: word("no_more_bets"), hold: true, changes: { seat: null } });
  },
};
