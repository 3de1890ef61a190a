// Wagers before "no more bets": tap a seat, tap chips. What is tapped leaves as one command when
// the dealer moves on, so that a chip too many costs nothing.

import { faultsOf as limitFaults } from "../rules/limits.js";
import { playersAt } from "../rules/round.js";
import { money, word } from "./words.js";

const MARKERS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ"];
const SENT_AFTER = 4000;

/** Why a wager may not stand as it is, as sentences; `part` is what could stand. */
export function faultsOf({ round, rules, sheet }, wager) {
  return limitFaults(wager, round.facts.bank, rules, sheet.table).map(({ code, amounts = {}, part }) => {
    const said = Object.entries(amounts).map(([name, cents]) => [name, money(cents)]);
    return { text: word(code, Object.fromEntries(said)), part };
  });
}

/** The chips that may lie on the layout, the smallest first; as many as the pad has room for. */
export function chipsOnPad({ sheet: { table } }) {
  const usable = table.denominations.filter((cents) => cents % (table.options.smallest_chip || 1) === 0);
  return usable.sort((one, other) => one - other).slice(-6);
}

/** Wagers as recorded, with those that are tapped and not yet sent on top. */
export function wagersShown({ round, draft }) {
  const pending = Object.values(draft.wagers);
  const others = round.facts.wagers.filter((wager) => !pending.some((tapped) => isSame(tapped, wager)));
  return [...others, ...pending.filter(hasChips)];
}

function hasChips({ seat, player, ...amounts }) {
  return Object.values(amounts).some(Boolean);
}

function isSame(one, other) {
  return one.seat === other.seat && one.player === other.player;
}

export function amountsOf(app, seat, player) {
  const { draft, round } = app;
  return (
    draft.wagers[`${seat} ${player}`] ??
    round.facts.wagers.find((wager) => isSame(wager, { seat, player })) ?? { seat, player, cents: 0 }
  );
}

/** Whoever plays at a seat: seated, wagering, or just tapped. */
export function players(app, seat) {
  const tapped = Object.values(app.draft.wagers).filter((wager) => wager.seat === seat);
  return [...new Set([...playersAt(app.round, seat), ...tapped.map(({ player }) => player)])];
}

/** Which of the players at a box controls its tiles. */
export function controllerOf({ round }, seat) {
  return round.facts.seats[seat]?.find(({ controls }) => controls)?.player ?? null;
}

function freeMarker(app) {
  const used = new Set();
  for (let seat = 1; seat <= app.seatCount; seat += 1) for (const player of players(app, seat)) used.add(player);
  return MARKERS.find((letter) => !used.has(letter)) ?? `P${used.size + 1}`;
}

export function playerNow(app) {
  const { seat, player } = app.draft;
  return player ?? players(app, seat)[0] ?? freeMarker(app);
}

/** Queue the wagers that were tapped; nothing happens when none changed. */
export function sendWagers(app) {
  const wagers = Object.values(app.draft.wagers);
  if (!wagers.length) return;
  for (const { seat, player, cents } of wagers) {
    if (cents && !playersAt(app.round, seat).includes(player))
      app.command("seats", { seat, player: { player, controls: !playersAt(app.round, seat).length } });
  }
  const recorded = wagers.map(({ seat, player }) => [
    `${seat} ${player}`,
    app.round.facts.wagers.find((wager) => isSame(wager, { seat, player })) ?? { seat, player, cents: 0 },
  ]);
  const undone = { wagers: Object.fromEntries(recorded) };
  app.command("wagers", { wagers }, { undo: word("wagers"), changes: { wagers: {} }, undone });
}

function setAmount(app, change, undo) {
  const { seat, kind } = app.draft;
  const player = playerNow(app);
  const before = amountsOf(app, seat, player);
  const wagers = { ...app.draft.wagers, [`${seat} ${player}`]: { ...before, [kind]: change(before[kind] ?? 0) } };
  app.tap({ wagers, player }, undo);
  sendSoon(app);
}

function sendSoon(app) {
  clearTimeout(app.wagerTimer);
  app.wagerTimer = setTimeout(() => app.step === "betting" && !app.wagerTrouble && sendWagers(app), SENT_AFTER);
}

export const acts = {
  chip: (app, { value }) => setAmount(app, (cents) => cents + Number(value), money(Number(value))),
  "clear-wager": (app) => setAmount(app, () => 0, word("clear")),
  "wager-kind": (app, { kind }) => app.tap({ kind }),
  "repeat-wager": (app) => setAmount(app, () => app.lastWager(app.draft.seat), word("repeat")),
  "repeat-at": (app, { seat }) => {
    const last = app.lastWagers(Number(seat)).map((wager) => ({ ...wager, player: wager.player || freeMarker(app) }));
    const tapped = Object.fromEntries(last.map((wager) => [`${seat} ${wager.player}`, wager]));
    app.tap({ wagers: { ...app.draft.wagers, ...tapped } }, word("repeat"));
    sendSoon(app);
  },
  "take-part": (app, { cents }) => {
    app.draft = { ...app.draft, kind: "cents" };
    setAmount(app, () => Number(cents), money(Number(cents)));
  },
  player: (app, { player }) => app.tap({ player, kind: "cents" }),
  "controls-tiles": (app) => {
    const { seat } = app.draft;
    const player = playerNow(app);
    if (!app.wagerTrouble) sendWagers(app);
    const before = controllerOf(app, seat);
    app.command(
      "seats",
      { seat, player: { player, controls: true } },
      {
        undo: word("controls_tiles"),
        inverse: before ? [["seats", { seat, player: { player: before, controls: true } }]] : [],
      },
    );
  },
  "more-players": (app) => app.tap({ player: freeMarker(app), kind: "cents" }),
  "leave-seat": (app) => {
    const { seat } = app.draft;
    const wagers = Object.fromEntries(Object.entries(app.draft.wagers).filter(([, wager]) => wager.seat !== seat));
    const { facts } = app.round;
    const stood = facts.wagers.filter((wager) => wager.seat === seat);
    const back = [
      ...(facts.seats[seat] ?? []).map((player) => ["seats", { seat, player }]),
      ...(stood.length ? [["wagers", { wagers: stood }]] : []),
    ];
    app.command(
      "seats",
      { seat, player: null },
      { undo: word("leave_seat"), changes: { wagers, seat: null, player: null }, inverse: back },
    );
  },
  "no-more-bets": (app) => {
    if (app.whyNotClose) return app.refuse(app.whyNotClose);
    sendWagers(app);
    app.command("close", {}, { undo: word("no_more_bets"), hold: true, changes: { seat: null } });
  },
};
