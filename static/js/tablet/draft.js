// What was tapped in a round and is not a command yet; it survives a reload.

export function newDraft(round = null, kept = {}) {
  return {
    round,
    seat: null,
    player: null,
    kind: "cents",
    wagers: {},
    bank: null,
    history: kept.history ?? null,
    dice: [],
    generator: null,
    adjust: 0,
    delivery: kept.delivery ?? null,
    place: null,
    held: [],
    rank: null,
    paid: kept.paid ?? [],
    corrected: kept.corrected ?? null,
    quick: {},
    outside: kept.outside ?? [],
    trail: [],
  };
}
