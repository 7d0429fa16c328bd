// What is typed into a hand and not saved yet outlives the page: a battery that dies, a tab that the
// phone lets go of. One hand's at a time, and only while that hand stands as it did when it was begun.

const KEPT = "scorebook draft";

const person = () => document.documentElement.dataset.person ?? "";

function slate() {
  try {
    return localStorage;
  } catch {
    return null; // the browser keeps nothing
  }
}

export class Draft {
  // `stands`: what the form said when it was opened.
  constructor(form, stands) {
    this.key = { at: new URL(form.action).pathname, person: person(), stands };
  }

  // {cards, total, open} as they were typed here before; null for nothing.
  found() {
    const kept = JSON.parse(slate()?.getItem(KEPT) ?? null);
    return kept && Object.entries(this.key).every(([name, value]) => kept[name] === value) ? kept : null;
  }

  keep(typed) {
    try {
      slate()?.setItem(KEPT, JSON.stringify({ ...this.key, ...typed }));
    } catch {
      // no room: the page keeps it
    }
  }

  drop() {
    if (this.found()) slate()?.removeItem(KEPT);
  }
}
