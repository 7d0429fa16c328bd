// Asks an address again and again by its ETag, and tells when the answer is another one.

const EVERY = 4000; // ms
const PATIENCE = 8000; // ms, for one answer

// `address()` is asked anew each time; `changed(response)` gets each answer that is not the last
// one again, `heard(yes)` whether the house answered at all; `gone()` ends it: the house knows no
// such page any more, as of a game in the bin. Asks at once, and again when the page comes back into
// sight. Returns what stops it.
export function follow(address, { changed, heard = () => {}, gone = () => {} }) {
  let tag = "";
  let timer;
  let stopped = false;
  let asking = false;

  async function ask() {
    if (asking) return;
    asking = true;
    clearTimeout(timer);
    const headers = tag ? { "If-None-Match": tag } : {};
    try {
      if (!navigator.onLine) throw new Error("no signal");
      const answer = await fetch(address(), { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (stopped) return;
      if (answer.status === 404) {
        stopped = true;
        gone();
        return;
      }
      if (answer.ok && !answer.redirected) {
        await changed(answer);
        tag = answer.headers.get("ETag") ?? "";
      }
      heard(answer.ok || answer.status === 304);
    } catch {
      if (!stopped) heard(false);
    }
    asking = false;
    if (!stopped && document.visibilityState === "visible") timer = setTimeout(ask, EVERY);
  }

  const back = () => { if (document.visibilityState === "visible" && !stopped) ask(); };
  addEventListener("visibilitychange", back);
  addEventListener("online", back);
  ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
