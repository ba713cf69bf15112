// What is new is said, each thing once, and talk stands at the seat of who speaks.
import { becomeCalm } from "./calm.js";
import { byId, main, paragraph, say } from "./dom.js";
import { keepAwake, offer, ring } from "./notify.js";

const bubbleFor = 5000; // milliseconds
const fleeting = ["note", "question", "result", "more"]; // said again when they come again
const isNews = /^n\d/;

const told = new Map(); // what was said last of each thing
let turn = ""; // what is asked of the person, and at which moment; empty if nothing is
let ended = false;
let lastRead = -1; // the number of the last line of talk that was seen

// announce looks through the table for what is new. On the first look everything counts as said.
export function announce(first = false) {
  const { events, results, present } = findNews(first);
  for (const id of fleeting) {
    if (!present.has(id)) {
      told.delete(id);
    }
  }
  countMissed(first);
  const table = byId("table");
  if (table) {
    document.title = table.dataset.title;
  }
  const prompt = byId("prompt")?.textContent || "";
  const now = table?.dataset.turn ? prompt + main.querySelector("[name=seen]")?.value : "";
  const rings = now && now !== turn;
  const ends = !first && present.has("result") && !ended;
  turn = now;
  ended = present.has("result");
  if (rings || ends) {
    becomeCalm();
  }
  if (rings) {
    ring();
    if (!first) {
      results.push(prompt);
    }
  }
  keepAwake(turn !== "");
  offer();
  const lines = [...events, ...results];
  if (lines.length) {
    say(lines.join(" "));
  }
  if (ends) {
    byId("result").focus();
  }
}

// findNews returns what has happened, what has come of it, and the names of all things that are said.
function findNews(first) {
  const events = [];
  const results = [];
  const present = new Set();
  for (const element of main.querySelectorAll("[data-say]")) {
    const id = element.dataset.say;
    const text = (element.dataset.says || element.textContent).trim().replace(/\s+/g, " ");
    present.add(id);
    if (!first && text && told.get(id) !== text) {
      (isNews.test(id) ? events : results).push(text);
      showBubble(element);
    }
    told.set(id, text);
  }
  return { events, results, present };
}

// showBubble shows a line of talk at the plate of who says it.
function showBubble(element) {
  const plate = element.dataset.at && byId("seat" + element.dataset.at);
  if (!plate) {
    return;
  }
  const bubble = paragraph("bubble", {
    ariaHidden: true,
    textContent: element.querySelector("span").textContent,
    onclick: () => bubble.remove(),
  });
  plate.querySelector(".bubble")?.remove();
  plate.append(bubble);
  setTimeout(() => bubble.remove(), bubbleFor);
}

// countMissed shows how many lines of talk were not seen yet.
function countMissed(first) {
  const talk = [...main.querySelectorAll("#talk [data-say]")].map((line) => Number(line.dataset.say.slice(4)));
  if (first || byId("talk")?.checkVisibility()) {
    lastRead = talk.at(-1) ?? -1;
  }
  const badge = byId("missed");
  if (badge) {
    badge.textContent = talk.filter((number) => number > lastRead).length;
    badge.hidden = badge.textContent === "0";
  }
}
