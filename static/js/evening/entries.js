// What a tap on one of the phone's own screens hands in.

import { newId } from "../ids.js";
import { hand } from "../outbox.js";

// Hands an entry over; resolves once it is kept on this phone. `about`: what it is, for people.
// `follow`: what is handed over once that one stands.
export function handIn(game, kind, { round = null, seat = null, payload = {}, replaces = null, about, follow = null }, id = newId()) {
  return hand({ id, game, kind, round, seat, payload, replaces: replaces || null, about, follow });
}

export const wentOut = (board, round, seat) => handIn(board.id, "out", {
  round: round.number,
  payload: { seat },
  replaces: round.out_entry,
  about: `${seat === null ? "Nobody" : board.name(seat)} went out, round ${round.number}`,
});

export const cutExactly = (board, round, exact) => handIn(board.id, "cut", {
  round: round.number,
  payload: { exact, seat: round.cutter },
  replaces: round.cut_entry,
  about: `${exact ? "The exact cut" : "No exact cut"}, round ${round.number}`,
});

export const bought = (board, round, cell, payload) => handIn(board.id, "buys", {
  round: round.number,
  seat: cell.seat,
  payload,
  replaces: cell.buys_entry,
  about: `${board.name(cell.seat)}’s buys, round ${round.number}`,
});

// `settles`: a proposal that was recounted by this hand.
export const held = (board, round, cell, payload, settles) => handIn(board.id, "hand", {
  round: round.number,
  seat: cell.seat,
  payload,
  replaces: cell.entry,
  about: `${board.name(cell.seat)}, round ${round.number}`,
  follow: settles ? { id: newId(), kind: "drop", payload: { proposal: settles }, about: "The other score" } : null,
});

// `choice`: "accept" what was proposed, or "drop" it for what stands.
export const settled = (board, { id }, choice, title) => handIn(board.id, choice, { payload: { proposal: id }, about: `Which is right: ${title}` });

export const takenBack = (board, entry) => handIn(board.id, "void", { payload: { entry }, about: "Undo" });

export const ended = (board) => handIn(board.id, "finish", {
  payload: { early: false },
  replaces: board.sheet.ending_entry,
  about: "The end of the game",
});

export const reopened = (board) => handIn(board.id, "reopen", {
  replaces: board.sheet.ending_entry,
  about: "The game goes on",
});
