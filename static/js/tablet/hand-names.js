// What a hand is called at the table, from the code that the look-ups give it.

import { hasWord, word } from "./words.js";

const TEN = { T: "10" };
const SHORT = 14;

/** Say the rank of a hand in words: "Teen Wong", "Nine, Teen high", "Pair K-K". */
export function rankName(rules, hand) {
  if (rules.game === "tiles") return nameOf(rules, rules.rank(hand).code);
  if (hand.length === 1) return figure(hand[0]);
  return `${word(`cards_${rules.className("high", hand)}`)} ${fromHighest(rules, hand).join("-")}`;
}

/** Say the name of a hand of tiles from its code, such as "wong:Teen". */
export function nameOf(rules, named) {
  const [code, tile] = named.split(":");
  const tileName = tile && hasWord(`name_${tile}`) ? word(`name_${tile}`) : (tile ?? "");
  if (hasWord(`hand_${code}`)) return word(`hand_${code}`, { tile: tileName });
  return (rules.tables.hand_names[code] ?? "").replace("{tile}", tileName);
}

/** Say both hands in few words; pairs by their name as far as a seat has room for it. */
export function shortRank(rules, { high, low }) {
  if (rules.game === "cards") return `${fromHighest(rules, high).join("-")} · ${rankName(rules, low)}`;
  const [one, other] = [high, low].map((hand) => shortName(rules, hand));
  const full = [high, low].map((hand) =>
    rules.rank(hand).kind === "pair" ? pairName(rules, hand) : shortName(rules, hand),
  );
  const tries = [full, [full[0], other], [one, full[1]], [one, other]].map((names) => names.join(" · "));
  return tries.find((text) => text.length <= SHORT) ?? tries.at(-1);
}

function pairName(rules, hand) {
  return rules.rank(hand).code === "supreme-pair" ? word("class_gee_joon") : rankName(rules, hand);
}

function shortName(rules, hand) {
  const { kind, value } = rules.rank(hand);
  return kind === "value" ? String(value) : word(`class_${kind.replaceAll("-", "_")}`);
}

function figure([rank]) {
  return TEN[rank] ?? rank;
}

function fromHighest(rules, hand) {
  return rules.keys(hand).sorted.map(figure).reverse();
}
