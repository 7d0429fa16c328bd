// "Copy" where the browser can: plain http on a home network may not touch the clipboard, but it
// can select the text.

for (const button of document.querySelectorAll("[data-copy]")) {
  const text = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    text.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(text.value);
    button.textContent = navigator.clipboard ? "Copied" : "Now copy it";
  });
}
