// The script of every page. Without it everything works by loading pages again.
import { startCodes } from "./code.js";
import { byId } from "./dom.js";
import { startLook } from "./look.js";
import { startTable } from "./table.js";

startCodes();
if (byId("walk")) {
  startLook();
} else if (byId("table")) {
  startTable();
}
