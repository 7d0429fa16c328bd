// One round: what stands in its slots, and what does not fit.

import { fillCell, layFrame } from "./cells.js";

export const remark = (entry) => ({ entry: entry.id, text: entry.payload.text });

export function roundOf(table, number, asked, loose) {
  const { rules, log } = table;
  table.beginRound(number);
  const out = aboutPresent(table, "out", "went out", number);
  const cut = aboutPresent(table, "cut", "cut", number);
  if (cut && !rules.cut) {
    log.reject(cut, `The exact cut of round ${number} counts nothing by these rules.`);
  }
  const frame = layFrame(table, number, out, cut, loose);
  const cells = table.people.map((_, seat) => fillCell(table, frame, seat));
  const entered = cells.every((cell) => cell.state !== "missing");
  return {
    number,
    contract: asked.contract,
    pattern: asked.pattern,
    dealt: asked.dealt,
    dealer: table.dealer,
    first_player: table.nextPresent(table.dealer),
    cutter: table.nextPresent(table.dealer, -1),
    cut_numbers: (rules.cut?.extra ?? []).map((more) => table.present.size * asked.dealt + more),
    cut_by: cut && rules.cut && cut.payload.exact ? cut.payload.seat : null,
    cut_entry: cut?.id ?? null,
    out: frame.out,
    out_stands: Boolean(out),
    out_entry: out?.id ?? null,
    complete: Boolean(out) && table.present.size > 0 && entered,
    cells,
    notes: loose.filter((entry) => entry.kind === "note").map(remark),
    rummies: calledRummies(table, loose),
  };
}

// The standing entry of a round's slot, if whom it names is at the table, or it names nobody.
function aboutPresent(table, kind, did, number) {
  const entry = table.log.in(kind, number);
  const seat = entry?.payload.seat ?? null;
  if (seat === null || table.present.has(seat)) return entry;
  table.log.reject(entry, `Somebody ${did} in round ${number} who was not at the table.`);
  return undefined;
}

function calledRummies(table, loose) {
  const { rules, log, present } = table;
  return loose.filter((entry) => entry.kind === "rummy").flatMap((entry) => {
    const { round, payload } = entry;
    const there = present.has(payload.caller) && present.has(payload.offender);
    if (rules.rummy_gives !== null && there && payload.caller !== payload.offender) {
      return [{ entry: entry.id, ...payload }];
    }
    log.reject(entry, rules.rummy_gives === null
      ? `Rummy was called in round ${round}; these rules have no such call.`
      : `Rummy was called in round ${round} by or on somebody who was not there.`);
    return [];
  });
}
