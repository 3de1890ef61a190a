// Draws one frame of a replay as SVG. Frames are whole: nothing of the last one is needed.
import { spots, turned } from "./layout.js";

const SVG = "http://www.w3.org/2000/svg";
const sprites = document.body.dataset;
const SMALL = matchMedia("(max-width: 700px)"); // on a telephone the words grow, the table does not

function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function words(text, x, y, className) {
  const element = make("text", { x, y, class: className });
  element.textContent = text;
  return element;
}

function piece(kind, pieces, x, y, height) {
  const isCard = pieces === "cards";
  const width = height * (isCard ? 5 / 7 : 2 / 5);
  const name = kind === "back" ? kind : isCard ? kind : kind.split("-").sort().join("-");
  const href = isCard ? `${sprites.cards}#card-${name}` : `${sprites.tiles}#tile-${name}`;
  return make("use", { href, x: x - width / 2, y: y - height / 2, width, height });
}

function money(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const part = Math.abs(cents) % 100;
  return sign + whole + (part ? `.${String(part).padStart(2, "0")}` : "");
}

const ROW_WIDTH = 216; // a place is 184 wide, and its neighbour's row begins 230 further
const CHIP_GAP = 4;

function chipText(cents, side) {
  return side ? `${side[0]} ${money(cents)}` : money(cents);
}

function chipWidth(text) {
  return 26 + text.length * 11;
}

export class Drawing {
  constructor(svg, story) {
    this.svg = svg;
    this.story = story;
    this.spots = spots(story.positions);
    this.isTurned = false;
  }

  at(name) {
    return turned(this.spots[name] ?? this.spots.centre, this.isTurned);
  }

  draw(frame) {
    this.svg.replaceChildren(
      this.felt(),
      ...this.story.positions.map((name) => this.position(name, frame)),
      ...this.stacks(frame),
      ...this.dice(frame),
      ...this.loose(frame),
      ...this.move(frame),
    );
  }

  felt() {
    const turn = this.isTurned ? "rotate(180 600 350)" : "";
    return make("path", { class: "replay-rim", transform: turn, d: "M60 655 H1140 V430 A540 400 0 0 0 60 430 Z" });
  }

  position(name, frame) {
    const { x, y } = this.at(name);
    const group = make("g", { class: "replay-place", "data-place": name });
    if (frame.focus.includes(name)) group.dataset.focus = "";
    const isBank = name === this.story.bank;
    group.append(make("rect", { x: x - 92, y: y - 60, width: 184, height: 134, rx: 12 }));
    const label = this.story.labels[name] ?? name;
    group.append(words(isBank ? `${label} · ${this.story.labels.bank}` : label, x, y - 35, "replay-label"));
    const hand = frame.hands[name];
    if (hand) group.append(...this.hand(hand, x, y));
    else if (frame.counts[name]) group.append(words(frame.counts[name], x, y + 20, "replay-count"));
    if (hand && frame.counts[name]) group.append(words(frame.counts[name], x, y + 52, "replay-count"));
    group.append(...this.wagers(frame, name, x, y + 70));
    const outcome = frame.outcomes[name];
    if (outcome) group.append(words(outcome, x, y - 67, "replay-outcome"));
    return group;
  }

  hand(hand, x, y) {
    const height = this.story.pieces === "cards" ? 72 : 78;
    const step = this.story.pieces === "cards" ? 54 : 36;
    const gap = hand.is_set ? 12 : 0;
    const count = hand.pieces.length;
    const left = x - ((count - 1) * step + gap) / 2;
    return hand.pieces.map((kind, index) =>
      piece(kind, this.story.pieces, left + index * step + (index >= 2 ? gap : 0), y + 13, height),
    );
  }

  // The wager of a place and its side wagers in one row, no wider than the place has room for.
  wagers(frame, name, x, y) {
    const row = Object.entries(frame.sides[name] ?? {})
      .filter(([, cents]) => cents)
      .map(([code, cents]) => ({ cents, side: this.story.sides[code] }));
    if (frame.chips[name]) row.unshift({ cents: frame.chips[name] });
    const usual = SMALL.matches ? 1.6 : 1.25;
    const total = row.reduce((sum, { cents, side }) => sum + chipWidth(chipText(cents, side)) + CHIP_GAP, -CHIP_GAP);
    const size = Math.min(usual, ROW_WIDTH / total);
    let left = x - (total * size) / 2;
    return row.map(({ cents, side }) => {
      const width = chipWidth(chipText(cents, side)) * size;
      const chip = this.chips(cents, left + width / 2, y, { side, size });
      left += width + CHIP_GAP * size;
      return chip;
    });
  }

  // A side wager has a marker of its own, which says its name in short.
  chips(cents, x, y, { side = null, size = SMALL.matches ? 1.6 : 1.25 } = {}) {
    const group = make("g", {
      class: cents < 0 ? "replay-chips is-minus" : "replay-chips",
      transform: `translate(${x} ${y}) scale(${size})`,
    });
    const text = chipText(cents, side);
    const width = chipWidth(text);
    group.append(make("rect", { x: -width / 2, y: -15, width, height: 30, rx: 15 }));
    group.append(words(text, 0, 7, ""));
    if (side) {
      group.classList.add("is-side");
      group.append(make("title"));
      group.querySelector("title").textContent = side[1];
    }
    return group;
  }

  stacks(frame) {
    if (!frame.stacks.length) return [];
    const found = [];
    frame.stacks.forEach((stack, number) => {
      const x = 600 + (3.5 - number) * 40;
      stack.forEach((kind, depth) => {
        if (!kind) return;
        const spot = turned({ x, y: 262 + depth * 66 }, this.isTurned);
        found.push(piece(kind, this.story.pieces, spot.x, spot.y, 62));
      });
      const foot = turned({ x, y: 222 }, this.isTurned);
      found.push(words(String(number + 1), foot.x, foot.y + 5, "replay-stack"));
    });
    return found;
  }

  dice(frame) {
    return frame.dice.map((face, index) => {
      const { x, y } = turned({ x: 905 + index * 56, y: 520 }, this.isTurned);
      return make("use", { href: `${sprites.icons}#die-${face}`, x: x - 24, y: y - 24, width: 48, height: 48 });
    });
  }

  // Chips that lie at no position: the centre, the tray, the bank's own.
  loose(frame) {
    return Object.entries(frame.chips)
      .filter(([name, cents]) => cents && !this.story.positions.includes(name))
      .map(([name, cents]) => {
        const { x, y } = this.at(name);
        const group = make("g", { class: "replay-loose" });
        group.append(
          words(this.story.labels[name] ?? name, x - 84, y + 8, "replay-label"),
          this.chips(cents, x + 24, y),
        );
        return group;
      });
  }

  move(frame) {
    if (!frame.move) return [];
    const [from, to] = [this.at(frame.move.from), this.at(frame.move.to)];
    const line = make("line", { class: "replay-move", x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    const chip = make("g", { class: "replay-moving" });
    chip.append(this.chips(frame.move.cents, 0, 0));
    chip.setAttribute("transform", `translate(${to.x} ${to.y - 26})`);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still) {
      const path = [from, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y - 26}px)` }));
      chip.animate(path, { duration: 600, easing: "ease-in-out" });
    }
    return [line, chip];
  }
}
