// Says what is new at the table, each thing once, and shows talk at the seat of who speaks.
import { keepAwake } from "./awake.js";
import { becomeCalm } from "./calm.js";
import { byId, main, newParagraph, say } from "./dom.js";
import { callToTurn } from "./notify.js";
import { offerButtons } from "./offers.js";

const bubbleMilliseconds = 5000;

// Things that are said again when they come again; all others are said when their text changes.
const recurringThings = ["note", "question", "result", "more"];

// The names of events of the round, which are said before what came of them.
const eventName = /^n\d/;

const state = {
  // What was said last of each thing, by its name.
  saidTexts: new Map(),
  // What the person is asked, and at which moment; empty if nothing is asked.
  question: "",
  // Whether a result is shown.
  isOver: false,
  // The number of the last line of talk that was seen.
  lastSeenTalk: -1,
};

// announce looks through the table for what is new. On the first look everything counts as said.
export function announce(isFirstLook = false) {
  const { events, results, names } = findNews(isFirstLook);
  for (const name of recurringThings) {
    if (!names.has(name)) {
      state.saidTexts.delete(name);
    }
  }
  countMissedTalk(isFirstLook);
  const table = byId("table");
  if (table) {
    document.title = table.dataset.title;
  }

  const prompt = byId("prompt")?.textContent || "";
  const question = table?.dataset.turn ? prompt + main.querySelector("[name=seen]")?.value : "";
  const isAsked = question && question !== state.question;
  const ends = !isFirstLook && names.has("result") && !state.isOver;
  state.question = question;
  state.isOver = names.has("result");

  if (isAsked || ends) {
    becomeCalm();
  }
  if (isAsked) {
    callToTurn();
    if (!isFirstLook) {
      results.push(prompt);
    }
  }
  keepAwake(question !== "");
  offerButtons();
  const texts = [...events, ...results];
  if (texts.length > 0) {
    say(texts.join(" "));
  }
  if (ends) {
    byId("result").focus();
  }
}

// findNews returns the texts of what has happened and of what came of it, and the names of all things that are said.
function findNews(isFirstLook) {
  const events = [];
  const results = [];
  const names = new Set();
  for (const element of main.querySelectorAll("[data-say]")) {
    const name = element.dataset.say;
    const text = (element.dataset.says || element.textContent).trim().replace(/\s+/g, " ");
    names.add(name);
    if (!isFirstLook && text && state.saidTexts.get(name) !== text) {
      const texts = eventName.test(name) ? events : results;
      texts.push(text);
      showBubble(element);
    }
    state.saidTexts.set(name, text);
  }
  return { events, results, names };
}

// showBubble shows a line of talk at the seat of who says it.
function showBubble(line) {
  const seat = line.dataset.at && byId("seat" + line.dataset.at);
  if (!seat) {
    return;
  }
  const bubble = newParagraph("bubble", {
    ariaHidden: true,
    textContent: line.querySelector("span").textContent,
    onclick: () => bubble.remove(),
  });
  seat.querySelector(".bubble")?.remove();
  seat.append(bubble);
  setTimeout(() => bubble.remove(), bubbleMilliseconds);
}

// countMissedTalk shows how many lines of talk were not seen yet.
function countMissedTalk(isFirstLook) {
  const lines = [...main.querySelectorAll("#talk [data-say]")];
  const numbers = lines.map((line) => Number(line.dataset.say.slice("talk".length)));
  if (isFirstLook || byId("talk")?.checkVisibility()) {
    state.lastSeenTalk = numbers.at(-1) ?? -1;
  }
  const badge = byId("missed");
  if (badge) {
    const missed = numbers.filter((number) => number > state.lastSeenTalk).length;
    badge.textContent = missed;
    badge.hidden = missed === 0;
  }
}
