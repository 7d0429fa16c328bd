// Two values for one thing, without a signal: both, who said them, what differs, and a tap that settles it.

import { resolve } from "../outbox.js";
import { handPoints } from "../sheet.js";
import { make } from "./dom.js";
import { settled } from "./entries.js";
import { aboutOf, meant } from "./notices.js";
import { handOf, tableOf } from "./route.js";
import { act } from "./table.js";
import { difference, figure, readOut } from "./words.js";

export function conflictPage(board, screen, to) {
  const proposal = board.proposals.find(({ id }) => id === screen.proposal);
  const title = aboutOf(board, proposal);
  return {
    title,
    css: "table",
    awake: !board.finished,
    bar: { back: tableOf(board.id), backLabel: "Back to the table", title: "Which is right?" },
    main: formOf(board, proposal, title, to),
  };
}

function formOf(board, proposal, title, to) {
  const stands = board.standsAgainst(proposal);
  const [mayAccept, mayDrop] = [board.mayAmend(stands), board.mayAmend(stands) || board.mayAmend(proposal)];
  const differs = stands && difference(board.rules, stands, proposal);
  const submit = act(async (id, { value }) => {
    await settled(id, board, proposal.id, value, title);
    await resolve(proposal.id, "forget"); // where it was entered here, the house keeps it
    to.go(tableOf(board.id));
  });
  return make(
    "form.stack",
    { submit },
    make("h2", {}, title),
    make("p.muted", {}, `Nothing is lost. ${mayAccept ? "Which is right?" : "Whoever keeps score, or entered the first, says which is right."}`),
    make("div.two", {}, sideOf(board, stands, "drop", "on the sheet", mayDrop), sideOf(board, proposal, "accept", "waiting", mayAccept)),
    differs && make("p", {}, `The difference: ${differs}.`),
    mayAccept && proposal.kind === "hand" && make("a.button.quiet", { href: `${handOf(board.id, proposal.round, proposal.seat)}?settles=${proposal.id}` }, "Recount together"),
  );
}

function sideOf(board, entry, choice, state, allowed) {
  const [value, detail] = entry ? told(board, entry) : ["–", ""];
  return make(
    "button.button.side",
    { value: choice, disabled: !allowed },
    make("span.micro", {}, entry ? `${signed(board, entry)}, ${state}` : "On the sheet"),
    value && make("span.total", {}, value),
    detail && make("span.micro", {}, detail),
  );
}

// Who said it, and when by this phone's clock; what waits here was said by whoever holds it.
function signed(board, { author, server_at: at, client_at: entered }) {
  const time = new Date(at ?? entered).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${author?.name ?? board.me.name}, ${time}`;
}

function told(board, entry) {
  const { kind, payload } = entry;
  if (kind === "hand") return [figure(handPoints(board.rules, payload)), payload.cards ? readOut(board.rules, payload.cards) : "total only"];
  if (kind === "out") return [payload.seat === null ? "Nobody" : board.name(payload.seat), ""];
  if (kind === "cut") return [payload.exact ? "Exact" : "Not exact", `${board.name(payload.seat)} cut`];
  if (kind !== "buys") return ["", meant(board, entry)];
  const cards = payload.cards ?? payload.n;
  return [String(payload.n), cards === payload.n ? "" : `${cards} cards`];
}
