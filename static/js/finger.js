// What is under a finger stays where it is until the finger is gone, by lifting it or by scrolling.

const GONE = ["pointerup", "pointercancel"];

let pressed = false;

addEventListener("pointerdown", () => { pressed = true; });
for (const gone of GONE) addEventListener(gone, () => { pressed = false; });

export function untouched() {
  if (!pressed) return Promise.resolve();
  return new Promise((free) => {
    for (const gone of GONE) addEventListener(gone, () => setTimeout(free), { once: true });
  });
}
