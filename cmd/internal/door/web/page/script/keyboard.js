// Plays by keys, and tells what a card does when a pointer or the focus is on it.
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
}

// focusFirstChoice puts the focus on the first thing that can be done.
export function focusFirstChoice() {
  const choices = "button:is(.playable, .answer):not(.refused, #back), #goon, #ready";
  main.querySelector(choices)?.focus({ preventScroll: true });
}

// showDetail tells what a button does, where no note of the table stands.
function showDetail(event) {
  const detail = byId("detail");
  const button = event.target.closest?.("[data-detail]");
  if (detail && button && !byId("note")) {
    detail.textContent = button.dataset.detail;
  }
}

// moveFocus lets the arrow keys move the focus along the hand, or along the answers, round and round.
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
