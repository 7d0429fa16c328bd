// What this phone keeps: in IndexedDB; where the browser refuses that, in localStorage; where it
// refuses both, in this page's memory, which `kind` tells and people are told.

const NAME = "scorebook";
const KEYS = { entries: "id", records: "game", kit: "key", drafts: "key" };
const PATIENCE = 3000; // ms: some browsers never answer where they mean no
const LEASE = 4000; // ms

export let kind = ""; // "database", "storage", "memory"; empty until it is open
let database;
let opening;
const memory = new Map();

export function open() {
  opening ??= find();
  return opening;
}

async function find() {
  database = await openDatabase().catch(() => null);
  kind = database ? "database" : storage() ? "storage" : "memory";
  if (database && storage()) await takeIn().catch(() => {}); // the next page tries again
}

// What an earlier page kept in localStorage because the database did not answer it.
async function takeIn() {
  for (const entry of WAYS.storage.all("entries")) {
    await WAYS.database.put("entries", entry);
    WAYS.storage.remove("entries", entry.id);
  }
}

function openDatabase() {
  return new Promise((done, fail) => {
    setTimeout(() => fail(new Error("no answer")), PATIENCE);
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(KEYS)) asked.result.createObjectStore(store, { keyPath });
    };
    asked.onerror = () => fail(asked.error);
    asked.onsuccess = () => {
      asked.result.onclose = () => { opening = undefined; }; // the browser let go of it
      done(asked.result);
    };
  });
}

function storage() {
  try {
    localStorage.setItem(`${NAME} probe`, "");
    localStorage.removeItem(`${NAME} probe`);
    return localStorage;
  } catch {
    return null;
  }
}

function inDatabase(store, mode, act) {
  return new Promise((done, fail) => {
    const step = database.transaction(store, mode, { durability: "strict" });
    const asked = act(step.objectStore(store));
    step.oncomplete = () => done(asked.result);
    step.onerror = step.onabort = () => fail(step.error);
  });
}

const named = (store, key) => `${NAME} ${store} ${key}`;

// The same four for the database, for localStorage and for memory.
const WAYS = {
  database: {
    put: (store, value) => inDatabase(store, "readwrite", (rows) => rows.put(value)),
    get: (store, key) => inDatabase(store, "readonly", (rows) => rows.get(key)),
    all: (store) => inDatabase(store, "readonly", (rows) => rows.getAll()),
    remove: (store, key) => inDatabase(store, "readwrite", (rows) => rows.delete(key)),
  },
  storage: {
    put: (store, value) => localStorage.setItem(named(store, value[KEYS[store]]), JSON.stringify(value)),
    get: (store, key) => JSON.parse(localStorage.getItem(named(store, key))) ?? undefined,
    all: (store) => Object.keys(localStorage).filter((key) => key.startsWith(named(store, "")))
      .map((key) => JSON.parse(localStorage.getItem(key))),
    remove: (store, key) => localStorage.removeItem(named(store, key)),
  },
  memory: {
    put: (store, value) => memory.set(named(store, value[KEYS[store]]), value),
    get: (store, key) => memory.get(named(store, key)),
    all: (store) => [...memory].filter(([key]) => key.startsWith(named(store, ""))).map(([, value]) => value),
    remove: (store, key) => memory.delete(named(store, key)),
  },
};

// Keeps a value under the key that stands in it. What the phone has no room for stays in memory.
export async function put(store, value) {
  await open();
  WAYS.memory.put(store, value);
  if (kind === "memory") return;
  await Promise.resolve(value).then((one) => WAYS[kind].put(store, one)).then(
    () => WAYS.memory.remove(store, value[KEYS[store]]),
    () => {},
  );
}

export async function get(store, key) {
  await open();
  return WAYS.memory.get(store, key) ?? WAYS[kind].get(store, key);
}

export async function all(store) {
  await open();
  const kept = await WAYS[kind].all(store);
  const key = KEYS[store];
  return [...new Map([...kept, ...WAYS.memory.all(store)].map((value) => [value[key], value])).values()];
}

export async function remove(store, key) {
  await open();
  WAYS.memory.remove(store, key);
  await WAYS[kind].remove(store, key);
}

// Would this value be lost with the page?
export function fleeting(store, key) {
  return WAYS.memory.get(store, key) !== undefined;
}

// Asks the browser once to keep all this where room gets scarce: some ask a person in turn.
export async function askToStay() {
  const [asked, slate] = [`${NAME} asked to stay`, storage()];
  if (!navigator.storage?.persist || !slate || slate.getItem(asked) !== null) return;
  slate.setItem(asked, "");
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}

// One of all open pages at a time: does `act`, or nothing where another page is at it.
export function claim(act) {
  const locks = navigator.locks;
  return locks ? locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? act() : undefined)) : lease(act);
}

// On plain http there are no locks. A page that is killed holds on for a few seconds; two pages that
// ask in one instant both get it, which does no harm, for the server knows each key.
async function lease(act) {
  const kept = storage();
  if (!kept) return act();
  const mine = `${NAME} sender`;
  const left = kept.getItem(mine) - Date.now();
  if (left > 0 && left <= LEASE) return undefined; // more than that was said by a wrong clock
  const hold = () => kept.setItem(mine, Date.now() + LEASE);
  const free = () => kept.removeItem(mine);
  hold();
  const beat = setInterval(hold, LEASE / 4);
  addEventListener("pagehide", free);
  try {
    return await act();
  } finally {
    removeEventListener("pagehide", free);
    clearInterval(beat);
    free();
  }
}
