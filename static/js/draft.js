// What is typed into a hand and not saved yet outlives the page: a battery that dies, a tab that the
// phone lets go of. One hand's at a time, and only while that hand stands as it did when it was begun.

import { get, put, remove } from "./store.js";

const KEY = "hand";

export class Draft {
  #done = Promise.resolve();

  // `stands`: what the form said when it was opened.
  constructor(form, stands) {
    const person = document.documentElement.dataset.person ?? "";
    this.about = { at: new URL(form.action).pathname, person, stands };
  }

  // {cards, total, open} as they were typed here before; null for nothing.
  async found() {
    const kept = await get("drafts", KEY).catch(() => null);
    const isThis = Object.entries(this.about).every(([name, value]) => kept?.[name] === value);
    return isThis ? kept : null;
  }

  keep(typed) {
    this.#next(() => put("drafts", { key: KEY, ...this.about, ...typed }));
  }

  drop() {
    this.#next(async () => { if (await this.found()) await remove("drafts", KEY); });
  }

  // One after the other; what cannot be kept stays on the page.
  #next(act) {
    this.#done = this.#done.then(act).catch(() => {});
  }
}
