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

// leaveIfCleared leaves the page of a site when the browser has cleared all that the site had stored. The worker, which
// answers the pages, is gone then, too. So the host sends the page that brings it, and after that comes the page that
// says that the games are gone.
export async function leaveIfCleared() {
  if (main.dataset.site && !await navigator.serviceWorker.getRegistration()) {
    location.replace(at("keep") + "?restored=cleared");
  }
}
