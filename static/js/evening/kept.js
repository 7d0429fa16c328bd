// What this phone keeps to go on without a signal: the records of games, and the kit for a new one.

import { on, thisKey, waiting } from "../outbox.js";
import * as store from "../store.js";
import { Board } from "./board.js";

export const known = new Set(); // the games that this phone could go on with, for whoever cannot wait
const sent = []; // entries that the house has, newer than the record kept of their game

// One game: its record and what waits to be sent; null where this phone keeps too little of it.
export async function boardOf(game) {
  const items = await waitsOf(game); // first: what is sent meanwhile is in `sent` then
  const refused = await refusedOf(game);
  const [kept, kit] = await Promise.all([store.get("records", game), kitKept()]);
  if (!kept || !kit) return null;
  known.add(game);
  const record = lifted(kept.record);
  // Without its beginning, which the house refused, nothing of a game can be shown.
  const beginning = record.entries.length ? [] : refused.filter(({ kind }) => kind === "start");
  return new Board(record, kit, newer(record, game), [...beginning, ...items], refused);
}

// A record of the release before this one names who proposed something by `id`.
function lifted({ proposals, ...record }) {
  const named = ({ player, id, name }) => ({ player: player ?? id, name });
  return { ...record, proposals: proposals.map((one) => ({ ...one, author: named(one.author) })) };
}

// What this person entered, in a game or in all, and the house does not have.
export async function waitsOf(game = null) {
  return (await waiting(game)).filter(({ state }) => state === "waiting" || state === "sending");
}

// What the house refused: it counts nowhere, and waits for a person.
async function refusedOf(game) {
  return (await waiting(game)).filter(({ state }) => state === "parked");
}

export const kitKept = async () => (await store.get("kit", "kit"))?.kit;

// Every game that this phone could go on with, the newest first.
export async function boardsKept() {
  const rows = await store.all("records");
  const boards = await Promise.all(rows.map(({ game }) => boardOf(game)));
  return boards.filter(Boolean).sort((one, other) => (one.game.date < other.game.date ? 1 : -1));
}

function newer(record, game) {
  const known = new Set(record.entries.map((entry) => entry.id));
  return sent.filter((entry) => entry.game === game && !known.has(entry.id));
}

// A game that began on this phone: the house has no record of it yet.
export const keepBegun = (record) => store.put("records", { game: record.game.id, record, etag: "" });

export async function drop(game) {
  known.delete(game);
  await store.remove("records", game);
}

// Fetching: nothing where nothing changed, and what is kept stays where the house does not answer.

async function fetched(address, etag) {
  const headers = { Accept: "application/json", ...(etag && { "If-None-Match": etag }) };
  try {
    const answer = await fetch(address, { headers, redirect: "manual", signal: thisKey.signal });
    const json = answer.ok && answer.headers.get("Content-Type")?.startsWith("application/json");
    return json ? { body: await answer.json(), etag: answer.headers.get("ETag") } : null;
  } catch {
    return null;
  }
}

export async function keepKit() {
  const before = await store.get("kit", "kit");
  const news = await fetched("/evening/kit/", before?.etag);
  if (news) await store.put("kit", { key: "kit", kit: news.body, etag: news.etag });
}

// Whether there was anything new.
export async function keepRecord(game) {
  const before = await store.get("records", game);
  const news = await fetched(`/games/${game}/record/`, before?.etag);
  if (news) await store.put("records", { game, record: news.body, etag: news.etag });
  if (news || before) known.add(game);
  return Boolean(news);
}

// Off the phone, but for games that the house does not wholly have.
export async function forget() {
  const owed = new Set((await waiting()).map((item) => item.game));
  const rows = await store.all("records");
  const gone = rows.filter(({ game }) => !owed.has(game));
  await Promise.all([store.remove("kit", "kit"), ...gone.map(({ game }) => store.remove("records", game))]);
}

// Another person's things are not shown to whoever signs in next, nor to nobody.
export async function keepFor(person) {
  if ((await kitKept())?.person.player !== person) await forget();
}

// What was sent belongs to the record from then on, even where the page ends before it is fetched.
// While one is written, those that are sent meanwhile wait and are written together.
const writing = new Map();

on((item) => {
  const seq = item?.state === "saved" && item.answer?.seq;
  if (!seq) return;
  sent.push({ ...item, seq });
  if (!writing.has(item.game)) writing.set(item.game, keepSent(item.game).finally(() => writing.delete(item.game)));
});

async function keepSent(game) {
  const kept = await store.get("records", game);
  if (!kept) return;
  for (let fresh = newer(kept.record, game); fresh.length; fresh = newer(kept.record, game)) {
    kept.record.entries = [...kept.record.entries, ...fresh].sort((one, other) => one.seq - other.seq);
    await store.put("records", { ...kept, etag: "" });
  }
}
