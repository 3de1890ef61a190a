// People, not seats: what somebody did in the rounds before goes with their marker. The offers of the
// bank speak of seats, so the rounds before are told in the seats at which their people sit now. The
// core has the same in rules/tiles/people.py, and both are compared at random.

/** @import { Facts, Played, Round, Turn, Wager } from "./types.d.ts" */
/** @import { TileRules } from "./tile-rules.js" */

/** @param {number} seat */
export function unnamed(seat) {
  return `#${seat}`;
}

/**
 * A settled round by its people, as the server tells it of the rounds before.
 * @param {Round} round
 * @returns {Played}
 */
export function playedBy({ facts }) {
  const { bank, seats } = facts;
  /** @type {Record<string, number>} */
  const wagers = {};
  for (const { seat, player, cents } of facts.wagers) {
    const marker = player || knownAs(facts, seat);
    wagers[marker] = (wagers[marker] ?? 0) + cents;
  }
  const bankers = bank.seat === null ? [] : bankersOf(bank);
  const seated = Object.values(seats).flatMap((players) => players.map(({ player }) => player));
  const there = [...new Set([...seated, ...Object.keys(wagers), ...bankers])];
  return { seat: bank.seat, bankers, wagers, is_co_bank: bank.kind === "co-bank", there };
}

/** @param {Round["facts"]["bank"]} bank */
function bankersOf(bank) {
  const named = holdersOf(bank);
  return named.length ? named : [unnamed(Number(bank.seat))];
}

/**
 * Whoever holds the bank, by marker: one player, or all who share it (NZ 5.5).
 * @param {Round["facts"]["bank"]} bank
 */
export function holdersOf({ player, shares }) {
  if (shares?.length) return shares.map((share) => share.player);
  return player ? [player] : [];
}

/**
 * Whoever decides about the tiles of a seat: the one who controls them, else the first who sits there, else the
 * highest wager (NZ 7.1(a)).
 * @param {Pick<Facts, "seats" | "wagers">} facts
 * @param {number} seat
 */
export function controllerOf({ seats, wagers }, seat) {
  const here = seats[seat] ?? [];
  const first = here.find(({ controls }) => controls) ?? here[0];
  return first?.player ?? proposedController(wagers.filter((wager) => wager.seat === seat));
}

/** @param {Wager[]} wagers on one box */
function proposedController(wagers) {
  const highest = Math.max(...wagers.map(({ cents }) => cents));
  return wagers.find(({ cents }) => cents === highest)?.player ?? "";
}

/**
 * What stays of the wagers without a seat and without these players, wherever they wager: nobody wagers against their
 * own bank, and whoever leaves takes every wager along (MD 5 §C, 9 §F; MBS 3.20; NZ 6.1).
 * @param {Wager[]} wagers
 * @param {number | null} seat
 * @param {string[]} players
 */
export function wagersOfOthers(wagers, seat, players) {
  return wagers.filter((wager) => wager.seat !== seat && !(wager.player && players.includes(wager.player)));
}

/**
 * The marker of whoever decides at a seat, or the seat's own name.
 * @param {Pick<Facts, "seats" | "wagers">} facts
 * @param {number} seat
 */
export function knownAs(facts, seat) {
  return controllerOf(facts, seat) || unnamed(seat);
}

/**
 * Who decides at each occupied seat; a player on several areas is met where they control the tiles.
 * @param {Pick<Facts, "seats" | "wagers">} facts
 * @param {number[]} occupied
 * @returns {Map<number, string>}
 */
export function peopleToday(facts, occupied) {
  /** @type {Map<string, number>} */
  const sits = new Map();
  const backwards = Object.entries(facts.seats).sort(([one], [other]) => Number(other) - Number(one));
  for (const [seat, players] of backwards)
    for (const { player, controls } of players) if (controls) sits.set(player, Number(seat));
  /** @type {Map<number, string>} */
  const met = new Map();
  for (const seat of [...occupied].sort((one, other) => one - other)) {
    const player = knownAs(facts, seat);
    if ((sits.get(player) ?? seat) === seat && ![...met.values()].includes(player)) met.set(seat, player);
  }
  return met;
}

/**
 * The rounds since the table was last empty: somebody stayed from each of them to the next.
 * @param {Played[]} rounds
 * @param {string[]} present
 */
export function roundsOfGame(rounds, present) {
  const kept = [];
  let there = new Set(present);
  for (const past of [...rounds].reverse()) {
    if (!past.there.some((player) => there.has(player))) break;
    kept.unshift(past);
    there = new Set(past.there);
  }
  return kept;
}

/**
 * The rounds before in the seats of today.
 * @param {Played[]} rounds
 * @param {Map<number, string>} today
 * @returns {Turn[]}
 */
export function atTodaysSeats(rounds, today) {
  const present = [...today].flatMap(([seat, player]) => [player, unnamed(seat)]);
  return roundsOfGame(rounds, present).map((past) => told(past, today));
}

/**
 * @param {Played} past
 * @param {Map<number, string>} today
 * @returns {Turn}
 */
function told(past, today) {
  const then = [...today].map(([seat, player]) => ({ seat, player: nameThen(past, seat, player) }));
  const wagered = then.filter(({ player }) => past.wagers[player] > 0).map(({ seat }) => seat);
  if (past.seat === null) return { seat: null, wagered };
  const now = then.filter(({ player }) => past.bankers.includes(player)).map(({ seat }) => seat);
  const seat = !now.length || now.includes(past.seat) ? past.seat : Math.min(...now);
  return { seat, wagered, has_left: !now.length, shared_with: now.filter((each) => each !== seat) };
}

/**
 * Whom the bank is offered to after the rounds before, by the core's tables. A box that a ruling has taken out of
 * play is controlled by nobody, and nobody banks from it (NZ 5.3(b), 12.10).
 * @param {TileRules} rules
 * @param {Pick<Facts, "seats" | "wagers">} facts
 * @param {number[]} occupied
 * @param {Played[]} rounds
 * @param {number[]} off
 */
export function offersAfter(rules, facts, occupied, rounds, off) {
  const today = peopleToday(facts, occupied);
  const met = new Map([...today].map(([seat, player]) => [player, seat]));
  const placed = facts.wagers.filter(({ cents }) => cents > 0);
  const wagering = [...new Set(placed.map(({ seat, player }) => met.get(player || knownAs(facts, seat)) ?? seat))];
  const { order, refused } = rules.offers([...today.keys()], atTodaysSeats(rounds, today), wagering);
  const idle = [...today.keys()].filter((seat) => off.includes(seat));
  return {
    order: order.filter((seat) => !idle.includes(seat)),
    refused: [
      ...refused.filter(({ seat }) => !idle.includes(seat)),
      ...idle.map((seat) => ({ seat, reason: "box-off", rule: rules.tables.cites["bank-box-off"] ?? "" })),
    ],
  };
}

/**
 * Who had no marker yet is known by the seat.
 * @param {Played} past
 * @param {number} seat
 * @param {string} player
 */
function nameThen(past, seat, player) {
  const nameless = unnamed(seat);
  return !past.there.includes(player) && past.there.includes(nameless) ? nameless : player;
}

/**
 * What a player last wagered against the house: the dealer's wager against their bank follows from it.
 * @param {Played[] | null} rounds
 * @param {{ seat: number | null, player?: string }} banker
 */
export function lastAgainstHouse(rounds, { seat, player }) {
  const last = rounds?.findLast((past) => past.seat === null);
  if (seat === null || !last) return 0;
  return last.wagers[nameThen(last, seat, player || unnamed(seat))] ?? 0;
}

const MARKERS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ"];

/**
 * A marker for a newcomer that nobody had in this game.
 * @param {Set<string>} used
 */
export function nextMarker(used) {
  for (let turn = 1; ; turn += 1) {
    const free = MARKERS.map((letter) => (turn === 1 ? letter : `${letter}${turn}`)).find((each) => !used.has(each));
    if (free) return free;
  }
}
