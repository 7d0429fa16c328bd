// Hands the card to the phone's share sheet; where there is none, the link downloads it.

for (const link of document.querySelectorAll("[data-share]")) {
  link.addEventListener("click", (event) => {
    if (!navigator.canShare) return;
    event.preventDefault();
    share(link.href);
  });
}

async function share(address) {
  const answer = await fetch(address);
  const card = new File([await answer.blob()], "scorebook.png", { type: "image/png" });
  if (!navigator.canShare({ files: [card] })) return location.assign(address);
  try {
    await navigator.share({ files: [card] });
  } catch (problem) {
    if (problem.name !== "AbortError") location.assign(address);
  }
}
