// Totals and places: what complete rounds add up to.

import { buysLeft, places, winners } from "./scoring.js";

const isPresent = (cell) => cell.state !== "absent";
const isComplete = (played) => played.complete;

// The seats with their totals and places, and the places by seat: of those still at the table who
// have played a complete round.
export function standings(table, rounds) {
  const totals = completeTotals(table, rounds);
  const here = presentNow(table, rounds);
  const placed = places(table.rules, new Map(
    [...totals].filter(([seat]) => here.has(seat) && hasPlayed(rounds, seat)),
  ));
  return [seatsOf(table, rounds, totals, placed, here), placed];
}

function completeTotals(table, rounds) {
  const totals = new Map(table.people.map((person, seat) => [seat, person.starting_points]));
  for (const { seat, points } of rounds.filter(isComplete).flatMap((played) => played.cells)) {
    totals.set(seat, totals.get(seat) + points);
  }
  return totals;
}

const hasPlayed = (rounds, seat) =>
  rounds.some((played) => isComplete(played) && isPresent(played.cells[seat]));

// Who sits there once the last complete round is over: who leaves later still does.
function presentNow(table, rounds) {
  const over = Math.max(0, ...rounds.filter(isComplete).map((played) => played.number));
  if (over === rounds.length) return table.present;
  return new Set(rounds[over].cells.filter(isPresent).map((cell) => cell.seat));
}

// Everybody's totals, places and buys left.
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
