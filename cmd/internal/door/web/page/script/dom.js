// What all modules need of the page.

export const byId = (id) => document.getElementById(id);

export const main = byId("main");

const said = byId("said");

// say has a screen reader say a text.
export function say(text) {
  said.textContent = text;
}

// paragraph makes a paragraph that is not on the page yet.
export function paragraph(className, properties) {
  return Object.assign(document.createElement("p"), { className }, properties);
}

// parsePage reads a page that was fetched.
export async function parsePage(response) {
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
