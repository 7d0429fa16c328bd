// Seats by tapping. The form underneath stays as it is: each person's number is still one field of it.

const form = document.querySelector("#new-game");
const dealer = form.elements.first_dealer;
const start = document.querySelector("[data-start]");
const people = [...form.querySelectorAll("[data-seat]")].map((box) => known(box));
const newcomers = [...form.querySelectorAll("[data-newcomer]")].map((box) => newcomer(box));
const dealers = element("div", "seats");
const add = element("button", "button");

function element(tag, classes, text = "") {
  const made = document.createElement(tag);
  made.className = classes;
  made.textContent = text;
  if (tag === "button") made.type = "button";
  return made;
}

function known(box) {
  const field = box.querySelector("input");
  const name = box.querySelector("label").textContent;
  const button = element("button", "button seat-button", name);
  const person = { field, button, name: () => name };
  button.addEventListener("click", () => toggle(person));
  field.type = "hidden";
  box.replaceChildren(button, field);
  return person;
}

function newcomer(box) {
  const [field, name, short] = ["number", "name", "short_name"].map((end) => box.querySelector(`[name$="-${end}"]`));
  const remove = element("button", "button quiet remove", "✕");
  const badge = element("span", "badge");
  const person = { box, field, badge, input: name, name: () => name.value.trim() || "New" };
  remove.setAttribute("aria-label", "Remove");
  badge.setAttribute("role", "img");
  remove.addEventListener("click", () => {
    name.value = short.value = "";
    if (field.value) toggle(person);
    box.hidden = true;
    add.hidden = false;
    add.focus();
  });
  field.type = "hidden";
  box.querySelector("[data-number]").replaceChildren(badge, field);
  box.append(remove);
  box.hidden = !name.value && !field.value;
  box.addEventListener("input", show);
  return person;
}

const seated = () =>
  [...people, ...newcomers].filter((person) => person.field.value).sort((a, b) => a.field.value - b.field.value);

function toggle(person) {
  const table = seated();
  const deals = table[dealer.value - 1];
  if (person.field.value) {
    person.field.value = "";
    table.splice(table.indexOf(person), 1);
  } else {
    table.push(person);
  }
  table.forEach((one, place) => (one.field.value = place + 1));
  dealer.value = Math.max(table.indexOf(deals), 0) + 1;
  show();
}

function show() {
  const table = seated();
  for (const { button, field } of people) {
    const name = button.textContent;
    button.setAttribute("aria-pressed", Boolean(field.value));
    button.setAttribute("aria-label", field.value ? `${name}, seat ${field.value}` : name);
    button.dataset.order = field.value;
  }
  for (const { badge, field } of newcomers) {
    badge.textContent = field.value;
    badge.setAttribute("aria-label", `Seat ${field.value}`);
  }
  dealers.replaceChildren(...table.map((person, place) => dealerButton(person, place + 1)));
  const deals = table[dealer.value - 1];
  const players = table.length === 1 ? "1 player" : `${table.length} players`;
  start.textContent = deals ? `Start: ${players}, ${deals.name()} deals` : "Start the game";
}

function dealerButton(person, place) {
  const button = element("button", "button", person.name());
  button.setAttribute("aria-pressed", Number(dealer.value) === place);
  button.addEventListener("click", () => {
    dealer.value = place;
    show();
    dealers.children[place - 1].focus();
  });
  return button;
}

function addNewcomer() {
  const person = newcomers.find(({ box }) => box.hidden);
  person.box.hidden = false;
  toggle(person);
  add.hidden = newcomers.every(({ box }) => !box.hidden);
  person.input.focus();
}

function begin() {
  const details = form.querySelector("[data-new-people]");
  const stack = details.querySelector("[data-newcomers]");
  const box = form.querySelector("[data-dealer]");
  add.textContent = "+ New person";
  add.addEventListener("click", addNewcomer);
  details.replaceWith(stack);
  stack.append(add);
  dealer.type = "hidden";
  box.replaceChildren(dealers, dealer);
  form.querySelector("[data-plain]").hidden = true;
  form.querySelector("[data-tapped]").hidden = false;
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "rule_set") return;
    for (const text of form.querySelectorAll("[data-custom]")) text.hidden = text.dataset.custom !== target.value;
  });
  // Lines kept from a form sent without numbers sit after the others, as the site seats them.
  newcomers.filter(({ input, field }) => input.value && !field.value).forEach(toggle);
  show();
}

begin();
