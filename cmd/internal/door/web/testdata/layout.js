// judge lays out a page of a table, and returns what is wrong with it, a line for each fault. Without the drawings it is
// faster, and all stands at the same place.
function judge(lang, html, withoutDrawings) {
  const faults = new Set();
  const width = document.documentElement.clientWidth;
  const height = innerHeight;
  document.documentElement.lang = lang;
  const main = document.getElementById("main");
  main.innerHTML = withoutDrawings ? html.replace(/<use[^>]*>/g, "") : html;
  scrollTo(0, 0);

  const boxOf = (e) => e.getBoundingClientRect();
  const describe = (e) => {
    const id = e.id ? "#" + e.id : "";
    const classes = typeof e.className === "string" ? e.className.trim().replace(/\s+/g, ".") : "";
    return `${e.tagName.toLowerCase()}${id}.${classes} "${e.textContent.trim().replace(/\s+/g, " ").slice(0, 60)}"`;
  };
  const fault = (what, ...elements) => faults.add(`${what}: ${elements.map(describe).join(" | ")}`);
  const all = (selector) => [...main.querySelectorAll(selector)].filter((e) => shown.has(e));

  // What is drawn, and the lines of its texts. Texts for screen readers alone and the panels at the side are left out.
  const shown = new Set();
  const cutting = new Set();
  const lines = [];
  const visit = (e) => {
    const style = getComputedStyle(e);
    const isUndrawn = style.display === "none" || style.visibility === "hidden" || style.opacity === "0" || style.clipPath !== "none";
    if (isUndrawn || e.matches(".side, .card-face, noscript")) {
      if (e.matches(".card-face")) {
        shown.add(e);
      }
      return;
    }
    shown.add(e);
    if (style.textOverflow === "ellipsis" && e.scrollWidth > e.clientWidth) {
      if (!e.matches(".plate:not(.near, .has-pyramid) .who p, .name.player")) { // another person's name
        fault("shortened", e);
      }
      return;
    }
    if (style.overflowX !== "visible" && style.display !== "inline") {
      cutting.add(e);
    }
    for (const node of e.childNodes) {
      if (node.nodeType === Node.ELEMENT_NODE && node.tagName !== "svg") {
        visit(node);
      } else if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          if (box.width > 1) {
            lines.push({ e, node, left: box.left, right: box.right, top: box.top + box.height * 0.27, bottom: box.bottom - box.height * 0.27 });
          }
        }
      }
    }
  };
  visit(main);

  const overlap = (a, b) => ({
    x: Math.min(a.right, b.right) - Math.max(a.left, b.left),
    y: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  });
  const isAt = (e, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (e.contains(hit) || hit.contains(e));
  };
  // A list that is longer than the felt scrolls there on low windows, where a cut tile says so.
  const list = main.querySelector(".middle.as-list");
  const scrolls = list && all(".middle .answer").some((e) => boxOf(e).bottom > boxOf(list).bottom - 2);
  const isScrolledAway = (e) => scrolls && list.contains(e);

  // News that do not fit are left out, in whole lines.
  const news = main.querySelector(".recent");
  const isWrappedAway = (line) => news?.contains(line.e) && line.left >= boxOf(news).right - 1;

  if (document.scrollingElement.scrollHeight > height + 1) {
    faults.add(`the page is ${document.scrollingElement.scrollHeight - height} px too high`);
  }

  for (const line of lines) {
    if (isScrolledAway(line.e) || isWrappedAway(line)) {
      continue;
    }
    const holder = line.e.closest(".plate, button, .button, .answer, .ask, .question, .name-tag, .prompt, .detail, .thing, .middle");
    if (line.right > width + 1 || line.left < -1) {
      fault("beside the window", line.e);
    }
    for (let e = line.e; e && e !== main; e = e.parentElement) {
      const isCutting = cutting.has(e);
      if (e !== holder && !isCutting || e === list && scrolls) {
        continue;
      }
      const box = boxOf(e);
      if (line.left < box.left - 2 || line.right > box.right + 2 || line.top < box.top - 1 || line.bottom > box.bottom + 1) {
        fault(isCutting ? "cut" : "runs out", line.e, e);
      }
    }
    const y = (line.top + line.bottom) / 2;
    for (const x of [line.left + 2, (line.left + line.right) / 2, line.right - 2]) {
      if (!isAt(line.e, x, y)) {
        const above = document.elementFromPoint(x, y);
        const isMeant = above?.closest(".ask, .question, .reading") && line.e.closest(".trick, .thing, .recent, .open .plate");
        if (!isMeant) {
          fault("covered", line.e, above ?? main);
        }
        break;
      }
    }
  }
  const seen = lines.filter((line) => !isWrappedAway(line));
  for (const [i, a] of seen.entries()) {
    for (const b of seen.slice(i + 1)) {
      const { x, y } = overlap(a, b);
      const isUnderQuestion = [a, b].some((l) => l.e.closest(".trick, .thing, .recent, .open .plate")) && main.querySelector(".ask, .question");
      const isBehind = isUnderQuestion || [a, b].some((l) => isScrolledAway(l.e));
      if (x > 2 && y > 2 && a.node !== b.node && !isBehind) {
        fault("one text over another", a.e, b.e);
      }
    }
  }

  // Words that must not be broken.
  for (const { e, node } of lines) {
    const words = e.closest(".name, .answer b, .name-tag") ? /\S+/g : /\S*\d[-·]\S+/g;
    for (const match of node.data.matchAll(words)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) {
        fault(`"${match[0]}" is broken`, e);
      }
    }
  }

  // Things beside each other.
  const things = all(".plate:not(.near), .middle .answer, .slot > :is(span:not(.name-tag):not(.hidden)), .thing, .recent, .dock");
  for (const [i, a] of things.entries()) {
    for (const b of things.slice(i + 1)) {
      const isOne = a.contains(b) || b.contains(a) || a.closest(".trick") && b.closest(".trick");
      const { x, y } = overlap(boxOf(a), boxOf(b));
      const isBehind = [a, b].some(isScrolledAway) || main.querySelector(".ask") && [a, b].some((e) => e.matches(".answer"));
      if (!isOne && !isBehind && x > 3 && y > 3) {
        fault(`${Math.round(x)}x${Math.round(y)} px over each other`, a, b);
      }
    }
  }

  // What can be chosen.
  for (const e of all("button, a.button")) {
    const box = boxOf(e);
    if (isScrolledAway(e)) {
      continue;
    }
    if (box.left < -1 || box.right > width + 1 || box.top < -1 || box.bottom > height + 1) {
      fault("a choice is outside", e);
    }
    const inView = e.closest(".hand") ? [[0.25, 0.15]] : [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5]];
    for (const [x, y] of inView) {
      if (!isAt(e, box.left + box.width * x, box.top + box.height * y)) {
        fault("a choice is hidden", e);
      }
    }
  }
  if (scrolls) {
    const fading = parseFloat(getComputedStyle(list, "::after").height) || 0;
    const end = boxOf(list).bottom;
    const isCut = all(".middle .answer").some((e) => boxOf(e).top < end - 8 && boxOf(e).bottom > end - fading * 0.7 + 3);
    if (!isCut) {
      faults.add(`nothing says that more follows (${list.scrollHeight} of ${list.clientHeight} px)`);
    }
    if (width >= 960) {
      faults.add(`${list.scrollHeight} px of answers in ${list.clientHeight}`);
    }
  }

  // The hand: what tells a card is seen, and so are the marks.
  const tops = new Set(all(".hand > li").map((e) => Math.round(boxOf(e).top)));
  const rows = width >= 960 || height < 500 ? 1 : 2;
  if (tops.size > rows) {
    faults.add(`the hand has ${tops.size} rows`);
  }
  for (const e of main.querySelectorAll(".hand .card")) {
    for (const part of e.querySelectorAll(".card-face > :is(b, i, .suit-sign), .card-mark")) {
      const box = boxOf(part);
      for (const x of [0.1, 0.9]) {
        const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height / 2);
        if (!hit || !e.closest("li").contains(hit)) {
          fault(`the ${part.className.baseVal ?? part.className ?? part.tagName} of a card in the hand is covered`, e);
          break;
        }
      }
    }
  }
  const pyramidRows = all(".pyramid > p");
  const isPyramidAsked = main.querySelector(".open .ask"); // then the question has its cards, or lies on it
  for (const e of isPyramidAsked ? [] : pyramidRows.at(-1)?.querySelectorAll(".card-face") ?? []) {
    const box = boxOf(e);
    if (!isAt(e, box.left + box.width * 0.3, box.top + box.height * 0.3) || !isAt(e, box.left + box.width / 2, box.bottom - 4)) {
      fault("the lowest row of the pyramid is covered", e.parentElement);
    }
  }
  return [...faults];
}
