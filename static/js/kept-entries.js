// A refusal or an ended session takes nothing away that somebody typed. Where the page itself goes (to the
// sign-in, to a page that says why not), its forms are kept in this tab and filled in again when the same
// person comes back to the page. PINs, passwords and files are never kept.
import { entriesOf, putBack } from "./entries.js";

const NAME = "kept-entries";
const LASTS = 20 * 60_000;

function keep(forms, wasRefused) {
  const entries = forms.flatMap(entriesOf);
  const { signedIn } = document.body.dataset;
  if (!entries.length || !signedIn) return;
  const kept = { path: location.pathname, badge: signedIn, at: Date.now(), wasRefused, entries };
  sessionStorage.setItem(NAME, JSON.stringify(kept));
}

function read() {
  const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
  return kept && Date.now() - kept.at < LASTS ? kept : null;
}

function give(kept) {
  kept.entries.forEach(putBack);
  const note = /** @type {HTMLTemplateElement} */ (document.getElementById("kept-entries")).content.cloneNode(true);
  document.getElementById("content")?.prepend(note);
}

/** What becomes of entries when a page comes: kept on the way back, filled in, or dropped. */
function arrive() {
  const kept = read();
  const { signedIn, refused } = document.body.dataset;
  if (!kept || (signedIn && signedIn !== kept.badge)) return sessionStorage.removeItem(NAME);
  if (!signedIn || refused !== undefined) {
    sessionStorage.setItem(NAME, JSON.stringify({ ...kept, wasRefused: true }));
  } else if (!kept.wasRefused) {
    sessionStorage.removeItem(NAME);
  } else if (kept.path === location.pathname) {
    sessionStorage.removeItem(NAME);
    give(kept);
  }
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method === "post" && !form.hasAttribute("hx-post")) keep([form], false);
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.xhr.status === 401) keep(Array.from(document.forms), true);
});
document.body.addEventListener("signed-out", () => keep(Array.from(document.forms), true));
arrive();
