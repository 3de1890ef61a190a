// What is known of a round while its hands are still being turned over (MD 8 §F-G): each seat is
// compared as soon as its hand lies beside the bank's. Pure.

/** @import { Round, Wager } from "./types.d.ts" */

import { DEALER } from "./round.js";

/**
 * The round with only those seats whose end is known; null until the bank's own hand is.
 * @param {Round} round
 * @returns {Round | null}
 */
export function soFar(round) {
  const { bank, hands, states, wagers, community, dealer_wager: dealers } = round.facts;
  if (!hands[bank.seat === null ? DEALER : String(bank.seat)]) return null;
  const isKnown = (/** @type {Wager} */ { seat }) => Boolean(hands[seat] || states[seat]);
  const known = wagers.filter(isKnown).map((wager) => (community ? wager : withoutFourth(wager)));
  const facts = { ...round.facts, wagers: known, dealer_wager: hands[DEALER] ? dealers : null };
  return { ...round, facts };
}

/**
 * The wager on four cards waits for the fourth.
 * @param {Wager} wager
 * @returns {Wager}
 */
function withoutFourth({ four_card: _, ...wager }) {
  return wager;
}
