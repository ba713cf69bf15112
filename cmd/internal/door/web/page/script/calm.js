// Ignores taps for a moment, so that a finger on its way does not hit something that has just appeared.
import { main } from "./dom.js";
import { isKeyboardUsed } from "./keyboard.js";

const calmMilliseconds = 400;

// becomeCalm ignores taps for a moment.
export function becomeCalm() {
  document.body.dataset.calm = "1";
  setTimeout(() => {
    delete document.body.dataset.calm;
  }, calmMilliseconds);
}

// startCalm stops such taps before the scripts of buttons hear of them.
export function startCalm() {
  const stopIfTooEarly = (event) => {
    if (isTooEarly(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  main.addEventListener("click", stopIfTooEarly, { capture: true });
}

// isTooEarly reports whether a tap comes too early: by a finger on any button, or by a mouse on a card, an answer or a
// step below a result.
function isTooEarly(event) {
  const targets = event.pointerType === "touch" ? "a, button, summary" : ".card, .answer, .steps button";
  return document.body.dataset.calm && !isKeyboardUsed() && event.target.closest(targets);
}
