// Passkeys: [data-passkey-add] makes one before its form is sent; [data-passkey-use] shows one instead of the code.
// The server's JSON has base64url text where the browser wants bytes, and the other way round.
import { bytes, text } from "./base64url.js";

const known = () => Boolean(window.PublicKeyCredential && navigator.credentials);

async function asked(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const options = await answer.json();
  options.challenge = bytes(options.challenge);
  if (options.user) options.user.id = bytes(options.user.id);
  for (const each of [...(options.excludeCredentials ?? []), ...(options.allowCredentials ?? [])]) {
    each.id = bytes(each.id);
  }
  return options;
}

/** What a passkey answered, as the server reads it. */
function written(credential) {
  const { response } = credential;
  const parts = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (response[name]) parts[name] = text(response[name]);
  }
  const { id, type } = credential;
  return JSON.stringify({ id, rawId: text(credential.rawId), type, response: parts });
}

function say(form, is_wrong) {
  const place = form.querySelector("[data-passkey-error]");
  if (place) place.hidden = !is_wrong;
}

async function fill(form, name, ask) {
  say(form, false);
  try {
    form.elements[name].value = written(await ask());
  } catch (error) {
    // Cancelled, timed out, no key of this site, or the server did not answer: one sentence says what to do.
    console.info(error);
    say(form, true);
    return;
  }
  form.requestSubmit();
}

for (const form of document.querySelectorAll("[data-passkey-add]")) {
  form.querySelector("[data-passkey-missing]").hidden = known();
  form.querySelector("button[type=submit]").disabled = !known();
}
for (const button of document.querySelectorAll("[data-passkey-use]")) button.hidden = !known();

// Before htmx: without a passkey there is nothing to send yet.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target.closest("[data-passkey-add]");
    if (!form || form.elements.credential.value) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    fill(form, "credential", async () => {
      const publicKey = await asked(form.dataset.passkeyAdd);
      return navigator.credentials.create({ publicKey });
    });
  },
  true,
);

// An answer is good once: whatever was refused asks for another.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form");
  for (const name of ["credential", "passkey"]) {
    if (form?.elements[name]) form.elements[name].value = "";
  }
  if (form?.elements.code) form.elements.code.required = true;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-passkey-use]");
  if (!button) return;
  const { form } = button;
  form.elements.code.required = false;
  if (!form.reportValidity()) {
    form.elements.code.required = true;
    return;
  }
  fill(form, "passkey", async () => {
    const publicKey = await asked(button.dataset.passkeyUse);
    return navigator.credentials.get({ publicKey });
  }).then(() => {
    form.elements.code.required = !form.elements.passkey.value;
  });
});
