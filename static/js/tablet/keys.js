// A keyboard, a number pad or a barcode scanner does what fingers do. A scanner types fast and ends
// with Enter: "6-6" or "66" is a tile, "QS" a card, anything else is offered to the open panel.

const SCAN_PAUSE = 60;
const LETTERS = /^[0-9A-Za-z-]$/;

/** Read key strokes; `scanned(text)` gets what came in one quick burst, `pressed(key)` the rest. */
export function listenToKeys({ scanned, pressed, now = () => performance.now() }) {
  let burst = "";
  let last = 0;
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const quick = now() - last < SCAN_PAUSE;
    last = now();
    if (event.key === "Enter" && quick && burst.length > 1) {
      event.preventDefault();
      const text = burst;
      burst = "";
      scanned(text);
      return;
    }
    if (LETTERS.test(event.key)) burst = quick ? burst + event.key : event.key;
    if (pressed(event.key, quick && burst.length > 1)) event.preventDefault();
  });
}

/** A tile written as "66", "6-6" or "31", either way round. */
export function tileOf(text) {
  const pips = /^([1-6])-?([1-6])$/.exec(text);
  return pips ? [pips[1], pips[2]].sort().join("-") : null;
}

export function cardOf(text) {
  const card = /^(10|[2-9TJQKA])([CDHS])$/i.exec(text);
  return card ? `${card[1] === "10" ? "T" : card[1].toUpperCase()}${card[2].toUpperCase()}` : null;
}
