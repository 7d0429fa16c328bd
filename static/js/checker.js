// Fills the slots of a question by tapping cards, and asks again after every tap: the form is sent
// as it stands, and what is marked data-live is taken from the answer.

const form = document.querySelector("form.asks");
const pad = document.querySelector(".pad");
const slots = [...(form?.querySelectorAll("[data-slot]") ?? [])];
const unreached = document.querySelector("[data-at=unreached]");
const at = (part) => pad.querySelector(`[data-at=${part}]`);
const fieldOf = (slot) => slot.querySelector(".typed input");
const titleOf = (slot) => slot.querySelector("h2").textContent.trim();
const LENGTH = { set: 3, run: 4 };
const WAIT = 60; // ms without another tap before the house is asked

let active;
let chosen = false; // this slot was chosen by hand, so no tap leaves it
let suit = "";
let asking;
let waiting;

const typeOf = (slot) => (slot.dataset.slot === "meld" ? form.elements.type.value : slot.dataset.slot);
const cardsIn = (slot) => fieldOf(slot).value.toUpperCase().match(/JK|\*|(?:10|[A2-9TJQK0])[SHDC]?/g) ?? [];
const isWild = (card) => card === "*" || pad.querySelector(`[data-card="${card}"].wild`) !== null
  || pad.querySelector(`[data-card="${card[0]}"].wild`) !== null;
const isFull = (slot) => cardsIn(slot).length >= (slot.dataset.length || LENGTH[typeOf(slot)] || Infinity);
const after = (slot) => slots[slots.indexOf(slot) + 1];

function turnTo(slot, byHand = false) {
  if (!slot) return false;
  active = slot;
  [chosen, suit] = [byHand, ""];
  for (const one of slots) one.toggleAttribute("data-active", one === slot);
  drawPad();
  return true;
}

function drawPad() {
  for (const key of pad.querySelectorAll("[data-suit]")) key.setAttribute("aria-pressed", key.dataset.suit === suit);
  const isSet = typeOf(active) === "set";
  for (const key of pad.querySelectorAll("[data-copies]")) key.hidden = !isSet;
  const next = after(active) ?? slots[0];
  at("next").hidden = next === active;
  at("next").textContent = after(active) ? `Next: ${titleOf(next)}` : `${titleOf(next)} again`;
}

function write(slot, cards, said) {
  fieldOf(slot).value = cards.join(" ");
  at("tapped").textContent = said;
  draw(slot, cards);
  ask();
}

// What was tapped is seen at once; the answer draws it again, with what the wilds stand for.
function draw(slot, cards) {
  const lying = slot.querySelector(".lying");
  lying.replaceChildren(...cards.map((card) => {
    const mini = document.createElement("span");
    mini.className = `mini-card${isWild(card) ? " wild" : ""}`;
    const key = pad.querySelector(`[data-card="${card}"]`) ?? pad.querySelector(`[data-card="${card[0]}"]`);
    const rank = document.createElement("span");
    rank.append(...[...(key?.childNodes ?? [])].map((node) => node.cloneNode(true)));
    mini.append(rank);
    const drawn = card.length > 1 && pad.querySelector(`[data-suit="${card.at(-1)}"]`);
    if (drawn && !key?.matches(`[data-card="${card}"]`)) {
      const sign = document.createElement("span");
      sign.className = card.at(-1);
      sign.append(drawn.firstElementChild.cloneNode(true));
      mini.append(sign);
    }
    return mini;
  }));
}

function tapSuit(key) {
  const { suit: tapped } = key.dataset;
  const cards = cardsIn(active);
  const isSet = typeOf(active) === "set";
  const bare = isSet ? [] : cards.filter((card) => card.length === 1 && !isWild(card));
  if (!bare.length && isFull(active) && !chosen) turnTo(after(active));
  suit = tapped;
  if (bare.length) {
    write(active, cards.map((card) => (bare.includes(card) ? card + tapped : card)), key.ariaLabel);
  }
  drawPad();
}

function tapCard(key) {
  const { card } = key.dataset;
  const isSet = () => typeOf(active) === "set";
  const ranks = cardsIn(active).filter((one) => !isWild(one)).map((one) => one[0]);
  const other = !key.matches(".wild") && ranks.length && ranks[0] !== card;
  if (isSet() && isFull(active) && other && !chosen) turnTo(after(active));
  const tapped = key.matches(".wild") ? card : card + suit;
  const before = active.dataset.slot === "card" ? [] : cardsIn(active);
  write(active, [...before, tapped], key.ariaLabel);
  if (isSet() || active.dataset.slot === "card") suit = ""; // a suit in a set is one card's
  drawPad();
}

function copies(number) {
  const cards = cardsIn(active);
  const last = cards.findLast((card) => !isWild(card));
  if (!last) return;
  while (cards.length < number) cards.push(last[0]);
  write(active, cards, `${cards.length} cards`);
}

function ask() {
  clearTimeout(waiting);
  waiting = setTimeout(fetchAnswer, WAIT);
}

async function fetchAnswer() {
  asking?.abort();
  const mine = (asking = new AbortController());
  try {
    const body = new FormData(form);
    const answer = await fetch(form.action, { method: "POST", headers: { "X-Live": "1" }, body, signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asking) return;
    unreached.hidden = Boolean(page.querySelector("form.asks"));
    if (unreached.hidden) show(page);
  } catch (error) {
    if (error.name !== "AbortError") unreached.hidden = false;
  }
}

function show(page) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes);
  }
}

function start() {
  for (const slot of slots) {
    const title = slot.querySelector("h2");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...title.childNodes);
    title.append(button);
    slot.addEventListener("click", () => turnTo(slot, true));
    fieldOf(slot).addEventListener("focus", () => turnTo(slot, true));
  }
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (key.dataset.suit) tapSuit(key);
    else if (key.dataset.card) tapCard(key);
    else if (key.dataset.copies) copies(Number(key.dataset.copies));
    else if (key === at("erase")) write(active, cardsIn(active).slice(0, -1), "Taken back");
    else turnTo(after(active) ?? slots[0], true);
    active.scrollIntoView({ block: "nearest" });
  });
  turnTo(slots.find((slot) => !isFull(slot)) ?? slots[0]);
}

form?.addEventListener("input", ask);
form?.addEventListener("change", () => pad && drawPad());
if (pad && slots.length) start();
else if (form) ask(); // what the sheet filled in may be the whole question
