// Who sits where, from which round to which, who deals, and what a late joiner starts with.

const idOf = (player) => (player.id ?? player).toLowerCase();
const roster = (start) => start.payload.players.map(idOf);

// The seat of each joining, standing or not, and the person of each seat. A number once given is
// never given to somebody else.
function numbersOfJoins(log) {
  const people = roster(log.start);
  const later = new Map();
  const numbers = new Map();
  for (const [entry, told] of log.joins) {
    const player = idOf(entry.payload.player);
    const founder = roster(told ?? log.start).indexOf(player);
    if (founder < 0 && !later.has(player)) later.set(player, people.push(player) - 1);
    numbers.set(entry.id, founder < 0 ? later.get(player) : founder);
  }
  return [numbers, people];
}

// The people at the table, moved on from round to round.
export class Table {
  constructor(rules, log) {
    const [seatOf, players] = numbersOfJoins(log);
    Object.assign(this, { rules, log, seatOf });
    this.people = players.map((player) => (
      { player, first_round: 1, left_before: null, starting_points: 0, total: 0 }
    ));
    this.order = log.start.payload.players.map((_, seat) => seat);
    this.present = new Set(this.order);
    this.dealer = log.start.payload.first_dealer;
  }

  // People join and leave before the round, then the deal passes on.
  beginRound(number) {
    const before = new Map([...this.present].map((seat) => [seat, this.people[seat].total]));
    for (const entry of this.log.of("join", "leave")) {
      if (entry.round !== number) continue;
      if (entry.kind === "leave") {
        this.#leave(entry, number);
        before.delete(entry.seat);
      } else {
        this.#join(entry, number, [...before.values()]);
      }
    }
    if (number > 1 || !this.present.has(this.dealer)) this.dealer = this.nextPresent(this.dealer);
  }

  // The next seat in the direction of play that is at the table; with -1 the one before.
  nextPresent(seat, step = 1) {
    const { order, present } = this;
    const way = step * this.rules.direction;
    for (let away = 1; away < order.length; away += 1) {
      const at = (order.indexOf(seat) + way * away) % order.length;
      const other = order.at(at);
      if (present.has(other)) return other;
    }
    return seat;
  }

  #leave(entry, number) {
    if (this.present.delete(entry.seat)) this.people[entry.seat].left_before = number;
    else this.log.reject(entry, `Somebody left before round ${number} who was not there.`);
  }

  #join(entry, number, totals) {
    const seat = this.seatOf.get(entry.id);
    if (this.present.has(seat)) {
      this.log.reject(entry, "Somebody joined who is at the table already.");
      return;
    }
    const person = this.people[seat];
    if (!this.order.includes(seat)) person.first_round = number;
    this.#sit(seat, entry);
    person.left_before = null;
    const points = startingPoints(this.rules.sign, entry.payload.points, totals, person.total);
    person.starting_points += points;
    person.total += points;
  }

  #sit(seat, entry) {
    const after = entry.payload.after_seat;
    if (!this.order.includes(after)) {
      this.log.reject(entry, "Somebody joined after a seat that is not at the table.");
    }
    if (after !== seat) this.order = this.order.filter((other) => other !== seat);
    if (!this.order.includes(seat)) {
      const place = this.order.includes(after) ? this.order.indexOf(after) + 1 : this.order.length;
      this.order.splice(place, 0, seat);
    }
    this.present.add(seat);
  }
}

// On top of the own points so far; the average is rounded to 5.
function startingPoints(sign, how, totals, own) {
  if (how === "zero" || !totals.length) return 0;
  const costs = totals.map((total) => sign * total);
  if (how === "last") return sign * Math.max(...costs) - own;
  const sum = costs.reduce((all, cost) => all + cost, 0);
  return sign * 5 * Math.floor((2 * sum + 5 * costs.length) / (10 * costs.length)) - own;
}
