// Fills a hand's form by tapping or typing cards. What it needs of the rules stands in `facts`.

import { Draft } from "./draft.js";

const NAMES = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king", JK: "joker", "2S": "2 of spades" };
const nameOf = (key) => NAMES[key] ?? key;
const signed = (points) => String(points).replace("-", "−");
const ordinal = (n) => n + ((n > 10 && n < 14 ? "" : ["", "st", "nd", "rd"][n % 10]) || "th");
const sum = (parts, worth) => parts.reduce((all, part) => all + worth(part), 0);

function button(text, data) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  Object.assign(made.dataset, data);
  return made;
}

export class Keypad {
  constructor(form, facts) {
    this.form = form;
    this.facts = facts;
    this.field = form.elements.cards;
    this.total = form.elements.total;
    this.sheet = this.total.closest("details");
    this.keys = new Map([...form.querySelectorAll("[data-key]")].map((key) => [key.dataset.key, key]));
    this.written = { "*": form.querySelector(".wild")?.dataset.key, 0: "T" };
    this.draft = new Draft(form, this.content());
    this.cards = this.cardsIn(this.field.value);
    this.refused = this.total.value + this.cards;
    this.newest = "";
    this.shown = performance.now();
    this.sent = false;
    this.listen();
    form.querySelector("[aria-current]").scrollIntoView({ block: "nearest" });
    this.total.inputMode = "none"; // its digits are on the page
    this.at("digits").append(...[..."1234567890+"].map((digit) => button(digit, { digit })));
    this.draw();
    this.takeUp();
    this.at("region").focus({ preventScroll: true });
  }

  content() { return `${this.field.value} ${this.total.value}`; }

  cardsIn(text) { return text.split(" ").filter((card) => this.keys.has(this.keyOf(card))); }

  // What was typed here before the page ended; not over what is typed already.
  async takeUp() {
    const found = await this.draft.found();
    if (!found || this.content() !== this.draft.about.stands) return;
    this.cards = this.cardsIn(found.cards);
    [this.total.value, this.sheet.open] = [found.total, found.open];
    this.draw();
  }

  at(part) { return this.form.querySelector(`[data-at=${part}]`); }
  keyOf(card) { return this.keys.has(card) ? card : card.replace(/[SHDC]$/, ""); }
  tell(part, text) { this.at(part).textContent = text; this.at(part).hidden = !text; }

  say(text) {
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { this.at("live").textContent = text; }, 150);
  }

  counts() {
    const found = new Map();
    for (const key of this.cards.map((card) => this.keyOf(card))) found.set(key, (found.get(key) ?? 0) + 1);
    return found;
  }

  // null while nothing is entered: that is not zero.
  value(held) {
    const { sign, points } = this.facts;
    if (this.sheet.open) return this.total.value.trim() ? sign * sum(this.total.value.split("+"), Number) : null;
    return this.cards.length ? sum([...held], ([card, n]) => n * points[card]) : null;
  }

  warningOf(held, points) {
    const { step, most, seen, decks, hold } = this.facts;
    if (isNaN(points)) return "A total is digits, or a sum like 10+5+30.";
    if (this.sheet.open) return points % step ? `${signed(points)}? It has to be a multiple of ${step}.` : "";
    for (const [card, n] of held) {
      const copies = most[card] ?? most["*"];
      const number = n + (seen[card] ?? 0);
      if (number > copies) return `That is ${nameOf(card)} number ${number}. ${decks} ${copies}. Somebody count again.`;
    }
    if (hold && this.cards.length > hold) {
      return `${this.cards.length} cards? Nobody can hold more than ${hold}. Count again.`;
    }
    return Math.abs(points) > 200 ? `${signed(points)} in one hand. Count again.` : "";
  }

  consequence(points) {
    const { was, before, total, others, sign, name, moved } = this.facts;
    if (was === null || points === null || points === was) return "";
    const after = before + points;
    const place = (mine) => 1 + others.filter((theirs) => theirs * sign < mine * sign).length;
    const [from, to] = [place(total), place(after)];
    const move = `${name} moves ${to < from ? "up" : "down"} to ${ordinal(to)}. ${moved}`;
    return `Running total ${signed(total)} → ${signed(after)}. ${from === to ? "" : move}`;
  }

  nextLabel(points) {
    const { was, skip, next } = this.facts;
    if (was === null) return points === null ? skip : next;
    if (points === null) return "Nothing left? Put a card in";
    if (points !== was) return `Change ${signed(was)} to ${signed(points)}`;
    return this.cards.join(" ") === this.field.defaultValue ? `Keep ${signed(points)}` : "Change the cards";
  }

  drawTray(held) {
    this.at("tray").replaceChildren(...[...held].map(([card, n]) => {
      const key = this.keys.get(card);
      const mini = button(key.firstChild.data, { card });
      mini.className = key.className;
      mini.classList.toggle("newest", card === this.newest);
      if (n > 1) mini.dataset.n = `×${n}`;
      mini.setAttribute("aria-label", `Take back ${nameOf(card)}, ${n} here`);
      return mini;
    }));
  }

  draw() {
    const { before, was, line } = this.facts;
    const held = this.counts();
    const entered = this.value(held);
    const points = isNaN(entered) ? null : entered;
    this.sent = false; // what was changed since is sent by another tap
    const amount = this.sheet.open ? "total only" : `${this.cards.length} card${this.cards.length === 1 ? "" : "s"}`;
    const totals = `total ${signed(before)} → ${signed(before + points)}`;
    this.field.value = this.cards.join(" ");
    this.field.disabled = this.sheet.open;
    this.total.disabled = !this.sheet.open;
    this.at("value").textContent = this.at("mine").textContent = points === null ? "–" : signed(points);
    this.tell("line", points === null ? line : `${amount} · ${was === null ? totals : line}`);
    this.tell("warning", this.warningOf(held, entered));
    const changed = this.total.value + this.cards !== this.refused;
    for (const error of this.form.querySelectorAll(".error")) error.hidden = changed;
    this.tell("after", this.consequence(points));
    this.at("next").textContent = this.nextLabel(points);
    this.at("next").classList.toggle("later", points === null);
    this.drawKeys(held);
    this.drawTray(held);
    this.remember();
  }

  // What is as it stood is no draft; before anything was typed there may be one to take up.
  remember() {
    if (this.content() !== this.draft.about.stands) {
      this.draft.keep({ cards: this.field.value, total: this.total.value, open: this.sheet.open });
      this.begun = true;
    } else if (this.begun) this.draft.drop();
  }

  drawKeys(held) {
    for (const [card, key] of this.keys) {
      const n = held.get(card) ?? "";
      if (key.dataset.n === `${n}`) continue;
      key.dataset.n = n;
      const worth = Math.abs(this.facts.points[card]);
      key.setAttribute("aria-label", `Add ${nameOf(card)}, ${worth} points, ${n || 0} so far`);
    }
  }

  sayCard(card, what) {
    this.draw();
    this.say(`${nameOf(this.keyOf(card))}${what}, total ${this.at("value").textContent}`);
  }

  add(card) {
    this.cards.push(card);
    this.newest = this.keyOf(card);
    this.sayCard(card, "");
    this.at("tray").querySelector(".newest").scrollIntoView({ block: "nearest" });
  }

  takeBack(key) {
    const place = key ? this.cards.findLastIndex((card) => this.keyOf(card) === key) : this.cards.length - 1;
    if (place < 0) return;
    const [card] = this.cards.splice(place, 1);
    this.newest = this.keyOf(this.cards.at(-1) ?? "");
    this.sayCard(card, " taken back");
  }

  digit(text) {
    this.total.value = text ? this.total.value + text : this.total.value.slice(0, -1);
    this.draw();
  }

  listen() {
    const region = this.at("region");
    region.addEventListener("click", (event) => this.tapped(event, region));
    region.addEventListener("keydown", (event) => this.typed(event, region));
    this.at("erase").addEventListener("click", () => (this.sheet.open ? this.digit("") : this.takeBack()));
    this.total.addEventListener("input", () => this.draw());
    this.sheet.addEventListener("toggle", () => {
      this.draw();
      (this.sheet.open ? this.total : region).focus({ preventScroll: true });
    });
    this.form.addEventListener("submit", (event) => this.submitted(event));
    this.form.addEventListener("refused", () => {
      this.refused = this.total.value + this.cards;
      this.remember();
    });
  }

  tapped(event, region) {
    const { key, digit, card } = event.target.closest("button")?.dataset ?? {};
    if (key) this.add(key);
    if (card) this.takeBack(card);
    if (digit) this.digit(digit);
    // After a mouse, Enter is Next and not the same card again.
    if (event.detail && (key || card)) region.focus({ preventScroll: true });
  }

  typed(event, region) {
    if (event.ctrlKey || event.metaKey) return;
    const { open } = this.sheet;
    if (event.key === "Escape") (open ? this.sheet.firstChild : document.querySelector(".bar a")).click();
    if (event.target === this.total || open) return;
    const card = this.written[event.key] ?? event.key.toUpperCase();
    if (this.keys.has(card)) this.add(card);
    else if (card === "S" && this.newest === "2" && this.keys.has("2S")) { this.takeBack("2"); this.add("2S"); }
    else if (event.key === "Backspace") this.takeBack();
    else if (event.key === "Enter" && event.target === region) this.form.requestSubmit(this.at("next"));
    else return;
    event.preventDefault();
  }

  submitted(event) {
    const next = this.at("next");
    const soon = event.timeStamp - this.shown < 400; // ms: a second tap on Next is the same tap
    const skips = event.submitter === next && next.classList.contains("later");
    if (soon && (this.sent || skips)) event.preventDefault();
    else {
      [this.sent, this.shown] = [true, event.timeStamp];
      this.draft.drop(); // from here on it is an entry, or said to be none
    }
  }
}

const facts = document.getElementById("facts");
if (facts) new Keypad(document.querySelector(".play"), JSON.parse(facts.textContent));
