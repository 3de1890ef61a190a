// An amount from single keys. Pure: what was typed and a key in, what is typed then out.

const LONGEST = 9;
const WHOLE = 100;

/**
 * The cents of what was typed: "12.5" is twelve and a half.
 * @param {string} typed
 */
export function centsOf(typed) {
  return Math.round(Number(`0${typed}`) * WHOLE);
}

/**
 * What is typed after one more key; what cannot be an amount stays as it was.
 * @param {string} typed
 * @param {string} key
 */
export function typedWith(typed, key) {
  if (key === "delete") return typed.slice(0, -1);
  const next = typed + key;
  const isAmount = /^(0|[1-9][0-9]*)(\.[0-9]{0,2})?$/.test(next.replace(/^\./, "0.").replace(/^0+(?=[0-9])/, ""));
  return isAmount && next.length <= LONGEST ? next : typed;
}
