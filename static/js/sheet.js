// From a game's entries to its score sheet, on the phone: the same meaning as on the server, which
// ships the rules as data. Pure: no page, no network.

import { fillCell, layFrame } from "./sheet/cells.js";
import { gameConcerns, roundConcerns } from "./sheet/concerns.js";
import { Log, inOrder, voided } from "./sheet/log.js";
import { buysLeft, losers, places, winners } from "./sheet/scoring.js";
import { Table } from "./sheet/seating.js";

export { cardsGained, face } from "./sheet/concerns.js";
export { buysLeft, handPoints, places, whyNot, worth } from "./sheet/scoring.js";

export const keypad = (rules) => rules.keypad;

// The entries that nobody took back, in order.
export function standing(entries) {
  const ordered = inOrder(entries);
  const gone = voided(ordered);
  return ordered.filter((entry) => !gone.has(entry.id));
}

// The sheet that entries of good form add up to, in any order; those without a seq come last. People
// are ids, and a warning's text has {0} for the first of its seats: see `named`.
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
  const totals = completeTotals(table, rounds);
  const here = presentNow(table, rounds);
  const placed = places(rules, new Map([...totals].filter(([seat]) => here.has(seat) && hasPlayed(rounds, seat))));
  const seats = seatsOf(table, rounds, totals, placed, here);
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

const remark = (entry) => ({ entry: entry.id, text: entry.payload.text });

function roundOf(table, number, asked, loose) {
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

function completeTotals(table, rounds) {
  const totals = new Map(table.people.map((person, seat) => [seat, person.starting_points]));
  for (const { seat, points } of rounds.filter((played) => played.complete).flatMap((played) => played.cells)) {
    totals.set(seat, totals.get(seat) + points);
  }
  return totals;
}

const isPresent = (cell) => cell.state !== "absent";

const hasPlayed = (rounds, seat) =>
  rounds.some((played) => played.complete && isPresent(played.cells[seat]));

// Who sits there once the last complete round is over: who leaves later still does.
function presentNow(table, rounds) {
  const over = Math.max(0, ...rounds.filter((played) => played.complete).map((played) => played.number));
  if (over === rounds.length) return table.present;
  return new Set(rounds[over].cells.filter(isPresent).map((cell) => cell.seat));
}

function seatsOf(table, rounds, totals, placed, here) {
  const best = totals.get(winners(placed)[0]) ?? 0;
  const current = rounds.find((played) => !played.complete)?.number ?? rounds.length;
  return table.people.map((person, number) => {
    const bought = rounds.map((played) => played.cells[number].buys);
    const inGame = bought.reduce((all, n) => all + n, 0);
    return {
      number,
      ...person,
      complete_total: totals.get(number),
      place: placed.get(number) ?? null,
      behind: placed.has(number) ? Math.abs(totals.get(number) - best) : null,
      buys_left: buysLeft(table.rules, current, inGame, bought[current - 1]),
      present: here.has(number),
      seated: table.order.includes(number),
    };
  });
}

// The same sheet with people in its seats and names in its warnings. `people`: {seat, player, name,
// short}, found by their seat, else by their id.
export function named(sheet, people) {
  const who = ({ number, player }) =>
    people.find((one) => one.seat === number)
    ?? people.find((one) => one.player === player)
    ?? { player, name: "", short: "" };
  const seats = sheet.seats.map((seat) => {
    const { player, name, short } = who(seat);
    return { ...seat, player, name, short_name: short };
  });
  const warnings = sheet.warnings.map((warning) => ({
    ...warning,
    text: warning.text.replace(/\{(\d)\}/g, (_, nth) => seats[warning.seats[nth]].name),
  }));
  return { ...sheet, seats, warnings };
}

// Whom entries bring along: people without a row yet, by the id and name that the phone gave them.
export function newcomers(entries) {
  return entries
    .flatMap(({ payload }) => [...(payload.players ?? []), payload.player])
    .filter((player) => player?.name)
    .map(({ id, name }) => ({ player: id.toLowerCase(), name, short: name.slice(0, 7) }));
}
