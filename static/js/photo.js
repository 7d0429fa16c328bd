// Sends photos, made smaller, while the page stays in use. What was chosen lies on the phone until
// the server has said that it is posted, oldest first and one at a time, so a lost connection, a
// reload or a second photo loses none. Each waits for whoever chose it. The forms work the same
// without any of this.

import { newId } from "./ids.js";
import { forget, keep, waitingFor } from "./waiting_photos.js";

const LONGEST = 2048;
const MOST_BYTES = 25 * 1024 * 1024;
const REST = 30_000; // milliseconds

const forms = [...document.querySelectorAll("form[data-photo]")];
const stored = new Set(); // ids of photos whose bytes the server has
let draining = null;

for (const form of forms) begin(form);
addEventListener("online", drain);
drain();

async function begin(form) {
  const input = form.elements.photo;
  form.dataset.ready = "";
  form.querySelector("[data-again]").addEventListener("click", drain);
  if (!input) return; // a page that only tells how far a photo has gone
  input.required = false;
  if (atOnce(form)) form.querySelector("[data-send]").hidden = true;
  input.addEventListener("click", () => { form.choosing = true; });
  input.addEventListener("cancel", () => { form.choosing = false; });
  input.addEventListener("change", () => { form.choosing = false; form.taking = take(form); });
  form.addEventListener("submit", (event) => { event.preventDefault(); submit(form); });
  form.taking = input.files.length ? take(form) : takeUp(form);
}

function atOnce(form) {
  return form.dataset.photo === "at once";
}

async function take(form) {
  const [file] = form.elements.photo.files;
  if (!file) return;
  form.asked = file;
  preview(form, file);
  const bytes = (await shrunk(file)) ?? file;
  if (!atOnce(form) && form.asked !== file) return; // another one was chosen instead
  if (bytes.size > MOST_BYTES) {
    preview(form, null);
    return say(form, "That photo is larger than 25 MB. Try a smaller copy, or a screenshot of it.");
  }
  const photo = { id: newId(), at: Date.now(), owner: form.dataset.owner, place: placeOf(form), bytes };
  Object.assign(photo, saidOf(form), { ready: atOnce(form) });
  if (!atOnce(form)) hold(form, photo);
  await keep(photo);
  drain();
}

function hold(form, photo) {
  if (form.held) forget(form.held);
  form.held = photo;
}

async function takeUp(form) { // what was chosen before a reload and not posted
  const earlier = (await waitingFor(form.dataset.owner)).filter((photo) => !photo.ready && photo.place === placeOf(form));
  for (const photo of earlier) hold(form, photo);
  if (form.held) preview(form, form.held.bytes);
  drain();
}

async function submit(form) {
  await form.taking;
  const photo = form.held;
  if (photo) {
    form.held = null;
    await keep(Object.assign(photo, saidOf(form), { ready: true }));
    form.reset();
    preview(form, null);
  } else if (!(await waitingFor(form.dataset.owner)).length) {
    say(form, "Choose a photo first.");
  }
  drain();
}

function drain() {
  draining ??= sendAll().finally(() => { draining = null; });
}

async function sendAll() {
  const tried = new Set();
  let leads = null;
  const next = async () =>
    (await waitingFor(forms[0]?.dataset.owner)).find((one) => !tried.has(one.id + one.ready) && due(one));
  for (;;) {
    const photo = (await next()) ?? (await allTaken().then(next));
    if (!photo) break;
    tried.add(photo.id + photo.ready);
    const form = formOf(photo);
    try {
      const page = await send(form, photo);
      if (page && placeOf(form) === photo.place) leads = page;
    } catch (problem) {
      if (problem.refused) continue;
      setTimeout(drain, problem.rest ?? REST); // the others would fare no better now
      return;
    }
  }
  if (leads && !forms.some((form) => form.held || form.choosing)) location.assign(leads);
}

function allTaken() { // one that is being made smaller is not on the list yet
  return Promise.all(forms.map((form) => form.taking));
}

function due(photo) {
  return photo.ready || (!stored.has(photo.id) && forms.some((form) => form.held?.id === photo.id));
}

function formOf(photo) {
  return forms.find((form) => placeOf(form) === photo.place) ?? forms[0];
}

async function send(form, photo) {
  const again = form.querySelector("[data-again]");
  const said = again.hidden ? form.querySelector("[data-status]").textContent : "";
  again.hidden = true;
  say(form, "Sending the photo…");
  if (atOnce(form) && placeOf(form) === photo.place) preview(form, photo.bytes);
  try {
    if (!stored.has(photo.id)) await post(form, "store", photo, photo.bytes);
    stored.add(photo.id);
    if (!photo.ready) {
      say(form, said); // what was wrong with the words still is
      return null;
    }
    const { page } = await post(form, "post", photo, fields(photo));
    await forget(photo);
    say(form, "The photo is up.");
    return page;
  } catch (problem) {
    if (problem.refused) await refuse(form, photo);
    say(form, problem.refused ?? problem.later ?? "Photo kept on this phone. Try again.");
    again.hidden = Boolean(problem.refused);
    throw problem;
  } finally {
    form.querySelector("[data-bar]").hidden = true;
  }
}

async function refuse(form, photo) {
  await forget(photo);
  if (form.held?.id === photo.id) form.held = null;
  if (form.held || placeOf(form) !== photo.place) return;
  const taken = stored.has(photo.id) && !atOnce(form); // the words are at fault, not the photo
  preview(form, taken ? photo.bytes : null);
  if (atOnce(form) || !photo.ready) return;
  form.elements.caption.value = photo.caption; // what was typed is not typed again
  for (const box of form.querySelectorAll("[name=others]")) box.checked = photo.others.includes(box.value);
  if (!taken) return;
  hold(form, { ...photo, id: newId(), ready: false });
  await keep(form.held);
}

function post(form, step, photo, body) {
  const bar = form.querySelector("[data-bar]");
  const request = new XMLHttpRequest(); // fetch tells nothing of how much has gone
  return new Promise((done, fail) => {
    request.open("POST", form.dataset[step].replace(form.elements.id.value, photo.id));
    request.setRequestHeader("X-CSRFToken", form.elements.csrfmiddlewaretoken.value);
    if (body instanceof Blob) {
      request.setRequestHeader("Content-Type", body.type || "application/octet-stream");
      request.upload.onprogress = (event) => {
        bar.hidden = false;
        bar.value = event.loaded / event.total;
      };
    }
    request.onload = () => {
      const answer = read(request.responseText);
      if (request.status < 300 && answer) done(answer);
      else fail(whyNot(request, answer?.error));
    };
    request.onerror = request.onabort = () => fail({});
    request.send(body);
  });
}

// Refused for good, or for as long as the server says.
function whyNot(request, said) {
  if (request.status === 422) return { refused: said };
  const rest = Number(request.getResponseHeader("Retry-After")) * 1000;
  return said && rest ? { later: said, rest } : {};
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function saidOf(form) {
  const told = new FormData(form);
  return {
    people: told.getAll("people"),
    others: told.getAll("others"),
    caption: told.get("caption") ?? "",
  };
}

function fields(photo) {
  const sent = new FormData();
  const [game, side] = photo.place.split(" ");
  sent.append("game", game);
  sent.append("side", side);
  sent.append("caption", photo.caption);
  for (const name of ["people", "others"]) for (const person of photo[name]) sent.append(name, person);
  return sent;
}

function placeOf(form) {
  return `${form.dataset.game} ${form.dataset.side}`;
}

function say(form, text) {
  form.hidden = false;
  form.querySelector("[data-status]").textContent = text;
}

function preview(form, bytes) {
  const image = form.querySelector("[data-preview]");
  URL.revokeObjectURL(image.src);
  image.hidden = true;
  if (!bytes) return image.removeAttribute("src");
  image.onload = () => { image.hidden = false; };
  image.src = URL.createObjectURL(bytes);
}

async function shrunk(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const paper = canvas.getContext("2d");
    paper.fillStyle = "white";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return jpeg && jpeg.size < file.size ? jpeg : null;
  } catch {
    return null;
  }
}
