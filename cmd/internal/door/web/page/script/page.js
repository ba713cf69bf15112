// The script of every page but that of a table. Without it everything works by loading pages again.
import { startCodes } from "./code.js";
import { awaitProgram } from "./coming.js";
import { offerResult } from "./share.js";
import { watchStorage } from "./storage.js";

startCodes();
awaitProgram();
watchStorage();
offerResult();
