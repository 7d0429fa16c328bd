// Brings what matters now into sight, and keeps the screen awake while the table is shown.

document.querySelector(".current")?.scrollIntoView({ block: "nearest" });
const missing = document.querySelector(".table-dock a")?.pathname;
for (const cell of document.querySelectorAll(".current td > a")) {
  if (cell.pathname === missing) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}
// A correction comes back to the cell that it began in.
document.getElementById(location.hash.slice(1))?.focus();

async function stayAwake() {
  // Refused without a tap, on low battery, or on plain http: then the screen sleeps as always.
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => {});
}

addEventListener("click", stayAwake, { once: true });
addEventListener("visibilitychange", stayAwake);
