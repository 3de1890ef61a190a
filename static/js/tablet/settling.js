// What a round comes to, before the server has said so. Every comparison is a look-up in the
// tables that the rules core wrote; the sums follow the core's own form, and a test compares both.

/** Settle a round given in the form of the core's `settle` command, and answer in its form. */
export function settle(input, rules) {
  const bankHand = bankOf(input, rules);
  const seats = input.seats.map((seat) => settleSeat(seat, input, bankHand, rules));
  const dealer = dealerRow(input, bankHand, rules);
  const against = seats.filter((seat) => seat.outcome !== "bank");
  const dealerNet = dealer.net;
  const lost = sum(against.map((seat) => Math.max(0, -seat.net))) + Math.max(0, -dealerNet);
  const won = sum(against.map((seat) => seat.won)) + Math.max(0, dealerNet);
  const bank = bankRow(input, lost, won, rules);
  const vigorish = sum(seats.map((seat) => seat.vigorish)) + bank.vigorish;
  const house = { net: -sum(seats.map((seat) => seat.total)) - bank.net, vigorish };
  return { seats, bank, house, dealer };
}

function bankOf({ bank, dealer, seats }, rules) {
  if (bank.kind === "house") return setHand(dealer, rules);
  const seat = seats.find((each) => each.seat === bank.seat);
  return bank.kind === "co-bank" ? setHand({ ...seat, high: bank.stands ? seat.high : undefined }, rules) : setHand(seat, rules);
}

/** High and low of a hand; without a setting, by the house way. */
export function setHand({ tiles, high }, rules) {
  if (!high) return rules.houseWay(tiles);
  const low = [...tiles];
  for (const name of high) low.splice(low.indexOf(name), 1);
  return rules.isHigher(low, high) ? { high: low, low: high } : { high, low };
}

function settleSeat(seat, input, bankHand, rules) {
  const row = { seat: seat.seat, outcome: seat.state ?? "played", high: null, low: null, won: 0, vigorish: 0, net: 0, returned: 0, total: 0 };
  if (input.bank.kind !== "house" && seat.seat === input.bank.seat) return { ...row, outcome: "bank" };
  const stake = rules.accepted(seat.wager);
  row.returned = seat.wager - stake;
  if (row.outcome === "played" && stake === 0) row.outcome = "void";
  else if (row.outcome === "played") Object.assign(row, compared(setHand(seat, rules), bankHand, rules));
  const coupon = seat.match_play ?? 0;
  if (row.outcome === "win") {
    row.won = stake + coupon;
    row.vigorish = rules.vigorish(row.won);
    row.net = row.won - row.vigorish;
  } else if (rules.isLost(row.outcome)) row.net = -stake;
  row.total = row.net;
  if (seat.pair_fortunes) {
    row.pair_fortunes = pairFortunes(seat, rules);
    row.total += row.pair_fortunes.net;
  }
  return row;
}

function compared(player, bank, rules) {
  const high = rules.isHigher(player.high, bank.high) ? "win" : "lose";
  const low = rules.isHigher(player.low, bank.low) ? "win" : "lose";
  return { high, low, outcome: high === low ? high : "push" };
}

function pairFortunes(seat, rules) {
  const stake = seat.pair_fortunes;
  if (seat.state === "void") return { class: "void", won: 0, net: 0 };
  if (seat.state === "abandoned") return { class: "none", won: 0, net: -stake };
  const found = rules.pairFortunes(seat.tiles, rules.options.pair_fortunes);
  return found.pays ? { class: found.class, won: stake * found.pays, net: stake * found.pays } : { class: found.class, won: 0, net: -stake };
}

function dealerRow(input, bankHand, rules) {
  const dealer = input.dealer;
  if (!dealer?.tiles) return { high: null, low: null, outcome: null, net: 0 };
  const hand = setHand(dealer, rules);
  if (input.bank.kind !== "player" || !dealer.wager) return { ...hand, outcome: null, net: 0 };
  const { outcome } = compared(hand, bankHand, rules);
  return { ...hand, outcome, net: { win: dealer.wager, lose: -dealer.wager, push: 0 }[outcome] };
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
