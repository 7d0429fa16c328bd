// Sends a photo as soon as it is chosen, and smaller, while the page stays in use. The bytes lie on
// the phone until the server has said that it is posted, so a lost connection or a reload loses none.
// The form works the same without any of this.

import { newId } from "./ids.js";

const LONGEST = 2048;

for (const form of document.querySelectorAll("form[data-photo]:not([data-ready])")) {
  form.dataset.ready = "";
  begin(form);
}

async function begin(form) {
  const input = form.querySelector("input[type=file]");
  const button = form.querySelector("button");
  button.hidden = true;
  input.addEventListener("change", () => take(form, input));
  form.addEventListener("submit", (event) => { event.preventDefault(); send(form); });
  addEventListener("online", () => send(form));
  const [, kept] = await Promise.all([take(form, input), keptFor(form)]);
  if (kept && !form.held) {
    form.held = kept;
    preview(form, kept.bytes);
    send(form);
  }
}

async function take(form, input) {
  const [file] = input.files;
  if (!file) return;
  preview(form, file);
  const bytes = (await shrunk(file)) ?? file;
  form.held = {
    place: placeOf(form),
    id: newId(),
    bytes,
    people: new FormData(form).getAll("people"),
  };
  await keep(form.held);
  send(form);
}

async function send(form) {
  const photo = form.held;
  if (!photo || form.sending) return;
  form.sending = true;
  const button = form.querySelector("button");
  button.hidden = true;
  say(form, "Sending the photo…");
  try {
    await post(addressOf(form, "store", photo), form, photo.bytes);
    const { page } = await post(addressOf(form, "post", photo), form, fields(form, photo));
    await forget(photo);
    location.assign(page);
  } catch (problem) {
    if (problem.refused) await forget(photo);
    if (problem.refused && form.held === photo) form.held = null;
    say(form, problem.refused ?? "Photo kept on this phone. Try again.");
    button.hidden = Boolean(problem.refused);
    button.textContent = "Try again";
  } finally {
    form.sending = false;
    form.querySelector("[data-bar]").hidden = true;
    if (form.held && form.held !== photo) send(form); // another was chosen meanwhile
  }
}

function post(address, form, body) {
  const bar = form.querySelector("[data-bar]");
  const request = new XMLHttpRequest(); // fetch tells nothing of how much has gone
  return new Promise((done, fail) => {
    request.open("POST", address);
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
      else fail({ refused: request.status === 422 && answer ? answer.error : undefined });
    };
    request.onerror = request.onabort = () => fail({});
    request.send(body);
  });
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fields(form, photo) {
  const sent = new FormData();
  sent.append("game", form.dataset.game);
  sent.append("side", form.dataset.side);
  for (const person of photo.people) sent.append("people", person);
  return sent;
}

function placeOf(form) {
  return `${form.dataset.game} ${form.dataset.side}`;
}

function addressOf(form, step, photo) {
  return form.dataset[step].replace(form.elements.id.value, photo.id);
}

function say(form, text) {
  form.querySelector("[data-status]").textContent = text;
}

function preview(form, bytes) {
  const image = form.querySelector("[data-preview]");
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(bytes);
  image.onload = () => { image.hidden = false; };
  image.onerror = () => { image.hidden = true; };
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

// What is kept on the phone: one photo for each place. Where the browser keeps nothing, the page does.

function inStore(mode, act) {
  return new Promise((done) => {
    const opening = indexedDB.open("scorebook-photos", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photos", { keyPath: "place" });
    opening.onerror = () => done(undefined);
    opening.onsuccess = () => {
      const step = opening.result.transaction("photos", mode);
      const asked = act(step.objectStore("photos"));
      step.oncomplete = () => { opening.result.close(); done(asked.result); };
      step.onerror = step.onabort = () => { opening.result.close(); done(undefined); };
    };
  });
}

function keep(photo) {
  return inStore("readwrite", (photos) => photos.put(photo));
}

function forget(photo) {
  return inStore("readwrite", (photos) => photos.delete(photo.place));
}

function keptFor(form) {
  return inStore("readonly", (photos) => photos.get(placeOf(form)));
}
