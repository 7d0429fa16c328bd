// The table: the sheet of a game, and what is said at it while a round is played.

import { newId } from "../ids.js";
import { refusedInWords, showWaiting } from "../waiting.js";
import { make } from "./dom.js";
import { cutExactly, ended, takenBack, wentOut } from "./entries.js";
import { gridOf } from "./grid.js";
import { aboutOf, noticeOf } from "./notices.js";
import { besides, checkOf, conflictOf, handOf, overOf, reviewOf, tableOf } from "./route.js";
import { cutWorth, names, plural } from "./words.js";

export function tablePage(board, screen, to) {
  const round = board.finished ? undefined : board.current;
  return {
    title: board.game.title,
    classes: "game sheet-page",
    css: "table",
    awake: !board.finished,
    follows: board.game.version > 0 && board.id, // the house knows nothing of one that began here
    bar: {
      back: !board.guest && "/",
      backLabel: "Home",
      title: board.game.title,
      sub: board.game.pen ? `${board.rules.name} · ${board.game.pen.name} keeps score` : board.rules.name,
      ...besides(board),
    },
    main: [
      make("div.table-head", {}, headOf(board, round, to)),
      notCounted(board),
      ...board.proposals.map((proposal) => disputed(board, proposal)),
      board.guest && make("p.notice", {}, `You are ${board.me.short} here.`),
      warningsOf(board.warnings()),
      gridOf(board, board.game.may_score),
      noticeBar(board, screen, to),
    ],
    dock: dockOf(board, round, to),
  };
}

function headOf(board, round, to) {
  if (!round) {
    const winners = board.sheet.winners.map((seat) => board.person(seat));
    const text = board.finished ? `${names(winners)} won` : `All ${board.rounds.length} rounds played`;
    return [make("h2.contract", {}, text), board.sheet.early && make("p.muted", {}, endedEarly(board))];
  }
  return [
    make("p.muted", {}, `Round ${round.number} of ${board.rounds.length} · ${board.name(round.dealer)} deals ${round.dealt} cards each`),
    make("h2.contract", {}, round.contract),
    round.cut_numbers.length > 0 && make("p.micro.muted", {}, `${board.name(round.cutter)} cuts; exact is ${round.cut_numbers.join(" or ")}`),
    round.cut_numbers.length > 0 && board.game.may_score && cutForm(board, round, (item) => to.go(savedOn(board, item))),
  ];
}

export function endedEarly(board) {
  const complete = board.rounds.filter((round) => round.complete).length;
  return `Ended early, after ${complete} of ${board.rounds.length} rounds`;
}

// The table with a bar that says what was just done and offers to undo it.
const savedOn = (board, item) => `${tableOf(board.id)}?saved=${item.id}`;

// The exact cut in one tap.
export function cutForm(board, round, done) {
  const nailed = round.cut_by !== null;
  const label = `${board.name(round.cutter)} nailed the cut. Take it back`;
  const submit = act(async (id) => done(await cutExactly(id, board, round, !nailed)));
  return make("form", { submit }, make(
    `button.button${nailed ? ".cut" : ""}`,
    { "aria-label": nailed && label },
    nailed ? `✓ Cut ${cutWorth(board.rules)}` : "Nailed the cut",
  ));
}

// Answers a form on the phone, `answer(id, button)`, and a second tap on it not at all. The id of what
// it hands in is made here, where the form is drawn.
export function act(answer) {
  const id = newId();
  let done = false;
  return async (event) => {
    event.preventDefault();
    if (done) return;
    done = true;
    await answer(id, event.submitter);
  };
}

export function warningsOf(texts, open = false) {
  if (!texts.length) return null;
  return make(
    "details.warnings",
    { open },
    make("summary", {}, `${plural(texts.length, "thing")} to look at`),
    make("ul", {}, texts.map((text) => make("li", {}, text))),
  );
}

// What this sheet leaves out, why, and the way to mend or copy it.
function notCounted({ refused }) {
  if (!refused.length) return null;
  const told = refused.map((item) => make("li", {}, refusedInWords(item)));
  const one = refused.length === 1;
  return make(
    "section.card.stack",
    { "aria-label": "Not counted" },
    make("h2", {}, `${refused.length} ${one ? "entry is" : "entries are"} not on this sheet`),
    make("ul", {}, told),
    make("button.button", { type: "button", click: showWaiting }, one ? "Mend it" : "Mend them"),
  );
}

function disputed(board, proposal) {
  const link = board.game.may_score && make("a", { href: conflictOf(board.id, proposal.id) }, "Which is right?");
  return make("p.notice", { role: "status" }, `${aboutOf(board, proposal)} Nothing is lost. `, link);
}

function noticeBar(board, screen, to) {
  const notice = noticeOf(board, screen);
  if (!notice) return null;
  const submit = act(async (id) => {
    to.go(savedOn(board, await takenBack(id, board, notice.undoes)));
  });
  return make("form.notice", { submit }, make("span", { role: "status" }, notice.text), notice.button && make("button", {}, notice.button));
}

function dockOf(board, round, to) {
  if (!board.game.may_score) return board.finished && !board.guest && make("section.dock", { "aria-label": "What comes next" }, overLink(board));
  return make("section.dock.table-dock", { "aria-label": "What comes next" }, dockParts(board, round, to));
}

function dockParts(board, round, to) {
  const missing = round?.out_stands ? board.owing(round) : [];
  if (missing.length) return stillMissing(board, round, missing);
  if (round) return whoWentOut(board, round, "Round over? Who went out?", to, true);
  if (board.finished) return overLink(board);
  return board.writes ? finishForm(board, "See who won", to) : make("p.muted", {}, "Whoever keeps score ends the game.");
}

const overLink = (board) => make("a.button.primary.wide", { href: overOf(board.id) }, "Who won, who lost");

// Whoever sits here enters their own hand first.
function stillMissing(board, round, missing) {
  const mine = missing.find((seat) => board.own(seat));
  const [caller] = missing;
  const enter = (seat, primary, text) => make(`a.button.wide${primary ? ".primary" : ""}`, { href: handOf(board.id, round.number, seat) }, text);
  return [
    make(
      "div.question",
      {},
      make("h2", {}, `Still missing: ${missing.map((seat) => board.name(seat)).join(", ")}`),
      make("a.button", { href: checkOf(board.id) }, "Is it legal?"),
    ),
    mine !== undefined && enter(mine, true, "Enter your hand"),
    caller !== mine && enter(caller, mine === undefined, `Enter ${board.name(caller)}’s hand`),
  ].filter(Boolean);
}

export function finishForm(board, label, to) {
  const submit = act(async (id) => { to.onward(board.id, await ended(id, board)); });
  return make("form", { submit }, make("button.button.primary.wide", {}, label));
}

function whoWentOut(board, round, question, to, asks = false) {
  const present = round.cells.filter((cell) => cell.state !== "absent").map((cell) => cell.seat);
  const seats = board.sheet.order.filter((seat) => present.includes(seat));
  const pressed = (seat) => (round.out_stands && round.out === seat ? "true" : false);
  const submit = act(async (id, { value }) => {
    const seat = value === "" ? null : Number(value);
    to.onward(board.id, await wentOut(id, board, round, seat));
  });
  return make(
    "form",
    { submit },
    make(
      "div.question",
      {},
      make("h2", {}, question),
      make("button.button.quiet", { value: "", "aria-pressed": pressed(null) }, "Nobody"),
      asks && make("a.button", { href: checkOf(board.id) }, "Is it legal?"),
    ),
    make(`div.choices${seats.length > 5 ? ".four" : ""}`, {}, seats.map((seat) => make("button.button", { value: seat, "aria-pressed": pressed(seat) }, board.short(seat)))),
  );
}

// Who went out of a round that is not the current one, or said anew.
export function outPage(board, screen, to) {
  const round = board.round(screen.round);
  const was = round.out === null ? "" : board.name(round.out);
  const told = was
    ? `The sheet says that ${was} went out. If somebody else did, ${was}’s cards are asked for next.`
    : "The sheet says that nobody went out.";
  return {
    title: `Who went out? · round ${round.number}`,
    css: "table",
    awake: !board.finished,
    bar: { back: tableOf(board.id), backLabel: "Back to the table", title: round.contract, sub: `Round ${round.number} of ${board.rounds.length}` },
    main: make(
      "div.stack",
      {},
      round.out_stands && make("p", {}, told),
      whoWentOut(board, round, "Who went out of this round?", to),
      round.out_stands && make("a.button.wide", { href: reviewOf(board.id, round.number) }, "Leave it as it is"),
      make("a.button.wide", { href: `${checkOf(board.id)}?round=${round.number}` }, "Is it legal?"),
    ),
  };
}
