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

// The number of a table is the time at which the server drew it. In this header the server says when it took what was
// sent: a table with a smaller number does not show that.
const takenHeader = "Taken-At";

const slowToast = newParagraph("toast");

const state = {
  // Whether the table has not shown yet what was sent.
  isSending: false,
  // The button that has sent it, null for none.
  button: null,
  // The number that a table needs to show what was sent; Infinity until the server has taken it.
  takenAt: Infinity,
  // The number of the last table that an event has brought.
  newest: 0,
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

// noteTable notes the number of a table that an event has brought. The page goes on waiting if the server drew that
// table before it took what was sent: somebody else has done something meanwhile, or the page has connected again.
export function noteTable(number) {
  state.newest = number;
  if (isShown()) {
    endSending();
  } else if (state.isSending) {
    showBusy(); // the table was drawn anew
  }
}

// isShown reports whether an event has brought a table that shows what was sent last.
function isShown() {
  return state.newest >= state.takenAt;
}

function showBusy() {
  state.button?.setAttribute("aria-busy", "true");
}

// endSending ends the wait for an answer.
function endSending() {
  state.isSending = false;
  state.button?.removeAttribute("aria-busy");
  state.button = null;
  clearTimeout(state.slowTimer);
  slowToast.remove();
}

async function send(body, button) {
  if (state.isSending) {
    return;
  }
  state.isSending = true;
  state.button = button;
  state.takenAt = Infinity;
  askToKeep();
  noteUse();
  showBusy();
  state.slowTimer = setTimeout(showSlow, slowMilliseconds);
  try {
    const headers = { Accept: "text/event-stream" };
    const response = await fetch(location.pathname, { method: "POST", body, headers });
    if (byId("say") && body.has("say")) {
      byId("say").value = "";
    }
    if (response.status === statusNoContent) {
      state.takenAt = Number(response.headers.get(takenHeader));
      waitForEvent();
      return;
    }
    await showAnswer(response);
  } catch {
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
  const answer = page.getElementById("main");
  if (!answer) {
    throw new Error("this is no page of ours");
  }
  if (!page.getElementById("table")) {
    disconnect();
  }
  state.showTable(answer.innerHTML, Number(answer.dataset.drawn));
}

// waitForEvent waits for the event that shows the change, unless it has come before the answer.
function waitForEvent() {
  if (isShown()) {
    endSending();
    return;
  }
  const { button } = state;
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
