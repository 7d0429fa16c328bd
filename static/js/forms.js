// Hands the score forms of a page to the outbox instead of posting them, and goes on to the page
// that comes next. The form's hidden id is the entry's: a second tap is the same entry.
//
// Where the server cannot be reached the document gets an event "unreached", {game, item}; whoever
// prevents its default shows the next screen. Otherwise the page stays as it is and says so.

import { newId } from "./ids.js";
import { hand, on, resolve, session, settled, trouble, waiting } from "./outbox.js";
import { say, sayNext } from "./waiting.js";

const PATIENCE = 2500; // ms that somebody looks at a page that does not go on
const USED = "This form was used before. Look once more, then save it again.";
const KEPT = {
  unreached: "No signal. Saved on this phone, will send later.",
  busy: "The house is busy. Saved on this phone, will send later.",
  "signed out": "Nobody is signed in here. Saved on this phone, goes when you sign in again.",
};
const FLEETING = "Not sent yet, and this phone cannot keep offline copies. Leave this page open until it is.";

// What each form says: the payload; null where nothing is new; undefined where the server has to
// say what is wrong with it.
const PAYLOADS = {
  out: (fields, button) => ({ seat: button.value === "" ? null : Number(button.value) }),
  cut: (fields, button, { cutter }) => ({ exact: button.value !== "no", seat: Number(cutter) }),
  buys: (fields, button) => {
    const [n, cards] = button.value.split(" ").map(Number);
    return cards === undefined ? { n } : { n, cards };
  },
  void: (fields) => ({ entry: fields.entry.value }),
  finish: (fields) => ({ early: Boolean(fields.early) }),
  reopen: () => ({}),
  hand: handIn,
};

function handIn(fields) {
  const [cards, total] = [fields.cards, fields.total].map((field) => (field.disabled ? "" : field.value.trim()));
  if (fields.replaces.value && !fields.id.form.querySelector(".error") && stands(fields, cards, total)) return null;
  if (cards && !total) return { cards: cards.split(" ") };
  if (!/^\d+( *\+ *\d+)*$/.test(total)) return undefined;
  return { total: total.split("+").reduce((sum, part) => sum + Number(part), 0), typed: total };
}

function stands(fields, cards, total) {
  const sorted = (text) => text.trim().split(" ").sort().join(" ");
  return cards + total !== "" && sorted(fields.cards.defaultValue) === sorted(cards)
    && fields.total.defaultValue === total;
}

// Where a page leads is said by the last tap on it: what was sent before that goes nowhere.
let latest;
document.addEventListener("leaving", () => { latest = undefined; });

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !(form.dataset.entry in PAYLOADS)) return;
  const payload = PAYLOADS[form.dataset.entry](form.elements, submitter, form.dataset);
  if (payload === undefined && !(trouble && offer(form, null))) return;
  event.preventDefault();
  if (payload === undefined || form.ariaBusy === "true") return;
  latest = form;
  if (payload === null) go(form, submitter, "");
  else send(form, submitter, payload);
});

async function send(form, button, payload) {
  const entry = entryOf(form, payload);
  const end = final(entry.id);
  const told = await firstWord(form, entry);
  const { id } = entry;
  if (["saved", "parked"].includes(told?.state)) return goOn(form, button, told);
  const [item] = (await waiting()).filter((one) => one.id === id);
  if (item) await drop(form, item);
  if (item && form === latest && offer(form, item)) return;
  say(item?.fleeting ? FLEETING : KEPT[trouble || "unreached"]);
  goOn(form, button, await end);
}

// What becomes of an entry while somebody looks at the page; meanwhile the form takes no other tap.
async function firstWord(form, entry) {
  form.ariaBusy = "true";
  try {
    const { id } = await hand(entry);
    return await Promise.race([settled(id), new Promise((late) => setTimeout(late, PATIENCE))]);
  } finally {
    form.ariaBusy = null;
  }
}

function entryOf(form, payload) {
  const { id, replaces, entry } = form.elements;
  const before = form.handed;
  if (before && !entry && JSON.stringify(before.payload) !== JSON.stringify(payload)) {
    [id.value, replaces.value] = [newId(), before.id]; // what was saved already is corrected
  }
  const [, game, round = null, seat = null] = form.action.match(/games\/([^/]+)\/(?:rounds\/(\d+)\/(?:(?:seats|buys)\/(\d+))?)?/);
  form.handed = {
    id: id.value, game, kind: form.dataset.entry, round: round && Number(round), seat: seat && Number(seat),
    payload, replaces: replaces?.value || null, about: form.dataset.about,
  };
  return form.handed;
}

function final(id) {
  return new Promise((done) => on((item) => item?.id === id && ["saved", "parked"].includes(item.state) && done(item)));
}

async function goOn(form, button, told) {
  // Of a form that is no longer shown, what was refused stays in sight with what waits.
  if (told.state === "parked") return form.isConnected && refused(form, told);
  const { already } = told.answer;
  if (already && already.author.id !== told.owner) sayNext(`${already.author.name} already saved this.`);
  const dropped = await drop(form, told);
  const settledIt = dropped && (await settled(dropped.id));
  if (settledIt?.state === "parked") {
    sayNext(settledIt.status === 403 ? wordsOf(settledIt) : "The other score was settled before.");
    await resolve(dropped.id, "forget");
  }
  go(form, button, told.id);
}

// A hand that was recounted together settles the conflict that its form came from.
async function drop(form, { game }) {
  const proposal = form.elements.settles?.value;
  if (!proposal) return null;
  form.elements.settles.value = "";
  return hand({ id: newId(), game, kind: "drop", payload: { proposal }, about: "The other score" });
}

function wordsOf({ answer }) {
  return answer.errors.map(({ message }) => message).join(" ");
}

// What the server refuses while its form is open is mended there.
async function refused(form, item) {
  await resolve(item.id, "forget");
  form.handed = undefined;
  if (item.status === 409) return location.assign(`/games/${item.game}/proposals/${item.answer.proposed.id}/`);
  const used = [410, 422].includes(item.status);
  if (used) form.elements.id.value = newId();
  say(used ? USED : wordsOf(item), form.querySelector("[data-at=warning]"));
  form.dispatchEvent(new Event("refused"));
}

// Does somebody else show what comes next?
function offer(form, item) {
  const [, game] = form.action.match(/games\/([^/]+)/);
  return !document.dispatchEvent(new CustomEvent("unreached", { detail: { game, item }, cancelable: true }));
}

function go(form, button, id) {
  if (form !== latest) return undefined;
  const rail = /^\d+$/.test(button?.value) && form.dataset.entry === "hand";
  const address = rail ? `../${button.value}/` : form.dataset.next.replace("{id}", id);
  const next = new URL(address, form.action);
  if (next.pathname + next.search !== location.pathname + location.search) return location.assign(next);
  location.hash = next.hash;
  location.reload();
}

// What comes back from the browser's memory has used ids.
addEventListener("pageshow", async (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[data-entry]")) {
    const { id, replaces } = form.elements;
    if (replaces && form.handed) replaces.value = form.handed.id;
    [id.value, form.handed, form.ariaBusy] = [newId(), undefined, null];
  }
  if (await session()) location.reload();
});
