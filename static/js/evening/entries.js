// What a tap on one of the phone's own screens hands in. Each entry's id was made when its form was drawn.

import { newId } from "../ids.js";
import { hand } from "../outbox.js";

// Hands an entry over; resolves once it is kept on this phone. `about`: what it is, for people.
// `follow`: what is handed over once that one stands.
export function handIn(id, game, kind, { round = null, seat = null, payload = {}, replaces = null, about, follow = null }) {
  return hand({ id, game, kind, round, seat, payload, replaces: replaces || null, about, follow });
}

export const wentOut = (id, board, round, seat) => handIn(id, board.id, "out", {
  round: round.number,
  payload: { seat },
  replaces: round.out_entry,
  about: `${seat === null ? "Nobody" : board.name(seat)} went out, round ${round.number}`,
});

export const cutExactly = (id, board, round, exact) => handIn(id, board.id, "cut", {
  round: round.number,
  payload: { exact, seat: round.cutter },
  replaces: round.cut_entry,
  about: `${exact ? "The exact cut" : "No exact cut"}, round ${round.number}`,
});

export const bought = (id, board, round, cell, payload) => handIn(id, board.id, "buys", {
  round: round.number,
  seat: cell.seat,
  payload,
  replaces: cell.buys_entry,
  about: `${board.name(cell.seat)}’s buys, round ${round.number}`,
});

// `settles`: a proposal that was recounted by this hand.
export const held = (id, board, round, cell, payload, settles) => handIn(id, board.id, "hand", {
  round: round.number,
  seat: cell.seat,
  payload,
  replaces: cell.entry,
  about: `${board.name(cell.seat)}, round ${round.number}`,
  follow: settles ? { id: newId(), kind: "drop", payload: { proposal: settles }, about: "The other score" } : null,
});

// `choice`: "accept" what was proposed, or "drop" it for what stands.
export const settled = (id, board, proposal, choice, title) => handIn(id, board.id, choice, {
  payload: { proposal },
  about: `Which is right: ${title}`,
});

export const takenBack = (id, board, entry) => handIn(id, board.id, "void", { payload: { entry }, about: "Undo" });

export const ended = (id, board) => handIn(id, board.id, "finish", {
  payload: { early: false },
  replaces: board.sheet.ending_entry,
  about: "The end of the game",
});

export const reopened = (id, board) => handIn(id, board.id, "reopen", {
  replaces: board.sheet.ending_entry,
  about: "The game goes on",
});
