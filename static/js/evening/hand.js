// One hand of one round: entering it, and correcting it at any time.

import { newId } from "../ids.js";
import { Keypad } from "../keypad.js";
import { cardsGained, whyNot } from "../sheet.js";
import { say as refuse } from "../waiting.js";
import { icon, make } from "./dom.js";
import { held, settled } from "./entries.js";
import { besides, handOf, tableOf } from "./route.js";
import { capital, countKinds, figure, inWords, say } from "./words.js";

const ENTERED = ["cards", "total"];
const EMPTIED = "An empty hand is not zero. Put the cards back in, or say who went out instead.";
const NOT_A_SUM = "Write the total as a number, or as a sum like 10+5+30.";

export function handPage(board, screen, to) {
  const page = pageOf(board, screen);
  const { round, name, corrects } = page;
  const form = formOf(page);
  return {
    title: `${name} · round ${round.number}`,
    classes: "game hand",
    css: "play",
    awake: !board.finished,
    bar: {
      back: tableOf(board.id),
      backLabel: "Back to the table",
      title: corrects ? `Fix round ${round.number}` : round.contract,
      sub: corrects ? round.contract : `Round ${round.number} of ${board.rounds.length}`,
      ...besides(board),
    },
    main: form,
    drawn: () => {
      new Keypad(form, factsOf(page));
      listen(page, form, to);
    },
  };
}

// Everything that the page of a hand knows of its place in the game.
function pageOf(board, screen) {
  const round = board.round(screen.round);
  const cell = board.cell(screen.round, screen.seat);
  const owing = board.owing(round, cell.seat).filter((seat) => seat !== cell.seat);
  const corrects = ENTERED.includes(cell.state) && round.complete;
  const own = board.own(cell.seat);
  const { back, settles } = screen;
  return { id: newId(), board, round, cell, owing, corrects, own, back, settles, name: board.name(cell.seat) };
}

function formOf(page) {
  const { board, round, cell, name } = page;
  const cards = cell.cards.join(" ");
  const total = ENTERED.includes(cell.state) && !cell.cards.length ? cell.typed || String(Math.abs(cell.hand_points)) : "";
  return make(
    "form.play",
    { autocomplete: "off", action: handOf(board.id, round.number, cell.seat) },
    make("button", { hidden: true }),
    railOf(page),
    make(
      "div.entry",
      { "data-at": "region", tabindex: "-1", role: "group", "aria-label": `Cards left in ${name}’s hand` },
      headOf(page, total),
      round.out_stands && round.out === null && make("p.line.dry", {}, "Nobody went out. Everyone counts."),
      ownWarnings(page).map((text) => make("p.warn", {}, text)),
      make("p.warn", { "data-at": "warning", hidden: true }),
      typedField(cards),
      make("div.tray", { "data-at": "tray" }),
      make("p.after", { "data-at": "after", hidden: true }),
      padOf(board.rules.keypad),
      make("p.visually-hidden", { role: "status", "data-at": "live" }),
    ),
  );
}

// Next saves; after the keypad, which knows a second tap on it.
function listen(page, form, to) {
  let saved = false;
  form.addEventListener("submit", async (event) => {
    const twice = event.defaultPrevented || saved;
    event.preventDefault();
    if (twice) return;
    saved = true;
    saved = await save(page, form, event.submitter?.value || "next", to);
  });
}

function typedField(cards) {
  return make(
    "p.typed.field",
    {},
    make("label", { for: "cards" }, "Cards left in the hand"),
    make("input", { id: "cards", name: "cards", value: cards, autocapitalize: "characters", spellcheck: "false" }),
    make("small", {}, "On the keyboard: KK4A, * for a wild, T for a ten."),
  );
}

function railOf({ board, round, cell }) {
  const shown = board.sheet.order
    .map((seat) => board.cell(round.number, seat))
    .filter((one) => one.state !== "absent" || one === cell);
  return make("nav.rail", { "aria-label": "Hands of this round" }, shown.map((one) => {
    const here = one === cell;
    const [kind, text] = railText(one);
    return make(
      `button${kind}`,
      { name: "to", value: one.seat, "aria-current": here ? "true" : false },
      board.short(one.seat),
      make("span", { "data-at": here && "mine" }, text),
    );
  }));
}

function railText({ state, hand_points: points }) {
  if (state === "out") return [".out", "OUT 0"];
  return ENTERED.includes(state) ? [".done", `✓ ${figure(points)}`] : ["", "–"];
}

function headOf({ cell, name, ...page }, total) {
  const entered = ENTERED.includes(cell.state);
  return make(
    "div.head",
    {},
    make("h2", {}, name),
    make("output.value", { "data-at": "value" }, entered ? figure(cell.hand_points) : "–"),
    make("p.line", { "data-at": "line" }, lineOf({ cell, ...page })),
    make(
      "details.field",
      { open: Boolean(total) },
      make("summary", {}, make("span", {}, "type total"), make("span", {}, "back to cards")),
      make("label", { for: "total" }, `${name}’s total`),
      make("input", { id: "total", name: "total", value: total, placeholder: "10+5+30" }),
    ),
  );
}

function padOf(rows) {
  return make(
    "div.pad",
    {},
    rows.map(({ keys, shared, wide }) => make(
      `div.keys${wide ? ".wide" : ""}`,
      {},
      !wide && make("span", {}, shared),
      keys.map(({ card, face, kind, small }) => make(`button${kind && `.${kind}`}`, { type: "button", "data-key": card }, face, small && make("small", {}, small))),
    )),
    make("div.digits", { "data-at": "digits" }),
    make(
      "div.act",
      {},
      make("button", { type: "button", "data-at": "erase", "aria-label": "Take back the last one" }, icon("erase")),
      make("button.button.primary", { name: "to", value: "next", "data-at": "next" }),
    ),
  );
}

const ownWarnings = ({ board, round, cell }) => board.sheet.warnings
  .filter((one) => one.round === round.number && one.seats.includes(cell.seat))
  .map((one) => board.sentence(one));

const without = ({ board, cell }) => board.seat(cell.seat).total - cell.hand_points;

function lineOf(page) {
  if (page.corrects) return `was ${figure(page.cell.hand_points)}`;
  return `stuck with … · total ${figure(without(page))}`;
}

// What the keypad needs to know of the rules and of the other hands.
function factsOf(page) {
  const { board, round, cell, name, corrects } = page;
  const { rules, sheet } = board;
  const others = sheet.seats.filter((seat) => seat.number !== cell.seat && seat.present);
  const seen = round.cells.filter((one) => one.seat !== cell.seat).flatMap((one) => one.cards);
  const [next, skip] = labelsOf(page);
  return {
    points: Object.fromEntries(rules.keypad.flatMap((row) => row.keys.map((key) => [key.card, key.points]))),
    sign: rules.sign,
    name,
    before: without(page),
    total: board.seat(cell.seat).total,
    was: corrects ? cell.hand_points : null,
    others: others.map((seat) => seat.total),
    moved: corrects ? say(board, "correction", [board.person(cell.seat)], { round: round.number }).quip : "",
    line: lineOf(page),
    next,
    skip,
    step: rules.step,
    seen: Object.fromEntries(countKinds(rules, seen)),
    most: mostOf(rules, sheet.decks),
    decks: sheet.decks === 1 ? "One deck only has" : `${capital(inWords(sheet.decks))} decks only have`,
    hold: mostHeld(page),
  };
}

// Next's words with a hand entered, and without.
function labelsOf({ board, round, owing, own }) {
  if (own) return ["Save your hand", "Back to the table"];
  if (owing.length) {
    const name = board.name(owing[0]);
    return [`Next: ${name} →`, `Skip for now: ${name} →`];
  }
  if (round.out_stands) return ["Check the round →", "Back to the table"];
  return ["Next: who went out? →", "Skip for now: who went out? →"];
}

// Copies of each kind in all packs together; "*" for every kind not named.
function mostOf(rules, decks) {
  const kinds = ["JK", ...rules.keypad.flatMap((row) => row.keys.map((key) => key.card))];
  return { "*": 4 * decks, ...Object.fromEntries(kinds.map((kind) => [kind, (rules.copies[kind] ?? 1) * decks])) };
}

// Most cards that a hand can grow to by buying; null where nothing limits it.
function mostHeld({ board, round, cell }) {
  const { buy } = board.rules;
  const left = board.buysLeft(round.number, cell.seat);
  if (round.rummies.length) return null;
  if (!buy) return round.dealt + 1;
  if (left === null || buy.cards === null) return null;
  const purchases = cell.buys + Math.max(left, 0);
  return round.dealt + 1 + cardsGained(buy, { n: purchases, cards: purchases * buy.cards });
}

// The payload of what was entered; null for nothing; a sentence where it cannot be.
function enteredIn(page, { cards, total }) {
  if (!total.disabled && total.value.trim()) return totalIn(page, total.value.trim());
  const held = cards.disabled ? [] : cards.value.split(" ").filter(Boolean);
  return { payload: held.length ? { cards: held } : null };
}

function totalIn({ board }, typed) {
  if (!/^\s*\d{1,5}(\s*\+\s*\d{1,5}){0,59}\s*$/.test(typed)) return { problem: NOT_A_SUM };
  const total = typed.split("+").reduce((sum, part) => sum + Number(part), 0);
  const problem = whyNot(board.rules, total);
  return problem ? { problem } : { payload: { total, typed } };
}

// Hands the hand in where it says anything new, and goes where the pressed button leads.
// Whether it was; what cannot be is said on the page.
async function save(page, form, pressed, to) {
  const { id, board, round, cell, name, settles } = page;
  const { payload, problem } = enteredIn(page, form.elements);
  const emptied = !payload && ENTERED.includes(cell.state) && pressed === "next" && EMPTIED;
  if (problem || emptied) {
    refuse(problem || emptied, form.querySelector("[data-at=warning]"));
    form.dispatchEvent(new Event("refused"));
    return false;
  }
  const item = payload && !saysTheSame(cell, payload) ? await held(id, board, round, cell, payload, settles) : null;
  if (settles && payload && !item) await settled(id, board, settles, "drop", name);
  leave(page, pressed, item, to);
  return true;
}

function saysTheSame(cell, payload) {
  if ("total" in payload) return cell.state === "total" && Math.abs(cell.hand_points) === payload.total;
  return cell.state === "cards" && [...cell.cards].sort().join() === [...payload.cards].sort().join();
}

// To the player whose name was pressed; back from a correction; else to whoever is next.
function leave({ board, round, cell, corrects, own, back }, pressed, item, to) {
  if (pressed !== "next") return to.go(handOf(board.id, round.number, pressed));
  const just = { kind: "hand", round: round.number, seat: cell.seat, corrects, back, skipped: !item };
  const corrected = `?saved=${item?.id ?? ""}#r${round.number}s${cell.seat}`;
  if (own && !corrects) return to.go(tableOf(board.id) + corrected);
  return to.onward(board.id, just, corrects && back !== "review" ? corrected : "");
}
