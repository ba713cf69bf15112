// Asks the browser to keep what a site has stored. A browser may otherwise clear it when room is short, or after some
// weeks without a visit.
import { main } from "./dom.js";

let hasAsked = false;

// askToKeep asks once, when somebody plays: then there is something to lose. Some browsers ask the person in turn.
export function askToKeep() {
  if (!hasAsked && main.dataset.site) {
    hasAsked = true;
    navigator.storage?.persist?.();
  }
}
