// The round as this tablet knows it: the server's sheet, and on top of it every command that has
// not been answered yet. Pure: a round and a command in, the next round out.

/** @import { Answer, Bank, BankKind, Carried, Command, EnteredHand, Facts, Player } from "./types.d.ts" */
/** @import { Round, Rules, SideWager, Wager } from "./types.d.ts" */
/** @import { TileRules } from "./tile-rules.js" */

import { byWord } from "./cover.js";
import { controllerOf, holdersOf, wagersOfOthers } from "./people.js";

export const OPEN_STATES = ["betting", "closed", "dealt", "set"];
export const DEALER = "dealer";
/** @type {SideWager[]} */
export const SIDE_WAGERS = ["pair_fortunes", "match_play", "three_card", "four_card"];

/**
 * A round before its first wager, with the last round's wagers where they are carried.
 * @param {{ id: string, number: number, carried?: Carried | null }} given
 * @returns {Round}
 */
export function newRound({ id, number, carried = null }) {
  return {
    id,
    number,
    state: "betting",
    version: 1,
    depth: "tiles",
    settlement: null,
    irregularities: [],
    disputes: [],
    isHeld: false,
    facts: {
      seats: carried?.seats ?? {},
      wagers: carried?.wagers ?? [],
      bank: houseBank(),
      dealer_wager: null,
      roll: null,
      no_rolls: [],
      delivery: null,
      hands: {},
      states: {},
      community: "",
      quick: null,
      stands: false,
      house_way_seats: [],
    },
  };
}

/**
 * What the next round takes over: who sits where and what they wagered, the banker before taking
 * the bank; coupons are used up, and whoever left takes nothing along. What a banker wagered who had nothing
 * on the layout, only the server knows.
 * @param {{
 *   seats: Record<string, Player[]>, wagers: Wager[], bank?: Bank | null, states?: Record<string, string>
 * }} facts
 * @returns {Carried}
 */
export function carriedFrom({ seats, wagers, bank = null, states = {} }) {
  const isKnown = bank === null || bank.seat === null || Boolean(bank.aside?.length);
  const stayed = wagers.filter(({ seat }) => states[seat] !== "abandoned");
  const standing = [...stayed, ...(bank?.aside ?? [])].sort(bySeat);
  return { seats, wagers: standing.map(({ match_play: used, ...wager }) => wager), isKnown };
}

/** @type {Record<string, (facts: Facts, body: any, rules: Rules, command: Command) => Partial<Facts>>} */
const CHANGES = {
  seats: (facts, { seat, player, leaves }) => {
    if (player) return seated(facts, seat, player);
    return leaves ? leftBy(facts, seat, leaves) : left(facts, seat);
  },
  wagers: (facts, { wagers }) => ({ wagers: wagers.reduce(withWager, facts.wagers) }),
  bank: (facts, { answers }, rules, { last_cents: last }) => decidedBank(facts, answers, rules, last),
  "dealer-wager": (_, { cents }) => ({ dealer_wager: cents }),
  close: ({ bank }) => ({ bank: { ...bank, is_decided: true } }),
  roll: (facts, body, rules) =>
    body.no_roll
      ? { no_rolls: [...facts.no_rolls, body.no_roll] }
      : { roll: rolled(facts, body, /** @type {TileRules} */ (rules)) },
  delivery: (facts, body) => ({ delivery: { ...facts.delivery, ...body } }),
  hands: (facts, { hands }) => ({ hands: hands.reduce(withHand, facts.hands) }),
  states: (facts, { seat, state }) => ({
    states: withState(facts.states, seat, state),
    quick: calledAfter(facts.quick, seat, state),
  }),
  community: (_, { card }) => ({ community: card }),
  quick: ({ states }, { outcomes }) => ({ quick: { outcomes }, states: outcomes.reduce(withEnd, states) }),
};

const HANDS_LIE = ["dealt", "set"];
/** @type {Record<string, string>} */
const STATES = {
  close: "closed",
  deal: "dealt",
  quick: "dealt",
  settle: "settled",
  void: "void",
};

/**
 * The round after a command. An unknown command changes nothing but the version.
 * @param {Round} round
 * @param {Command} command
 * @param {Rules} rules
 * @returns {Round}
 */
export function applied(round, command, rules) {
  const change = CHANGES[command.name];
  const facts = change ? { ...round.facts, ...change(round.facts, command.body, rules, command) } : round.facts;
  const next = { ...round, facts, version: round.version + 1, state: STATES[command.name] ?? round.state };
  Object.assign(next, troubled(round, command));
  return HANDS_LIE.includes(next.state) ? byHands(next, command.name) : next;
}

/**
 * What was reported or disputed waits; what was withdrawn does no longer.
 * @param {Round} round
 * @param {Command} command
 * @returns {Partial<Round>}
 */
function troubled({ disputes, irregularities }, { name, body, id, at }) {
  if (name === "disputes") {
    const made = { ...body, id, n: disputes.length + 1, opened_at: at };
    return { isHeld: true, disputes: [...disputes, made] };
  }
  if (name === "irregularities") {
    const made = { ...body, n: irregularities.length + 1, proposed: null, ruling: null };
    return { irregularities: [...irregularities, made] };
  }
  const [what, n, act] = name.split("/");
  if (act !== "withdraw") return {};
  const without = (/** @type {any[]} */ all, /** @type {object} */ mark) =>
    all.map((each) => (each.n === Number(n) ? { ...each, ...mark } : each));
  if (what === "irregularities") return { irregularities: without(irregularities, { ruling: { code: "withdrawn" } }) };
  const left = without(disputes, { decision: "withdrawn", decided_at: at ?? "" });
  return { disputes: left, isHeld: left.some((each) => each.decided_at === undefined || each.decided_at === null) };
}

/**
 * Ready to settle once every hand that decides money is known, or its outcome was called; hands that
 * come after a call decide instead of it.
 * @param {Round} round
 * @param {string} name
 * @returns {Round}
 */
function byHands(round, name) {
  const { facts } = round;
  const quick = name === "hands" && isSet(round) ? null : facts.quick;
  const state = quick || isSet(round) ? "set" : "dealt";
  return { ...round, facts: { ...facts, quick }, state, depth: quick ? "quick" : "tiles" };
}

/**
 * The round on the screen after a queued command: the next one after "open", else the same, changed.
 * @param {Round | null} round
 * @param {Command} item
 * @param {Rules} rules
 * @returns {Round | null}
 */
export function after(round, item, rules) {
  if (item.name === "open") {
    const carried = item.body.carry_wagers ? item.carried : { seats: item.carried?.seats ?? {}, wagers: [] };
    return newRound({ id: item.round ?? "", number: item.number ?? 0, carried });
  }
  if (!round || round.id !== item.round) return round;
  return applied(round, item, rules);
}

/**
 * @param {Facts} facts
 * @param {number} seat
 * @param {Player} player
 */
function seated(facts, seat, player) {
  const { [seat]: there = [], ...elsewhere } = facts.seats;
  const others = player.controls ? withoutControl(elsewhere, player) : elsewhere;
  return { seats: { ...others, [seat]: withPlayer(there, player) } };
}

/**
 * Nobody controls the tiles of two boxes (NZ 7.2).
 * @param {Record<string, Player[]>} seats
 * @param {Player} player
 * @returns {Record<string, Player[]>}
 */
function withoutControl(seats, { player }) {
  const entries = Object.entries(seats).map(([seat, there]) => [
    seat,
    there.map((each) => (each.player === player ? { ...each, controls: false } : each)),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Everybody has left a seat; the bank goes with them, and what they wagered on another area (MD 5 §C).
 * @param {Facts} facts
 * @param {number} seat
 * @returns {Partial<Facts>}
 */
function left({ seats, wagers, bank, dealer_wager: dealers }, seat) {
  const { [seat]: _, ...others } = seats;
  const staying = Object.values(others).flat();
  const leaving = (seats[seat] ?? []).filter(({ player }) => !staying.some((each) => each.player === player));
  const gone = leaving.map(({ player }) => player);
  const without = { seats: others, wagers: wagersOfOthers(wagers, seat, gone) };
  return bank.seat === seat
    ? { ...without, bank: houseBank(), dealer_wager: null, delivery: null }
    : { ...without, bank, dealer_wager: dealers };
}

/**
 * One player has left a seat, the others stay: what they wagered there goes, and elsewhere if they sit nowhere.
 * @param {Facts} facts
 * @param {number} seat
 * @param {string} leaver
 * @returns {Partial<Facts>}
 */
function leftBy({ seats, wagers, bank, dealer_wager: dealers }, seat, leaver) {
  const { [seat]: there = [], ...others } = seats;
  const staying = there.filter(({ player }) => player !== leaver);
  const sitsElsewhere = Object.values(others).some((at) => at.some(({ player }) => player === leaver));
  const isTheirs = (/** @type {Wager} */ wager) => wager.player === leaver && (wager.seat === seat || !sitsElsewhere);
  const without = {
    seats: staying.length ? { ...others, [seat]: staying } : others,
    wagers: wagers.filter((wager) => !isTheirs(wager)),
  };
  return bank.seat === seat && holdersOf(bank).includes(leaver)
    ? { ...without, bank: houseBank(), dealer_wager: null, delivery: null }
    : { ...without, bank, dealer_wager: dealers };
}

/** @returns {Bank} */
function houseBank() {
  return { kind: "house", seat: null, is_decided: false, answers: [], refused: {} };
}

/**
 * @param {Player[]} players
 * @param {Player} player
 * @returns {Player[]}
 */
function withPlayer(players, player) {
  const others = players.filter((each) => each.player !== player.player);
  return [...(player.controls ? others.map((each) => ({ ...each, controls: false })) : others), player];
}

/**
 * @param {Wager[]} wagers
 * @param {Wager} wager
 * @returns {Wager[]}
 */
function withWager(wagers, { seat, player, cents, ...sides }) {
  const others = wagers.filter((wager) => wager.seat !== seat || wager.player !== player);
  if (!cents) return others;
  const kept = Object.fromEntries(SIDE_WAGERS.filter((name) => sides[name]).map((name) => [name, sides[name]]));
  return [...others, { seat, player, cents, ...kept }].sort(bySeat);
}

/**
 * @param {Record<string, string>} states
 * @param {number} seat
 * @param {string} state
 * @returns {Record<string, string>}
 */
function withState(states, seat, state) {
  const { [seat]: before, ...others } = states;
  return state === "played" ? others : { ...others, [seat]: state };
}

/**
 * The order in which the server keeps wagers.
 * @param {Wager} one
 * @param {Wager} other
 */
function bySeat(one, other) {
  return one.seat - other.seat || (one.player < other.player ? -1 : Number(one.player > other.player));
}

const CALLED = ["win", "lose", "push"];

/**
 * A hand that was called given up or void ended so.
 * @param {Record<string, string>} states
 * @param {{ seat: number, outcome: string }} called
 */
function withEnd(states, { seat, outcome }) {
  return CALLED.includes(outcome) ? states : withState(states, seat, outcome);
}

/**
 * What was called gives way to how a hand ended; where it plays after all, it has to be called anew.
 * @param {Facts["quick"]} quick
 * @param {number} seat
 * @param {string} state
 * @returns {Facts["quick"]}
 */
function calledAfter(quick, seat, state) {
  if (!quick) return null;
  const others = quick.outcomes.filter((each) => each.seat !== seat);
  const before = quick.outcomes.find((each) => each.seat === seat);
  if (state !== "played") return { outcomes: [...others, { seat, outcome: state }] };
  return before && CALLED.includes(before.outcome) ? quick : null;
}

/**
 * The round as its bank is handed round: what whoever held it had put aside lies on the layout again.
 * @param {Facts} facts
 * @returns {Facts}
 */
export function asOffered(facts) {
  return facts.bank.is_decided ? { ...facts, wagers: withAside(facts), bank: houseBank() } : facts;
}

/**
 * @param {Pick<Facts, "wagers" | "bank">} facts
 * @returns {Wager[]}
 */
function withAside({ wagers, bank }) {
  const isGone = (/** @type {Wager} */ one) =>
    !wagers.some((other) => one.seat === other.seat && one.player === other.player);
  return [...wagers, ...(bank.aside ?? []).filter(isGone)].sort(bySeat);
}

/**
 * Who banks; what they had wagered stands aside, and is back when somebody else banks instead.
 * @param {Facts} facts
 * @param {Answer[]} given
 * @param {Rules} rules
 * @param {number} [lastCents]
 * @returns {Partial<Facts>}
 */
function decidedBank({ seats, wagers, bank: before, delivery }, given, rules, lastCents = 0) {
  const taker = given.find(({ answer }) => answer !== "pass");
  const all = withAside({ wagers, bank: before });
  const answers = given.map((answer) => byWord(answer, { seats, wagers: all }));
  const bank = { is_decided: true, answers, refused: {} };
  // A cut or a style that another bank chose goes with it (MD 9 §G, §J; NZ 9.3A).
  const chosen = (/** @type {Pick<Bank, "seat" | "player">} */ { seat, player = "" }) =>
    before.seat === seat && (before.player ?? "") === player ? delivery : null;
  if (!taker) {
    const house = { ...bank, kind: /** @type {BankKind} */ ("house"), seat: null };
    return { bank: house, wagers: all, dealer_wager: null, delivery: chosen(house) };
  }
  const { seat, answer, shares } = taker;
  const player = controllerOf({ seats, wagers: all }, seat);
  const others = wagersOfOthers(all, seat, shares?.length ? shares.map((share) => share.player) : [player]);
  /** @type {Partial<Bank> & { kind: BankKind, seat: number }} */
  const held = {
    kind: answer === "co_bank" ? "co-bank" : "player",
    seat,
    player,
    aside: all.filter((wager) => !others.includes(wager)),
    ...(shares && { shares }),
  };
  const dealers = held.kind === "player" ? /** @type {TileRules} */ (rules).dealerWager(lastCents) : null;
  return { bank: { ...bank, ...held }, wagers: others, dealer_wager: dealers, delivery: chosen(held) };
}

/**
 * The round with the bank in other hands, as a correction has it: what the banker of before had put aside stands
 * again, what the other one wagered comes off the layout.
 * @param {Facts} facts
 * @param {{ kind: BankKind, seat: number | null }} held
 * @returns {Facts}
 */
export function heldBy(facts, { kind, seat }) {
  const { seats, bank, dealer_wager: dealers } = facts;
  const all = withAside(facts);
  const held = { kind, seat, is_decided: true, answers: [], refused: bank.refused };
  const dealerWager = kind === "player" ? dealers : null;
  if (seat === null) return { ...facts, wagers: all, bank: held, dealer_wager: null };
  const player = controllerOf({ seats, wagers: all }, seat);
  const standing = wagersOfOthers(all, seat, [player]);
  const aside = all.filter((wager) => !standing.includes(wager));
  return { ...facts, wagers: standing, bank: { ...held, player, aside }, dealer_wager: dealerWager };
}

/**
 * @param {Facts} facts
 * @param {{ dice?: number[] | null, generator?: number | null, device?: string, adjust?: number }} body
 * @param {TileRules} rules
 */
function rolled(facts, { dice = null, generator = null, device = "", adjust = 0 }, rules) {
  const total = dice ? dice.reduce((sum, face) => sum + face, 0) : (generator ?? 0);
  const positions = rules.positions(total, facts.bank.seat, adjust);
  return { dice, generator, device, adjust, total, positions };
}

/**
 * @param {Record<string, EnteredHand>} hands
 * @param {any} hand
 * @returns {Record<string, EnteredHand>}
 */
function withHand(hands, { place, tiles, cards, high, low, set_by }) {
  return { ...hands, [place]: { held: tiles ?? cards, high, low, set_by } };
}

/**
 * What stands on a seat against the bank, all players of it together.
 * @param {Round} round
 * @param {number} seat
 */
export function wagerAt(round, seat) {
  return round.facts.wagers.filter((wager) => wager.seat === seat).reduce((sum, wager) => sum + wager.cents, 0);
}

/**
 * @param {Round} round
 * @param {number} seat
 * @param {string} name
 */
export function sideAt(round, seat, name) {
  return round.facts.wagers
    .filter((wager) => wager.seat === seat)
    .reduce((sum, wager) => sum + (wager[/** @type {SideWager} */ (name)] ?? 0), 0);
}

/**
 * Markers of the players at a seat: those seated and those who only wager there.
 * @param {Round} round
 * @param {number} seat
 */
export function playersAt(round, seat) {
  const seated = (round.facts.seats[seat] ?? []).map(({ player }) => player);
  const wagering = round.facts.wagers.filter((wager) => wager.seat === seat).map(({ player }) => player);
  return bankersAt(round, seat) ?? [...new Set([...seated, ...wagering])].filter(Boolean);
}

/**
 * Who banks from a seat: one player, or all who share the bank; null where nobody does by name.
 * @param {Round} round
 * @param {number} seat
 */
function bankersAt(round, seat) {
  const { bank } = round.facts;
  if (bank.seat !== seat || !bank.player) return null;
  return bank.shares?.length ? bank.shares.map(({ player }) => player) : [bank.player];
}

/**
 * @param {Round} round
 * @param {number} seat
 */
export function isOccupied(round, seat) {
  return Boolean(round.facts.seats[seat]?.length) || wagerAt(round, seat) > 0;
}

/**
 * The places whose hand decides money, in the order they are exposed: the dealer's, the bank's, then seat 1.
 * @param {Round} round
 * @returns {string[]}
 */
export function places(round) {
  const { bank, dealer_wager: dealerWager } = round.facts;
  const seats = [...new Set(round.facts.wagers.map((wager) => wager.seat))].sort((one, other) => one - other);
  const others = seats.filter((seat) => seat !== bank.seat).map(String);
  if (bank.seat === null) return [DEALER, ...others];
  const dealers = bank.kind === "player" && dealerWager ? [DEALER] : [];
  return [...dealers, String(bank.seat), ...others];
}

/**
 * A hand that is given up or void is not exposed, so nothing is entered for it.
 * @param {Round} round
 * @param {string} place
 */
export function isExposed(round, place) {
  const state = round.facts.states[place];
  if (!state) return true;
  return state !== "void" && sideAt(round, Number(place), "pair_fortunes") > 0;
}

/** @param {Round} round */
export function openPlaces(round) {
  return places(round).filter((place) => isExposed(round, place) && !round.facts.hands[place]);
}

/** @param {Round} round */
export function isSet(round) {
  return openPlaces(round).length === 0;
}

/**
 * The tiles or cards that are on the table already.
 * @param {Round} round
 * @param {string | null} [except]
 */
export function shown(round, except = null) {
  const hands = Object.entries(round.facts.hands).filter(([place]) => place !== except);
  return hands.flatMap(([, hand]) => hand.held).concat(round.facts.community || []);
}
