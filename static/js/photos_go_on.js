// Photos that wait on this phone go on from whatever page is open, and only then is the rest fetched.

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
  const form = document.createElement("form");
  form.className = "stack";
  form.innerHTML = `
    <input type="hidden" name="csrfmiddlewaretoken"><input type="hidden" name="id" value="ID">
    <progress max="1" value="0" aria-label="Sent" data-bar hidden></progress>
    <p class="label" role="status" data-status></p>
    <button class="button wide" type="button" data-again hidden>Try again</button>`;
  form.elements.csrfmiddlewaretoken.value = csrf;
  Object.assign(form.dataset, { photo: "", owner, store: "/photos/ID/store/", post: "/photos/ID/post/" });
  return form;
}
