// The server's sheets as this tablet uses them. Only here are the server's names known.

import { newRound } from "./model.js";

const FACTS = ["seats", "wagers", "bank", "dealer_wager", "roll", "no_rolls", "delivery", "hands", "states", "community", "quick"];

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
    irregularities: sheet.irregularities ?? [],
    disputes: sheet.disputes ?? [],
    offers: sheet.bank_offers ?? null,
  };
}

/** The table's sheet, its round in the model's form. */
export function tableOf(sheet) {
  return { ...sheet, round: roundOf(sheet.round), receivedAt: Date.now() };
}
