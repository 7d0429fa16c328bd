// Once a page stands, this phone fetches what follows the other phones, and what it needs to go on
// without a signal. No page waits for it.

addEventListener("load", async () => {
  if (document.querySelector(".play[data-entering]")) await import("./beside.js");
  await import("./evening.js");
  await import("./photos_go_on.js");
});
