// Sends the forms of a table without leaving the page. Until the table has answered, further taps are ignored.
import { forgetNote } from "./announce.js";
import { byId, main, newParagraph, parsePage, say } from "./dom.js";
import { connect, disconnect, showLost } from "./events.js";
import { noteUse } from "./sharing.js";
import { askToKeep } from "./storage.js";

// If an answer takes longer than that, the page says so.
const slowMilliseconds = 2000;

// If no event has shown the change after that time, the page connects again.
const eventMilliseconds = 1500;

const statusNoContent = 204;

const slowToast = newParagraph("toast");

const state = {
  // Whether an answer is awaited.
  isSending: false,
  // The timer that shows that the answer takes long.
  slowTimer: 0,
  // The function that is called with the tables that answer, see startForms.
  showTable: null,
};

// startForms calls showTable(html, number) with the tables that answer.
export function startForms(showTable) {
  state.showTable = showTable;
  main.addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    const leadsElsewhere = form.hasAttribute("action");
    if (leadsElsewhere) {
      return;
    }
    event.preventDefault();
    if (location.hash && !("stays" in form.dataset)) {
      location.hash = ""; // closes the panel that the form is in
    }
    forgetNote();
    send(new URLSearchParams(new FormData(form, button)), button);
  });
  main.addEventListener("click", (event) => {
    if (event.target.closest(".taken .trick")) {
      send(new URLSearchParams({ hold: 1 })); // a tap holds the trick, and another one lets it go
    }
  });
}

// endSending ends the wait for an answer.
export function endSending() {
  state.isSending = false;
  clearTimeout(state.slowTimer);
  slowToast.remove();
}

async function send(body, button) {
  if (state.isSending) {
    return;
  }
  state.isSending = true;
  askToKeep();
  noteUse();
  button?.setAttribute("aria-busy", "true");
  state.slowTimer = setTimeout(showSlow, slowMilliseconds);
  try {
    const headers = { Accept: "text/event-stream" };
    const response = await fetch(location.pathname, { method: "POST", body, headers });
    if (byId("say") && body.has("say")) {
      byId("say").value = "";
    }
    if (response.status === statusNoContent) {
      waitForEvent(button);
      return;
    }
    await showAnswer(response);
  } catch {
    button?.removeAttribute("aria-busy");
    showLost();
  }
  endSending();
}

// showAnswer shows the page that answers, or goes to the page to which it redirects. It throws if the page is not one
// of ours.
async function showAnswer(response) {
  const page = await parsePage(response);
  if (response.redirected && new URL(response.url).pathname !== location.pathname) {
    location.href = response.url;
    return;
  }
  if (!page.getElementById("table")) {
    disconnect();
  }
  const answer = page.getElementById("main");
  state.showTable(answer.innerHTML, Number(answer.dataset.drawn));
}

// waitForEvent waits for the event that shows the change.
function waitForEvent(button) {
  setTimeout(() => {
    button?.removeAttribute("aria-busy");
    if (state.isSending) {
      connect();
    }
  }, eventMilliseconds);
}

function showSlow() {
  slowToast.textContent = main.dataset.sending;
  document.body.append(slowToast);
  say(slowToast.textContent);
}
