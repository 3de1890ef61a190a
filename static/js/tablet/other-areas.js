// One player on several betting areas: who may wager on this one as well, and whose hands are set in an order.

/** @import { State } from "./types.d.ts" */

import { setTogether } from "../rules/areas.js";
import { knownAs } from "../rules/people.js";
import { playersAt } from "../rules/round.js";
import { h } from "./dom.js";
import { cited, seatName } from "./names.js";
import { button, icon } from "./pieces.js";
import { word } from "./words.js";

/**
 * Whether somebody has a place of their own elsewhere: a second area does not make it theirs.
 * @param {State} state
 * @param {number} seat
 * @param {string} player
 */
export function sitsElsewhere({ round }, seat, player) {
  return Object.entries(round.facts.seats).some(
    ([other, there]) => Number(other) !== seat && there.some((each) => each.player === player),
  );
}

/**
 * The players of other seats who may wager here too: the neighbours, or anybody where the rules say so.
 * @param {State} state
 * @param {number} seat
 * @returns {string[]}
 */
function guestsOf(state, seat) {
  const { round, rules, sheet } = state;
  const { areas } = sheet.table;
  const most = rules.options.players_a_box ?? 1;
  const here = playersAt(round, seat);
  if (here.length >= most || areas === "one") return [];
  if (areas === "adjacent" && !rules.options.adjacent_areas) return [];
  const seats = areas === "any" ? state.seats : [seat - 1, seat + 1];
  const there = seats.filter((other) => other !== seat).flatMap((other) => playersAt(round, other));
  const isFree = (/** @type {string} */ player) =>
    !here.includes(player) && (areas === "any" || areasOf(state, player).length < 2) && !banks(state, player);
  return [...new Set(there)].filter(isFree);
}

/** @param {State} state */
function areasOf(state, player) {
  return state.seats.filter((seat) => playersAt(state.round, seat).includes(player));
}

/** @param {State} state */
function banks({ round }, player) {
  return round.facts.bank.is_decided && round.facts.bank.player === player;
}

/**
 * One tap a player who plays this seat as well; the next chip is theirs.
 * @param {State} state
 * @param {number} seat
 * @param {string} now
 */
export function drawGuests(state, seat, now) {
  const guests = guestsOf(state, seat);
  if (!guests.length) return null;
  return h(
    "div.wager-kinds",
    { key: "guests", role: "group", "aria-label": word("plays_here_too") },
    h("span.wager-guests", {}, icon("person", "s"), word("plays_here_too")),
    guests.map((player) =>
      button("player", player, { key: player, "data-player": player, "aria-pressed": String(player === now) }),
    ),
  );
}

/**
 * Which of their two hands a player sets before the other.
 * @param {State} state
 */
export function drawOrderOfSetting(state) {
  const { round, rules } = state;
  return setTogether(round, rules).map(([first, then]) =>
    h(
      "p.settings-why",
      { key: `order-${first}` },
      icon("info"),
      h(
        "span",
        {},
        word("sets_first", {
          player: knownAs(round.facts, first),
          before: seatName(state, first),
          after: seatName(state, then),
        }),
        " ",
        h("span.rule", {}, cited(state, "order-of-setting")),
      ),
    ),
  );
}
