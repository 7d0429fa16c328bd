// A new game without a signal: who sits where, the dealer, the rules, all from the kit on this phone.

import { newId } from "../ids.js";
import { Seating } from "../new_game.js";
import { make } from "./dom.js";
import { handIn } from "./entries.js";
import { keepBegun } from "./kept.js";
import { act } from "./table.js";
import { plural } from "./words.js";

const NEW_PEOPLE = 8;
const SHORT = 7; // letters
const FEWEST = 2;
const BACK = "Whoever retired is brought back under People.";

export function newGamePage(kit, to) {
  const form = newGameForm(kit, to);
  return {
    title: "New game",
    css: "pages",
    bar: { back: "/", title: "New game" },
    main: make("div.stack", {}, kit.last && sameTable(kit, to), form),
    dock: make("div.dock", {}, make("button.button.primary.wide", { form: "new-game", "data-start": true }, "Start the game")),
    drawn: () => new Seating(form, document.querySelector("[data-start]")),
  };
}

function sameTable(kit, to) {
  const { last } = kit;
  const people = last.players.map((id) => kit.people.find((person) => person.player === id));
  const { name, rules } = kit.rule_sets.find((one) => one.slug === last.rule_set);
  const told = `${people.map((person) => person.name).join(", ")}. ${name}, ${rules.rounds.length} rounds, ${last.decks} decks.`;
  const begins = act((id) => begin(kit, { ...last, date: kit.date, place: "", occasion: "" }, people, to, { id }));
  return make(
    "form.card.stack",
    { submit: begins },
    make("div", {}, make("h2", {}, "Same table as last time?"), make("p.muted", {}, told)),
    make("button.button.primary", {}, `Yes. ${people[last.first_dealer].name} deals first`),
  );
}

function newGameForm(kit, to) {
  const chosen = kit.last?.rule_set ?? "link";
  const error = make("p.error", { role: "alert", hidden: true });
  const form = make(
    "form.stack",
    { id: "new-game", novalidate: true },
    error,
    make(
      "section.stack",
      { "aria-labelledby": "seats-title" },
      make("h2", { id: "seats-title" }, kit.last ? "Or another table" : "Who plays?"),
      make("p.muted", { "data-plain": true }),
      make("p.muted", { "data-tapped": true, hidden: true }, "Tap the players in seat order, clockwise. Tap again to remove."),
      make("div.seats", { "data-seats": true }, kit.people.map(seatOf)),
      newPeople(),
    ),
    dealerPart(kit, chosen),
    rulesPart(kit, chosen),
    detailsPart(kit),
  );
  const keys = { id: newId(), game: newId() }; // two taps begin one game
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { payload, people, problem } = filledIn(kit, form);
    error.hidden = !problem;
    error.textContent = problem ?? "";
    if (problem) error.scrollIntoView({ block: "center" });
    else begin(kit, payload, people, to, keys);
  });
  return form;
}

const seatOf = ({ player, name }) => make("div.seat", { "data-seat": true }, make("label", {}, name), make("input", { name: `${player}-number` }));

function newPeople() {
  const rows = Array.from({ length: NEW_PEOPLE }, (_, order) => make(
    "fieldset.newcomer",
    { "data-newcomer": true },
    make("legend.visually-hidden", {}, `New person ${order + 1}`),
    make("div.field.number", { "data-number": true }, make("input", { name: `new${order}-number` })),
    make("div.field.name", {}, make("input", { name: `new${order}-name`, placeholder: "Name", "aria-label": "Name", maxlength: 60 })),
  ));
  return make("details", { "data-new-people": true }, make("div.stack", { "data-newcomers": true }, rows));
}

function dealerPart({ rule_sets: ruleSets }, chosen) {
  return make(
    "section.stack",
    { "aria-labelledby": "dealer-title" },
    make("h2", { id: "dealer-title" }, "First dealer"),
    ruleSets.filter(({ rules }) => rules.first_dealer).map(({ slug, rules }) =>
      make("p.muted", { "data-custom": slug, hidden: slug !== chosen }, rules.first_dealer)),
    make("div.field.dealer", { "data-dealer": true }, make("input", { name: "first_dealer", value: 1 })),
  );
}

function rulesPart({ rule_sets: ruleSets }, chosen) {
  return make(
    "fieldset.stack.rules",
    {},
    make("legend", {}, "Rules"),
    ruleSets.map(({ slug, name, line }) => make(
      "label.card.rule",
      {},
      make("input", { type: "radio", name: "rule_set", value: slug, checked: slug === chosen }),
      make("span", {}, make("strong", {}, name), make("small", {}, line)),
    )),
  );
}

function detailsPart({ date }) {
  const field = (name, label, more = {}, help = "") => make(
    "div.field",
    {},
    make("label", { for: `id_${name}` }, label),
    make("input", { id: `id_${name}`, name, ...more }),
    help && make("small", {}, help),
  );
  return make(
    "details",
    {},
    make("summary", {}, "Decks, date, place, occasion"),
    make(
      "div.stack",
      {},
      field("decks", "Decks", { inputmode: "numeric" }, "Left empty: as many as the rules say."),
      field("date", "Date", { type: "date", value: date }),
      field("place", "Place", { maxlength: 60 }),
      field("occasion", "Occasion", { maxlength: 60 }),
    ),
  );
}

// Does this phone know everybody and the rules that a form of the site speaks of?
export function isKnown(kit, { elements }) {
  const seats = [...elements].filter(({ name, value }) => /^[-0-9a-f]{36}-number$/.test(name) && value);
  const people = new Set(kit.people.map(({ player }) => `${player}-number`));
  return seats.every(({ name }) => people.has(name)) && kit.rule_sets.some(({ slug }) => slug === elements.rule_set.value);
}

// {payload, people, problem} of a form of a new game, the site's own ones too.
export function filledIn(kit, { elements }) {
  const said = (name) => elements[name]?.value.trim() ?? "";
  const known = kit.people.map((person) => ({ ...person, seat: Number(said(`${person.player}-number`)) }));
  const people = [...known, ...newcomers(kit, said, (name) => elements[name]?.checked ?? false)].filter(({ seat }) => seat).sort((one, other) => one.seat - other.seat);
  const payload = {
    rule_set: said("rule_set"),
    players: people.map(({ player, fresh }) => fresh ?? player),
    first_dealer: Number(said("first_dealer")) - 1,
    date: said("date") || kit.date,
    place: said("place"),
    occasion: said("occasion"),
    ...(said("decks") && { decks: Number(said("decks")) }),
  };
  return { payload, people, problem: wrongWith(kit, people, said("decks")) };
}

function newcomers(kit, said, checked) {
  const taken = new Set(kit.people.map(({ short }) => short.toLowerCase()));
  const rows = Array.from({ length: NEW_PEOPLE }, (_, order) => `new${order}`).filter((row) => said(`${row}-number`));
  return rows.map((row) => {
    const [id, name, short] = [said(`${row}-id`) || newId(), said(`${row}-name`), said(`${row}-short_name`)];
    const child = checked(`${row}-is_child`);
    return {
      player: id,
      name,
      short: short || shortName(name, taken, kit.kin ?? []),
      child,
      fresh: { id, name, ...(short && { short }), ...(child && { child }) },
      seat: Number(said(`${row}-number`)),
    };
  });
}

// As the server finds it: at most seven letters, and none that heads a column already while another
// can be found. `kin` is what somebody is to others: two uncles are told apart by what follows.
export function shortName(name, taken, kin) {
  const words = name.split(/\s+/);
  const at = Math.max(words.findIndex((word) => !kin.includes(word.toLowerCase())), 0);
  const [head, ...others] = words.slice(at);
  const ways = [[head, ""], ...others.map((other) => [head, ` ${other[0]}`])];
  if (at) ways.push([words[0], ` ${head[0]}`]);
  ways.push(...Array.from({ length: 98 }, (_, n) => [head, ` ${n + 2}`]));
  const shorts = ways.map(([first, end]) => first.slice(0, SHORT - end.length).trim() + end);
  const short = shorts.find((one) => !taken.has(one.toLowerCase())) ?? shorts[0];
  taken.add(short.toLowerCase());
  return short;
}

function wrongWith(kit, people, decks) {
  if (people.some(({ fresh, name }) => fresh && !name)) return "A new person needs a name.";
  const names = [...kit.people, ...people.filter(({ fresh }) => fresh)].map(({ name }) => name).concat(kit.retired ?? []);
  const isTwice = (name) => names.filter((one) => one.toLowerCase() === name.toLowerCase()).length > 1;
  const twice = people.find(({ fresh, name }) => fresh && isTwice(name));
  if (twice) return `There is a ${twice.name} already. Take that one, or add a surname. ${BACK}`;
  if (people.length < FEWEST) return `Liverpool needs at least ${FEWEST} players.`;
  return decks && !/^[1-8]$/.test(decks) ? `Decks are a whole number from 1 to 8.` : undefined;
}

// Keeps the game that begins here, hands in its beginning, and goes to its table.
export async function begin(kit, payload, people, to, { game = newId(), id = newId() } = {}, known = null) {
  const rules = known ?? kit.rule_sets.find((one) => one.slug === payload.rule_set).rules;
  await keepBegun({
    game: {
      id: game,
      title: payload.occasion || `${new Date(`${payload.date}T12:00`).toLocaleDateString("en", { weekday: "long" })} game`,
      date: payload.date,
      place: payload.place,
      occasion: payload.occasion,
      version: 0,
      finished: false,
      may_score: true,
      may_correct: true,
      pen: kit.person,
    },
    rules,
    people: people.map((person, seat) => ({ ...person, seat })),
    entries: [],
    proposals: [],
  });
  const about = `A new game, ${plural(people.length, "player")}`;
  return to.begun(await handIn(id, game, "start", { payload, about }));
}

// The same seats, and the next one deals.
export function rematch(kit, board, to, keys) {
  const stayed = board.seated.filter((seat) => seat.left_before === null);
  const order = board.sheet.order.filter((number) => stayed.some((seat) => seat.number === number));
  const all = board.sheet.order;
  const dealt = all.indexOf(board.sheet.first_dealer);
  const dealer = [...all.slice(dealt + 1), ...all.slice(0, dealt + 1)].find((number) => order.includes(number));
  const people = order.map((number) => board.person(number));
  const payload = {
    rule_set: board.sheet.rule_set,
    players: people.map(({ player }) => player),
    first_dealer: order.indexOf(dealer),
    decks: board.sheet.decks,
    date: kit.date,
    place: "",
    occasion: "",
  };
  return begin(kit, payload, people, to, keys, board.rules);
}
