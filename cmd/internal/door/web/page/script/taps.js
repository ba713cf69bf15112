// Cards of a real table are tapped in place, one after the other: nothing moves under the finger. Without this
// script each tap loads the page again.
import { byId, main, parsePage } from "./dom.js";

const tapped = "#form :is([name=tap],[name=to],#undo)";

let queue = Promise.resolve();
let failed = false;

main.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (failed || !button?.matches(tapped)) {
    return;
  }
  event.preventDefault();
  queue = queue
    .then(() => send(button))
    .catch(() => {
      failed = true;
      (byId(button.id) ?? button).click();
    });
});

async function send(button) {
  const form = byId("form");
  const body = new URLSearchParams(new FormData(form));
  body.append(button.name, button.value);
  const page = await parsePage(await fetch(form.action, { method: "POST", body }));
  const wasOpen = main.querySelector("details")?.open;
  const focused = document.activeElement?.id;
  main.innerHTML = page.getElementById("main").innerHTML;
  if (wasOpen) {
    main.querySelector("details").open = true;
  }
  if (focused) {
    byId(focused)?.focus({ preventScroll: true });
  }
}
