// One game as this phone knows it: the record it keeps, what waits to be sent, and the sheet of both.

import { owing } from "../flow.js";
import { buysLeft, newcomers, replay, slotOf, standing } from "../sheet.js";

const SETTLES = ["accept", "drop"];
const SLOTS = ["cut", "out", "hand", "buys", "lay_down"]; // what is said once of a round or a seat in it

// Does this phone know enough to begin a game? Guests and those who only look begin none.
export const begins = (kit) => Boolean(kit?.rule_sets);

export class Board {
  constructor(record, kit, sent, items, refused = []) {
    this.entries = numbered([...record.entries, ...sent], items, record.proposals);
    this.proposals = record.proposals.filter(({ id }) => !isSettled(this.entries, id));
    // Of two scores that the house keeps both, this sheet tells anyway.
    this.refused = refused.filter(({ id }) => !record.proposals.some((one) => one.id === id));
    this.game = record.game;
    this.family = kit.family;
    this.me = kit.person;
    this.guest = kit.guest; // of this table, who sees nothing else
    this.writes = begins(kit);
    this.lines = kit.lines;
    this.standing = standing(this.entries);
    this.rules = changedRules(kit, items, this.standing) ?? record.rules;
    this.sheet = replay(this.rules, this.entries);
    this.people = peopleOf(record, kit, this);
  }

  get id() { return this.game.id; }
  get finished() { return this.sheet.finished; }
  get rounds() { return this.sheet.rounds; }
  get current() { return this.round(this.sheet.current_round); }

  person(seat) { return this.people.get(seat); }
  name(seat) { return this.person(seat).name; }
  short(seat) { return this.person(seat).short; }
  round(number) { return this.rounds.find((round) => round.number === number); }
  cell(number, seat) { return this.round(number)?.cells.find((cell) => cell.seat === seat); }
  seat(number) { return this.sheet.seats[number]; }

  // Whether whose phone this is sits there, and somebody else holds the pen.
  own(seat) { return this.person(seat).player === this.me.player && this.game.pen.player !== this.me.player; }

  // What stands where a proposal would.
  standsAgainst({ kind, round, seat }) {
    const slot = slotOf(kind);
    return slot && this.standing.findLast((one) => slotOf(one.kind) === slot && one.round === round && one.seat === seat);
  }

  // Whether this person may replace or take back an entry; nothing is anybody's.
  mayAmend(entry) {
    const own = !entry || !entry.author || entry.author.player === this.me.player;
    return this.game.may_correct || (own && !this.game.finished);
  }

  entry(id) { return this.entries.find((entry) => entry.id === id); }

  // The seats that somebody sits or sat in, without those whose joining was taken back.
  get seated() { return this.sheet.seats.filter((seat) => seat.seated); }

  owing(round, after) { return owing(this.sheet, round.number, after); }

  // Whether nobody took an entry back.
  stands(id) { return this.standing.some((entry) => entry.id === id); }

  // The newest entry that a round stands by.
  newestOf(number) {
    return this.standing.findLast((entry) => entry.round === number && SLOTS.includes(entry.kind));
  }

  // Purchases that a seat has left for a round; null without a limit.
  buysLeft(number, seat) {
    const bought = this.rounds.map((round) => round.cells[seat].buys);
    const banked = this.rules.buy?.scope === "bank";
    const inGame = (banked ? bought.slice(0, number) : bought).reduce((sum, count) => sum + count, 0);
    return buysLeft(this.rules, number, inGame, bought[number - 1]);
  }

  // Everybody, the leader first; those without a place last, in the order of their seats.
  get standings() {
    const rank = (seat) => seat.place ?? Infinity;
    return this.seated.toSorted((one, other) => rank(one) - rank(other) || one.number - other.number);
  }

  // The sheet's warnings as sentences, of one round or of the whole game. That nobody went out is
  // not among them: somebody pressed "Nobody" to say so.
  warnings(number = null) {
    return this.sheet.warnings
      .filter((one) => one.code !== "nobody_out" && (number === null || one.round === number))
      .map((one) => this.sentence(one));
  }

  sentence(warning) {
    return warning.text.replace(/\{(\d)\}/g, (_, place) => this.name(warning.seats[place]));
  }
}

// The rules that this phone changed the game to, and the house does not know of.
function changedRules({ rule_sets: ruleSets = [] }, items, stands) {
  const change = items.findLast(({ id, kind }) => kind === "rules" && stands.some((entry) => entry.id === id));
  return ruleSets.find(({ slug }) => slug === change?.payload.rule_set)?.rules;
}

// Who sits in each seat; the house has not heard of who sat down since.
function peopleOf(record, kit, { entries, sheet }) {
  const since = [...newcomers(entries), ...(kit.people ?? [])];
  const found = sheet.seats.map(({ number, player }) => [number, since.find((one) => one.player === player.toLowerCase())]);
  return new Map([...found, ...record.people.map((person) => [person.seat, person])]);
}

const isSettled = (entries, id) => entries.some(({ kind, payload }) => SETTLES.includes(kind) && payload.proposal === id);

// What waits comes after what the house has, as it was entered; what is accepted after its acceptance.
function numbered(known, items, proposals) {
  const ids = new Set(known.map((entry) => entry.id));
  const last = Math.max(0, ...known.map((entry) => entry.seq));
  const accepted = ({ kind, payload }) => proposals.filter(({ id }) => kind === "accept" && payload.proposal === id);
  const fresh = items.filter((item) => !ids.has(item.id)).flatMap((item) => [item, ...accepted(item)]);
  return [...known, ...fresh.map((item, place) => ({ ...item, seq: last + 1 + place }))];
}
