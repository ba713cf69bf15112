// Fills in the code of a table from a link.
import { byId } from "./dom.js";

const tableCode = /^#\w{3}-?\w{3}-?\w{3}$/;

// takeCode fills in the code after the # of a link, which the browser does not send to the server. It takes only the
// code of a table: a longer code would log the browser in as the person who sent the link.
export function takeCode() {
  const field = byId("code");
  if (field && tableCode.test(location.hash)) {
    field.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
  }
}
