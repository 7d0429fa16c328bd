// Entries on their way to the server. Each is stored before it is sent and stays until the server
// has named its id and its place in the game. Never doubled: the server knows the id. Never
// dropped: what it refuses waits for a person, what somebody else entered waits for them.
//
// An item: {id, game, kind, round, seat, payload, v, replaces, about, follow} as handed over, and
// {owner, name, client_at, order, state, status, answer} as kept. `follow` is another entry, which is
// handed over once this one is saved. States: "waiting", "sending",
// "saved", "parked" (refused, with what the server answered), "held" (of somebody else).

import { newId } from "./ids.js";
import { all, claim, fleeting, get, put, remove } from "./store.js";

const [SHORTEST_PAUSE, LONGEST_PAUSE] = [1000, 30_000]; // ms
const PATIENCE = 15_000; // ms for one answer
const VERSION = 1; // of the payloads that this page makes

const listeners = new Set();
const waiters = new Map();
const air = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("scorebook");
let here; // {person, name, csrf} as the server last said
let pause = 0;
let notBefore = 0; // by performance.now(), as Retry-After said
let timer;
let running = Promise.resolve();
let sending; // an id

// Why nothing goes: "" (all is well), "unreached", "busy", "signed out".
export let trouble = "";

// Handing over ---------------------------------------------------------------------------------

// Keeps an entry, then sends it. The same id twice is one item.
export async function hand(entry) {
  const kept = await queue();
  const before = kept.find(({ id }) => id === entry.id);
  if (before) return before;
  const item = {
    v: VERSION, round: null, seat: null, replaces: null, name: here?.name ?? "", ...entry,
    // Whose page it is: where the session has ended meanwhile, it waits for the same person.
    owner: entry.owner ?? person() ?? document.documentElement.dataset.person ?? null,
    client_at: new Date().toISOString(),
    order: 1 + (kept.at(-1)?.order ?? 0),
    state: "waiting",
  };
  await put("entries", item);
  tell(item);
  flush();
  return item;
}

// {state, status, answer} once the item was tried, or where it has to wait: {state: "waiting"}.
export function settled(id) {
  return new Promise((done) => waiters.set(id, [...(waiters.get(id) ?? []), done]));
}

// What is not saved yet, in order; of one game, or of all. `fleeting`: it would go with the page.
export async function waiting(game = null) {
  const items = (await queue()).filter((item) => game === null || item.game === game);
  return items.map((item) => ({ ...item, state: stateOf(item), fleeting: fleeting("entries", item.id) }));
}

function stateOf(item) {
  if (item.id === sending) return "sending";
  return person() && item.owner !== person() ? "held" : item.state;
}

async function queue() {
  return (await all("entries")).sort((one, other) => one.order - other.order);
}

// `listener(item)` after every change of an item, and with null when only `trouble` changed.
export function on(listener) {
  listeners.add(listener);
}

// What a person decides about a parked item: "again", "anew" (under a new id), "forget".
export async function resolve(id, what) {
  const item = await get("entries", id);
  if (!item) return;
  if (what === "forget") {
    await remove("entries", id);
    return tell({ ...item, state: "gone" });
  }
  const next = { ...item, id: what === "anew" ? newId() : id, state: "waiting", status: null, answer: null };
  await put("entries", next);
  if (next.id !== id) await remove("entries", id); // only now: a page may end between the two
  tell(next);
  await flush();
}

function tell(item, toOthers = true) {
  for (const listener of listeners) listener(item);
  if (item && item.state !== "sending" && toOthers) air?.postMessage(item);
}

function answerWaiters(item) {
  for (const done of waiters.get(item.id) ?? []) done(item);
  waiters.delete(item.id);
}

// Nothing goes for now: whoever waits for an item is told so.
function letGo(why) {
  for (const id of waiters.keys()) answerWaiters({ id, state: "waiting" });
  if (trouble === why) return;
  trouble = why;
  tell(null);
}

// Another page's news.
air?.addEventListener("message", ({ data: item }) => {
  tell(item, false);
  if (["saved", "parked"].includes(item.state)) answerWaiters(item);
});

// Who is here ------------------------------------------------------------------------------------

// For what is asked beside the tap that gives the session another key: under the old one the answer
// could only be a refusal.
export const thisKey = new AbortController();

// Whose page this is: an id; null for nobody; undefined while that is not known.
function person() {
  return here ? here.person : document.documentElement.dataset.person;
}

// Asks the server who is signed in: {person, name, csrf}; null where it does not answer.
export async function session() {
  const { body } = await ask("/session/", { cache: "no-store" });
  if (typeof body?.csrf !== "string") return null;
  here = body;
  return here;
}

async function token() {
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  return here?.csrf ?? field?.value ?? (await session())?.csrf ?? "";
}

// {status, body, later}: body is null unless it is JSON; later is what Retry-After says, in seconds.
async function ask(address, options) {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { redirect: "manual", signal: stop.signal, ...options });
    const json = answer.headers.get("Content-Type")?.startsWith("application/json");
    const later = Number(answer.headers.get("Retry-After")) || 0;
    return { status: answer.status, body: json ? await answer.json() : null, later };
  } catch {
    return { status: 0, body: null, later: 0 };
  } finally {
    clearTimeout(clock);
  }
}

// Sending ----------------------------------------------------------------------------------------

// Sends what waits, one after the other, until all is sent or something holds it.
export function flush() {
  clearTimeout(timer);
  running = running.then(drain).catch(again);
  return running;
}

async function drain() {
  if (!(await next())) return;
  if (performance.now() < notBefore) return again(letGo("busy"));
  const went = await claim(async () => {
    for (let item = await next(); item; item = await next()) {
      if (!(await attempt(item))) return false;
    }
    return true;
  });
  if (went === undefined) timer = setTimeout(flush, SHORTEST_PAUSE); // another page sends
  else if (!went) again();
}

// The oldest that may go. What belongs to a game whose beginning was refused waits with it.
async function next() {
  const items = await queue();
  const ready = items.filter(({ state }) => state === "waiting");
  if (ready.length && !person() && !(await session())?.person) {
    return again(letGo(here ? "signed out" : "unreached"));
  }
  const stuck = items.filter(({ kind, state }) => kind === "start" && state === "parked").map(({ game }) => game);
  return ready.find((item) => item.owner === person() && !stuck.includes(item.game));
}

// Sends one item; false where it and all after it have to wait.
async function attempt(item) {
  sending = item.id;
  tell({ ...item, state: "sending" });
  let told = await send(item);
  if (told.body?.errors?.[0]?.code === "csrf" && (await session())) told = await send(item);
  sending = undefined;
  const state = verdict(item, told);
  if (state === "waiting") return hold(item, told);
  [pause, notBefore, trouble] = [0, 0, ""];
  const done = { ...item, state, status: told.status, answer: told.body };
  if (state === "saved") {
    if (item.follow) await hand({ ...item.follow, game: item.game, owner: item.owner });
    await leave(done);
  } else await put("entries", done);
  tell(done);
  answerWaiters(done);
  return true;
}

async function send({ id, game, kind, round, seat, payload, v, replaces, client_at, owner }) {
  const sent_at = new Date().toISOString();
  const body = JSON.stringify({ id, kind, round, seat, payload, v, replaces, client_at, sent_at });
  const headers = { "Content-Type": "application/json", "X-CSRFToken": await token(), "X-Person": owner };
  return ask(`/games/${game}/entries/`, { method: "POST", headers, body });
}

// Only an answer in the server's own words counts: a café's network says 200 to everything.
function verdict(item, { status, body }) {
  if ((status === 200 || status === 201) && body?.id === item.id && Number.isInteger(body.seq)) return "saved";
  if (status === 200 && body?.already?.id) return "saved";
  const holds = [401, 408, 429].includes(status) || body?.errors?.[0]?.code === "csrf";
  const refused = status >= 400 && status < 500 && (body?.errors || body?.proposed) && !holds;
  return refused ? "parked" : "waiting";
}

async function hold(item, { status, body, later }) {
  notBefore = later ? performance.now() + later * 1000 : 0;
  let why = body ? "busy" : "unreached";
  if (status === 401) {
    here = undefined;
    await session();
    why = here?.person ? "" : "signed out";
  }
  tell(item);
  letGo(why);
  return false;
}

function again() {
  pause = Math.min(pause * 2 || SHORTEST_PAUSE, LONGEST_PAUSE);
  clearTimeout(timer);
  timer = setTimeout(flush, Math.max(pause, notBefore - performance.now()));
}

// Off the phone. What was entered on top of it names what really stands: another's equal entry.
async function leave(item) {
  const stands = item.answer.already?.id;
  if (stands) {
    for (const later of await queue()) {
      if (later.replaces === item.id) await put("entries", { ...later, replaces: stands });
      if (later.payload.entry === item.id) await put("entries", { ...later, payload: { entry: stands } });
    }
  }
  await remove("entries", item.id);
}

addEventListener("online", flush);
addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
flush();
