// What the screen says: sentences come from the server in the person's language, by code.

let sentences = {};
let language = "en";
let figures = new Intl.NumberFormat("en");
let sign = "";
/** What the table's own rules say otherwise, by code. */
let own = {};
let ownNames = "";
/** @type {Intl.DateTimeFormat} */
let clock;

/** Take over the sentences, the language and the house's time of day. */
export function speak({ words, locale, time_zone: timeZone }) {
  sentences = words;
  language = locale;
  clock = new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  figures = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  written.clear();
}

/** Sign amounts as the table's house does. */
export function useCurrency(currencySign) {
  sign = currencySign;
  written.clear();
}

/** Say "box" and "commission" where the table's own rules do. */
export function useOwnWords(names) {
  if (ownNames === names.join()) return;
  ownNames = names.join();
  own = {};
  for (const [key, sentence] of Object.entries(sentences)) {
    const [name, code] = key.split(":");
    if (code && names.includes(name)) own[code] = sentence;
  }
}

/** Say a sentence: `word("unsent_n", { n: 3 })`. A code without a sentence says nothing. */
export function word(code, values = {}) {
  const sentence = own[code] ?? sentences[code];
  if (sentence === undefined) return unsaid(code);
  if (!sentence.includes("{")) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? unsaid(`${code} ${whole}`));
}

/** A code without a sentence is shown to nobody; the page says which it was, so that a test finds it. */
function unsaid(code) {
  if (globalThis.document?.documentElement) document.documentElement.dataset.unsaid = code;
  return "";
}

export function hasWord(code) {
  return code in sentences;
}

// Amounts of a table are few, and the browser's own formatting is slow.
const written = new Map();

/** Write an amount of cents; whole amounts lose their ".00" so that they are read at a glance. */
export function money(cents) {
  let text = written.get(cents);
  if (text === undefined) {
    text = moneyWords(cents);
    written.set(cents, text);
  }
  return text;
}

function moneyWords(cents) {
  const amount = figures.format(Math.abs(cents) / 100);
  const short = cents % 100 === 0 ? amount.replace(/\D00$/, "") : amount;
  return `${cents < 0 ? "−" : ""}${sign}${short}`;
}

/** Write a chip's face: "25¢" below one, "5K" from ten thousand. */
export function chipFace(cents) {
  if (cents < 100) return `${cents}¢`;
  const whole = cents / 100;
  if (whole >= 1000 && whole % 1000 === 0) return `${whole / 1000}K`;
  return String(whole);
}

/** Write a time of day as the house's clocks show it, whatever the tablet's own zone is. */
export function time(iso) {
  return clock.format(new Date(iso));
}
