// Brings the round in play into sight, and keeps the screen awake while the table is shown.

document.querySelector(".current")?.scrollIntoView({ block: "nearest" });

async function stayAwake() {
  // Refused without a tap, on low battery, or on plain http: then the screen sleeps as always.
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => {});
}

addEventListener("click", stayAwake, { once: true });
addEventListener("visibilitychange", stayAwake);
