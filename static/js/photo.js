// Sends a photo as soon as it is chosen, and smaller: an evening's reception is not for 12 megapixels.
// What this browser cannot open goes as it is; the form works the same without any of this.

const LONGEST = 2048;

for (const form of document.querySelectorAll("form[data-photo]:not([data-ready])")) {
  form.dataset.ready = "";
  form.querySelector("button").hidden = true;
  const input = form.querySelector("input[type=file]");
  input.addEventListener("change", () => send(form, input));
  send(form, input); // what was chosen while this was still on its way
}

async function send(form, input) {
  const [file] = input.files;
  if (!file) return;
  preview(form, file);
  form.querySelector("button").hidden = false; // to try again with, should the reception fail
  const smaller = await shrunk(file);
  if (smaller) input.files = listOf(smaller);
  if (!form.reportValidity()) return;
  form.querySelector("[data-status]").textContent = "Sending the photo…";
  form.requestSubmit();
}

function preview(form, file) {
  const image = form.querySelector("[data-preview]");
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(file);
  image.onload = () => { image.hidden = false; };
  image.onerror = () => { image.hidden = true; };
}

async function shrunk(file) {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const paper = canvas.getContext("2d");
    paper.fillStyle = "white";
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    return jpeg && jpeg.size < file.size ? new File([jpeg], "photo.jpg", { type: jpeg.type }) : null;
  } catch {
    return null;
  }
}

function listOf(file) {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer.files;
}
