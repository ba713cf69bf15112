// Plays by keyboard, and shows the effect of a card when the pointer or the focus is on it.
import { byId, main } from "./dom.js";

const state = {
  // Whether the last input came from the keyboard.
  isKeyboardUsed: false,
};

export function isKeyboardUsed() {
  return state.isKeyboardUsed;
}

export function startKeyboard() {
  addEventListener("keydown", () => {
    state.isKeyboardUsed = true;
  });
  addEventListener("pointerdown", () => {
    state.isKeyboardUsed = false;
  });
  main.addEventListener("focusin", showDetail);
  main.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") {
      showDetail(event);
    }
  });
  main.addEventListener("keydown", moveFocus);
  main.addEventListener("keydown", closeReading);
}

// focusFirstChoice moves the focus to the first thing that can be chosen.
export function focusFirstChoice() {
  const choices = "button:is(.playable, .answer):not(.refused, #back), #ready";
  (byId("goon") || main.querySelector(choices))?.focus({ preventScroll: true });
}

// showDetail shows the effect of a button, unless a note of the table is shown there.
function showDetail(event) {
  const detail = byId("detail");
  const button = event.target.closest?.("[data-detail]");
  if (detail && button && !byId("note")) {
    detail.textContent = button.dataset.detail;
  }
}

// closeReading closes the page over the round when Enter is pressed while that page itself has the focus.
function closeReading(event) {
  if (event.key === "Enter" && event.target.id === "reading") {
    event.preventDefault();
    byId("unread").click();
  }
}

// moveFocus moves the focus with the arrow keys along the hand or the answers, from the end back to the beginning.
function moveFocus(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const button = event.target.closest?.(".hand-form button, .answers button");
  if (!step || !button) {
    return;
  }
  const buttons = [...button.form.querySelectorAll("button")];
  const next = (buttons.indexOf(button) + step + buttons.length) % buttons.length;
  buttons[next].focus();
  event.preventDefault();
}
