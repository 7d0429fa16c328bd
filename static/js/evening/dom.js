// Elements, and a whole page made of them: the same bar, main part and dock as the site's own pages.

const DRAWING = "http://www.w3.org/2000/svg";
let symbols = new Map();
let sheets = new Map();

// An element: `make("p.muted", { id: "x", click: act }, "text", another)`. What is false is left out.
export function make(kind, properties = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child || child === 0));
  return made;
}

export const hidden = (text) => make("span.visually-hidden", {}, text);

// What pages need besides their own words: pictures and stylesheets, fetched while there is a signal.
export async function prepare(shell) {
  const sprite = shell.querySelector("[data-icons]").dataset.icons;
  const [picture] = await Promise.all([
    fetch(sprite).then((answer) => answer.text()),
    ...[...shell.querySelectorAll("link[data-page]")].map(addSheet),
  ]);
  const drawn = new DOMParser().parseFromString(picture, "image/svg+xml");
  symbols = new Map([...drawn.querySelectorAll("symbol")].map((symbol) => [symbol.id, symbol]));
}

function addSheet(link) {
  const address = link.getAttribute("href");
  const there = document.querySelector(`link[rel=stylesheet][href="${CSS.escape(address)}"]`);
  const sheet = there ?? make("link", { rel: "stylesheet", href: address, media: "not all" });
  sheets.set(link.dataset.page, sheet);
  if (there) return;
  return new Promise((done) => {
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  });
}

export function icon(name) {
  const picture = document.createElementNS(DRAWING, "svg");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const symbol = symbols.get(name);
  if (!symbol) return picture;
  for (const { name: key, value } of symbol.attributes) if (key !== "id") picture.setAttribute(key, value);
  picture.append(...[...symbol.childNodes].map((part) => document.importNode(part, true)));
  return picture;
}

function barOf({ back, backLabel = "Back", title, sub, act, actLabel, actIcon }) {
  return make(
    "header.bar",
    {},
    back && make("a", { href: back, "aria-label": backLabel }, icon("back")),
    make("div", {}, make("h1", {}, title), sub && make("p", {}, sub)),
    act && make("a", { href: act, "aria-label": actLabel }, icon(actIcon)),
  );
}

// Puts a page in place of the one that stands there. `css` names its stylesheet.
export function draw({ title, classes = "game", css, bar, main, dock }) {
  for (const [name, sheet] of sheets) sheet.media = name === css ? "all" : "not all";
  document.title = title;
  document.body.className = classes;
  const place = document.getElementById("main");
  const waiting = document.querySelector(".waiting"); // what waits stays in sight
  for (const old of document.querySelectorAll("body > :is(.bar, .notices, .dock, .nav)")) old.remove();
  const top = barOf(bar);
  if (waiting) top.append(waiting);
  top.toggleAttribute("data-waiting", waiting?.hidden === false);
  place.before(top);
  place.replaceChildren(...[main].flat().filter(Boolean));
  if (dock) place.after(dock);
  scrollTo(0, 0);
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  document.dispatchEvent(new Event("drawn"));
}

// The same page with what is new in it: whoever reads it stays where they are.
export function drawAnew(page) {
  const sideways = () => document.querySelector(".sheet");
  const details = () => [...document.querySelectorAll("details")];
  const [down, left, focused] = [scrollY, sideways()?.scrollLeft ?? 0, document.activeElement.id];
  const open = details().map((one) => one.open);
  draw(page);
  details().forEach((one, place) => { one.open = open[place] ?? one.open; });
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  sideways()?.scrollTo(left, 0);
  scrollTo(0, down);
}
