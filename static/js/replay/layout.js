// Where everything is on the drawn table, seen from the dealer: seat 1 at the dealer's far right,
// seats counterclockwise, dead hand left, shaker right. The other side sees it turned around.
const WIDTH = 1200;
const HEIGHT = 700;
const FIXED = {
  dealer: { x: 600, y: 590 },
  "dead-hand": { x: 235, y: 590 },
  "burnt-box": { x: 235, y: 590 },
  centre: { x: 600, y: 340 },
  bank: { x: 960, y: 600 },
  jackpot: { x: 600, y: 420 },
  inventory: { x: 600, y: 668 },
};

export function spots(positions) {
  const seats = positions.filter((name) => !(name in FIXED));
  const found = { ...FIXED };
  seats.forEach((name, index) => {
    const share = seats.length > 1 ? index / (seats.length - 1) : 0.5;
    const angle = ((6 + 168 * share) * Math.PI) / 180;
    found[name] = { x: 600 + 490 * Math.cos(angle), y: 440 - 350 * Math.sin(angle) };
  });
  return found;
}

export function turned(point, isTurned) {
  return isTurned ? { x: WIDTH - point.x, y: HEIGHT - point.y } : point;
}
