// Once a page stands, this phone fetches what it needs to go on without a signal. No page waits for it.

addEventListener("load", () => import("./evening.js"));
addEventListener("load", () => import("./photos_go_on.js"));
