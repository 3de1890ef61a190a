// What was sent arrives before a link is followed. Without this the late answer of an act ("go back to
// the table") would take away the page that somebody has gone to meanwhile. After a refusal the link is
// not followed, so that it is read; a second tap on the link follows it at once.
const onTheWay = new Set();
let wanted = "";

function isPlain(event, link) {
  const elsewhere = link.target || link.hasAttribute("download") || link.getAttribute("href").startsWith("#");
  return !elsewhere && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

document.addEventListener("htmx:beforeSend", (event) => {
  if (event.detail.requestConfig.verb !== "get") onTheWay.add(event.detail.xhr);
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!onTheWay.delete(event.detail.xhr)) return;
  // htmx calls an answer that sends the page elsewhere neither successful nor failed.
  const { status } = event.detail.xhr;
  if (wanted && status >= 200 && status < 400) location.assign(wanted);
  wanted = "";
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !onTheWay.size || event.defaultPrevented || !isPlain(event, link)) return;
  if (wanted === link.href) return;
  event.preventDefault();
  wanted = link.href;
});
