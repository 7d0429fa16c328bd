// Which entries of a game stand: voids are applied, slots keep their newest.

const SLOTS = {
  start: "start", cut: "cut", out: "out", hand: "hand", buys: "buys", lay_down: "lay_down",
  rules: "rules", finish: "finish", reopen: "finish",
};
const ABOUT_ENTRIES = ["void", "accept", "drop"];

// What an entry of a kind replaces; undefined for kinds that add up.
export const slotOf = (kind) => SLOTS[kind];

const key = (slot, round, seat) => `${slot} ${round ?? ""} ${seat ?? ""}`;
const target = (entry) => entry.payload.entry.toLowerCase();

// By seq; what has none yet was not sent yet and comes last, as it was written.
export function inOrder(entries) {
  const place = (entry) => entry.seq ?? Number.MAX_SAFE_INTEGER;
  return [...entries].sort((one, other) => place(one) - place(other));
}

// Ids taken back: the newest void first, so that a void that is void does nothing.
export function voided(ordered) {
  const positions = new Map(ordered.map((entry, place) => [entry.id, place]));
  const gone = new Set();
  for (let place = ordered.length - 1; place >= 0; place -= 1) {
    const entry = ordered[place];
    if (entry.kind !== "void" || gone.has(entry.id)) continue;
    const before = positions.get(target(entry)) ?? place;
    if (before < place && ordered[before].kind !== "start") gone.add(target(entry));
  }
  return gone;
}

// `joins` are all that were ever entered, each with the start that stood then.
export class Log {
  standing = new Map();
  changes = new Map();
  loose = [];
  joins = [];
  warnings = [];

  constructor(rules, entries) {
    const ordered = inOrder(entries);
    const gone = voided(ordered);
    const ids = new Set(ordered.map((entry) => entry.id));
    for (const entry of ordered) {
      if (entry.kind === "join") this.joins.push([entry, this.start]);
      if (!gone.has(entry.id)) this.#read(rules, entry, ids);
    }
  }

  get start() {
    return this.in("start");
  }

  // What ended the game, unless it was reopened after it.
  get finish() {
    const ending = this.in("finish");
    return ending?.kind === "finish" ? ending : undefined;
  }

  in(slot, round, seat) {
    return this.standing.get(key(slot, round, seat));
  }

  changed(slot, round, seat) {
    return this.changes.get(key(slot, round, seat)) ?? 0;
  }

  of(...kinds) {
    return this.loose.filter((entry) => kinds.includes(entry.kind));
  }

  warn(code, text, round, seats = [], entry = null) {
    this.warnings.push({ code, text, round: round ?? null, seats, entry: entry?.id ?? null });
  }

  reject(entry, text) {
    this.warn("does_not_fit", text, entry.round, [], entry);
  }

  #read(rules, entry, ids) {
    const rounds = rules.rounds.length;
    if (ABOUT_ENTRIES.includes(entry.kind)) {
      if (entry.kind === "void" && !ids.has(target(entry))) {
        this.reject(entry, "Something was taken back that was never entered.");
      }
    } else if (entry.round > rounds) {
      this.reject(entry, `Round ${entry.round} was entered, but there are only ${rounds}.`);
    } else {
      this.#keep(entry);
    }
  }

  #keep(entry) {
    if (!(entry.kind in SLOTS)) {
      this.loose.push(entry);
      return;
    }
    const slot = key(SLOTS[entry.kind], entry.round, entry.seat);
    const before = this.standing.get(slot);
    if (entry.kind === "start" && before) {
      const [seats, were] = [entry, before].map((start) => start.payload.players.length);
      if (seats !== were) {
        this.reject(entry, `A correction has ${seats} players where ${were} sat down.`);
        return;
      }
    }
    if (before) this.changes.set(slot, (this.changes.get(slot) ?? 0) + 1);
    this.standing.set(slot, entry);
  }
}
