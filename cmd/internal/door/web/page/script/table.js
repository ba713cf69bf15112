// The script of a table: follows the events of the server, and sends forms without leaving the page.
import { announce } from "./announce.js";
import { startAwake } from "./awake.js";
import { becomeCalm, startCalm } from "./calm.js";
import { byId, findAll, main } from "./dom.js";
import { follow } from "./events.js";
import { noteTable, startForms } from "./forms.js";
import { focusFirstChoice, isKeyboardUsed, startKeyboard } from "./keyboard.js";
import { morph } from "./morph.js";
import { moveCards, rememberCards } from "./motion.js";
import { watchStorage } from "./storage.js";

// The number of a page that is not a table.
const noTable = 0;

const state = {
  // The number of the table that is shown. Later tables have larger numbers.
  drawn: Number(main.dataset.drawn),
};

startTable();

function startTable() {
  startKeyboard();
  startCalm();
  startForms(show);
  startAwake();
  watchStorage();
  addEventListener("hashchange", () => announce());
  announce(true);
  follow({
    table: byId("table").dataset.table,
    showTable(html, number) {
      show(html, number);
      noteTable(number);
    },
    showEnd: (html) => show(html, noTable),
  });
}

// show shows a table, unless a later one is shown already. A page that is not a table is always shown.
function show(html, number) {
  if (number !== noTable && number < state.drawn) {
    return;
  }
  state.drawn = Math.max(state.drawn, number);
  const before = rememberCards();
  const steps = nameSteps();
  const wasReading = Boolean(byId("reading"));
  const wasFocused = hasFocus();
  morph(main, html);
  if (steps && steps !== nameSteps()) {
    becomeCalm(); // nobody takes a step unread
  }
  const reading = !wasReading && byId("reading");
  if (reading) {
    reading.focus();
  } else if (isKeyboardUsed() && !(wasFocused && hasFocus() && !isChosen())) {
    focusFirstChoice();
  }
  moveCards(before);
  announce();
}

// isChosen reports whether the focus is on a card or an answer that is chosen, and that a button confirms.
function isChosen() {
  return document.activeElement.matches("[name=step][aria-pressed]");
}

// nameSteps names the steps below a result; empty without any.
function nameSteps() {
  return findAll(".steps form button").map(({ id }) => id).join();
}

// hasFocus reports whether something on the page has the focus.
function hasFocus() {
  return document.activeElement !== document.body;
}
