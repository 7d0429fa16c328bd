// The end of a game: who won, who lost. Photos and the sentence wait for a signal.

import { make } from "./dom.js";
import { reopened } from "./entries.js";
import { tableOf } from "./route.js";
import { act, endedEarly } from "./table.js";
import { figure, names, say } from "./words.js";

export function overPage(board, screen, to) {
  const { winners, losers } = board.sheet;
  const several = (seats) => (seats.length === 1 ? "" : "s");
  return {
    title: `${names(winners.map((seat) => board.person(seat)))} won · ${board.game.title}`,
    css: "pages",
    bar: { back: "/", title: board.game.title, sub: playedOf(board), act: tableOf(board.id), actLabel: "The score sheet", actIcon: "games" },
    main: make(
      "div.stack.over",
      {},
      winnersPart(board, winners, several(winners)),
      board.writes && make("p.card", {}, "Photos can be added once there is a signal."),
      losers.length ? losersPart(board, losers, several(losers)) : make("p.card", {}, "Nobody lost. Everybody shares the place, and the blame."),
      standingsTable(board),
      make("div.row", {}, make("a.button", { href: tableOf(board.id) }, "Score sheet")),
      board.writes && make(
        "form",
        { submit: act(async (id) => { to.onward(board.id, await reopened(id, board)); }) },
        make("button.button.quiet.wide", {}, "Reopen the game"),
      ),
    ),
    dock: board.writes && make(
      "form.dock",
      { submit: act((id) => to.rematch(board, id)) },
      make("button.button.primary.wide", {}, "Rematch"),
    ),
  };
}

function playedOf(board) {
  const rounds = board.sheet.early ? endedEarly(board) : `${board.rounds.length} rounds`;
  return `${rounds} · ${board.seated.length} players`;
}

const peopleIn = (board, seats) => seats.map((seat) => board.person(seat));
const totalOf = (board, seats) => (seats.length ? board.seat(seats[0]).complete_total : 0);

function winnersPart(board, seats, s) {
  const people = peopleIn(board, seats);
  const points = totalOf(board, seats);
  const { quip } = say(board, seats.length > 1 ? "shared" : "winner", people, { points });
  return make(
    "section.won",
    { "aria-label": `Winner${s}` },
    make("p.chip.out", {}, `Winner${s}`),
    make(`h2${seats.length > 1 ? ".several" : ""}`, {}, names(people)),
    make("p.hero", {}, figure(points)),
    make("p", {}, [marginOf(board), quip].filter(Boolean).join(" ")),
  );
}

// "Beat Em by 110."; nothing where nobody came second.
function marginOf(board) {
  const behind = board.standings.filter((seat) => seat.place > 1);
  if (!behind.length) return "";
  const second = behind.filter((seat) => seat.place === behind[0].place).map((seat) => seat.number);
  return `Beat ${names(peopleIn(board, second))} by ${Math.abs(behind[0].behind ?? 0)}.`;
}

function losersPart(board, seats, s) {
  const people = peopleIn(board, seats);
  const points = totalOf(board, seats);
  return make(
    "section.card.lose.stack.lost",
    { "aria-label": `Loser${s}` },
    make("p.chip", {}, `Loser${s}`),
    make(
      "div",
      {},
      make("h2", {}, `${names(people)}, ${figure(points)}`),
      make("p", {}, say(board, "loser", people, { points }).quip),
    ),
  );
}

function standingsTable(board) {
  return make(
    "table.standings",
    {},
    make("caption", {}, "Standings"),
    make("thead.visually-hidden", {}, make("tr", {}, ["Place", "Player", "Total"].map((word) => make("th", { scope: "col" }, word)))),
    make("tbody", {}, board.standings.map((seat) => {
      const far = seat.place === null ? "went home" : seat.behind ? `${seat.behind} behind` : "";
      return make(
        "tr",
        {},
        make("td", {}, seat.place ?? "–"),
        make("th", { scope: "row" }, make("span", {}, `${board.name(seat.number)} `, make("small", {}, far))),
        make("td.num.cell", {}, figure(seat.complete_total)),
      );
    })),
  );
}
