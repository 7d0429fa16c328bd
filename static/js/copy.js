// "Copy" where the browser can: plain http on a home network may not touch the clipboard, but it
// can select the text.

export async function copy(text, button) {
  text.select();
  const copied = await navigator.clipboard?.writeText(text.value).then(
    () => true,
    () => false,
  );
  button.textContent = copied ? "Copied" : "Now copy it";
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(document.getElementById(button.dataset.copy), button));
}
