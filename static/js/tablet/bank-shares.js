// Players of one box may share its bank, where the house allows it: what each of them brings, until
// together they cover the other wagers (NZ 5.5).

/** @import { Acts, App, State } from "./types.d.ts" */

import { coverNeeded } from "../rules/cover.js";
import { playersAt } from "../rules/round.js";
import { chipKey } from "./amount.js";
import { takeBank } from "./bank.js";
import { offeredRound } from "./betting.js";
import { h } from "./dom.js";
import { seatName } from "./names.js";
import { button, icon, mainButton } from "./pieces.js";
import { chipsOnPad } from "./wagers.js";
import { money, word } from "./words.js";

/** @param {State} state */
export function mayShare(state, seat) {
  return Boolean(state.rules.options.shared_bank) && playersAt(offeredRound(state), seat).length > 1;
}

/**
 * Even parts to begin with, in whole chips.
 * @param {State} state
 */
function evenShares(state, seat) {
  const players = playersAt(offeredRound(state), seat);
  const unit = Math.max(100, chipsOnPad(state)[0]);
  const shares = players.map((player) => ({ player, cents: 0 }));
  const needed = coverNeeded(offeredRound(state).facts, { seat, answer: "take", shares });
  const each = Math.ceil(needed / players.length / unit) * unit;
  return players.map((player) => ({ player, cents: each }));
}

/** @param {App} app */
function change(app, amount, undo) {
  const { bank } = app.state.draft;
  const shares = bank.shares.map((share) =>
    share.player === bank.sharer ? { ...share, cents: amount(share.cents) } : share,
  );
  app.play.tap({ bank: { ...bank, shares } }, undo);
}

/** @type {Acts} */
export const acts = {
  "bank-share": (app) => {
    const { bank } = app.state.draft;
    const shares = evenShares(app.state, bank.order[0]);
    app.play.tap({ bank: { ...bank, shares, sharer: shares[0].player } }, word("share_bank"));
  },
  "bank-sharer": (app, { player }) => app.play.tap({ bank: { ...app.state.draft.bank, sharer: player } }),
  "share-chip": (app, { value }) => change(app, (cents) => cents + Number(value), money(Number(value))),
  "share-clear": (app) => change(app, () => 0, word("clear")),
  "share-done": (app) => {
    const shares = app.state.draft.bank.shares.filter(({ cents }) => cents > 0);
    takeBank(app, { funds_cents: total(shares), shares });
  },
  "share-cancel": (app) => {
    const { shares, sharer, ...bank } = app.state.draft.bank;
    app.play.tap({ bank });
  },
};

function total(shares) {
  return shares.reduce((sum, { cents }) => sum + cents, 0);
}

/** @param {State} state */
export function drawSharing(state) {
  const { shares, sharer, order } = state.draft.bank;
  const needed = coverNeeded(offeredRound(state).facts, { seat: order[0], answer: "take", shares });
  const brought = total(shares);
  const isEnough = brought >= needed && shares.filter(({ cents }) => cents > 0).length > 1;
  return {
    title: word("share_bank"),
    note: word("must_cover", { seat: seatName(state, order[0]), amount: money(needed) }),
    body: h(
      "div.wager-pad",
      { key: "shares" },
      h(
        "div.wager-kinds",
        { role: "group", "aria-label": word("players") },
        shares.map(({ player, cents }) =>
          button("bank-sharer", [h("span", {}, player), h("b.money", {}, money(cents))], {
            key: player,
            "data-player": player,
            "aria-pressed": String(player === sharer),
          }),
        ),
      ),
      h(
        "p.share-total",
        { "data-enough": String(isEnough) },
        word("total"),
        h("b.money", {}, `${money(brought)} / ${money(needed)}`),
      ),
      h(
        "div.chip-pad",
        {},
        chipsOnPad(state).map((value) => chipKey(value, "share-chip")),
      ),
      button("share-clear", [icon("backspace"), word("clear")], { class: "button-wide" }),
    ),
    main: mainButton("share-done", word("share_bank"), { key: "main", disabled: !isEnough }),
    back: button("share-cancel", word("back")),
  };
}
