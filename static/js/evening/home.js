// Home without a signal: the games that this phone could go on with, and a new one.

import { begins } from "./board.js";
import { make } from "./dom.js";
import { tableOf } from "./route.js";
import { capital } from "./words.js";

// `away`: it stands in for a page of the house.
export function homePage(kit, boards, { away }, to) {
  const running = boards.filter((board) => !board.finished);
  return {
    title: kit?.family.name ?? "Scorebook",
    classes: "wide",
    css: "pages",
    bar: { title: "No signal" },
    main: make(
      "div.stack.home",
      {},
      make("h1", {}, kit?.family.name ?? "Scorebook"),
      away && make("p", {}, "The page you wanted is at the house, and the house does not answer."),
      running.map(card),
      begins(kit) && make(`a.button${running.length ? "" : ".primary"}`, { href: "/games/new/" }, "New game"),
      make("button.button", { type: "button", click: to.tryAgain }, "Try again"),
      !kit && make("p.card", {}, "This phone keeps nothing yet. Open Scorebook here once with a signal."),
      make("p.muted", {}, "Everything else waits for a signal. What is entered here is kept on this phone and sent by itself."),
    ),
  };
}

function card(board) {
  const { current } = board;
  const players = board.sheet.order.map((seat) => board.short(seat)).join(", ");
  const round = current ? `, round ${current.number} of ${board.rounds.length}` : "";
  return make(
    "section.card.go.stack",
    {},
    make("p.chip", {}, "Still going"),
    make(
      "div",
      {},
      make("h2", {}, `${board.game.title}${round}`),
      make("p.muted", {}, `${players}\u00a0· ${board.rules.name}`),
      make("p", {}, current ? `${capital(current.contract)}.` : "All rounds are in."),
    ),
    make("a.button.primary", { href: tableOf(board.id) }, "Back to the table"),
  );
}
