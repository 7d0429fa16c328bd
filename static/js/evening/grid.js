// The score sheet as a grid: a row per round, a column per player, like the paper on the table.

import { make } from "./dom.js";
import { handOf } from "./route.js";
import { figure, gained } from "./words.js";

const PLAYED = ["out", "cards", "total"];

export function gridOf(board, mayScore) {
  const rows = board.rounds.map((round) => rowOf(board, round));
  const columns = board.sheet.order.map((seat, place) => columnOf(board, seat, rows, place));
  return make(
    "div.sheet",
    {},
    gridTable(rows, columns, mayScore),
    playersList(rows, columns, mayScore),
    make("ul.remarks", {}, remarkLines(board)),
  );
}

function gridTable(rows, columns, mayScore) {
  const head = columns.map(({ name, short }) => make("th", { scope: "col" }, make("abbr", { title: name }, short)));
  const feet = columns.map(({ total, standing }) => make("td", {}, make("b", {}, total), make("small", {}, standing)));
  return make(
    "table.grid",
    { "data-many": columns.length > 5 },
    make("caption.visually-hidden", {}, "Score sheet: points and running totals by round and player"),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Round"), head)),
    make("tbody", {}, rows.map((row) => tableRow(row, mayScore))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "Total"), feet)),
  );
}

function tableRow({ round, current, cells, remarks }, mayScore) {
  const mark = remarks.length > 0 && make("i", { title: remarks.join(" ") }, "†");
  return make(
    `tr${current ? ".current" : ""}`,
    {},
    make("th", { scope: "row" }, make("b", {}, round.number, mark), " ", make("abbr", { title: round.contract }, round.pattern)),
    cells.map((cell) => make("td", {}, cellPart(cell, mayScore, `r${round.number}s${cell.seat}`))),
  );
}

// The same sheet, one row per player, for text too large for columns.
function playersList(rows, columns, mayScore) {
  return make("ul.players", {}, columns.map(({ name, total, standing, cells }) => make("li", {}, make(
    "details",
    {},
    make("summary", {}, make("span", {}, name), " ", make("b", {}, total), " ", make("small", {}, standing)),
    make("ul", {}, rows.map(({ round }, place) => [round, cells[place]])
      .filter(([, cell]) => cell.address || cell.running)
      .map(([round, cell]) => make("li", {}, make("span", {}, `Round ${round.number}`), " ", cellPart(cell, mayScore)))),
  ))));
}

function cellPart(cell, mayScore, id = false) {
  if (cell.address && mayScore) return make("a", { id, href: cell.address, "aria-label": cell.label }, score(cell));
  if (cell.address) return score(cell);
  if (cell.running) return make("span", { title: cell.label }, score(cell));
  return cell.deals && make("i.dealer", { title: `${cell.name} deals` }, "D");
}

function score({ deals, out, small, extra, corrected, running }) {
  const first = deals ? make("i.dealer", {}, "D") : make(
    `small${out ? ".out" : ""}`,
    {},
    small,
    extra && [make("wbr"), make("span", {}, extra)],
    corrected && make("span", { title: "corrected" }, "✎"),
  );
  return [first, running && make("b", {}, running)];
}

export function remarksOf(board, round) {
  const calls = round.rummies.map(({ caller, offender }) => `${board.name(caller)} called rummy on ${board.name(offender)}.`);
  return [...calls, ...round.notes.map(({ text }) => `“${text}”`)];
}

function remarkLines(board) {
  const ofRounds = board.rounds.flatMap((round) => remarksOf(board, round).map((text) => `† Round ${round.number}: ${text}`));
  return [...ofRounds, ...board.sheet.notes.map(({ text }) => `“${text}”`)].map((text) => make("li", {}, text));
}

function rowOf(board, round) {
  const cells = board.sheet.order.map((seat) => cellOf(board, round, round.cells.find((cell) => cell.seat === seat)));
  return { round, cells, current: round.number === board.sheet.current_round, remarks: remarksOf(board, round) };
}

function cellOf(board, round, cell) {
  const name = board.name(cell.seat);
  const deals = cell.seat === round.dealer;
  const place = { seat: cell.seat, name, deals: false };
  if (PLAYED.includes(cell.state)) return { ...place, ...played(board, round, cell) };
  const start = startsWith(board, round, cell);
  if (start !== null) return { ...place, label: `${name} starts with ${start}`, small: "starts", running: start };
  const begun = round.number === board.sheet.current_round || round.out_stands;
  if (cell.state === "absent" || !begun) return { ...place, deals };
  return {
    ...place,
    address: handOf(board.id, round.number, cell.seat),
    label: `Round ${round.number}, ${name}: not entered. ${deals ? "Deals. " : ""}Enter`,
    small: round.out_stands ? "–" : "·",
    deals: deals && !round.out_stands,
  };
}

// What somebody brings who was not here in this round and sits down for the next.
function startsWith(board, round, cell) {
  const first = board.cell(round.number + 1, cell.seat);
  if (cell.state !== "absent" || !first || first.state === "absent") return null;
  return figure(first.running === null ? board.seat(cell.seat).total : first.running - first.points);
}

function played(board, round, cell) {
  const out = cell.state === "out";
  const hand = out ? "OUT" : figure(cell.hand_points);
  const running = figure(cell.running ?? 0);
  const said = [
    `Round ${round.number}, ${board.name(cell.seat)}: ${out ? "went out, 0" : hand}`,
    cell.cut_points && ` plus cut ${figure(cell.cut_points)}`,
    cell.adjustments && ` and ${figure(cell.adjustments)} by decision`,
  ];
  return {
    address: handOf(board.id, round.number, cell.seat),
    label: `${said.filter(Boolean).join("")}, running total ${running}. Correct`,
    small: hand,
    extra: [cell.cut_points, cell.adjustments].filter(Boolean).map(gained).join(""),
    running,
    out,
    corrected: cell.changes > 0,
  };
}

function columnOf(board, seat, rows, place) {
  const cells = rows.map((row) => row.cells[place]);
  return {
    name: board.name(seat),
    short: board.short(seat),
    total: totalOf(board, board.seat(seat)),
    standing: standingOf(board, board.seat(seat)),
    cells,
  };
}

// The points so far, after the end those that count; "–" while nothing of the seat stands.
function totalOf(board, seat) {
  const nothing = board.rounds.every((round) => round.cells[seat.number].running === null);
  if (seat.first_round <= 1 && nothing) return "–";
  return figure(board.finished ? seat.complete_total : seat.total);
}

// How far from the lead; empty while totals hold points of a round that places do not count yet.
function standingOf(board, seat) {
  const { finished, leaders } = board.sheet;
  const begun = (round) => !round.complete && round.cells.some((cell) => cell.running !== null);
  if (!seat.present) return "went home";
  if ((!finished && board.rounds.some(begun)) || seat.place === null) return "";
  if (leaders.includes(seat.number)) return finished ? "won" : "leads";
  const last = Math.max(...board.sheet.seats.map((other) => other.place ?? 0));
  return seat.place === last ? "last" : gained(board.rules.sign * (seat.behind ?? 0));
}
