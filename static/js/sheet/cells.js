// One round's cells: what stands for each seat and what it is worth.

import { cutPoints, handPoints } from "./scoring.js";

const ABSENT = {
  state: "absent", entry: null, cards: [], typed: "", hand_points: 0, cut_points: 0,
  adjustments: 0, points: 0, running: null, buys: 0, buys_entry: null, melds: [],
  lay_down_entry: null, changes: 0,
};

// What the cells of a round have in common: who went out, cut points and adjustments by seat, and
// whether anything but the cut stands.
export function layFrame(table, number, out, cut, loose) {
  const { rules, log, present } = table;
  const exact = rules.cut && cut?.payload.exact;
  const adjusted = new Map();
  for (const entry of loose.filter((one) => one.kind === "adjust")) {
    const { seat, payload } = entry;
    if (present.has(seat)) adjusted.set(seat, (adjusted.get(seat) ?? 0) + payload.points);
    else log.reject(entry, `Points in round ${number} for somebody who was not at the table.`);
  }
  const stands = (seat) => ["hand", "buys", "lay_down"].some((kind) => log.in(kind, number, seat));
  return {
    number,
    out: out?.payload.seat ?? null,
    cut: exact ? cutPoints(rules, present, cut.payload.seat, table.dealer) : new Map(),
    adjusted,
    started: Boolean(out) || loose.some((one) => one.kind !== "note") || [...present].some(stands),
  };
}

// The cell of one seat; once it is shown, its points are added to the person's total.
export function fillCell(table, frame, seat) {
  const { log, people } = table;
  const { number } = frame;
  const [hand, buys, laid] = ["hand", "buys", "lay_down"].map((kind) => log.in(kind, number, seat));
  if (!table.present.has(seat)) {
    for (const entry of [hand, buys, laid]) {
      if (entry) log.reject(entry, `Something in round ${number} for a seat not at the table.`);
    }
    return { seat, ...ABSENT };
  }
  const [state, hand_points] = handOf(table.rules, hand, frame.out === seat);
  const cut_points = frame.cut.get(seat) ?? 0;
  const adjustments = frame.adjusted.get(seat) ?? 0;
  const points = hand_points + cut_points + adjustments;
  const shown = frame.started
    && (state !== "missing" || cut_points !== 0 || frame.adjusted.has(seat));
  if (shown) people[seat].total += points;
  return {
    seat,
    state,
    entry: hand?.id ?? null,
    cards: hand?.payload.cards ?? [],
    typed: hand?.payload.typed ?? "",
    hand_points,
    cut_points,
    adjustments,
    points,
    running: shown ? people[seat].total : null,
    buys: buys?.payload.n ?? 0,
    buys_entry: buys?.id ?? null,
    melds: laid?.payload.melds ?? [],
    lay_down_entry: laid?.id ?? null,
    changes: log.changed("hand", number, seat),
  };
}

function handOf(rules, hand, wentOut) {
  if (wentOut) return ["out", rules.out_points];
  if (!hand) return ["missing", 0];
  return ["total" in hand.payload ? "total" : "cards", handPoints(rules, hand.payload)];
}
