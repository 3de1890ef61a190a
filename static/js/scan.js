// An input with data-scan gets a camera button where there is a camera. A hand scanner needs nothing:
// it types. What a label puts before the number ("ENV:") is taken off either way. Browsers without a
// reader of their own (Safari, Firefox) get one that reads QR codes, when somebody first scans.
const CORNERS = "M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3";
const BARS = "M8 8v8M11 8v8M13.5 8v8M16 8v8";
const LENS = `<svg class="icon" aria-hidden="true" viewBox="0 0 24 24"><path d="${CORNERS}${BARS}"/></svg>`;

function take(input, text) {
  input.value = text.split(":").pop().trim();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  navigator.vibrate?.(30);
}

async function reader() {
  const formats = ["qr_code", "code_128", "code_39", "ean_13"];
  if ("BarcodeDetector" in window) {
    const detector = new window.BarcodeDetector({ formats });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  await import("../vendor/jsqr/jsQR.js");
  const canvas = document.createElement("canvas");
  const drawn = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    if (!canvas.width) return undefined;
    drawn.drawImage(video, 0, 0);
    const { data, width, height } = drawn.getImageData(0, 0, canvas.width, canvas.height);
    return window.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data;
  };
}

async function scan(input) {
  const read = await reader();
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const dialog = document.createElement("dialog");
  dialog.className = "dialog scan-dialog";
  const video = document.createElement("video");
  video.playsInline = true;
  video.muted = true;
  video.srcObject = stream;
  dialog.append(video);
  document.body.append(dialog);
  dialog.showModal();
  await video.play();
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    for (const track of stream.getTracks()) track.stop();
    dialog.remove();
  });
  while (dialog.open) {
    const found = await read(video);
    if (found) {
      take(input, found);
      dialog.close();
    }
    await new Promise((next) => requestAnimationFrame(next));
  }
}

function addButtons(root) {
  if (!navigator.mediaDevices) return;
  for (const input of root.querySelectorAll("[data-scan]:not([data-scan-ready])")) {
    input.dataset.scanReady = "";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon-button scan-button";
    button.innerHTML = LENS;
    button.setAttribute("aria-label", input.placeholder || "Scan");
    button.addEventListener("click", () => scan(input).catch(() => button.remove()));
    input.after(button);
    input.parentElement.classList.add("has-scan");
  }
}

document.addEventListener("change", (event) => {
  const input = event.target.closest?.("[data-scan]");
  if (input && /^(SET|ENV):/.test(input.value)) take(input, input.value);
});
addButtons(document);
document.addEventListener("htmx:load", (event) => addButtons(event.detail.elt));
