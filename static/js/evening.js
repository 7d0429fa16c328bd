// An evening without a signal. While the house answers, its own pages follow one another; while
// something of a game waits to be sent, or the house is out of reach, this phone draws them itself, at
// the same addresses, from what it keeps.

import { keepAwake, letSleep } from "./awake.js";
import { begins } from "./evening/board.js";
import { draw, drawAnew, prepare } from "./evening/dom.js";
import { conflictPage } from "./evening/conflict.js";
import { handPage } from "./evening/hand.js";
import { homePage } from "./evening/home.js";
import { boardOf, boardsKept, drop, forget, keepFor, keepKit, keepRecord, kitKept, known, waitsOf } from "./evening/kept.js";
import { newGamePage, rematch } from "./evening/new_game.js";
import { overPage } from "./evening/over.js";
import { answerForms } from "./evening/posting.js";
import { reviewPage } from "./evening/review.js";
import { gameAt, screenAt } from "./evening/route.js";
import { outPage, tablePage } from "./evening/table.js";
import { untouched } from "./finger.js";
import { address, next } from "./flow.js";
import { follow } from "./follow.js";
import * as outbox from "./outbox.js";
import { askToStay } from "./store.js";
import { refusal, say } from "./waiting.js";

const PATIENCE = 2500; // ms that a tap waits for the house
const REST = 10_000; // ms after a vain try in which taps do not wait again
const PAGES = { table: tablePage, out: outPage, hand: handPage, review: reviewPage, conflict: conflictPage, over: overPage };
const AWAY = "No signal: that page is at the house. Your scores are on this phone.";
const STILL = "Still no signal.";

let unreachedAt = -Infinity;
let owed = new Set(); // games of which something waits
let followed = {}; // the game of the table that is drawn, and what stops that
let drawn = false; // whether this phone drew what is shown
let shown = pathOf(location.href);

const pause = (time) => new Promise((done) => setTimeout(done, time));

// Whether the house answers, asked anew.
async function answers() {
  const answer = navigator.onLine && (await Promise.race([outbox.session(), pause(PATIENCE)]));
  unreachedAt = answer || !navigator.onLine ? -Infinity : performance.now();
  return Boolean(answer);
}

// The same, for taps that should not wait each time.
const reached = async () => performance.now() - unreachedAt >= REST && answers();

addEventListener("online", () => { unreachedAt = -Infinity; });

// Going somewhere --------------------------------------------------------------------------------

function pathOf(place) {
  const { pathname, search } = new URL(place, location.href);
  return pathname + search;
}

// Whether the house has all that a place shows, and answers. What is on its way is waited for.
async function servedAt(place) {
  const game = screenAt(place)?.game;
  if (game) await allTried(await waitsOf(game));
  return !(game && (await waitsOf(game)).length) && reached();
}

function allTried(items) {
  if (!navigator.onLine || outbox.trouble === "unreached") return undefined;
  return Promise.race([Promise.all(items.map(({ id }) => outbox.settled(id))), pause(PATIENCE)]);
}

const to = {
  async go(place) {
    document.dispatchEvent(new Event("leaving"));
    if (await servedAt(place)) return location.assign(place);
    if (await drawAt(place)) history.pushState(null, "", place);
    else say(AWAY);
  },
  // After an entry: `just` is what was handed in, or a hand that was skipped.
  async onward(game, just, ending = "") {
    const { sheet } = await boardOf(game);
    return to.go(address(game, next(sheet, just)) + ending);
  },
  // After the beginning of a game, which may be refused: what was then.
  async begun(item) {
    const told = await Promise.race([outbox.settled(item.id), pause(PATIENCE)]);
    if (told?.state !== "parked") return to.onward(item.game, item);
    await Promise.all([outbox.resolve(item.id, "forget"), drop(item.game)]);
    say(refusal(told));
    return told;
  },
  async tryAgain() {
    if (await answers()) location.reload();
    else say(STILL);
  },
  async rematch(board, id) {
    return rematch(await kitKept(), board, to, { id });
  },
};

// Draws the screen of an address; false where this phone keeps too little for it. `away`: in place of
// another page.
async function drawAt(place, away = false) {
  const screen = screenAt(place);
  const page = screen && (await pageOf({ ...screen, away }));
  if (!page) return false;
  draw(page);
  page.drawn?.();
  if (page.awake) keepAwake();
  else letSleep();
  [drawn, shown] = [true, pathOf(place)];
  followHouse(page.follows);
  bringIntoSight(new URL(place, location.href).hash.slice(1));
  return true;
}

// The table that this phone drew shows what the house has of others as well, once that answers.
function followHouse(game) {
  if (followed.game === game) return;
  followed.stop?.();
  const changed = async () => { if (await keepRecord(game)) await showNews(game); };
  followed = { game, stop: game ? follow(() => `/games/${game}/live/`, { changed }) : undefined };
}

// Only a table changes by itself: nothing else moves under a finger or while somebody types.
async function showNews(game) {
  const isShown = () => {
    const { name, game: here } = screenAt(location.href) ?? {};
    return drawn && name === "table" && here === game;
  };
  if (!isShown()) return;
  const page = await pageOf(screenAt(location.href));
  await untouched();
  if (!page || !isShown()) return;
  drawAnew(page);
  if (!page.awake) letSleep();
  followHouse(page.follows);
}

async function pageOf(screen) {
  const kit = await kitKept();
  if (screen.name === "home") return homePage(kit, await boardsKept(), screen, to);
  if (screen.name === "new") return begins(kit) && newGamePage(kit, to);
  const board = await boardOf(screen.game);
  return board && PAGES[fitting(board, screen)](board, screen, to);
}

// The screen that shows a place as it is now: nobody enters the hand of who went out, and who only
// looks enters nothing.
function fitting(board, { name, round, seat, proposal }) {
  const cell = board.cell(round, seat);
  if (name === "conflict" && !board.proposals.some(({ id }) => id === proposal)) return "table";
  if (name === "over") return board.finished && !board.guest ? "over" : "table";
  if (!board.game.may_score) return "table";
  if (name === "hand" && cell?.state === "out") return "out";
  if (name === "hand" && (!cell || cell.state === "absent")) return "table";
  return name;
}

function bringIntoSight(id) {
  const cell = id && document.getElementById(id);
  if (cell) (cell.matches("a") ? cell : cell.querySelector("button") ?? cell).focus();
  else document.querySelector(".current")?.scrollIntoView({ block: "nearest" });
}

// Taps on pages of both kinds ---------------------------------------------------------------------

const withinEvening = () => drawn || screenAt(location.href) || gameAt(location.pathname);

// From a page of an evening no tap leads to the browser's own page of errors.
function leadsAway(link) {
  const within = link.hash && link.pathname === location.pathname && link.search === location.search;
  return link.origin === location.origin && !link.download && !link.target && !within;
}

// Whether the worker would show the phone's own screen where the house's page cannot be had.
function isCaught(place) {
  return !drawn && navigator.serviceWorker?.controller && !owed.has(screenAt(place)?.game);
}

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (event.defaultPrevented || !plain || !link || !leadsAway(link)) return;
  if (!withinEvening() || isCaught(link.href)) return;
  event.preventDefault();
  to.go(link.href);
});

addEventListener("popstate", async () => {
  if (shown === pathOf(location.href)) return; // only the place on the page
  if (await servedAt(location.href) || !(await drawAt(location.href))) location.reload();
});

// Forms of the house's pages ------------------------------------------------------------------------

// What comes after an entry that could not be sent, or that says nothing new, is shown from here.
document.addEventListener("onward", (event) => {
  const { game, just, place } = event.detail;
  if (!known.has(game)) return;
  event.preventDefault();
  if (screenAt(place)) to.go(place);
  else to.onward(game, just);
});

answerForms({ isWithin: withinEvening, reached, to });

// What is kept, while there is a signal ------------------------------------------------------------

async function keepGames() {
  const links = [...document.querySelectorAll("main a[href]")].map((link) => link.pathname);
  const games = new Set([location.pathname, ...(location.pathname === "/" ? links : [])].map(gameAt).filter(Boolean));
  for (const game of games) await keepRecord(game);
}

async function shellPage() {
  if (document.querySelector("[data-icons]")) return document;
  const answer = await fetch("/offline/");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

outbox.on(async (item) => {
  if (item?.state === "sending") return;
  owed = new Set((await waitsOf()).map(({ game }) => game));
  const news = item?.state === "saved" || item?.status === 409; // two scores: the house keeps both
  if (news && !owed.has(item.game)) await keepRecord(item.game);
  stay();
  if (item?.state === "parked" || (news && !owed.has(item.game))) await showNews(item.game);
});

// Only for who would lose something: entries that cannot go, or the scorebook on the home screen.
function stay() {
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (installed || (owed.size && outbox.trouble)) askToStay().catch(() => {}); // the browser does not say
}

// The empty page: it belongs to whoever this phone keeps things for, until the house says otherwise.
async function openAlone() {
  const kit = await kitKept();
  if (kit) document.documentElement.dataset.person = kit.person.player;
  return (await drawAt(location.href)) || drawAt("/", true);
}

async function begin() {
  const shell = await shellPage();
  await prepare(shell);
  if (shell === document) return openAlone();
  owed = new Set((await waitsOf()).map(({ game }) => game));
  if (isSecureContext) navigator.serviceWorker?.register("/sw.js");
  stay();
  const { person } = document.documentElement.dataset;
  await keepFor(person);
  if (person) await keepKit();
  if (await kitKept()) await keepGames();
  return undefined;
}

export const ready = begin();
