// Asks the browser to keep what a site has stored. A browser may otherwise clear it when room is short, or after some
// weeks without a visit.
import { at, main } from "./dom.js";

let hasAsked = false;

// askToKeep asks once, when somebody plays: then there is something to lose. Some browsers ask the person in turn.
export function askToKeep() {
  if (!hasAsked && main.dataset.site) {
    hasAsked = true;
    navigator.storage?.persist?.();
  }
}

// watchStorage leaves the page of a site when the worker says that the browser has cleared what the site had stored.
export function watchStorage() {
  if (main.dataset.site) {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data.stage === "cleared") {
        leave();
      }
    });
    navigator.serviceWorker.startMessages();
  }
}

// leaveIfCleared leaves the page of a site whose worker was cleared, too, before it could say so. As the worker
// answers the pages, the host sends the page that brings it.
export async function leaveIfCleared() {
  if (main.dataset.site && !await navigator.serviceWorker.getRegistration()) {
    leave();
  }
}

// leave shows the page that says that the games are gone.
function leave() {
  location.replace(at("keep") + "?restored=cleared");
}
