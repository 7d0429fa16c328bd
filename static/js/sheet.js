// From a game's entries to its score sheet, on the phone: the same meaning as on the server, which
// ships the rules as data. Pure: no page, no network.

import { gameConcerns, roundConcerns } from "./sheet/concerns.js";
import { Log, inOrder, slotOf, voided } from "./sheet/log.js";
import { remark, roundOf } from "./sheet/rounds.js";
import { losers, winners } from "./sheet/scoring.js";
import { Table } from "./sheet/seating.js";
import { standings } from "./sheet/standings.js";

export { cardsGained, face } from "./sheet/concerns.js";
export { slotOf };
export { named, newcomers } from "./sheet/people.js";
export { buysLeft, handPoints, places, whyNot, worth } from "./sheet/scoring.js";

export const keypad = (rules) => rules.keypad;

// The entries that nobody took back, in order.
export function standing(entries) {
  const ordered = inOrder(entries);
  const gone = voided(ordered);
  return ordered.filter((entry) => !gone.has(entry.id));
}

// The sheet that entries of good form add up to, in any order; those without a seq come last.
// People are ids, and a warning's text has {0} for the first of its seats: see `named`.
export function replay(rules, entries) {
  const log = new Log(rules, entries);
  if (!log.start) return sheetOf(log, {});
  const table = new Table(rules, log);
  for (const entry of log.standing.values()) {
    if (entry.seat >= table.people.length) {
      log.reject(entry, `Something in round ${entry.round} for a seat that nobody has.`);
    }
  }
  const loose = log.of("adjust").concat(log.of("rummy"), log.of("note"));
  const rounds = rules.rounds.map((asked, index) => {
    const here = loose.filter((entry) => entry.round === index + 1);
    return roundOf(table, index + 1, asked, here);
  });
  return whole(table, rounds);
}

function whole(table, rounds) {
  const { rules, log } = table;
  const { payload } = log.start;
  const [seats, placed] = standings(table, rounds);
  const decks = payload.decks || rules.decks[payload.players.length];
  for (const played of rounds) roundConcerns(rules, log, played, decks);
  gameConcerns(rules, log, seats, rounds);
  return sheetOf(log, {
    decks,
    jokers: decks * rules.copies.JK,
    first_dealer: payload.first_dealer,
    order: table.order,
    seats,
    rounds,
    totals: seats.map((seat) => seat.total),
    places: seats.map((seat) => seat.place),
    leaders: winners(placed),
    winners: log.finish ? winners(placed) : [],
    losers: log.finish ? losers(placed) : [],
    current_round: rounds.find((played) => !played.complete)?.number ?? null,
    finished: Boolean(log.finish),
    early: log.finish?.payload.early ?? false,
    notes: log.of("note").filter((entry) => !entry.round).map(remark),
  });
}

function sheetOf(log, facts) {
  const { date = null, place = "", occasion = "" } = log.start?.payload ?? {};
  return {
    rule_set: (log.in("rules") ?? log.start)?.payload.rule_set ?? null,
    date, place, occasion,
    decks: 0, jokers: 0, first_dealer: 0, order: [], seats: [], rounds: [], totals: [], places: [],
    leaders: [], winners: [], losers: [], current_round: null, finished: false, early: false,
    ending_entry: log.in("finish")?.id ?? null,
    notes: [],
    ...facts,
    warnings: log.warnings,
  };
}
