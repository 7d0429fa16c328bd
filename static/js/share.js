// Hands the card to the phone's share sheet; where there is none, the link downloads it.

const TYPE = "image/png";

for (const link of document.querySelectorAll("[data-share]")) {
  link.addEventListener("click", (event) => {
    if (!takesPictures()) return;
    event.preventDefault();
    share(link);
  });
}

function takesPictures() {
  return navigator.canShare?.({ files: [new File([], "card.png", { type: TYPE })] });
}

async function share(link) {
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const card = new File([await answer.blob()], "scorebook.png", { type: TYPE });
    await navigator.share({ files: [card] });
  } catch (problem) {
    if (problem.name !== "AbortError") download(link);
  }
}

function download({ href }) {
  Object.assign(document.createElement("a"), { href, download: "" }).click();
}
