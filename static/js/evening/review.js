// Reading a round out: what everybody eats, where that puts them, and who bought how often.

import { places } from "../sheet.js";
import { make } from "./dom.js";
import { bought } from "./entries.js";
import { remarksOf } from "./grid.js";
import { besides, handOf, reviewOf, tableOf } from "./route.js";
import { act, cutForm, finishForm, warningsOf } from "./table.js";
import { figure, gained, ordinal, plural, readOut, say } from "./words.js";

const BIG_HAND = 100;

export function reviewPage(board, screen, to) {
  const round = board.round(screen.round);
  return {
    title: `Read it out · round ${round.number}`,
    css: "table",
    awake: !board.finished,
    bar: {
      back: tableOf(board.id),
      backLabel: "Back to the table",
      title: "Read it out",
      sub: `Round ${round.number} · ${round.contract}`,
      ...besides(board),
    },
    main: make(
      "div.stack",
      {},
      make("h2.card.headline", {}, headline(board, round)),
      remarksOf(board, round).map((text) => make("p.micro.muted", {}, text)),
      warningsOf(board.warnings(round.number), true),
      make("div", {}, columnsOf(board.rules.buy), make("ol.read-out", {}, linesOf(board, round, to))),
      round.cut_numbers.length > 0 && make("div.row", {}, cutForm(board, round, () => to.go(reviewOf(board.id, round.number)))),
    ),
    dock: make(
      "section.dock",
      { "aria-label": "What comes next" },
      forward(board, round, to),
      make("p.micro.muted", {}, "Wrong? Tap a name. You can also fix it any time later."),
    ),
  };
}

// "Rosa went out. Mike eats 130.": the cut counted, a big hand in the family's tone.
function headline(board, round) {
  const first = round.out === null ? "Deck ran dry. Everyone counts." : `${board.name(round.out)} went out.`;
  const worst = worstOf(round);
  return worst ? `${first} ${eats(board, worst)}` : first;
}

// Who ate the most, where one alone did.
function worstOf(round) {
  const cells = round.cells.filter((cell) => ["cards", "total"].includes(cell.state));
  const most = Math.max(0, ...cells.map((cell) => Math.abs(cell.points)));
  const worst = cells.filter((cell) => Math.abs(cell.points) === most);
  return most > 0 && worst.length === 1 ? worst[0] : null;
}

function eats(board, cell) {
  const points = Math.abs(cell.points);
  if (points < BIG_HAND) return `${board.name(cell.seat)} eats ${points}.`;
  const { fact, quip } = say(board, "big hand", [board.person(cell.seat)], { points });
  return [fact, quip].filter(Boolean).join(" ");
}

function columnsOf(buy) {
  return make(
    "div.columns",
    { "aria-hidden": "true" },
    make("p", {}, make("span"), make("span", {}, "Round"), make("span", {}, "Total")),
    buy && make(`span.buys${buy.cards === 1 ? "" : ".several"}`),
  );
}

// Everybody at the table in this round, in the standing order after it.
function linesOf(board, round, to) {
  const after = placesAfter(board, round.number);
  const before = placesAfter(board, round.number - 1);
  return round.cells
    .filter((cell) => cell.state !== "absent")
    .sort((one, other) => after.get(one.seat) - after.get(other.seat) || one.seat - other.seat)
    .map((cell) => lineOf(board, round, cell, before.get(cell.seat), after.get(cell.seat), to));
}

// The places after a round by the running totals; empty before the first.
function placesAfter(board, number) {
  const cells = board.round(number)?.cells.filter((cell) => cell.running !== null && cell.state !== "absent") ?? [];
  return places(board.rules, new Map(cells.map((cell) => [cell.seat, cell.running])));
}

function lineOf(board, round, cell, before, after, to) {
  const name = board.name(cell.seat);
  const [points, total] = [figure(cell.points), figure(cell.running ?? 0)];
  const told = toldOf(board, cell);
  const [moved, movement] = movementOf(before, after);
  const label = `${name}: ${told}, ${points}, total ${total}, ${movement}. Fix`;
  return make(
    "li",
    { id: `s${cell.seat}` },
    make(
      "a",
      { href: handOf(board.id, round.number, cell.seat, "review"), "aria-label": label },
      make("b.who", {}, name),
      make("b.points", {}, points),
      make("b", {}, total),
      make("span.told", {}, make("small", {}, told), " ", make(`small${moved && `.${moved}`}`, {}, movement)),
    ),
    mayBuy(board, round, cell) && buysForm(board, round, cell, to),
  );
}

function movementOf(before, after) {
  const place = ordinal(after);
  if (before === undefined) return ["", place];
  if (before === after) return ["stays", `stays ${place}`];
  return after < before ? ["up", `▲ up to ${place}`] : ["down", `▼ down to ${place}`];
}

// What was left, the cut, and what the table decided: "K ×2, 4, A · cut +25".
function toldOf(board, cell) {
  const total = cell.typed.includes("+") ? `total ${cell.typed}` : "total only";
  const hand = { out: "went out", total }[cell.state] ?? readOut(board.rules, cell.cards);
  const extras = [["cut", cell.cut_points], ["table", cell.adjustments]].filter(([, points]) => points);
  return [hand, ...extras.map(([word, points]) => `${word} ${gained(points)}`)].join(" · ");
}

// Whether buys are counted here; where some were, they can still be taken back.
function mayBuy(board, round, cell) {
  return Boolean(board.rules.buy) && (board.rules.rounds[round.number - 1].buying || cell.buys > 0);
}

function buysForm(board, round, cell, to) {
  const name = board.name(cell.seat);
  const several = board.rules.buy.cards !== 1;
  const count = cell.buys;
  const cards = board.entry(cell.buys_entry)?.payload.cards ?? count;
  const asks = (n, all) => (several ? { n, cards: all } : { n });
  const button = (kind, payload, label, text) => make(`button.button${kind}`, { value: JSON.stringify(payload), "aria-label": label }, text);
  const submit = act(async (id, { value }) => {
    await bought(id, board, round, cell, JSON.parse(value));
    to.go(`${reviewOf(board.id, round.number)}#s${cell.seat}`);
  });
  const fewer = asks(count - 1, count > 1 ? Math.max(count - 1, cards - 1) : 0);
  const told = [count && plural(count, "buy") + (several ? `, ${plural(cards, "card")}` : ""), leftOf(board, round, cell)];
  return make(
    `form.buys${several ? ".several" : ""}`,
    { submit },
    count > 0 && button("", fewer, `${name} bought one fewer`, "− buy"),
    several && count > 0 && button("", asks(count, cards + 1), `${name}: one card more in the same buy`, "+ card"),
    button(".more", asks(count + 1, cards + 1), `${name} bought once more, ${count} so far`, "+ buy"),
    told.some(Boolean) && make("small", {}, told.filter(Boolean).join(" · ")),
  );
}

function leftOf(board, round, cell) {
  const left = board.buysLeft(round.number, cell.seat);
  if (left === null) return "";
  return left >= 0 ? `${left} left` : `${-left} over the limit`;
}

// Where the one big button leads.
function forward(board, round, to) {
  const current = board.sheet.current_round;
  if (current === null && !board.finished && board.writes) return finishForm(board, "Looks right. See who won", to);
  const label = current === round.number + 1 ? `Looks right. Deal round ${current}` : "Looks right. Back to the table";
  return make("a.button.primary.wide", { href: `${tableOf(board.id)}?round=${round.number}` }, label);
}
