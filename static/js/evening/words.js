// Cards, points and people as they are read at the table, and what the family says about them.

import { face as nameOf, handPoints } from "../sheet.js";

export const figure = (points) => String(points).replace("-", "−");
export const gained = (points) => (points > 0 ? `+${points}` : figure(points));
export const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function ordinal(place) {
  const teens = place % 100 > 10 && place % 100 < 14;
  return place + ((teens ? "" : ["", "st", "nd", "rd"][place % 10]) || "th");
}

export function names(people) {
  const all = people.map((person) => person.name);
  const last = all.pop() ?? "";
  return all.length ? `${all.join(", ")} and ${last}` : last;
}

const FACES = { T: "10", JK: "★", "2S": "2♠" };
export const face = (kind) => FACES[kind] ?? kind;

// The key that a card is tapped on: its rank, or the card itself where a suit makes it wild.
export function kindOf(rules, card) {
  return rules.wild.includes(card) || card === "JK" ? card : card[0];
}

export function countKinds(rules, cards) {
  const found = new Map();
  for (const kind of cards.map((card) => kindOf(rules, card))) found.set(kind, (found.get(kind) ?? 0) + 1);
  return found;
}

// A hand in few letters, in the order it was called: "K ×2, 4, A, ★".
export function readOut(rules, cards) {
  return [...countKinds(rules, cards)]
    .map(([kind, n]) => (n > 1 ? `${face(kind)}\u00a0×${n}` : face(kind)))
    .join(", ");
}

export const cutWorth = (rules) => (rules.cut ? gained(rules.cut.points) : "");

const SMALL_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
export const inWords = (number) => SMALL_NUMBERS[number] ?? String(number);

// What one hand has and the other has not: "one queen"; of two totals, the points. Empty for no hand.
export function difference(rules, stands, { kind, payload }) {
  if (kind !== "hand") return "";
  if (!stands.payload.cards || !payload.cards) {
    return `${Math.abs(handPoints(rules, stands.payload) - handPoints(rules, payload))} points`;
  }
  const [held, claimed] = [stands.payload, payload].map(({ cards }) => countKinds(rules, cards));
  const [here, there] = [without(held, claimed), without(claimed, held)].map(counted);
  return here && there ? `${here} against ${there}` : here || there;
}

function without(some, others) {
  return [...some].map(([kind, n]) => [kind, n - (others.get(kind) ?? 0)]).filter(([, n]) => n > 0);
}

const counted = (kinds) => kinds.map(([kind, n]) => `${inWords(n)} ${nameOf(kind)}${n > 1 ? "s" : ""}`).join(" and ");

// What the family says at a moment about people: {fact, quip}. A child among them makes it gentle.
export function say({ lines, family }, moment, people, { points = 0, round = "" } = {}) {
  const tone = people.some((person) => person.child) ? "gentle" : family.tone;
  const values = { name: names(people), points: figure(points), round, member: family.member };
  const filled = (text) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const { fact, quip } = lines[moment][tone];
  return { fact: filled(fact), quip: filled(quip) };
}
