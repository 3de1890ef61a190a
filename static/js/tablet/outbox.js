// The commands that this tablet has made and the server has not yet answered. They leave in the
// order they were made, one at a time, each with an id of its own, so that a lost answer, a reload
// or a minute without the server neither loses nor doubles one.

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60000;
const AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How long to wait before the next try: 1 s, doubled each time, at most a minute. */
export function backoff(tries) {
  return Math.min(FIRST_WAIT * 2 ** Math.max(0, tries - 1), LONGEST_WAIT);
}

/** Number the commands of one round so that each builds on the one before it. */
export function renumbered(items, round, version) {
  let next = version;
  return items.map((item) => (item.round === round && item.version !== null ? { ...item, version: next++ } : item));
}

// How far into a round a command belongs; one that is further on was entered on top of the others.
const STAGES = [
  ["open"],
  ["seats", "wagers", "bank"],
  ["dealer-wager", "close"],
  ["roll"],
  ["delivery"],
  ["deal"],
  ["hands", "states", "community", "quick"],
  ["settle"],
];
const stageOf = ({ name }) => STAGES.findIndex((names) => names.includes(name));

/** What was entered on top of a command: later steps of its round, then every round after that. */
export function builtOn(items, refused) {
  const later = items.slice(items.indexOf(refused) + 1);
  const inRound = later.filter((item) => item.round === refused.round && stageOf(item) > stageOf(refused));
  const endsWithout = inRound.concat(refused).some(({ name }) => name === "settle" || name === "open");
  return later.filter((item) => inRound.includes(item) || (endsWithout && item.round !== refused.round));
}

// These were right and only came before something that was missing: they are sent again after it.
const TOO_EARLY = new Set(["close", "deal", "settle"]);

/** What goes when a refused command is given up: it and what was built on it, or its whole round. */
export function droppedWith(items, refused, choice) {
  const built = choice === "drop" ? builtOn(items, refused) : [];
  return items.filter((item) =>
    choice === "drop" ? item === refused || built.includes(item) : item.round === refused.round,
  );
}

let said = "";

/** Say in a cookie how many records wait, so that the server refuses to close or hand over. */
export function sayUnsent(table, count) {
  const cookie = `unsent-${table}=${count}; path=/; max-age=${count ? 86400 : 0}; samesite=strict`;
  // biome-ignore lint/suspicious/noDocumentCookie: the count must stand before the page is left
  if (cookie !== said) document.cookie = cookie;
  said = cookie;
}

export class Outbox {
  /**
   * @param {{ store: any, table: number, person: string, send: (item: any) => Promise<any>,
   *   changed?: any, answered?: any, now?: () => number }} parts
   */
  constructor({ store, table, person, send, changed, answered, now = () => Date.now() }) {
    this.store = store;
    this.table = table;
    this.person = person;
    this.send = send;
    this.changed = changed;
    this.answered = answered;
    this.now = now;
    this.items = [];
    this.state = "live";
    this.tries = 0;
    this.sending = null;
    this.timer = null;
    this.isResting = false;
    this.last = 0;
    this.saved = Promise.resolve();
  }

  async load() {
    this.items = await this.store.queue(this.table);
    this.last = this.items.at(-1)?.place ?? 0;
    this.wake();
  }

  get refused() {
    return this.items.find((item) => item.refused) ?? null;
  }

  /** Records made under another person's name must not be sent under this one's. */
  get foreign() {
    return this.items.find((item) => item.person !== this.person) ?? null;
  }

  /** Put a command at the end. It leaves once the disk has it; a held one can still be taken back. */
  enter({ hold = 0, ...command }) {
    const now = this.now();
    this.last = Math.max(this.last + 1, now);
    const item = {
      ...command,
      id: crypto.randomUUID(),
      table: this.table,
      person: this.person,
      place: this.last,
      at: new Date(now).toISOString(),
      until: hold ? now + hold : 0,
    };
    this.items = [...this.items, item];
    this.saved = this.store.put("queue", item).then(() => this.wake());
    return item;
  }

  /** Take back the latest command, if it has not left yet. */
  takeBack(id) {
    const item = this.items.at(-1);
    if (!item || item.id !== id || this.sending === id) return false;
    this.items = this.items.slice(0, -1);
    this.store.remove("queue", item.place);
    this.changed();
    return true;
  }

  /** Give up the refused command with what was built on it, or with its whole round; or try again. */
  async settleRefusal(choice, version) {
    const refused = this.refused;
    if (!refused) return;
    const dropped = choice === "again" ? [] : droppedWith(this.items, refused, choice);
    const kept = this.items
      .filter((item) => !dropped.includes(item))
      .map((item) => (item === refused ? { ...item, refused: undefined } : item));
    await this.replace(version === undefined ? kept : renumbered(kept, refused.round, version));
  }

  /** Put commands where the refused one stood, or before it where it only came too early; what follows stays. */
  async repair(commands, version) {
    const { refused } = this;
    if (!refused) return;
    const made = commands.map((command, index) => ({
      ...command,
      id: crypto.randomUUID(),
      table: this.table,
      person: this.person,
      // Between the records before and after it: the order is that of these numbers.
      place: refused.place - 1 + (index + 1) / (commands.length + 1),
      at: new Date(this.now()).toISOString(),
      round: refused.round,
      version: refused.version,
      path: `rounds/${refused.round}/${command.name}/`,
      until: 0,
    }));
    const kept = TOO_EARLY.has(refused.name) ? [{ ...refused, refused: undefined }] : [];
    const later = this.items.slice(this.items.indexOf(refused) + 1);
    await this.replace(renumbered([...made, ...kept, ...later], refused.round, version ?? refused.version));
  }

  /** Let these stand in place of all that waited. */
  async replace(items) {
    const before = this.items;
    this.items = items;
    await this.store.replace(before, items);
    this.changed();
    this.wake();
  }

  /** Try now, whatever the waiting time. */
  wake() {
    clearTimeout(this.timer);
    this.timer = null;
    this.pump();
  }

  async pump() {
    if (this.sending || this.timer) return;
    const item = this.items[0];
    if (!item || item.refused || item.person !== this.person || this.state === "signed_out" || this.isResting) return;
    const held = this.items.length === 1 ? item.until - this.now() : 0;
    if (held > 0) {
      this.timer = setTimeout(() => this.wake(), held);
      return;
    }
    this.sending = item.id;
    const answer = await this.send(item);
    this.sending = null;
    await this.take(item, answer);
  }

  async take(item, { status, body }) {
    if (status >= 200 && status < 300) {
      // Gone and what the server made of it are one write: whatever happens, one of them is on the disk.
      const isGone = this.store.remove("queue", item.place);
      this.items = this.items.filter((other) => other.id !== item.id);
      this.tries = 0;
      this.state = "live";
      this.answered(item, body);
      await isGone;
      this.changed();
      this.pump();
    } else if (status === 0 || AGAIN.has(status)) {
      this.tries += 1;
      this.state = status === 0 ? "offline" : "waiting";
      this.timer = setTimeout(() => this.wake(), backoff(this.tries));
      this.changed();
    } else if (status === 401 || body?.code === "not_authenticated") {
      this.state = "signed_out";
      this.changed();
    } else {
      await this.refuse(item, status, body);
    }
  }

  async refuse(item, status, body) {
    this.state = "live";
    this.tries = 0;
    const refused = { ...item, refused: { status, ...body } };
    this.items = this.items.map((other) => (other.id === item.id ? refused : other));
    const isKept = this.store.put("queue", refused);
    this.answered(item, body, status);
    await isKept;
    this.changed();
  }
}
