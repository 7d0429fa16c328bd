// What each score form says: the payload; null where nothing is new; undefined where the server has
// to say what is wrong with it.

import { newId } from "./ids.js";

const MOST_POINTS = 500; // by the table's decision

const number = ({ value }) => Number(value);
const text = ({ value }) => value.trim();

export const PAYLOADS = {
  out: (fields, button) => ({ seat: button.value === "" ? null : number(button) }),
  cut: (fields, button, { cutter }) => ({ exact: button.value !== "no", seat: Number(cutter) }),
  buys: (fields, button) => {
    const [n, cards] = button.value.split(" ").map(Number);
    return cards === undefined ? { n } : { n, cards };
  },
  void: ({ entry }) => ({ entry: entry.value }),
  finish: ({ early }) => ({ early: Boolean(early) }),
  reopen: () => ({}),
  hand: handIn,
  accept: (fields, button, { proposal }) => ({ proposal }),
  drop: (fields, button, { proposal }) => ({ proposal }),
  rummy: ({ caller, offender }) => ({ caller: number(caller), offender: number(offender) }),
  join: sitsDown,
  leave: () => ({}),
  adjust: ({ points, reason }) => {
    const fits = /^[+-]?\d{1,3}$/.test(text(points)) && Math.abs(number(points)) <= MOST_POINTS;
    return fits ? { points: number(points), reason: text(reason) } : undefined;
  },
  note: (fields) => ({ text: text(fields.text) }),
  rules: (fields) => ({ rule_set: fields.rule_set.value }),
  start: setAnew,
};

// The fields that say which round and seat, where the address does not.
const PLACES = {
  rummy: { round: "round" },
  join: { round: "first_round" },
  leave: { round: "round", seat: "seat" },
  adjust: { round: "round", seat: "seat" },
  note: { round: "round" },
};

// Kinds of which one more is one more, and not another in the place of the one before.
export const addsUp = (kind) => kind in PLACES;

// The round and the seat that a form is about.
export function placeOf(form, kind) {
  const [, round, seat] = form.action.match(/\/rounds\/(\d+)\/(?:(?:seats|buys)\/(\d+))?/) ?? [];
  const said = (name) => form.elements[PLACES[kind]?.[name]]?.value;
  const whole = (written) => (written ? Number(written) : null);
  return { round: whole(round ?? said("round")), seat: whole(seat ?? said("seat")) };
}

function handIn(fields) {
  const [cards, total] = [fields.cards, fields.total].map((field) => (field.disabled ? "" : text(field)));
  if (fields.replaces.value && !fields.id.form.querySelector(".error") && stands(fields, cards, total)) return null;
  if (cards && !total) return { cards: cards.split(" ") };
  if (!/^\d+( *\+ *\d+)*$/.test(total)) return undefined;
  return { total: total.split("+").reduce((sum, part) => sum + Number(part), 0), typed: total };
}

function stands(fields, cards, total) {
  const sorted = (written) => written.trim().split(" ").sort().join(" ");
  return cards + total !== "" && sorted(fields.cards.defaultValue) === sorted(cards)
    && fields.total.defaultValue === total;
}

// Whoever is new keeps one id however often the form is sent.
function sitsDown({ id: { form }, player, name, after_seat: after, points }) {
  if (!player.value && !text(name)) return undefined;
  form.dataset.newcomer ??= newId();
  const whoever = player.value || { id: form.dataset.newcomer, name: text(name) };
  return { player: whoever, after_seat: number(after), points: points.value };
}

function setAnew({ date, place, occasion, first_dealer: dealer, decks }, button, { standing }) {
  if (!/^[1-8]$/.test(text(decks)) || !date.value) return undefined;
  return {
    ...JSON.parse(standing),
    date: date.value,
    place: text(place),
    occasion: text(occasion),
    first_dealer: number(dealer),
    decks: number(decks),
  };
}
