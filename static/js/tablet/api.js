// Talk to the server in JSON. An answer is {status, body}; status 0 means that none came.

const PATIENCE = 10000;

export class Api {
  constructor({ root, csrfCookie }) {
    this.root = root;
    this.csrfCookie = csrfCookie;
  }

  get(path, options = {}) {
    return this.ask(path, { method: "GET", ...options });
  }

  /** Send a queued command: same id, same version, as often as it takes. */
  send(item) {
    return this.post(item.path, item.body, { id: item.id, version: item.version, at: item.at });
  }

  post(path, body, { id, version = null, at }) {
    const headers = {
      "Content-Type": "application/json",
      "Idempotency-Key": id,
      "X-CSRFToken": cookie(this.csrfCookie),
      "X-Tablet-Time": at,
    };
    if (version !== null) headers["If-Match"] = `"${version}"`;
    return this.ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Post a plain form to a page outside the API; tells whether the server took it. */
  async form(address, values) {
    const headers = { "X-CSRFToken": cookie(this.csrfCookie) };
    try {
      return (
        await fetch(address, {
          method: "POST",
          headers,
          body: new URLSearchParams(values),
          signal: AbortSignal.timeout(PATIENCE),
        })
      ).ok;
    } catch {
      return false;
    }
  }

  async ask(path, options) {
    const ending = AbortSignal.timeout(PATIENCE);
    const headers = { Accept: "application/json", ...options.headers };
    try {
      const response = await fetch(this.root + path, { cache: "no-store", ...options, headers, signal: ending });
      const isJson = response.headers.get("Content-Type")?.includes("json");
      return { status: response.status, body: isJson ? await response.json() : null };
    } catch {
      return { status: 0, body: null };
    }
  }
}

function cookie(name) {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}
