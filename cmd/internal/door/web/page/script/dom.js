// The parts of the page that all modules need.

export const byId = (id) => document.getElementById(id);

// The part of the page that changes.
export const main = byId("main");

// The part that a screen reader reads when its text changes.
const announcement = byId("said");

// say makes a screen reader read a text.
export function say(text) {
  announcement.textContent = text;
}

// newParagraph makes a paragraph that is not on the page yet.
export function newParagraph(className, properties) {
  return Object.assign(document.createElement("p"), { className }, properties);
}

// parsePage reads a page that was fetched.
export async function parsePage(response) {
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
