// Keeps the screen awake while a game is played. Refused without a tap, on low battery, or on plain
// http: then the screen sleeps as always.

let lock = null;
let wanted = false;
let asking = false;

async function ask() {
  if (!wanted || asking || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  asking = true;
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  asking = false;
  if (!wanted) release();
}

function release() {
  lock?.release();
  lock = null;
}

// The browser drops the lock whenever the page is hidden; some give it back only after a tap.
addEventListener("click", ask);
addEventListener("visibilitychange", ask);

export function keepAwake() {
  wanted = true;
  ask();
}

export function letSleep() {
  wanted = false;
  release();
}
