// Once a page stands, this phone fetches what it needs to go on without a signal. No page waits for it.

addEventListener("load", async () => {
  await import("./evening.js");
  await import("./photos_go_on.js");
});
