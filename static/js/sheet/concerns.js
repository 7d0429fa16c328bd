// What a table should look at again: hands that cannot be, buys over the limit, nobody out.

import { buysLeft } from "./scoring.js";

const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king", JK: "joker" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

// A card in words: "king of hearts".
export function face(code) {
  if (code in RANKS || code.length === 1) return RANKS[code] ?? code;
  return `${RANKS[code[0]] ?? code[0]} of ${SUITS[code[1]]}`;
}

const isPresent = (cell) => cell.state !== "absent";
const shown = (cell) => [...cell.cards, ...cell.melds.flatMap((meld) => meld.cards)];

function tally(counts, kind, more = 1) {
  counts.set(kind, (counts.get(kind) ?? 0) + more);
}

export function roundConcerns(rules, log, played, decks) {
  supplyConcerns(rules, log, played, decks);
  for (const cell of played.cells.filter(isPresent)) {
    if (cell.cards.length) handConcerns(rules, log, played, cell);
    if (cell.state === "out") outConcerns(log, played, cell);
    if (cell.buys && !rules.rounds[played.number - 1].buying) {
      const text = `{0} bought in round ${played.number}, where these rules have no buying.`;
      log.warn("no_buying", text, played.number, [cell.seat]);
    }
  }
  nobodyOut(log, played);
}

// More jokers or copies than the packs hold, over all hands and melds of the round.
function supplyConcerns(rules, log, played, decks) {
  const counts = new Map();
  for (const code of played.cells.flatMap(shown)) tally(counts, code);
  const jokers = decks * rules.copies.JK;
  if (jokers && counts.get("JK") > jokers) {
    tooMany(log, "too_many_jokers", played, "jokers", (code) => code === "JK", jokers);
  }
  const ranks = new Map();
  for (const [code, count] of counts) {
    const same = (one) => one === code;
    if (count > decks && code.length === 2 && code !== "JK") {
      tooMany(log, "too_many_copies", played, `copies of the ${face(code)}`, same, decks);
    }
    // A suit that makes the card wild is written with its suit: a bare 2 is then no 2 of spades.
    if (code !== "JK" && (code.length === 1 || !rules.wild.includes(code))) {
      tally(ranks, code[0], count);
    }
  }
  for (const [rank, count] of ranks) {
    const most = decks * rules.copies[rank];
    const ofRank = (code) =>
      code === rank || (code !== "JK" && code[0] === rank && !rules.wild.includes(code));
    if (count > most) {
      tooMany(log, "too_many_copies", played, `cards of rank ${face(rank)}`, ofRank, most);
    }
  }
}

function tooMany(log, code, played, what, counts, most) {
  const found = played.cells.map((cell) => [cell.seat, shown(cell).filter(counts).length]);
  const all = found.reduce((sum, [, count]) => sum + count, 0);
  const text = `${all} ${what} in round ${played.number}; the packs hold ${most}.`;
  log.warn(code, text, played.number, found.filter(([, count]) => count).map(([seat]) => seat));
}

function handConcerns(rules, log, played, cell) {
  const { number } = played;
  if (!rules.copies.JK && cell.cards.includes("JK")) {
    const text = `{0} holds a joker in round ${number}; these rules know none, so it counts 0.`;
    log.warn("unknown_card", text, number, [cell.seat]);
  }
  const most = mostCards(rules, log, played, cell);
  if (cell.cards.length > most) {
    const text = `{0} holds ${cell.cards.length} cards in round ${number}; ${most} are the most.`;
    log.warn("too_many_cards", text, number, [cell.seat]);
  }
}

// Dealt, one drawn, gained by buys, received by a called rummy.
function mostCards(rules, log, played, cell) {
  const bought = log.in("buys", played.number, cell.seat);
  const called = played.rummies.filter((rummy) => rummy.offender === cell.seat).length;
  const others = played.cells.filter(isPresent).length - 1;
  const gained = rules.buy && bought ? cardsGained(rules.buy, bought.payload) : 0;
  return played.dealt + 1 + gained + called * others * (rules.rummy_gives ?? 0);
}

// Cards that purchases bring to hand, price included.
export function cardsGained(buy, { n, cards = n }) {
  return cards + buy.price * (buy.per_card ? cards : n);
}

function outConcerns(log, played, cell) {
  const hand = log.in("hand", played.number, cell.seat);
  if (hand && (cell.cards.length || hand.payload.total)) {
    const text = `{0} went out in round ${played.number} and has cards left; they count 0.`;
    log.warn("out_with_cards", text, played.number, [cell.seat], hand);
  }
}

function nobodyOut(log, played) {
  if (played.out_stands && played.out === null) {
    log.warn("nobody_out", `Nobody went out in round ${played.number}.`, played.number);
  }
  const present = played.cells.filter(isPresent);
  const entered = present.length && present.every((cell) => cell.state !== "missing");
  if (entered && !played.out_stands) {
    const text = `Every hand of round ${played.number} is in, but who went out is not.`;
    log.warn("out_missing", text, played.number);
  }
}

export function gameConcerns(rules, log, seats, rounds) {
  const { finish } = log;
  const missing = rounds.find((played) => !played.complete);
  if (finish && !finish.payload.early && missing) {
    const text = `The game has ended, but round ${missing.number} is not complete.`;
    log.warn("not_complete", text, missing.number, [], finish);
  }
  if (rules.buy) for (const seat of seats) limitConcerns(rules, log, seat.number, rounds);
}

function limitConcerns(rules, log, seat, rounds) {
  let inGame = 0;
  let here = 0;
  let left = null;
  for (const { number, cells } of rounds) {
    here = cells[seat].buys;
    inGame += here;
    left = buysLeft(rules, number, inGame, here);
    if (here && left !== null && left < 0) {
      const allowed = `${-left} more than allowed in round ${number}`;
      const text = `{0} has bought ${allowed}; the limit is ${rules.buy.limits[number - 1]}.`;
      log.warn("too_many_buys", text, number, [seat]);
    }
  }
  const last = rounds.at(-1);
  const short = rules.rounds.at(-1).needs_buy && isPresent(last.cells[seat]) && !here;
  if (short && !last.complete && left !== null && left <= 0) {
    const text = `{0} has no buys left and cannot complete round ${last.number}.`;
    log.warn("no_buys_left", text, last.number, [seat]);
  }
}
