// Where the screens of a game lie: the phone's have the same addresses as the site's.

const ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
const PATHS = [
  ["home", "/"],
  ["new", "/games/new/"],
  ["table", `/games/${ID}/`],
  ["out", `/games/${ID}/rounds/(\\d+)/out/`],
  ["review", `/games/${ID}/rounds/(\\d+)/review/`],
  ["hand", `/games/${ID}/rounds/(\\d+)/seats/(\\d+)/`],
  ["conflict", `/games/${ID}/proposals/${ID}/`],
  ["over", `/games/${ID}/over/`],
].map(([name, path]) => [name, new RegExp(`^${path}$`)]);

const number = (text) => (text === undefined ? undefined : Number(text));

// The screen at an address: {name, game, round, seat, proposal, back, saved, settles}; undefined for
// any other page.
export function screenAt(address) {
  const { pathname, searchParams } = new URL(address, location.href);
  for (const [name, path] of PATHS) {
    if (!path.test(pathname)) continue;
    const [, game, part, seat] = path.exec(pathname);
    const [round, proposal] = name === "conflict" ? [undefined, part] : [part];
    const back = searchParams.get("back") === "review" ? "review" : "table";
    const [saved, settles] = ["saved", "settles"].map((key) => searchParams.get(key) ?? "");
    const about = { round: number(round ?? searchParams.get("round") ?? undefined), seat: number(seat), proposal };
    return { name, game, ...about, back, saved, settles };
  }
}

export const gameAt = (pathname) => new RegExp(`^/games/${ID}/`).exec(pathname)?.[1];

export const tableOf = (game) => `/games/${game}/`;
export const reviewOf = (game, round) => `/games/${game}/rounds/${round}/review/`;
export const overOf = (game) => `/games/${game}/over/`;
export const conflictOf = (game, proposal) => `/games/${game}/proposals/${proposal}/`;
export const checkOf = (game) => `/games/${game}/check/`;
export function handOf(game, round, seat, back = "") {
  return `/games/${game}/rounds/${round}/seats/${seat}/${back && `?back=${back}`}`;
}
const moreOf = (game) => `/games/${game}/more/`;
const logOf = (game) => `/games/${game}/log/`;

// What else the bar of a game's screen leads to: nowhere for a guest of the table.
export function besides({ id, writes, guest }) {
  if (guest) return {};
  return writes
    ? { act: moreOf(id), actLabel: "More", actIcon: "more" }
    : { act: logOf(id), actLabel: "The log", actIcon: "games" };
}
