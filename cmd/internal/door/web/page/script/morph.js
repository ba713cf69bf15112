// A small idiomorph: a new page takes the place of the old one, but what has not changed stays, and with it what is
// typed, open and focused, and what moves.

// morph makes the content of an element that of a text in HTML.
export function morph(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const wanted = document.createElement(element.nodeName);
  wanted.append(template.content);
  for (const { name, value } of element.attributes) {
    wanted.setAttribute(name, value);
  }
  patch(element, wanted);
}

function patch(node, wanted) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.data !== wanted.data) {
      node.data = wanted.data;
    }
    return;
  }
  patchAttributes(node, wanted);
  patchChildren(node, wanted);
}

// patchAttributes leaves open what a person has opened.
function patchAttributes(element, wanted) {
  for (const { name } of [...element.attributes]) {
    if (!wanted.hasAttribute(name) && name !== "open") {
      element.removeAttribute(name);
    }
  }
  for (const { name, value } of wanted.attributes) {
    if (element.getAttribute(name) !== value) {
      element.setAttribute(name, value);
    }
  }
}

// patchChildren moves no child: that would take the focus away.
function patchChildren(element, wanted) {
  let next = element.firstChild;
  for (const child of [...wanted.childNodes]) {
    const found = find(next, child);
    if (!found) {
      element.insertBefore(child, next);
      continue;
    }
    while (next !== found) {
      next = drop(next);
    }
    next = next.nextSibling;
    patch(found, child);
  }
  while (next) {
    next = drop(next);
  }
}

// find looks for the node that is to become the wanted one. One without a key is looked for in its place only.
function find(node, wanted) {
  while (node && !isSame(node, wanted)) {
    node = key(wanted) ? node.nextSibling : null;
  }
  return node;
}

function isSame(a, b) {
  return a.nodeName === b.nodeName && key(a) === key(b);
}

function key(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.say || "" : "";
}

// drop removes a node and returns the one behind it. A speech bubble goes by itself.
function drop(node) {
  const next = node.nextSibling;
  if (!node.classList?.contains("bubble")) {
    node.remove();
  }
  return next;
}
