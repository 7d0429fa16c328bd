// Passkeys: what the site asks goes to the browser, what the browser answers goes to the site. The
// page hides the forms until this finds that the browser can.

import { thisKey } from "./outbox.js";

const GAVE_UP = ["NotAllowedError", "AbortError"]; // somebody said no, or nobody said anything

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential) break;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form).catch((problem) => show(form, problem));
  });
}

async function ask(form) {
  form.querySelector("[data-problem]").hidden = true;
  const { publicKey } = await send(form, form.dataset.options);
  const credential = await navigator.credentials[form.dataset.passkey]({ publicKey: unpacked(publicKey) });
  thisKey.abort();
  const { go } = await send(form, form.dataset.answer + window.location.search, packed(credential));
  window.location.assign(go);
}

async function send(form, address, body = {}) {
  const token = form.elements.csrfmiddlewaretoken.value;
  const headers = { "X-CSRFToken": token, "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok || answer.redirected) throw new Error(told.problem);
  return told;
}

function show(form, problem) {
  const place = form.querySelector("[data-problem]");
  place.textContent = GAVE_UP.includes(problem.name)
    ? "No passkey was used."
    : problem.message || "That did not work. Load the page anew and try once more.";
  place.hidden = false;
}

function unpacked(options) {
  const one = (key) => ({ ...key, id: bytes(key.id) });
  return {
    ...options,
    challenge: bytes(options.challenge),
    user: options.user && one(options.user),
    excludeCredentials: options.excludeCredentials?.map(one),
    allowCredentials: options.allowCredentials?.map(one),
  };
}

function packed({ id, rawId, type, response }) {
  const told = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) told[name] = text(response[name]);
  }
  return { id, rawId: text(rawId), type, response: told };
}

function bytes(base64url) {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
