// Forms are sent in place. Until the table has answered another tap does nothing.
import { byId, main, paragraph, parsePage, say } from "./dom.js";
import { connect, disconnect, showLost } from "./events.js";

const slowAfter = 2000; // milliseconds
const connectAfter = 1500;

const toast = paragraph("toast");

let sending = false;
let slow;
let show;

// startForms calls showTable(html, number) with the tables that answer.
export function startForms(showTable) {
  show = showTable;
  main.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (form.hasAttribute("action")) {
      return; // it is none of the table's
    }
    event.preventDefault();
    if (location.hash) {
      location.hash = "";
    }
    send(new URLSearchParams(new FormData(form, submitter)), submitter);
  });
  main.addEventListener("click", (event) => {
    if (event.target.closest(".taken .trick")) {
      send(new URLSearchParams({ hold: 1 })); // a tap holds the trick, and another one lets it go
    }
  });
}

// answered ends the wait for an answer.
export function answered() {
  sending = false;
  clearTimeout(slow);
  toast.remove();
}

async function send(body, button) {
  if (sending) {
    return;
  }
  sending = true;
  button?.setAttribute("aria-busy", "true");
  slow = setTimeout(showSlow, slowAfter);
  try {
    const headers = { Accept: "text/event-stream" };
    const response = await fetch(location.pathname, { method: "POST", body, headers });
    if (byId("say") && body.has("say")) {
      byId("say").value = "";
    }
    if (response.status === 204) {
      waitForEvent(button);
      return;
    }
    const page = await parsePage(response);
    if (response.redirected && new URL(response.url).pathname !== location.pathname) {
      location.href = response.url;
      return;
    }
    if (!page.getElementById("table")) {
      disconnect();
    }
    const fresh = page.getElementById("main"); // without one the answer is none of ours
    show(fresh.innerHTML, Number(fresh.dataset.drawn));
  } catch {
    button?.removeAttribute("aria-busy");
    showLost();
  }
  answered();
}

// waitForEvent waits until the events show what was done. If they do not, another stream does.
function waitForEvent(button) {
  setTimeout(() => {
    button?.removeAttribute("aria-busy");
    if (sending) {
      connect();
    }
  }, connectAfter);
}

function showSlow() {
  toast.textContent = main.dataset.sending;
  document.body.append(toast);
  say(toast.textContent);
}
