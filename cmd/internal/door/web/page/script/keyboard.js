// Playing by keys, and what a card does where there is a pointer or a focus on it.
import { byId, main } from "./dom.js";

let keyed = false;

// isKeyed reports whether the last input came from the keyboard.
export function isKeyed() {
  return keyed;
}

export function startKeyboard() {
  addEventListener("keydown", () => {
    keyed = true;
  });
  addEventListener("pointerdown", () => {
    keyed = false;
  });
  main.addEventListener("focusin", showDetail);
  main.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") {
      showDetail(event);
    }
  });
  main.addEventListener("keydown", walkHand);
}

// focusFirst puts the focus on the first thing that can be done.
export function focusFirst() {
  const first = main.querySelector("button:is(.playable,.answer):not(.refused,#back),#goon,#ready");
  first?.focus({ preventScroll: true });
}

// showDetail leaves a note of the table where it is.
function showDetail(event) {
  const detail = byId("detail");
  const button = event.target.closest?.("[data-detail]");
  if (detail && button && !byId("note")) {
    detail.textContent = button.dataset.detail;
  }
}

// walkHand has arrows go along the hand, or along the answers, round and round.
function walkHand(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const button = event.target.closest?.(".hand-form button,.answers button");
  if (!by || !button) {
    return;
  }
  const all = [...button.form.querySelectorAll("button")];
  all[(all.indexOf(button) + by + all.length) % all.length].focus();
  event.preventDefault();
}
