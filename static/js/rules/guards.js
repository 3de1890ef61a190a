// Why the server would refuse a command, by its code: the same questions in the same order as the
// guards of rounds/, asked of the same data. A button that would be refused is dim, also offline.

/** @import { Answer, Command, EnteredHand, Offers, Played, Refusal } from "./types.d.ts" */
/** @import { Round, Rules, TablePart, Wager } from "./types.d.ts" */
/** @import { TileRules } from "./tile-rules.js" */

import { boxesWithoutController, isFreelySet } from "./areas.js";
import { byWord, coverNeeded, shownBy } from "./cover.js";
import { faultsOf, faultTogether, playersFault } from "./limits.js";
import { lastAgainstHouse } from "./people.js";
import { applied, asOffered, DEALER, openPlaces, places, SIDE_WAGERS, shown } from "./round.js";

/**
 * Everything that a guard may ask: the round, the command's body, and the table that it is for.
 * @typedef {{ round: Round, body: any, rules: Rules, table: TablePart, offers: Offers, turns: Played[] }} Scene
 */

/** @type {Record<string, string[]>} */
const TURN = {
  seats: ["betting"],
  wagers: ["betting"],
  bank: ["betting"],
  "dealer-wager": ["betting", "closed"],
  close: ["betting"],
  roll: ["closed"],
  delivery: ["betting", "closed"],
  deal: ["closed"],
  quick: ["closed", "dealt"],
  hands: ["dealt", "set"],
  states: ["dealt", "set"],
  community: ["dealt", "set"],
  settle: ["dealt", "set"],
};
const AFTER_THE_BETS = ["closed", "dealt", "set"];

/** @type {Record<string, (scene: Scene) => Refusal | null>} */
const GUARDS = {
  seats: guardSeats,
  wagers: guardWagers,
  bank: guardAnswers,
  "dealer-wager": guardDealerWager,
  close: guardClose,
  roll: guardRoll,
  delivery: guardDelivery,
  deal: guardDeal,
  quick: guardQuick,
  hands: guardHands,
  states: guardState,
  community: guardCommunity,
  settle: guardSettle,
};

/**
 * Why this command would be refused on this round; null when it would be taken.
 * @param {Round} round
 * @param {Command} command
 * @param {{ rules: Rules, table: TablePart, offers: Offers, turns: Played[] }} at
 * @returns {Refusal | null}
 */
export function refusalOf(round, { name, body }, at) {
  if (round.isHeld && !name.startsWith("disputes")) return { code: "round_held" };
  const turn = TURN[name];
  if (turn && !turn.includes(round.state)) {
    return { code: name === "wagers" && AFTER_THE_BETS.includes(round.state) ? "no_more_bets" : "wrong_state" };
  }
  return GUARDS[name]?.({ round, body, ...at }) ?? null;
}

/** @param {Scene} scene */
function guardSeats({ round, body: { seat, player, leaves }, rules, table }) {
  if (seat < 1 || seat > table.seats) return { code: "no_such_seat", seat };
  if (!player) return leaves && !isAt(round, seat, leaves) ? { code: "not_at_this_seat", seat } : null;
  const after = applied(round, { name: "seats", body: { seat, player } }, rules);
  return playersFault(after.facts, rules, table, [seat]);
}

/**
 * Whether somebody sits or wagers at a seat.
 * @param {Round} round
 * @param {number} seat
 * @param {string} player
 */
function isAt({ facts: { seats, wagers } }, seat, player) {
  return [...(seats[seat] ?? []), ...wagers.filter((wager) => wager.seat === seat)].some(
    (each) => each.player === player,
  );
}

/** @param {Scene} scene */
function guardWagers({ round, body, rules, table }) {
  const isAlone = (/** @type {Wager} */ wager) => !wager.cents && SIDE_WAGERS.some((name) => wager[name]);
  const alone = body.wagers.find(isAlone);
  if (alone) return { code: "side_needs_wager", seat: alone.seat };
  const after = applied(round, { name: "wagers", body }, rules);
  const placed = body.wagers.filter((/** @type {Wager} */ { cents }) => cents);
  return wagersRefused(after, placed, rules, table);
}

/**
 * @param {Round} round
 * @param {Round["facts"]["wagers"]} placed
 * @param {Rules} rules
 * @param {TablePart} table
 * @returns {Refusal | null}
 */
function wagersRefused({ facts }, placed, rules, table) {
  for (const wager of placed) {
    const [fault] = faultsOf(wager, facts.bank, rules, table);
    if (fault) return { ...fault, seat: wager.seat };
  }
  const seats = [...new Set(placed.map(({ seat }) => seat))];
  return faultTogether(facts, rules, table, seats);
}

/** @param {Scene} scene */
function guardAnswers(scene) {
  const { rules, body, offers } = scene;
  if (!rules.hasBank) return { code: "no_player_bank" };
  const asked = body.others_pass ? offers.order.slice(0, offers.order.indexOf(body.answers[0]?.seat)) : [];
  const passed = new Set(asked);
  for (const answer of body.answers) {
    const refused = turnRefused(answer, offers, passed) ?? coverRefused(scene, answer);
    if (refused) return refused;
    passed.add(answer.seat);
  }
  return null;
}

/**
 * @param {Answer} answer
 * @param {Offers} offers
 * @param {Set<number>} passed
 * @returns {Refusal | null}
 */
function turnRefused({ seat }, offers, passed) {
  const refused = offers.refused.find((each) => each.seat === seat);
  if (refused) return { code: refused.reason.replaceAll("-", "_"), seat };
  const waiting = offers.order.filter((each) => !passed.has(each));
  if (!waiting.includes(seat)) return { code: "not_offered", seat };
  return waiting[0] === seat ? null : { code: "not_their_turn", seat };
}

/**
 * @param {Scene} scene
 * @param {Answer} given
 * @returns {Refusal | null}
 */
function coverRefused({ round, rules }, given) {
  const { seat, answer } = given;
  if (answer === "pass") return null;
  if (answer === "co_bank" && !(/** @type {TileRules} */ (rules).offersCoBank)) return { code: "no_co_bank", seat };
  const facts = asOffered(round.facts);
  const needed = coverNeeded(facts, given);
  const funds = shownBy(byWord(given, facts));
  if (funds === null) return { code: "funds_required", seat, needed };
  return funds < needed ? { code: "insufficient_funds", seat, funds, needed } : null;
}

/** @param {Scene} scene */
function guardDealerWager({ round, body, rules, turns }) {
  const { bank } = round.facts;
  if (bank.kind !== "player") return { code: "no_dealer_wager" };
  const most = /** @type {TileRules} */ (rules).dealerWager(lastAgainstHouse(turns, bank));
  return body.cents > most ? { code: "dealer_wager_too_high", needed: most } : null;
}

/** @param {Scene} scene */
function guardClose(scene) {
  const { round, rules, table } = scene;
  const { wagers, bank } = round.facts;
  if (!wagers.length) return { code: "no_wagers" };
  const [unclear] = boxesWithoutController(round.facts);
  if (unclear !== undefined) return { code: "controller_unknown", seat: unclear };
  return bankRefused(scene, bank) ?? wagersRefused(closed(round), wagers, rules, table);
}

/**
 * The house banks when nobody is to be offered the bank; a bank taken must still cover.
 * @param {Scene} scene
 * @param {Round["facts"]["bank"]} bank
 * @returns {Refusal | null}
 */
function bankRefused({ round, rules, offers }, bank) {
  const taken = bank.answers.at(-1);
  if (bank.seat !== null && taken) {
    const needed = coverNeeded(round.facts, taken);
    const funds = shownBy(taken) ?? 0;
    return funds < needed ? { code: "insufficient_funds", seat: bank.seat, funds, needed } : null;
  }
  if (bank.is_decided || !rules.hasBank || !offers.order.length) return null;
  return { code: "bank_undecided", seat: offers.order[0] };
}

/**
 * @param {Round} round
 * @returns {Round}
 */
function closed(round) {
  return { ...round, facts: { ...round.facts, bank: { ...round.facts.bank, is_decided: true } } };
}

/** @param {Scene} scene */
function guardRoll({ round, body, rules }) {
  if (rules.game === "cards") return { code: "no_dice" };
  if (body.no_roll) return null;
  const { hasGenerator, takesAdjustment } = /** @type {TileRules} */ (rules);
  const isBanked = round.facts.bank.seat !== null;
  if (/** @type {TileRules} */ (rules).hasLaja && !round.facts.delivery) return { code: "cut_first" };
  const { roll } = round.facts;
  if (roll && roll.adjust !== (body.adjust ?? 0)) return { code: "dice_shown" };
  if (hasGenerator && isBanked && body.generator) return { code: "bank_shakes" };
  const wants = hasGenerator && !isBanked;
  if (wants !== Boolean(body.generator)) return { code: wants ? "no_dice" : "no_generator" };
  const mayAdjust = takesAdjustment && round.facts.bank.seat !== null;
  return body.adjust && !mayAdjust ? { code: "bad_option" } : null;
}

/** @param {Scene} scene */
function guardDelivery({ round, body, rules }) {
  if (round.facts.roll) return { code: "dice_shown" };
  const isBanked = round.facts.bank.seat !== null;
  const namesLater = rules.tables.cites["bank-names-style"] && isBanked && round.state === "betting";
  if (body.style && namesLater) return { code: "style_too_early" };
  const { styles, cuts } = /** @type {TileRules} */ (rules);
  if (body.cut && !cuts?.some(({ id }) => id === body.cut)) return { code: "unknown_style" };
  if (body.style && !styles?.includes(body.style)) return { code: "unknown_style" };
  const mayCut = rules.options.bank_cut && isBanked;
  if (body.bank_cut && !mayCut) return { code: "bad_option" };
  const { delivery } = round.facts;
  const mayMix = cuts?.length && !(delivery?.cut && !delivery.laja); // NZ 9.2-9.3
  return body.laja && !mayMix ? { code: "bad_option" } : null;
}

/** @param {Scene} scene */
function guardDeal({ round, body, rules }) {
  const { roll, delivery } = round.facts;
  if (rules.game === "cards") return null;
  if (!roll) return { code: "no_roll_yet" };
  if (body.start !== roll.positions[0]) return { code: "wrong_start" };
  return !delivery && /** @type {TileRules} */ (rules).hasLaja ? { code: "unknown_style" } : null;
}

/** @param {Scene} scene */
function guardQuick({ round, body, rules }) {
  if (sideWagered(round)) return { code: "tiles_needed" };
  const { states } = round.facts;
  const expected = judgedSeats(round).sort();
  const given = body.outcomes.map((/** @type {{ seat: number }} */ { seat }) => seat).sort();
  if (given.join() !== expected.join()) return { code: "outcomes_incomplete" };
  for (const { seat, outcome } of body.outcomes) {
    if (states[seat] && states[seat] !== outcome) return { code: "hand_ended", seat };
    if (!["win", "lose", "push", "void", ...rules.states].includes(outcome)) return { code: "unknown_outcome", seat };
  }
  for (const { seat, outcome } of body.outcomes) {
    if (states[seat]) continue;
    const refused = outcome === "void" ? { code: "void_takes_two" } : endRefused(round, seat, outcome);
    if (refused) return refused;
  }
  return null;
}

/**
 * Whether a side wager stands: the tiles or cards decide it, so that outcomes alone settle nothing.
 * @param {Round} round
 */
export function sideWagered(round) {
  return round.facts.wagers.some((wager) => wager.pair_fortunes || wager.three_card || wager.four_card);
}

/**
 * Whose outcome is called: every wager's, and 0 for the dealer's own.
 * @param {Round} round
 */
function judgedSeats({ facts: { wagers, bank, dealer_wager: dealers } }) {
  const seats = [...new Set(wagers.map(({ seat }) => seat))];
  return bank.kind === "player" && dealers ? [0, ...seats] : seats;
}

/** @param {Scene} scene */
function guardHands({ round, body, rules }) {
  for (const hand of body.hands) {
    const refused = placeRefused(round, hand.place) ?? wayRefused(round, hand, rules);
    if (refused) return refused;
  }
  return setRefused(applied(round, { name: "hands", body }, rules), rules);
}

/**
 * @param {Round} round
 * @param {string} place
 * @returns {Refusal | null}
 */
function placeRefused(round, place) {
  if (places(round).includes(place)) return null;
  return { code: place === DEALER ? "no_dealer_hand" : "no_hand_there" };
}

/**
 * @param {Round} round
 * @param {EnteredHand & { place: string, tiles?: string[], cards?: string[] }} hand
 * @param {Rules} rules
 * @returns {Refusal | null}
 */
function wayRefused(round, { place, tiles, cards, high, low, set_by: setBy }, rules) {
  if (isFreelySet(round, place, rules, setBy) || !high || !low) return null;
  const held = tiles ?? cards ?? [];
  const isSwapped = rules.game === "tiles" && rules.isHigher(low, high);
  const setting = isSwapped ? { high: low, low: high } : { high, low };
  return rules.isHouseWay(held, setting) ? null : { code: "not_house_way" };
}

/**
 * No piece lies there more often than the set has it.
 * @param {Round} round
 * @param {Rules} rules
 * @returns {Refusal | null}
 */
function setRefused(round, rules) {
  const left = rules.left(shown(round));
  return [...left.values()].some((count) => count < 0) ? { code: "duplicate_tile" } : null;
}

/** @param {Scene} scene */
function guardState({ round, body: { seat, state }, rules }) {
  const wagers = round.facts.wagers.filter((wager) => wager.seat === seat);
  const bank = round.facts.bank.seat === null ? DEALER : String(round.facts.bank.seat);
  const before = round.facts.states[seat] ?? "played";
  if (before === "conceded" && state !== before) return { code: "conceded_stays", seat };
  if (before === "void" && state !== before) return { code: "void_stays", seat };
  if (!wagers.length) return { code: "no_hand_there", seat };
  if (![...rules.states, "played", "void"].includes(state)) return { code: "no_such_state", seat };
  if (state === "surrendered" && !round.facts.hands[bank]) return { code: "dealer_not_set", seat };
  const refused = endRefused(round, seat, state);
  return refused ?? (state === "void" && state !== before ? { code: "void_takes_two" } : null);
}

/**
 * Nobody gives up what is exposed, and only who is alone there concedes (MD 8 §E(1); NZ 10.13).
 * @param {Round} round
 * @param {number} seat
 * @param {string} state
 * @returns {Refusal | null}
 */
function endRefused({ facts: { hands, wagers } }, seat, state) {
  if (["surrendered", "conceded"].includes(state) && hands[seat]) return { code: "hand_exposed", seat };
  const isShared = wagers.filter((wager) => wager.seat === seat).length > 1;
  return state === "conceded" && isShared ? { code: "not_alone", seat } : null;
}

/** @param {Scene} scene */
function guardCommunity({ round, body, rules }) {
  if (!rules.sideWagers.includes("four_card")) return { code: "no_community" };
  if (!round.facts.hands[DEALER]) return { code: "dealer_not_set" };
  return setRefused(applied(round, { name: "community", body }, rules), rules);
}

/** @param {Scene} scene */
function guardSettle({ round, rules }) {
  if (round.state === "dealt") return { code: openPlaces(round).length ? "hands_missing" : "wrong_state" };
  if (rules.needsCommunity(round)) return { code: "no_community_card" };
  return round.irregularities.some((each) => !each.ruling) ? { code: "ruling_awaited" } : null;
}
