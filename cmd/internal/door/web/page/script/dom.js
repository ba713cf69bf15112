// The parts of the page that all modules need.

// Where the pages lie: the folder of the scripts.
const base = new URL(".", document.currentScript.src);

// at returns an address of ours, which may lie below a path of the host.
export const at = (path) => new URL(path, base).pathname;

export const byId = (id) => document.getElementById(id);

// The part of the page that changes.
export const main = byId("main");

// findAll returns the elements in that part that a selector finds.
export const findAll = (selector) => [...main.querySelectorAll(selector)];

// The workers of the browser; undefined if it has none for this page.
export const workers = navigator.serviceWorker;

// The part that a screen reader reads when its text changes.
const announcement = byId("said");

// say makes a screen reader read a text, also if it has read the same text last: only a change is read.
export function say(text) {
  announcement.textContent = announcement.textContent === text ? text + "\u00a0" : text;
}

// newParagraph makes a paragraph that is not on the page yet.
export function newParagraph(className, properties) {
  return Object.assign(document.createElement("p"), { className }, properties);
}

// parsePage reads a page that was fetched.
export async function parsePage(response) {
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
