// What a round comes to, before the server has said so. Every comparison is a look-up in the
// tables that the rules core wrote; the sums follow the core's own form, and a test compares both.

/** Settle a round given in the form of the core's `settle` command, and answer in its form. */
export function settle(input, rules) {
  const bank = bankOf(input, rules);
  return reckon(input, rules, (hand) => compared(setHand(hand, rules), bank, rules));
}

/** Settle a round that was entered by its outcomes, by seat; 0 is the dealer's own wager. */
export function settleCalled(input, called, rules) {
  return reckon(input, rules, ({ seat = 0 }) => ({ high: null, low: null, outcome: called.get(seat) }));
}

/** Work out every amount, given how a hand ends against the bank. */
function reckon(input, rules, ending) {
  const seats = input.seats.map((seat) => settleSeat(seat, input, rules, ending));
  const dealer = dealerRow(input, rules, ending);
  const lost = sum(seats.filter((seat) => rules.isLost(seat.outcome)).map((seat) => -seat.net)) + Math.max(0, -dealer.net);
  const won = sum(seats.map((seat) => seat.won - (seat.coupon ?? 0))) + Math.max(0, dealer.net);
  const bank = bankRow(input, lost, won, rules);
  const vigorish = sum(seats.map((seat) => seat.vigorish)) + bank.vigorish;
  const house = { net: -sum(seats.map((seat) => seat.total)) - bank.net, vigorish };
  return { seats: seats.map(({ coupon, ...seat }) => seat), bank, house, dealer };
}

function bankOf({ bank, dealer, seats }, rules) {
  if (bank.kind === "house") return setHand(dealer, rules);
  const seat = seats.find((each) => each.seat === bank.seat);
  return bank.kind === "co-bank" ? setHand({ ...seat, high: bank.stands ? seat.high : undefined }, rules) : setHand(seat, rules);
}

/** High and low of a hand; without a setting, by the house way. Cards lie as they were put. */
export function setHand({ tiles, cards, high }, rules) {
  const held = tiles ?? cards;
  if (!high) return rules.houseWay(held);
  const low = [...held];
  for (const name of high) low.splice(low.indexOf(name), 1);
  return tiles && rules.isHigher(low, high) ? { high: low, low: high } : { high, low };
}

function settleSeat(seat, input, rules, ending) {
  const row = { seat: seat.seat, outcome: seat.state ?? "played", high: null, low: null, won: 0, vigorish: 0, net: 0, returned: 0, total: 0 };
  if (input.bank.kind !== "house" && seat.seat === input.bank.seat) return { ...row, outcome: "bank" };
  const stake = rules.accepted(seat.wager);
  row.returned = seat.wager - stake;
  if (stake === 0) row.outcome = "void";
  else if (row.outcome === "played") Object.assign(row, ending(seat));
  const coupon = seat.match_play ?? 0;
  if (row.outcome === "win") {
    row.won = stake + coupon;
    row.coupon = coupon;
    row.vigorish = rules.vigorish(row.won);
    row.net = row.won - row.vigorish;
  } else if (rules.isLost(row.outcome)) row.net = -stake;
  const sides = sidesOf(seat, input, rules);
  row.total = Object.values(sides).reduce((total, { net }) => total + net, row.net);
  return { ...row, ...sides };
}

function compared(player, bank, rules) {
  if (rules.isFoul(player)) return { high: null, low: null, outcome: "foul" };
  const high = rules.wins(player.high, bank.high) ? "win" : "lose";
  const low = rules.wins(player.low, bank.low) ? "win" : "lose";
  return { high, low, outcome: high === low ? high : "push" };
}

function sidesOf(seat, input, rules) {
  const sides = {};
  if (seat.pair_fortunes) sides.pair_fortunes = pairFortunes(seat, rules);
  if (seat.three_card) sides.three_card = threeCard(seat, input, rules);
  if (seat.four_card) sides.four_card = fourCard(seat, input, rules);
  return sides;
}

function threeCard(seat, { dealer }, rules) {
  const stake = seat.three_card;
  if ((seat.state ?? "played") !== "played") return { outcome: seat.state, won: 0, net: 0 };
  const won = rules.wins(seat.cards, dealer.cards);
  return won ? { outcome: "win", won: stake, net: stake } : { outcome: "lose", won: 0, net: -stake };
}

function fourCard(seat, { community, options }, rules) {
  const stake = seat.four_card;
  const found = seat.cards && community ? rules.fourCard(seat.cards, community) : { class: "none", pays: 0 };
  if ((seat.state ?? "played") !== "played") return { class: found.class, won: 0, net: 0, jackpot: 0 };
  const jackpot = found.winsJackpot && stake >= (options.jackpot_minimum ?? 0) ? (options.jackpot ?? 0) : 0;
  const won = stake * found.pays + jackpot;
  return { class: found.class, won, net: won || -stake, jackpot };
}

function pairFortunes(seat, rules) {
  const stake = seat.pair_fortunes;
  const found = seat.tiles?.length ? rules.pairFortunes(seat.tiles, rules.options.pair_fortunes) : { class: "none", pays: 0 };
  if (seat.state === "void") return { class: found.class, won: 0, net: 0 };
  const won = seat.state === "abandoned" ? 0 : stake * found.pays;
  return { class: found.class, won, net: won || -stake };
}

function dealerRow({ bank, dealer }, rules, ending) {
  const held = dealer?.tiles ?? dealer?.cards;
  const { high, low } = held ? setHand(dealer, rules) : { high: null, low: null };
  if (bank.kind !== "player" || !dealer?.wager) return { high, low, outcome: null, net: 0 };
  const { outcome } = ending(dealer);
  return { high, low, outcome, net: { win: dealer.wager, lose: -dealer.wager, push: 0 }[outcome] };
}

/** Losers go to the centre, winners are paid from it; what is left is the bank's, less vigorish. */
function bankRow({ bank }, lost, won, rules) {
  const row = { kind: bank.kind, seat: bank.seat ?? null, net: 0, vigorish: 0 };
  if (bank.kind === "house") return row;
  const left = lost - won;
  const share = bank.kind === "co-bank" ? Math.ceil(left / 2) : left;
  row.vigorish = share > 0 ? rules.vigorish(share) : 0;
  row.net = share - row.vigorish;
  return row;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
