// Announces what is new at the table, each thing once, and shows messages at the seat of the speaker.
import { keepAwake } from "./awake.js";
import { becomeCalm } from "./calm.js";
import { byId, findAll, main, newParagraph, say } from "./dom.js";
import { callToTurn } from "./notify.js";
import { offerButtons } from "./offers.js";

const bubbleMilliseconds = 5000;

// Things that are announced again when they appear again. All others are announced only when their text changes.
const recurringThings = ["note", "question", "result", "more"];

// Matches the names of events of the round, which are announced before their results.
const eventName = /^n\d/;

const state = {
  // The last announced text of each thing, by its name.
  saidTexts: new Map(),
  // The question to the person, with the revision of the table; empty without a question.
  question: "",
  // Whether a result is shown.
  isOver: false,
  // The number of the last message that was seen.
  lastSeenTalk: -1,
};

// forgetNote lets the next note be announced, also if it is the same again: the person has asked for it anew.
export function forgetNote() {
  state.saidTexts.delete("note");
}

// announce searches the table for what is new, and announces it. The first time everything counts as announced.
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
  const isNewTurn = isAsked && !state.question;
  const ends = !isFirstLook && names.has("result") && !state.isOver;
  state.question = question;
  state.isOver = names.has("result");

  if (isAsked || ends) {
    becomeCalm();
  }
  if (isNewTurn) {
    callToTurn(); // a further question to somebody who has just answered is no call
  }
  if (isAsked && !isFirstLook) {
    results.push(prompt);
  }
  keepAwake(question !== "");
  offerButtons();
  const texts = [...events, ...results];
  if (texts.length > 0) {
    say(texts.map(endSentence).join(" "));
  }
  if (ends) {
    byId("result").focus();
  }
}

// endSentence returns a text with a full stop, unless it ends with a sign of its own. So a screen reader pauses before
// the next text.
function endSentence(text) {
  return /[.!?:…][)"'“”«»]?$/.test(text) ? text : text + ".";
}

// findNews returns the texts of new events and of new results, and the names of all things that can be announced.
function findNews(isFirstLook) {
  const events = [];
  const results = [];
  const names = new Set();
  for (const element of findAll("[data-say]")) {
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

// showBubble shows a message at the seat of the speaker.
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

// countMissedTalk shows the number of messages that were not seen yet.
function countMissedTalk(isFirstLook) {
  const lines = findAll("#talk [data-say]");
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
