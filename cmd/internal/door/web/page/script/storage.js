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

// How long a browser may take to clear everything, once it has cleared the worker.
const clearingMilliseconds = 1000;

// leaveIfCleared leaves the page of a site whose worker was cleared, perhaps with everything else before it could say
// so. As the worker answers the pages, the host sends the page that brings it. If the games are still there, that page
// comes in the place of this one, and shows the table again.
export async function leaveIfCleared() {
  if (!main.dataset.site || await navigator.serviceWorker.getRegistration()) {
    return;
  }
  await new Promise((done) => { setTimeout(done, clearingMilliseconds); });
  if (await hasGames()) {
    location.reload();
  } else {
    leave();
  }
}

// hasGames reports whether the browser has the database of the site. Not every browser can say so.
async function hasGames() {
  const databases = await indexedDB.databases?.() ?? [];
  return databases.some(({ name }) => name === `fellowship ${at("")}`);
}

// leave shows the page that says that the games are gone.
function leave() {
  location.replace(at("keep") + "?restored=cleared");
}
