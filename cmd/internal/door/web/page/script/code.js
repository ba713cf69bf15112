// Takes the code of a table that a link brings along.
import { byId } from "./dom.js";

const tableCode = /^#\w{3}-?\w{3}-?\w{3}$/;

// takeCode fills in the code behind the # of a link, which no server is told. Only that of a table: a longer one would
// make a browser that of the person who sent the link.
export function takeCode() {
  const field = byId("code");
  if (field && tableCode.test(location.hash)) {
    field.value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
  }
}
