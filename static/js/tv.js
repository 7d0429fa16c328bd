// The television follows the game by itself, photo at the end, and stays on.

import { keepAwake } from "./awake.js";
import { follow } from "./follow.js";

keepAwake();

follow(() => location.pathname, {
  async changed(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    document.title = page.title;
  },
  gone() { location.reload(); },
  heard(yes) { document.body.classList.toggle("away", !yes); },
});
