// Shares and copies the link of a table, which a button has in data-link.
import { say } from "./dom.js";

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
