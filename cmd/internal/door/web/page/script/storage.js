// Asks the browser to keep what a site has stored. A browser may otherwise clear it when room is short, or after some
// weeks without a visit.
import { at, main, workers } from "./dom.js";

let hasAsked = false;

// askToKeep asks once, when somebody plays: then there is something to lose. Some browsers ask the person in turn.
export function askToKeep() {
  if (!hasAsked && main.dataset.site) {
    hasAsked = true;
    navigator.storage?.persist?.();
  }
}

// How long the browser may take to clear everything, once it has cleared the worker.
const clearMilliseconds = 2000;

// Whether the page is being left because the games are gone. It may take a while until the next one comes, and nothing
// else may come then.
let isLeaving = false;

// watchStorage leaves the page of a site when the worker says that the browser has cleared what the site had stored, or
// the browser has cleared the worker.
export function watchStorage() {
  if (main.dataset.site) {
    workers.addEventListener("controllerchange", leaveIfCleared);
    workers.addEventListener("message", ({ data }) => {
      if (data.stage === "cleared") {
        leave(); // at once: a program that starts again would send this page to the menu
      }
    });
  }
}

// leaveIfCleared leaves the page of a site whose worker was cleared, perhaps with everything else before it could say
// so. As the worker answers the pages, the host sends the page that brings it. If the games are still there, that page
// comes in the place of this one, and shows the table again.
export async function leaveIfCleared() {
  if (!main.dataset.site) {
    return;
  }
  await new Promise((done) => setTimeout(done, clearMilliseconds));
  const isThere = await workers.getRegistration();
  const databases = await indexedDB.databases?.(); // not every browser can say so
  if (isThere || isLeaving) {
    return;
  }
  if (databases?.some(({ name }) => name === `fellowship ${at("")}`)) {
    location.reload();
  } else {
    leave();
  }
}

// leave shows the page that says that the games are gone.
function leave() {
  isLeaving = true;
  location.replace(at("keep") + "?restored=cleared");
}
