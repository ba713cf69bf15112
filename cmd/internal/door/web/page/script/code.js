// Fills in the code of a table from a link.
import { byId } from "./dom.js";

const tableCode = /^#\w{3}-?\w{3}-?\w{3}$/;

// startCodes fills in the code after the # of the page's address, also if a link is followed while the page is open.
export function startCodes() {
  takeCode();
  addEventListener("hashchange", () => takeCode()?.focus());
}

// takeCode fills in the code, which the browser does not send to the server, and returns its field, or null without a
// code. It takes only the code of a table: a longer code would log the browser in as the person who sent the link.
function takeCode() {
  const field = byId("code");
  if (!field || !tableCode.test(location.hash)) {
    return null;
  }
  field.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  return field;
}
