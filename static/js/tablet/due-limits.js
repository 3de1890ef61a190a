// Which limits hold, and which wager the floor let stand outside them: no page, no app.

/** Whether the floor has signed that this wager stands outside the limits. */
export function isAccepted({ draft }, { seat, player, cents }) {
  const same = (each) => each.seat === seat && each.player === player && each.cents === cents;
  return (draft.outside ?? []).some(same);
}

/** The table with the limits that hold at a moment: those announced, once their time has come. */
export function withDueLimits(sheet, now) {
  const next = sheet?.table.limits_next;
  if (!next || Date.parse(next.at) > now) return sheet;
  const { minimum_cents: least, maximum_cents: most } = next;
  return { ...sheet, table: { ...sheet.table, minimum_cents: least, maximum_cents: most, limits_next: null } };
}
