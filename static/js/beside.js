// What happens on other phones while a hand is entered on this one. Nothing under the finger moves:
// only the row of players, and a line that says who else is at this hand or was before.

import { keepAwake, letSleep } from "./awake.js";
import { follow } from "./follow.js";

const EVERY = 4000; // ms
const form = document.querySelector(".play");
const { live, entering: here, seat, round } = form.dataset;
const note = form.querySelector("[data-at=others]");
const { id: own, replaces: seen, csrfmiddlewaretoken: token } = form.elements;
let { version } = form.dataset;
let fresh = form.cloneNode(true); // as the server drew it

const mine = (one) => `${one.seat}` === seat && `${one.round}` === round;

async function standing() {
  const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(8000) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return answer.ok && !answer.redirected ? page.querySelector(".play") ?? fresh : fresh;
}

// Each player's state, as it now is elsewhere; the one being entered here keeps what is typed.
function mark(entering) {
  for (const item of fresh.querySelectorAll(".rail button")) {
    const shown = form.querySelector(`.rail button[value="${item.value}"]`);
    if (!shown || shown.hasAttribute("aria-current")) continue;
    shown.className = item.className;
    const by = entering.find((one) => `${one.seat}` === item.value && `${one.round}` === round);
    const text = by && item.lastElementChild.textContent === "–" ? "✎" : item.lastElementChild.textContent;
    shown.lastElementChild.textContent = text;
    shown.title = by?.text ?? "";
  }
}

async function changed(answer) {
  const state = await answer.json();
  if (state.finished) letSleep();
  if (`${state.version}` !== version) fresh = await standing();
  version = `${state.version}`;
  mark(state.entering);
  const stands = fresh.elements.replaces.value;
  const beside = [...new Set(state.entering.filter(mine).map((one) => one.text))];
  if (stands && stands !== seen.value && stands !== own.value) {
    const value = fresh.querySelector("[data-at=value]").textContent;
    beside.push(`Meanwhile ${value} was saved here. If yours differs, both are kept.`);
  }
  note.textContent = beside.join(" ");
  note.hidden = !beside.length;
}

function say(query = "") {
  const headers = { "X-CSRFToken": token.value };
  // Unheard it is asked again in four seconds; it is a courtesy and no score.
  fetch(here + query, { method: "POST", headers, keepalive: true }).catch(() => {});
}

keepAwake();
say();
const saying = setInterval(() => { if (document.visibilityState === "visible") say(); }, EVERY);
addEventListener("pagehide", () => say("?left"));
const unfollow = follow(() => live, { changed });
// From here on this phone draws the game itself.
document.addEventListener("drawn", () => {
  clearInterval(saying);
  say("?left");
  unfollow();
});
