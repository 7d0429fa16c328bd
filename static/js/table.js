// The table follows the game: what other phones enter appears by itself, and who is at it is said.

import { keepAwake, letSleep } from "./awake.js";
import { untouched } from "./finger.js";
import { follow } from "./follow.js";

const FLASH = 1500; // ms
const at = (part) => document.querySelector(`[data-at="${part}"]`);
const cells = () => [...document.querySelectorAll(".grid td")];

const { live, me } = at("live").dataset;
let { version, pen } = at("live").dataset;
let newest = "";
let left = false; // for this phone's own screens

function bringIntoSight() {
  document.querySelector(".current")?.scrollIntoView({ block: "nearest" });
  const missing = document.querySelector(".table-dock > a")?.pathname;
  for (const cell of document.querySelectorAll(".current td > a")) {
    if (cell.pathname === missing) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

async function fetchTable() {
  const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(8000) });
  if (!answer.ok || answer.redirected) throw new Error("no table");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function swap(page) {
  const before = cells().map((cell) => cell.textContent);
  const focused = document.activeElement.id;
  const { scrollLeft, scrollTop } = document.querySelector(".sheet");
  const open = [...document.querySelectorAll("details")].map((one) => one.open);
  for (const part of [".bar > div", "main", ".dock"]) {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
    if (old && fresh) old.replaceWith(fresh);
    else if (fresh) document.querySelector("main").after(fresh);
    else old?.remove();
  }
  document.querySelectorAll("details").forEach((one, place) => { one.open = open[place] ?? false; });
  document.querySelector(".sheet").scrollTo(scrollLeft, scrollTop);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  flash(before);
}

function flash(before) {
  const now = cells();
  if (now.length !== before.length) return;
  const changed = now.filter((cell, place) => cell.textContent !== before[place]);
  for (const cell of changed) cell.classList.add("changed");
  setTimeout(() => { for (const cell of changed) cell.classList.remove("changed"); }, FLASH);
}

function tell({ entering, news, pen: holder }) {
  at("entering").textContent = [...new Set(entering.map((one) => one.text))].join(" ");
  at("entering").hidden = !entering.length;
  if (news.length) at("said").textContent = news.join(" ");
  if (holder.id === pen) return;
  const notice = at("pen-taken").content.cloneNode(true);
  notice.querySelector("span").textContent = `${holder.name} took the pen.`;
  if (me !== pen) notice.querySelector("button")?.remove();
  document.querySelector("main").append(notice);
  pen = holder.id;
}

async function changed(answer) {
  const state = await answer.json();
  if (`${state.version}` !== version) {
    const page = await fetchTable();
    await untouched();
    if (left) return;
    swap(page);
    if (state.finished) letSleep();
  }
  version = `${state.version}`;
  newest = state.newest;
  tell(state);
}

function heard(yes) {
  at("heart").hidden = yes;
}

bringIntoSight();
// A correction comes back to the cell that it began in.
document.getElementById(location.hash.slice(1))?.focus();
if (!at("live").hasAttribute("data-finished")) keepAwake();
const unfollow = follow(() => `${live}?since=${newest}`, { changed, heard, gone: () => location.reload() });
// From here on this phone draws the game itself.
document.addEventListener("drawn", () => {
  left = true;
  unfollow();
});
