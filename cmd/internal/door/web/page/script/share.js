// Shares and copies the link of a table, which a button has in data-link, and the text about a round.
import { main, say } from "./dom.js";

export function canShare() {
  return Boolean(navigator.share);
}

// shareLink opens the browser's own dialogue, which the person may close again.
export function shareLink(button) {
  navigator.share({ url: button.dataset.link }).catch(() => {});
}

// canCopy reports whether the page may write to the clipboard, which browsers allow only over https and on their own
// machine.
export function canCopy() {
  return Boolean(navigator.clipboard);
}

export async function copyLink(button) {
  await navigator.clipboard.writeText(button.dataset.link);
  say(button.textContent);
}

// offerResult makes a part of the page, which shows the text about a round, send it instead. If the browser cannot do
// that the text is copied and shown. It also loads the style of the end of a round.
export function offerResult() {
  loadStyle(main.querySelector("[data-end-style]")?.dataset.endStyle);
  const summary = main.querySelector("#share summary");
  if (summary) {
    summary.onclick = (event) => sendText(event, summary);
  }
}

function sendText(event, summary) {
  const text = summary.nextElementSibling.value;
  if (canShare()) {
    event.preventDefault();
    navigator.share({ text }).catch(() => {});
  } else {
    navigator.clipboard?.writeText(text).then(() => say(summary.dataset.copied));
  }
}

// loadStyle loads a style if the page does not have it yet.
function loadStyle(href) {
  if (href && !document.querySelector(`link[href="${href}"]`)) {
    const { nonce } = document.querySelector("script");
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", nonce, href }));
  }
}
