// The menu of a site is there before the program is, on a first visit and whenever the browser has stopped the program.
import { at, byId, workers } from "./dom.js";

// The part of the menu that shows how much of the program has come.
const coming = byId("coming");

// awaitProgram asks for the program as soon as the menu is drawn with its styles: the same thread brings these and
// starts the program.
export function awaitProgram() {
  if (!coming) {
    return;
  }
  workers.addEventListener("message", ({ data }) => {
    if (data.stage === "load") {
      coming.hidden = false;
      coming.querySelector("progress").value = data.share;
    }
  });
  workers.startMessages();
  addEventListener("online", askForProgram); // it may have been on its way when the connection was lost
  if (document.readyState === "complete") {
    askForProgram();
  } else {
    addEventListener("load", askForProgram, { once: true });
  }
}

// askForProgram waits until the program has started. If it cannot start, the page that is opened next says why.
async function askForProgram() {
  await fetch(at("~ready")).catch(() => {});
  coming.hidden = true;
}
