// Photos that wait on this phone go on from whatever page is open, and only then is the rest fetched.

import { make } from "./evening/dom.js";
import { session } from "./outbox.js";
import { waitingFor } from "./waiting_photos.js";

const owner = document.documentElement.dataset.person;

if (owner && !document.querySelector("form[data-photo]")) goOn();

async function goOn() {
  const photos = await waitingFor(owner);
  if (!photos.some(({ ready }) => ready)) return;
  const here = await session();
  if (here?.person !== owner) return;
  document.getElementById("main").append(sending(here.csrf));
  import("./photo.js");
}

function sending(csrf) { // as in photos/_sending.html
  const bar = make("progress", { max: 1, value: 0, "aria-label": "Sent", "data-bar": true, hidden: true });
  return make(
    "form.stack",
    { "data-photo": true, "data-owner": owner, "data-store": "/photos/ID/store/", "data-post": "/photos/ID/post/" },
    make("input", { type: "hidden", name: "csrfmiddlewaretoken", value: csrf }),
    make("input", { type: "hidden", name: "id", value: "ID" }),
    bar,
    make("p.label", { role: "status", "data-status": true }),
    make("button.button.wide", { type: "button", "data-again": true, hidden: true }, "Try again"),
  );
}
