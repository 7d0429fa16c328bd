// Forms that would be posted to the house as they stand. Without a signal the browser would show its own
// page of errors in their place; so what was typed stays, and that is said.

import { newId } from "../ids.js";
import { session, trouble } from "../outbox.js";
import { isUsed, say } from "../waiting.js";
import { begins } from "./board.js";
import { make } from "./dom.js";
import { boardOf, forget, kitKept } from "./kept.js";
import { begin, filledIn, isKnown, rematch } from "./new_game.js";
import { gameAt, handOf, screenAt } from "./route.js";

const STAYS = "No signal: this was not sent. It stays as it is here; press again when there is one.";

// `isWithin()`: whether this page is one of an evening; `reached()`: whether the house answers a tap;
// `to`: where taps lead.
export function answerForms({ isWithin, reached, to }) {
  addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method === "dialog") return;
    if (!isWithin()) return form.method === "post" && askFirst(event);
    event.preventDefault();
    if (form.method === "get") return to.go(addressOf(form, submitter));
    const begun = await beginningOf(form, to);
    if (begun) return begun();
    if (await reached()) return post(form, submitter);
    return (await isSkipped(form)) ? passOver(submitter.value, to) : stay(form, submitter);
  });
}

// Elsewhere a tap goes as always while the phone has a network and the last thing that was sent arrived.
async function askFirst(event) {
  if (navigator.onLine && trouble !== "unreached") return;
  const { target: form, submitter } = event;
  event.preventDefault();
  if (navigator.onLine && (await session())) post(form, submitter);
  else stay(form, submitter);
}

// Beside what was pressed; below the page it would be covered.
function stay(form, button) {
  const docked = form.closest(".dock") || button?.closest(".dock");
  say(STAYS, docked ? null : form.matches(".row, .notice") ? form : button ?? form.lastElementChild);
}

function addressOf(form, button) {
  const address = new URL(form.action);
  address.search = new URLSearchParams(new FormData(form, button));
  return address.href;
}

async function post(form, submitter) {
  if (form.action.endsWith("/sign-out/")) await forget();
  if (submitter?.hasAttribute("formaction")) form.action = submitter.formAction;
  if (submitter?.name) form.append(make("input", { type: "hidden", name: submitter.name, value: submitter.value }));
  HTMLFormElement.prototype.submit.call(form);
}

// What begins the game of a form; undefined where it begins none, or this phone knows too little for it.
async function beginningOf(form, to) {
  const { pathname } = new URL(form.action);
  const kit = await kitKept();
  if (!begins(kit)) return undefined;
  if (pathname === "/games/new/") return isKnown(kit, form) ? () => beginFrom(form, kit, to) : undefined;
  const board = pathname.endsWith("/rematch/") && (await boardOf(gameAt(pathname)));
  return board ? () => rematch(kit, board, to, keysOf(form)) : undefined;
}

async function beginFrom(form, kit, to) {
  const { payload, people, problem } = filledIn(kit, form);
  if (problem) return say(problem);
  const refused = await begin(kit, payload, people, to, keysOf(form));
  if (refused && isUsed(refused)) for (const name of ["id", "game"]) form.elements[name].value = newId();
}

// Made when the house drew the form: two taps begin one game.
const keysOf = ({ elements: { id, game } }) => ({ id: id.value, game: game.value });

// A hand that is left for later, on a phone that can go on; a total that it cannot read is none.
async function isSkipped({ action, dataset, elements: { cards, total } }) {
  const blank = dataset.entry === "hand" && [cards, total].every((field) => field.disabled || !field.value.trim());
  return blank && (await boardOf(gameAt(new URL(action).pathname)));
}

// Leaves a hand as it is, for another one or for whatever comes next.
function passOver(pressed, to) {
  const { game, round, seat } = screenAt(location.href);
  if (pressed !== "next") return to.go(handOf(game, round, pressed));
  return to.onward(game, { kind: "hand", round, seat, skipped: true });
}
