// The server's sheets as this tablet uses them. Only here are the server's names known.

import { newRound } from "../rules/round.js";

const FACTS = [
  "seats",
  "wagers",
  "bank",
  "dealer_wager",
  "roll",
  "no_rolls",
  "delivery",
  "hands",
  "states",
  "community",
  "quick",
  "stands",
  "house_way_seats",
];

/** A round sheet as the model has it. */
export function roundOf(sheet) {
  if (!sheet) return null;
  const empty = newRound({ id: sheet.id, number: sheet.number });
  const facts = Object.fromEntries(FACTS.map((name) => [name, sheet[name] ?? empty.facts[name]]));
  return {
    ...empty,
    state: sheet.state,
    version: sheet.version,
    depth: sheet.depth,
    facts,
    settlement: sheet.settlement ?? null,
    correction: sheet.correction ?? null,
    irregularities: sheet.irregularities ?? [],
    disputes: sheet.disputes ?? [],
    isHeld: sheet.is_held ?? false,
    isSimulated: sheet.source === "demo",
  };
}

/** The table's sheet, its round in the model's form. */
export function tableOf(sheet) {
  return {
    ...sheet,
    table: {
      ...sheet.table,
      options: { ...sheet.options, smallest_chip: sheet.table.smallest_chip },
      jackpot: sheet.jackpot?.cents ?? 0,
    },
    round: roundOf(sheet.round),
    offers: offersOf(sheet.bank_offers, sheet.round),
    receivedAt: sheet.receivedAt ?? Date.now(),
  };
}

function offersOf(offers, round) {
  const refused = Object.entries(offers?.refused ?? {}).map(([seat, { reason, rule }]) => ({
    seat: Number(seat),
    reason,
    rule,
  }));
  return {
    round: round?.id ?? null,
    version: round?.version ?? null,
    order: offers?.order ?? [],
    refused,
    past: offers?.past ?? null,
    markers: offers?.markers ?? [],
  };
}
