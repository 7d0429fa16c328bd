// Where entering a round goes next: clockwise from who went out, until nobody owes a hand.
// A screen is "table", "over", {out: round}, {hand: seat, round} or {review: round}.

// Who still owes a hand of a round, clockwise: after a seat; without one, after who went out; where
// nobody did, from who plays first.
export function owing(sheet, round, after = null) {
  const { order } = sheet;
  const { out, first_player, cells } = sheet.rounds[round - 1];
  const begin = order.indexOf(after ?? out);
  const start = begin < 0 ? order.indexOf(first_player) : begin + 1;
  const missing = cells.filter((cell) => cell.state === "missing").map((cell) => cell.seat);
  return [...order.slice(start), ...order.slice(0, start)].filter((seat) => missing.includes(seat));
}

// The next hand that is missing; then who went out, where nobody said; then the review.
function onward(sheet, round, after) {
  const [seat] = owing(sheet, round, after);
  if (seat !== undefined) return { hand: seat, round };
  return sheet.rounds[round - 1].out_stands ? { review: round } : { out: round };
}

// The screen after `just`: an entry's kind, round and seat. A hand may be `skipped`, or one that
// `corrects` a round that was over: that goes back to where it was opened, "table" or "review".
export function next(sheet, { kind, round, seat, corrects, skipped, back }) {
  if (kind === "finish") return "over";
  if (kind === "out") return onward(sheet, round);
  if (kind === "buys" || (kind === "cut" && back === "review")) return { review: round };
  if (kind !== "hand") return "table";
  if (corrects) return back === "review" ? { review: round } : "table";
  const others = owing(sheet, round, seat).some((other) => other !== seat);
  const over = skipped && !others && sheet.rounds[round - 1].out_stands;
  return over ? "table" : onward(sheet, round, seat);
}

// The server's page of a screen.
export function address(game, screen) {
  const here = `/games/${game}/`;
  if (screen === "table") return here;
  if (screen === "over") return `${here}over/`;
  const { out, review, hand, round = out ?? review } = screen;
  const page = hand === undefined ? (out === undefined ? "review" : "out") : `seats/${hand}`;
  return `${here}rounds/${round}/${page}/`;
}
