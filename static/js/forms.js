// Hands the score forms of a page to the outbox instead of posting them, and goes on to the page
// that comes next. The form's hidden id is the entry's: a second tap is the same entry.
//
// Where the server cannot be reached, or was not asked, the document gets an event "onward",
// {game, just, place}: what was handed in, and the address that comes next. Whoever prevents its
// default shows that. Otherwise the page stays as it is and says so.

import { newId } from "./ids.js";
import { hand, on, resolve, session, settled, trouble, waiting } from "./outbox.js";
import { PAYLOADS, addsUp, placeOf } from "./payloads.js";
import { isUsed, refusal, say, sayNext, wordsOf } from "./waiting.js";

const PATIENCE = 2500; // ms that somebody looks at a page that does not go on
const KEPT = {
  unreached: "No signal. Saved on this phone, will send later.",
  busy: "The house is busy. Saved on this phone, will send later.",
  "signed out": "Nobody is signed in here. Saved on this phone, goes when you sign in again.",
};
const FLEETING = "Not sent yet, and this phone cannot keep offline copies. Leave this page open until it is.";

// Where a page leads is said by the last tap on it: what was sent before that goes nowhere.
let latest;
document.addEventListener("leaving", () => { latest = undefined; });

// A button of two that say different things names its own kind.
const kindOf = (form, button) => button?.dataset.entry ?? form.dataset.entry;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const kind = kindOf(form, submitter);
  if (event.defaultPrevented || !(kind in PAYLOADS)) return;
  const payload = PAYLOADS[kind](form.elements, submitter, form.dataset);
  if (payload === undefined) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  latest = form;
  if (payload === null) goOnUnchanged(form, submitter, kind);
  else send(form, submitter, { kind, payload });
});

async function send(form, button, said) {
  const entry = entryOf(form, said);
  const end = final(entry.id);
  const told = await firstWord(form, entry);
  if (["saved", "parked"].includes(told?.state)) return goOn(form, button, told);
  const [item] = (await waiting()).filter(({ id }) => id === entry.id);
  if (item && form === latest && offer(form, item, addressOf(form, button, item.id))) return;
  say(item?.fleeting ? FLEETING : KEPT[trouble || "unreached"]);
  if (addsUp(entry.kind)) return begunAnew(form);
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

const gameOf = (form) => form.action.match(/games\/([^/]+)/)[1];

function entryOf(form, { kind, payload }) {
  const { id, replaces, entry } = form.elements;
  const before = form.handed;
  if (before && !entry && JSON.stringify(before.payload) !== JSON.stringify(payload)) {
    [id.value, replaces.value] = [newId(), before.id]; // what was saved already is corrected
  }
  form.handed = {
    id: id.value, game: gameOf(form), kind, ...placeOf(form, kind), payload,
    replaces: replaces?.value || null, about: form.dataset.about, follow: settling(form),
  };
  return form.handed;
}

// A hand that was recounted together settles the conflict that its form came from, once it stands.
function settling({ elements: { settles } }) {
  if (!settles?.value) return null;
  return { id: newId(), kind: "drop", payload: { proposal: settles.value }, about: "The other score" };
}

function final(id) {
  return new Promise((done) => on((item) => item?.id === id && ["saved", "parked"].includes(item.state) && done(item)));
}

async function goOn(form, button, told) {
  // Of a form that is no longer shown, what was refused stays in sight with what waits.
  if (told.state === "parked") return form.isConnected && refused(form, told);
  const { already } = told.answer;
  if (already && already.author.player !== told.owner) sayNext(`${already.author.name} already saved this.`);
  if (told.follow) await followed(told.follow.id);
  go(form, addressOf(form, button, told.id));
}

async function followed(id) {
  const item = await settled(id);
  if (item.state !== "parked") return;
  sayNext(item.status === 403 ? wordsOf(item) : "The other score was settled before.");
  await resolve(id, "forget");
}

// What was recounted together and is as it stood settles the conflict all the same.
async function goOnUnchanged(form, button, kind) {
  const drop = settling(form);
  if (drop) {
    await hand({ ...drop, game: gameOf(form) });
    await followed(drop.id);
  }
  const place = addressOf(form, button, "");
  if (!offer(form, { kind, ...placeOf(form, kind) }, place)) go(form, place);
}

// What the server refuses while its form is open is mended there.
async function refused(form, item) {
  await resolve(item.id, "forget");
  form.handed = undefined;
  if (item.status === 409) return location.assign(`/games/${item.game}/proposals/${item.answer.proposed.id}/`);
  if (isUsed(item)) form.elements.id.value = newId();
  say(refusal(item), placeToSay(form));
  form.dispatchEvent(new Event("refused"));
}

const placeToSay = (form) =>
  form.querySelector("[data-at=warning]") ?? form.querySelector(":scope > :is(.field, h2)");

// What waits is one entry, and what is typed next another one.
function begunAnew(form) {
  form.reset();
  form.elements.id.value = newId();
  [form.handed, form.dataset.newcomer] = [undefined, newId()];
}

// Does somebody else show what comes next?
function offer(form, just, place) {
  const detail = { game: gameOf(form), just, place };
  return !document.dispatchEvent(new CustomEvent("onward", { detail, cancelable: true }));
}

// Where a form leads: to the player whose name was pressed, or where it says itself.
function addressOf(form, button, id) {
  const rail = /^\d+$/.test(button?.value) && form.dataset.entry === "hand";
  return new URL(rail ? `../${button.value}/` : form.dataset.next.replace("{id}", id), form.action);
}

function go(form, next) {
  if (form !== latest) return undefined;
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
