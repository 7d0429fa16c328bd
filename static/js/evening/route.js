// Where the screens of a game lie: the phone's have the same addresses as the site's.

const ID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";
const PATHS = [
  ["home", "/"],
  ["new", "/games/new/"],
  ["table", `/games/${ID}/`],
  ["out", `/games/${ID}/rounds/(\\d+)/out/`],
  ["review", `/games/${ID}/rounds/(\\d+)/review/`],
  ["hand", `/games/${ID}/rounds/(\\d+)/seats/(\\d+)/`],
  ["over", `/games/${ID}/over/`],
].map(([name, path]) => [name, new RegExp(`^${path}$`)]);

const number = (text) => (text === undefined ? undefined : Number(text));

// The screen at an address: {name, game, round, seat, back, saved}; undefined for any other page.
export function screenAt(address) {
  const { pathname, searchParams } = new URL(address, location.href);
  for (const [name, path] of PATHS) {
    const [, game, round, seat] = path.exec(pathname) ?? [undefined];
    if (!path.test(pathname)) continue;
    const back = searchParams.get("back") === "review" ? "review" : "table";
    const saved = searchParams.get("saved") ?? "";
    return { name, game, round: number(round) ?? number(searchParams.get("round") ?? undefined), seat: number(seat), back, saved };
  }
}

export const gameAt = (pathname) => new RegExp(`^/games/${ID}/`).exec(pathname)?.[1];

export const tableOf = (game) => `/games/${game}/`;
export const outOf = (game, round) => `/games/${game}/rounds/${round}/out/`;
export const reviewOf = (game, round) => `/games/${game}/rounds/${round}/review/`;
export const overOf = (game) => `/games/${game}/over/`;
export const moreOf = (game) => `/games/${game}/more/`;
export const checkOf = (game) => `/games/${game}/check/`;
export function handOf(game, round, seat, back = "") {
  return `/games/${game}/rounds/${round}/seats/${seat}/${back && `?back=${back}`}`;
}
