// What cards, cuts and totals are worth.

const MOST_CARDS = 60;

// What a card left in the hand adds to its holder's points; one unknown to the rules, nothing.
export const worth = (rules, card) => rules.sign * (rules.points[card] ?? 0);

export const handPoints = (rules, hand) =>
  "total" in hand
    ? rules.sign * hand.total
    : hand.cards.reduce((points, card) => points + worth(rules, card), 0);

export function cutPoints(rules, present, cutter, dealer) {
  const { points, to } = rules.cut;
  const pays = {
    others: (seat) => seat !== cutter,
    cutter: (seat) => seat === cutter,
    dealer: (seat) => seat === dealer,
  }[to];
  return new Map([...present].filter(pays).map((seat) => [seat, points]));
}

// By seat, shared on ties: 1, 1, 3.
export function places(rules, totals) {
  const costs = [...totals.values()].map((total) => rules.sign * total).sort((a, b) => a - b);
  return new Map([...totals].map(([who, total]) => [who, costs.indexOf(rules.sign * total) + 1]));
}

const at = (places, wanted) =>
  [...places].filter(([, place]) => place === wanted).map(([who]) => who);

export const winners = (places) => at(places, 1);

export function losers(places) {
  const last = Math.max(1, ...places.values());
  return last > 1 ? at(places, last) : [];
}

export function buysLeft(rules, round, inGame, inRound) {
  const allowed = rules.buy?.allowed[round - 1] ?? null;
  return allowed === null ? null : allowed - (rules.buy.scope === "round" ? inRound : inGame);
}

// The sentence why no hand is worth a typed total; empty if one is.
export function whyNot(rules, total) {
  const most = MOST_CARDS * Math.max(0, ...rules.values);
  if (total < 0) return `${total}? A total is entered without a minus.`;
  if (total > most) return `${total}? ${MOST_CARDS} cards are never worth more than ${most}.`;
  if (total % rules.step) return `${total}? ${rules.worths}`;
  if (fewestCards(rules.values, total) <= MOST_CARDS) return "";
  return `${total}? ${rules.worths.split(".")[0]}. No ${MOST_CARDS} cards add up to that.`;
}

function fewestCards(values, total) {
  const fewest = [0];
  for (let sum = 1; sum <= total; sum += 1) {
    const counts = values.filter((value) => value <= sum).map((value) => fewest[sum - value] + 1);
    fewest.push(Math.min(Infinity, ...counts));
  }
  return fewest[total];
}
