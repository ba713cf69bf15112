// The script of every page. Without it everything works by loading pages again.
import { startCodes } from "./code.js";
import { byId } from "./dom.js";
import { offerResult } from "./share.js";
import { startTable } from "./table.js";

startCodes();
if (byId("table")) {
  startTable();
} else {
  offerResult();
}
