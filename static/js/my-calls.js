// Be called on this device: the form [data-push-key] subscribes the browser and then sends what it said.
// A subscription under an older key of the floor is made again by itself.
import { bytes, text } from "./base64url.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-push-key]"));
const SCOPE = "/queue/";

function say(name) {
  for (const each of form.querySelectorAll("[data-push-says]")) {
    /** @type {HTMLElement} */ (each).hidden = each.getAttribute("data-push-says") !== name;
  }
}

const can = () => Boolean(form.dataset.pushKey && navigator.serviceWorker && window.PushManager && window.Notification);

/** This browser's subscription, made anew where it was made under another key. */
async function subscribed() {
  const worker = await navigator.serviceWorker.register(form.dataset.worker, { scope: SCOPE });
  const applicationServerKey = bytes(form.dataset.pushKey);
  const known = await worker.pushManager.getSubscription();
  const key = known?.options.applicationServerKey;
  if (known && key && text(key) === form.dataset.pushKey) return known;
  await known?.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function fill() {
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  try {
    const found = await subscribed();
    form.elements.endpoint.value = found.endpoint;
    form.elements.public_key.value = text(found.getKey("p256dh"));
    form.elements.secret.value = text(found.getKey("auth"));
  } catch (error) {
    console.info(error);
    return say("failed");
  }
  say("");
  form.requestSubmit();
}

if (form) {
  say(can() ? "" : "missing");
  form.querySelector("button").disabled = !can();
  // Before htmx: without a subscription there is nothing to send yet.
  form.addEventListener(
    "submit",
    (event) => {
      if (form.elements.endpoint.value) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      fill();
    },
    true,
  );
}
