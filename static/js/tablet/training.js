// Training: the same screen on rounds that never leave this tablet's memory.

/** A queue that keeps commands and sends nothing; closing training forgets them. */
export class Rehearsal {
  constructor() {
    this.items = [];
    this.refused = null;
    this.foreign = null;
    this.state = "live";
    this.count = 0;
  }

  enter({ hold, ...command }) {
    this.count += 1;
    const item = { ...command, id: `training-${this.count}`, place: this.count, at: new Date().toISOString() };
    this.items = [...this.items, item];
    return item;
  }

  takeBack(id) {
    if (this.items.at(-1)?.id !== id) return false;
    this.items = this.items.slice(0, -1);
    return true;
  }

  wake() {}
}

/** The table's sheet without anything that is live: no round, no dealer, clocks that stand. */
export function trainingSheet(sheet) {
  return { ...sheet, round: null, last_round: null, can_open: { ok: true }, bank_offers: null, seated: {} };
}
