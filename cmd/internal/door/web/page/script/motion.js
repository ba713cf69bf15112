// Moves cards from where they were: to the trick, and to its winner.
import { byId, findAll, main } from "./dom.js";

const slideMilliseconds = 250;
const riseMilliseconds = 300;

// rememberCards returns where all cards are. The result is passed to moveCards when the next page is shown.
export function rememberCards() {
  const cards = new Map();
  for (const element of findAll("[data-card]")) {
    const seat = element.dataset.from; // the seat that has played a card of the trick
    cards.set(element.dataset.card, {
      seat,
      box: element.getBoundingClientRect(),
      copy: seat && element.cloneNode(true),
    });
  }
  return {
    cards,
    winner: main.querySelector(".slot.wins")?.dataset.from,
    region: main.querySelector(".region"),
  };
}

// moveCards moves the cards from where they were before.
export function moveCards(before) {
  if (isStill() || document.hidden) {
    return;
  }
  if (!before.region) {
    findAll(".region").forEach(rise);
  }
  for (const card of findAll(":is(.slot, .giving > *)[data-card]")) {
    const start = startOf(card, before.cards.get(card.dataset.card));
    if (start) {
      slide(card, start, card.getBoundingClientRect());
    }
  }
  collectTrick(before);
}

// startOf returns where a card of the trick comes from: a hand or a seat. It returns null if the card lay there before.
function startOf(card, remembered) {
  if (!remembered) {
    return seatBox(card.dataset.from);
  }
  return remembered.seat ? null : remembered.box;
}

// collectTrick moves the cards of a trick that is over to the seat of its winner.
function collectTrick({ cards, winner }) {
  const seat = winner && seatBox(winner);
  if (!seat) {
    return;
  }
  const inTrick = new Set(findAll(".slot[data-card]").map((slot) => slot.dataset.card));
  for (const [name, { seat: player, box, copy }] of cards) {
    if (!player || inTrick.has(name)) {
      continue; // it was in a hand, or still lies there
    }
    const end = { x: seat.x + seat.width / 2 - box.width / 2, y: seat.y };
    copy.className = "flying-card";
    copy.style.left = end.x + "px";
    copy.style.top = end.y + "px";
    copy.style.setProperty("--card-width", box.width + "px");
    document.body.append(copy);
    slide(copy, box, end).onfinish = () => copy.remove();
  }
}

function slide(element, start, end) {
  const transform = `translate(${start.x - end.x}px,${start.y - end.y}px)`;
  return element.animate([{ transform }, { transform: "none" }], { duration: slideMilliseconds, easing: "ease-out" });
}

// rise lets the picture of a victory grow.
function rise(picture) {
  picture.animate([{ transform: "translateY(1rem) scale(.2)", opacity: 0 }, {}], {
    duration: riseMilliseconds,
    easing: "ease-out",
  });
}

function seatBox(number) {
  return byId("seat" + number)?.getBoundingClientRect();
}

// isStill reports whether the person wants no motion.
function isStill() {
  return document.documentElement.dataset.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
