// Shows beside the text of a round what it says so far, while it is typed. One answer is awaited at a time.
import { byId, main, parsePage } from "./dom.js";

const state = {
  // Whether an answer is awaited.
  isReading: false,
  // Whether the text has changed since it was sent.
  hasChanged: false,
};

export function startTyping() {
  main.addEventListener("input", (event) => {
    if (event.target.id === "text") {
      state.hasChanged = true;
      readAgain();
    }
  });
}

async function readAgain() {
  if (state.isReading) {
    return;
  }
  state.isReading = true;
  while (state.hasChanged) {
    state.hasChanged = false;
    await read().catch(() => {}); // without an answer the button shows the same
  }
  state.isReading = false;
}

async function read() {
  const { form } = byId("text");
  const body = new URLSearchParams(new FormData(form));
  body.append("do", "text");
  const response = await fetch(form.action, { method: "POST", body });
  const page = await parsePage(response);
  const answer = page.getElementById("read");
  const shown = byId("read");
  if (answer && shown) {
    shown.innerHTML = answer.innerHTML;
  }
}
