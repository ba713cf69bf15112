// Changes a page into a new one, like idiomorph: elements that have not changed stay, and so do typed text, open parts,
// the focus and motion.

// morph changes the content of an element to an HTML text.
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

// patch makes a node like the wanted one.
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

// patchAttributes gives an element the wanted attributes. It leaves open what a person has opened.
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

// patchChildren gives an element the wanted children. It moves no child, because that would take the focus away.
function patchChildren(element, wanted) {
  let next = element.firstChild;
  for (const wantedChild of [...wanted.childNodes]) {
    const child = findMatch(next, wantedChild);
    if (!child) {
      element.insertBefore(wantedChild, next);
      continue;
    }
    while (next !== child) {
      next = drop(next);
    }
    next = child.nextSibling;
    patch(child, wantedChild);
  }
  while (next) {
    next = drop(next);
  }
}

// findMatch returns the first of a node and its later siblings that can become the wanted node, null for none. If the
// wanted node has no key, only the given node may match.
function findMatch(node, wanted) {
  while (node && !isMatch(node, wanted)) {
    node = key(wanted) ? node.nextSibling : null;
  }
  return node;
}

function isMatch(node, wanted) {
  return node.nodeName === wanted.nodeName && key(node) === key(wanted);
}

// key returns the name that distinguishes an element from its siblings; empty if it has none.
function key(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    return "";
  }
  return node.id || node.dataset.say || "";
}

// drop removes a node and returns its next sibling. A speech bubble stays, because it removes itself after a while.
function drop(node) {
  const next = node.nextSibling;
  if (!node.classList?.contains("bubble")) {
    node.remove();
  }
  return next;
}
