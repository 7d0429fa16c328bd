// Fills the hand's form by tapping or typing cards. What it needs of the rules stands in #facts.

const form = document.querySelector(".play");
const facts = JSON.parse(document.getElementById("facts").textContent);
const at = (part) => form.querySelector(`[data-at=${part}]`);
const [region, tray, next, erase] = ["region", "tray", "next", "erase"].map(at);
const names = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king", JK: "joker", "2S": "2 of spades" };
const nameOf = (key) => names[key] ?? key;
const { cards: field, total } = form.elements;
const sheet = total.closest("details");
const keys = new Map([...form.querySelectorAll("[data-key]")].map((key) => [key.dataset.key, key]));

const signed = (points) => String(points).replace("-", "−");
const keyOf = (card) => (keys.has(card) ? card : card.replace(/[SHDC]$/, ""));
const ordinal = (n) => n + ((n > 10 && n < 14 ? "" : ["", "st", "nd", "rd"][n % 10]) || "th");
const sum = (parts, worth) => parts.reduce((all, part) => all + worth(part), 0);
const tell = (part, text) => { at(part).textContent = text; at(part).hidden = !text; };

let cards = field.value.split(" ").filter((card) => keys.has(keyOf(card)));
let refused = total.value + cards;
let newest = "";
let shown = performance.now();
let sent = false;
let saying;

function say(text) {
  clearTimeout(saying);
  saying = setTimeout(() => { at("live").textContent = text; }, 150);
}

function counts() {
  const found = new Map();
  for (const card of cards) found.set(keyOf(card), (found.get(keyOf(card)) ?? 0) + 1);
  return found;
}

// null while nothing is entered: that is not zero.
function value(held) {
  if (sheet.open) {
    return total.value.trim() ? facts.sign * sum(total.value.split("+"), Number) : null;
  }
  return cards.length ? sum([...held], ([card, n]) => n * facts.points[card]) : null;
}

function warningOf(held, points) {
  if (isNaN(points)) return "A total is digits, or a sum like 10+5+30.";
  if (sheet.open) return points % facts.step ? `${signed(points)}? It has to be a multiple of ${facts.step}.` : "";
  for (const [card, n] of held) {
    const most = facts.most[card] ?? facts.most["*"];
    const number = n + (facts.seen[card] ?? 0);
    if (number > most) {
      return `That is ${nameOf(card)} number ${number}. ${facts.decks} ${most}. Somebody count again.`;
    }
  }
  if (facts.hold && cards.length > facts.hold) {
    return `${cards.length} cards? Nobody can hold more than ${facts.hold}. Count again.`;
  }
  return Math.abs(points) > 200 ? `${signed(points)} in one hand. Count again.` : "";
}

function consequence(points) {
  if (facts.was === null || points === null || points === facts.was) return "";
  const after = facts.before + points;
  const place = (mine) => 1 + facts.others.filter((theirs) => theirs * facts.sign < mine * facts.sign).length;
  const [from, to] = [place(facts.total), place(after)];
  const move = `${facts.name} moves ${to < from ? "up" : "down"} to ${ordinal(to)}. ${facts.moved}`;
  return `Running total ${signed(facts.total)} → ${signed(after)}. ${from === to ? "" : move}`;
}

function nextLabel(points) {
  if (facts.was === null) return points === null ? facts.skip : facts.next;
  if (points === null) return "Nothing left? Put a card in";
  if (points !== facts.was) return `Change ${signed(facts.was)} to ${signed(points)}`;
  return cards.join(" ") === field.defaultValue ? `Keep ${signed(points)}` : "Change the cards";
}

function button(text, data) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  Object.assign(made.dataset, data);
  return made;
}

function drawTray(held) {
  tray.replaceChildren(...[...held].map(([card, n]) => {
    const key = keys.get(card);
    const mini = button(key.firstChild.data, { card });
    mini.className = key.className;
    mini.classList.toggle("newest", card === newest);
    if (n > 1) mini.dataset.n = `×${n}`;
    mini.setAttribute("aria-label", `Take back ${nameOf(card)}, ${n} here`);
    return mini;
  }));
}

function draw() {
  const held = counts();
  const entered = value(held);
  const points = isNaN(entered) ? null : entered;
  sent = false; // what was changed since is sent by another tap
  const amount = sheet.open ? "total only" : `${cards.length} card${cards.length === 1 ? "" : "s"}`;
  const totals = `total ${signed(facts.before)} → ${signed(facts.before + points)}`;
  field.value = cards.join(" ");
  field.disabled = sheet.open;
  total.disabled = !sheet.open;
  at("value").textContent = at("mine").textContent = points === null ? "–" : signed(points);
  tell("line", points === null ? facts.line : `${amount} · ${facts.was === null ? totals : facts.line}`);
  tell("warning", warningOf(held, entered));
  for (const error of form.querySelectorAll(".error")) error.hidden = total.value + cards !== refused;
  tell("after", consequence(points));
  next.textContent = nextLabel(points);
  next.classList.toggle("later", points === null);
  for (const [card, key] of keys) {
    const n = held.get(card) ?? "";
    if (key.dataset.n === `${n}`) continue;
    key.dataset.n = n;
    key.setAttribute("aria-label", `Add ${nameOf(card)}, ${Math.abs(facts.points[card])} points, ${n || 0} so far`);
  }
  drawTray(held);
}

function sayCard(card, what) {
  draw();
  say(`${nameOf(keyOf(card))}${what}, total ${at("value").textContent}`);
}

function add(card) {
  cards.push(card);
  newest = keyOf(card);
  sayCard(card, "");
  tray.querySelector(".newest").scrollIntoView({ block: "nearest" });
}

function takeBack(key) {
  const place = key ? cards.findLastIndex((card) => keyOf(card) === key) : cards.length - 1;
  if (place < 0) return;
  const [card] = cards.splice(place, 1);
  newest = keyOf(cards.at(-1) ?? "");
  sayCard(card, " taken back");
}

function digit(text) {
  total.value = text ? total.value + text : total.value.slice(0, -1);
  draw();
}

region.addEventListener("click", (event) => {
  const { key, digit: pressed, card } = event.target.closest("button")?.dataset ?? {};
  if (key) add(key);
  if (card) takeBack(card);
  if (pressed) digit(pressed);
  // After a mouse, Enter is Next and not the same card again.
  if (event.detail && (key || card)) region.focus({ preventScroll: true });
});
erase.addEventListener("click", () => (sheet.open ? digit("") : takeBack()));
total.addEventListener("input", draw);
sheet.addEventListener("toggle", () => {
  draw();
  (sheet.open ? total : region).focus({ preventScroll: true });
});

const typed = { "*": form.querySelector(".wild")?.dataset.key, 0: "T" };

region.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") (sheet.open ? sheet.firstChild : document.querySelector(".bar a")).click();
  if (event.target === total || sheet.open) return;
  const card = typed[event.key] ?? event.key.toUpperCase();
  if (keys.has(card)) add(card);
  else if (card === "S" && newest === "2" && keys.has("2S")) { takeBack("2"); add("2S"); }
  else if (event.key === "Backspace") takeBack();
  else if (event.key === "Enter" && event.target === region) form.requestSubmit(next);
  else return;
  event.preventDefault();
});

form.addEventListener("submit", (event) => {
  const soon = event.timeStamp - shown < 400; // ms: a second tap on Next is the same tap
  const skips = event.submitter === next && next.classList.contains("later");
  if (soon && (sent || skips)) event.preventDefault();
  else [sent, shown] = [true, event.timeStamp];
});
form.addEventListener("refused", () => { refused = total.value + cards; });

form.querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
total.inputMode = "none"; // its digits are on the page
at("digits").append(...[..."1234567890+"].map((digit) => button(digit, { digit })));
draw();
region.focus({ preventScroll: true });
