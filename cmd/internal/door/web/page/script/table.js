// A table: it follows the events of the server, and its forms are sent in place.
import { announce } from "./announce.js";
import { startCalm } from "./calm.js";
import { byId, main } from "./dom.js";
import { follow } from "./events.js";
import { answered, startForms } from "./forms.js";
import { focusFirst, isKeyed, startKeyboard } from "./keyboard.js";
import { morph } from "./morph.js";
import { move, remember } from "./motion.js";
import { startNotify } from "./notify.js";

let drawn = Number(main.dataset.drawn); // the number of the table that is shown

export function startTable() {
  startKeyboard();
  startCalm();
  startForms(show);
  startNotify();
  addEventListener("hashchange", () => announce());
  announce(true);
  follow({
    table(html, number) {
      answered();
      show(html, number);
    },
    over: show,
  });
}

// show shows a table, unless it is of a moment before.
function show(html, number) {
  if (number && number < drawn) {
    return;
  }
  drawn = number || drawn;
  const before = remember();
  const wasReading = Boolean(byId("reading"));
  const wasFocused = hasFocus();
  morph(main, html);
  const reading = !wasReading && byId("reading");
  if (reading) {
    reading.focus();
  } else if (isKeyed() && !(wasFocused && hasFocus())) {
    focusFirst();
  }
  move(before);
  announce();
}

function hasFocus() {
  return document.activeElement !== document.body;
}
