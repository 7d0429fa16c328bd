// The bar after an action: what was just done, and the one tap that takes it back.

import { cutWorth, figure, readOut } from "./words.js";

const NEVER_TAKEN_BACK = ["start", "accept", "drop"];
const NOUNS = { hand: "hand", buys: "buys", lay_down: "melds", cut: "cut" };

// {text, undoes, button} of what the table's address says was just done; undefined for nothing.
export function noticeOf(board, { saved, round }) {
  if (round !== undefined) return roundSaved(board, round);
  const entry = board.entry(saved);
  if (!entry || !board.stands(entry.id)) return undefined;
  if (entry.kind === "void") return voided(board, entry);
  return { text: said(board, entry), undoes: entry.id, button: NEVER_TAKEN_BACK.includes(entry.kind) ? "" : "Undo" };
}

// That the round is in; the button names the newest entry of it, and takes back that one.
function roundSaved(board, number) {
  const newest = board.newestOf(number);
  if (!newest) return undefined;
  const whose = newest.seat === null ? "the " : `${board.name(newest.seat)}’s `;
  const button = `Undo ${newest.kind === "out" ? "who went out" : whose + NOUNS[newest.kind]}`;
  return { text: `Round ${number} saved`, undoes: newest.id, button };
}

function voided(board, entry) {
  let about = entry;
  let voids = 0;
  while (about.kind === "void") [about, voids] = [board.entry(about.payload.entry), voids + 1];
  const taken = voids % 2 === 1;
  const text = `${taken ? "Taken back" : "Put back"}: ${meant(board, about)}`;
  return { text, undoes: entry.id, button: taken ? "Redo" : "Undo" };
}

function said(board, entry) {
  const { round, seat, payload } = entry;
  if (entry.kind === "hand") return `Round ${round}, ${board.name(seat)}: now ${figure(board.cell(round, seat).hand_points)}`;
  if (entry.kind === "cut") return cut(board, round, payload);
  return meant(board, entry);
}

function cut(board, round, { exact, seat }) {
  if (!exact) return `No exact cut in round ${round}`;
  const rest = board.rules.cut?.to === "others" ? `. Everyone else ${cutWorth(board.rules)}` : "";
  return `${board.name(seat)} cut it exactly${rest}`;
}

// What an entry says, in words.
export function meant(board, { kind, round, seat, payload }) {
  const who = (number) => (number === null ? "Nobody" : board.name(number));
  const words = {
    start: () => `Started with ${payload.players.length} at the table`,
    cut: () => `Round ${round}: ${payload.exact ? `${who(payload.seat)} cut it exactly` : "no exact cut"}`,
    out: () => `Round ${round}: ${who(payload.seat)} went out`,
    hand: () => `Round ${round}, ${who(seat)}: ${"total" in payload ? `${payload.total} points` : readOut(board.rules, payload.cards)}`,
    buys: () => `Round ${round}: ${who(seat)} bought ${payload.n}×`,
    lay_down: () => `Round ${round}: what ${who(seat)} laid down`,
    rummy: () => `Round ${round}: ${who(payload.caller)} called rummy on ${who(payload.offender)}`,
    adjust: () => `Round ${round}: points for ${who(seat)}, ${payload.reason}`,
    join: () => `Round ${round}: somebody sat down`,
    leave: () => `Round ${round}: ${who(seat)} left the table`,
    rules: () => "Scored by other rules from here on",
    note: () => `“${payload.text}”`,
    finish: () => (payload.early ? "Ended early" : "The end"),
    reopen: () => "Reopened",
    void: () => "Something taken back",
  };
  return words[kind]();
}

// The headline: "Two scores for Mike in round 4."
export function aboutOf(board, { kind, round, seat, ...rest }) {
  const whose = seat === null ? "" : board.name(seat);
  const words = {
    hand: `Two scores for ${whose} in round ${round}.`,
    out: `Two answers to who went out in round ${round}.`,
    buys: `Two counts of ${whose}’s buys in round ${round}.`,
    cut: `Two accounts of the cut in round ${round}.`,
    lay_down: `Two accounts of what ${whose} laid down in round ${round}.`,
  };
  const stands = board.standsAgainst({ kind, round, seat, ...rest });
  return words[kind] ?? (stands ? "Two entries that do not agree." : "One entry came in after the end.");
}
