// What waits on this phone, in sight on every page: a count, and behind it each entry, its state,
// and a way on. Asks before somebody signs out with entries unsent.

import { copy } from "./copy.js";
import { flush, on, resolve, trouble, waiting } from "./outbox.js";

const SOON = 400; // ms: what is sent by then needs no word
const READ = 3000; // ms that "Sent" stands
const SAID = "scorebook said";
const USED = "This form was used before. Look once more, then save it again.";
const WHY = {
  "": "On its way.",
  unreached: "No signal. Saved on this phone, will send later.",
  busy: "The house is busy. It goes by itself in a while.",
  "signed out": "Sign in, and it goes.",
};
const WAYS_OUT = [
  { path: "/sign-out/", verb: "Sign out", back: "sign in here again" },
  { path: "/j/leave/", verb: "Leave", back: "are back at this table" },
];

const count = element("button", { type: "button" });
const strip = element("div", { className: "waiting", role: "status", hidden: true }, count);
let items = [];
let sent = [];
let sheet;
let clock;

function element(tag, traits = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), traits);
  made.append(...inside);
  return made;
}

function button(text, act, traits = {}) {
  const made = element("button", { type: "button", className: "button", ...traits }, text);
  made.addEventListener("click", act);
  return made;
}

const link = (text, href, className = "button") => element("a", { href, className }, text);

// Words ------------------------------------------------------------------------------------------

function many(some) {
  const [one, more] = some.every(({ kind }) => kind === "hand") ? ["hand", "hands"] : ["entry", "entries"];
  return `${some.length} ${some.length === 1 ? one : more}`;
}

const parked = () => items.filter(({ state }) => state === "parked");
const held = () => items.filter(({ state }) => state === "held");
const going = () => items.filter(({ state }) => state === "waiting" || state === "sending");

function summary() {
  const said = [];
  if (parked().length) said.push(`${parked().length} need${parked().length === 1 ? "s" : ""} you`);
  if (going().length) said.push(`⇡ ${going().length} waiting`);
  if (held().length) said.push(`⇡ ${held().length} held`);
  if (said.length > 1 || !going().length) return said.join(" · ");
  return { "signed out": `Sign in to send ${many(going())}`, unreached: `${said}, no signal` }[trouble] ?? `${said}`;
}

function reason() {
  if (going().some(({ fleeting }) => fleeting)) {
    return "This phone cannot keep offline copies. Leave this page open until it is sent.";
  }
  if (going().length) return WHY[trouble];
  return held().length ? "Somebody else is signed in here. It waits until whoever entered it is back." : "";
}

function stateOf(item) {
  if (item.state === "held") return `held for ${item.name || "who entered it"}`;
  if (item.state !== "parked") return item.state;
  if (item.status === 409) return "Not counted yet: two scores. Nothing is lost. Which is right?";
  if (item.status === 410) return "Not counted: it was settled without this one.";
  return `Not counted. The house said no: ${wordsOf(item)} It is kept here.`;
}

// What the house said of what it refused.
export function wordsOf({ answer }) {
  return answer.errors.map(({ message }) => message).join(" ");
}

// The same for whoever still looks at the form. Of one that was used before only the id has to change.
export const isUsed = ({ status }) => [410, 422].includes(status);
export const refusal = (item) => (isUsed(item) ? USED : wordsOf(item));

function contentOf({ payload }) {
  return payload.cards?.join(" ") ?? payload.typed ?? payload.text ?? JSON.stringify(payload);
}

const entered = (item) => `${item.about}: ${contentOf(item)}`;

// What the house refused, what was entered and why it does not count, in words.
export const refusedInWords = (item) => `${entered(item)}. ${stateOf(item)}`;

// The count --------------------------------------------------------------------------------------

async function draw() {
  items = await waiting();
  const text = summary() || (sent.length && !strip.hidden ? `Sent. ${many(sent)}.` : "");
  clearTimeout(clock);
  if (!text) return nothing();
  if (!items.length) clock = setTimeout(nothing, READ);
  else if (strip.hidden && !trouble && !parked().length && !held().length) {
    clock = setTimeout(() => place(summary()), SOON);
    return undefined;
  }
  place(text);
  if (sheet?.open) fill();
}

function nothing() {
  sent = [];
  place("");
}

// In the bar's second line, where it moves nothing; on pages without one above the page.
function place(text) {
  const bar = document.querySelector(".bar");
  if (!strip.isConnected) {
    if (bar) bar.append(strip);
    else document.getElementById("main").before(strip);
  }
  bar?.toggleAttribute("data-waiting", Boolean(text));
  strip.hidden = !text;
  if (count.textContent !== text) count.textContent = text;
  if (!text && sheet?.open) sheet.close();
}

on((item) => {
  if (item?.state === "saved") sent.push(item);
  draw();
});

// The sheet --------------------------------------------------------------------------------------

export function showWaiting() {
  if (!items.length) return;
  open("Waiting on this phone");
  fill();
}

count.addEventListener("click", showWaiting);

function open(title) {
  sheet ??= document.body.appendChild(element("dialog", { onclick: ({ target }) => target.matches("a") && sheet.close() }));
  sheet.replaceChildren(element("h2", {}, title), element("div", { className: "stack" }));
  if (!sheet.open) sheet.showModal();
  return sheet.lastChild;
}

function fill() {
  sheet.lastChild.replaceChildren(
    element("p", { className: "muted" }, reason()),
    element("ul", { className: "stack" }, ...items.map(line)),
    element("div", { className: "row" }, ...ways()),
  );
}

function line(item) {
  const name = item.state === "parked" ? entered(item) : item.about;
  const words = element("div", {}, element("strong", {}, name), element("p", { className: "muted" }, stateOf(item)));
  return element("li", { className: "card stack" }, words, ...(item.state === "parked" ? [choices(item)] : []));
}

function choices(item) {
  const settle = (what) => () => resolve(item.id, what);
  const row = element("div", { className: "row" });
  if (item.status === 409) {
    const conflict = link("Which is right?", `/games/${item.game}/proposals/${item.answer.proposed.id}/`);
    conflict.addEventListener("click", settle("forget")); // the server keeps it
    row.append(conflict);
  } else if (item.status === 410) {
    row.append(button("All right", settle("forget")));
  } else {
    const seat = item.kind === "hand" ? `rounds/${item.round}/seats/${item.seat}/` : "";
    row.append(link(item.round ? `Open round ${item.round}` : "Open the game", `/games/${item.game}/${seat}`));
    row.append(item.status === 422 ? button("Send as new", settle("anew")) : button("Try again", settle("again")));
    row.append(thrower(settle("forget")));
  }
  return row;
}

function thrower(act) {
  const made = button("Throw away", () => {
    if (made.matches(".danger")) return act();
    made.classList.add("danger");
    made.textContent = "Really throw it away";
  }, { className: "button quiet" });
  return made;
}

function ways() {
  const found = [];
  if (trouble === "signed out" && going().length) {
    found.push(link("Sign in", `/sign-in/?next=${encodeURIComponent(location.pathname)}`, "button primary"));
  } else if (going().length) found.push(button("Send now", () => flush()));
  const copier = button("Copy what is waiting", () => {
    const text = element("textarea", { className: "copied", readOnly: true, value: items.map(entered).join("\n"), rows: 4, ariaLabel: "What is waiting" });
    sheet.querySelector(".copied")?.remove();
    copier.parentElement.before(text);
    copy(text, copier);
    copier.scrollIntoView({ block: "end" });
  });
  return [...found, copier, button("Close", () => sheet.close())];
}

// Signing out ------------------------------------------------------------------------------------

let asked = false;

document.addEventListener("submit", (event) => {
  const form = event.target;
  const mine = [...going(), ...parked()];
  const way = WAYS_OUT.find(({ path }) => form.action.endsWith(path));
  if (!way || !mine.length || asked) return;
  event.preventDefault();
  const goOut = () => { asked = true; form.requestSubmit(event.submitter); };
  open(`${many(mine)} not sent yet`).append(
    element("p", {}, `They stay on this phone, and go when you ${way.back}.`),
    element("div", { className: "row" }, button("Stay", () => sheet.close()), button(`${way.verb} all the same`, goOut, { className: "button danger" })),
  );
});

// Notices ----------------------------------------------------------------------------------------

// Says something on this page: before an element, or where the site's own notices stand.
export function say(text, before = null) {
  for (const old of document.querySelectorAll("[data-said]")) old.remove();
  const said = element("p", { className: before ? "error" : "notice" }, text);
  said.dataset.said = "";
  if (before) {
    said.role = "alert";
    return before.before(said);
  }
  const notices = document.querySelector(".notices")
    ?? element("div", { className: "notices stack", role: "status" });
  document.getElementById("main").before(notices);
  return notices.append(said);
}

// Says it on the next page.
export function sayNext(text) {
  slate()?.setItem(SAID, text);
}

function slate() {
  try {
    return sessionStorage;
  } catch {
    return null; // the browser keeps nothing
  }
}

const told = slate()?.getItem(SAID);
if (told) say(told);
slate()?.removeItem(SAID);
draw();
