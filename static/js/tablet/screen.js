// What lies over the step: one panel, one notice; and when the page is drawn again.

const NOTICE_STAYS = 8000;
// Where no frame comes, as in a window that nobody sees, this is long enough.
const LONGEST_FRAME = 100;

/**
 * Do what nobody sees once the frame is there that shows the tap; what a tap has recorded never waits for it.
 * @param {() => void} act
 */
export function afterFrame(act) {
  const late = setTimeout(act, LONGEST_FRAME);
  requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(act);
  });
}

export class Screen {
  /** @param {{ state: any, feel: any, paint: () => void }} parts */
  constructor({ state, feel, paint }) {
    this.state = state;
    this.feel = feel;
    this.paint = paint;
    this.isDue = false;
  }

  /** Draw at the next frame, once however many changes came before it. */
  redraw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.isDue = false;
    this.paint();
  }

  open(name, detail = {}) {
    this.state.panel = { name, ...detail };
    this.redraw();
  }

  /** Change what was tapped on the open panel. */
  change(detail) {
    this.state.panel = { ...this.state.panel, ...detail };
    this.redraw();
  }

  close() {
    this.state.panel = null;
    this.redraw();
  }

  /** Say something over the table; what was refused stays until the next tap, the rest passes. */
  say(text, tone = "", rule = "") {
    const notice = { text, tone, rule };
    this.state.notice = notice;
    if (tone !== "refused") setTimeout(() => this.state.notice === notice && this.unsay(), NOTICE_STAYS);
    this.redraw();
  }

  unsay() {
    this.state.notice = null;
    this.redraw();
  }

  refuse(text, rule = "") {
    this.feel.refused();
    this.say(text, "refused", rule);
  }
}
