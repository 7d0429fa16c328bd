// Seats by tapping. The form underneath stays as it is: each person's number is still one field of it.

function element(tag, classes, text = "") {
  const made = document.createElement(tag);
  made.className = classes;
  made.textContent = text;
  if (tag === "button") made.type = "button";
  return made;
}

export class Seating {
  constructor(form, start) {
    this.form = form;
    this.start = start;
    this.dealer = form.elements.first_dealer;
    this.dealers = element("div", "seats");
    this.add = element("button", "button", "+ New person");
    this.people = [...form.querySelectorAll("[data-seat]")].map((box) => this.known(box));
    this.newcomers = [...form.querySelectorAll("[data-newcomer]")].map((box) => this.newcomer(box));
    this.replaceFields();
    // Lines kept from a form sent without numbers sit after the others, as the site seats them.
    this.newcomers.filter(({ input, field }) => input.value && !field.value).forEach((person) => this.toggle(person));
    this.show();
  }

  known(box) {
    const field = box.querySelector("input");
    const name = box.querySelector("label").textContent;
    const button = element("button", "button seat-button", name);
    const person = { field, button, name: () => name };
    button.addEventListener("click", () => this.toggle(person));
    field.type = "hidden";
    box.replaceChildren(button, field);
    return person;
  }

  newcomer(box) {
    const [field, name, short] = ["number", "name", "short_name"].map((end) => box.querySelector(`[name$="-${end}"]`));
    const remove = element("button", "button quiet remove", "✕");
    const badge = element("span", "badge");
    const person = { box, field, badge, input: name, name: () => name.value.trim() || "New" };
    remove.setAttribute("aria-label", "Remove");
    badge.setAttribute("role", "img");
    remove.addEventListener("click", () => {
      name.value = "";
      if (short) short.value = "";
      if (field.value) this.toggle(person);
      box.hidden = true;
      this.add.hidden = false;
      this.add.focus();
    });
    field.type = "hidden";
    box.querySelector("[data-number]").replaceChildren(badge, field);
    box.append(remove);
    box.hidden = !name.value && !field.value;
    box.addEventListener("input", () => this.show());
    return person;
  }

  seated() {
    const everybody = [...this.people, ...this.newcomers].filter((person) => person.field.value);
    return everybody.sort((one, other) => one.field.value - other.field.value);
  }

  toggle(person) {
    const table = this.seated();
    const deals = table[this.dealer.value - 1];
    if (person.field.value) {
      person.field.value = "";
      table.splice(table.indexOf(person), 1);
    } else {
      table.push(person);
    }
    table.forEach((one, place) => { one.field.value = place + 1; });
    this.dealer.value = Math.max(table.indexOf(deals), 0) + 1;
    this.show();
  }

  show() {
    const table = this.seated();
    for (const { button, field } of this.people) {
      const name = button.textContent;
      button.setAttribute("aria-pressed", Boolean(field.value));
      button.setAttribute("aria-label", field.value ? `${name}, seat ${field.value}` : name);
      button.dataset.order = field.value;
    }
    for (const { badge, field } of this.newcomers) {
      badge.textContent = field.value;
      badge.setAttribute("aria-label", `Seat ${field.value}`);
    }
    this.dealers.replaceChildren(...table.map((person, place) => this.dealerButton(person, place + 1)));
    const deals = table[this.dealer.value - 1];
    const players = table.length === 1 ? "1 player" : `${table.length} players`;
    this.start.textContent = deals ? `Start: ${players}, ${deals.name()} deals` : "Start the game";
  }

  dealerButton(person, place) {
    const button = element("button", "button", person.name());
    button.setAttribute("aria-pressed", Number(this.dealer.value) === place);
    button.addEventListener("click", () => {
      this.dealer.value = place;
      this.show();
      this.dealers.children[place - 1].focus();
    });
    return button;
  }

  addNewcomer() {
    const person = this.newcomers.find(({ box }) => box.hidden);
    person.box.hidden = false;
    this.toggle(person);
    this.add.hidden = this.newcomers.every(({ box }) => !box.hidden);
    person.input.focus();
  }

  replaceFields() {
    const { form, dealer } = this;
    const details = form.querySelector("[data-new-people]");
    const stack = details.querySelector("[data-newcomers]");
    this.add.addEventListener("click", () => this.addNewcomer());
    details.replaceWith(stack);
    stack.append(this.add);
    dealer.type = "hidden";
    form.querySelector("[data-dealer]").replaceChildren(this.dealers, dealer);
    form.querySelector("[data-plain]").hidden = true;
    form.querySelector("[data-tapped]").hidden = false;
    form.addEventListener("change", ({ target }) => {
      if (target.name !== "rule_set") return;
      for (const text of form.querySelectorAll("[data-custom]")) text.hidden = text.dataset.custom !== target.value;
    });
  }
}

const form = document.querySelector("#new-game");
if (form) new Seating(form, document.querySelector("[data-start]"));
