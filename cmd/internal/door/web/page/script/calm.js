// A finger on its way does not meet what has just come.
import { main } from "./dom.js";
import { isKeyed } from "./keyboard.js";

const calmFor = 400; // milliseconds

// becomeCalm has taps do nothing for a moment.
export function becomeCalm() {
  document.body.dataset.calm = "1";
  setTimeout(() => {
    delete document.body.dataset.calm;
  }, calmFor);
}

export function startCalm() {
  main.addEventListener("click", (event) => {
    if (isTooEarly(event)) {
      event.preventDefault();
    }
  });
}

function isTooEarly(event) {
  const tapped = event.pointerType === "touch" ? "a,button" : ".card,.answer";
  return document.body.dataset.calm && !isKeyed() && event.target.closest(tapped);
}
