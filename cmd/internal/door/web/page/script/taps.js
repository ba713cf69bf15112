// Sends taps on the cards of a real table without loading the page again, one after the other, so that nothing moves
// under the finger.
import { byId, main, parsePage } from "./dom.js";
import { startTyping } from "./typing.js";

const tapButtons = "#form :is([name=tap], [name=to], #undo)";

const state = {
  // The taps that are sent, one after the other.
  queue: Promise.resolve(),
  // Whether a tap could not be sent. Then the browser sends the form itself.
  hasFailed: false,
};

main.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (state.hasFailed || !button?.matches(tapButtons)) {
    return;
  }
  event.preventDefault();
  state.queue = state.queue.then(() => send(button)).catch(() => sendByBrowser(button));
});

function sendByBrowser(button) {
  state.hasFailed = true;
  const buttonNow = byId(button.id) ?? button;
  buttonNow.click();
}

async function send(button) {
  const form = byId("form");
  const body = new URLSearchParams(new FormData(form));
  body.append(button.name, button.value);
  const response = await fetch(form.action, { method: "POST", body });
  const page = await parsePage(response);
  const wasOpen = main.querySelector("details")?.open;
  const focusedId = document.activeElement?.id;
  main.innerHTML = page.getElementById("main").innerHTML;
  if (wasOpen) {
    main.querySelector("details").open = true;
  }
  if (focusedId) {
    byId(focusedId)?.focus({ preventScroll: true });
  }
}

startTyping();
