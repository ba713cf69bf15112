// Cards move from where they were: to the trick, and to its winner.
import { byId, main } from "./dom.js";

const lasts = 250; // milliseconds
const suitLasts = 300;
const suitAfter = 90;

// remember returns where all cards are, to be handed to move when the next page is shown.
export function remember() {
  const cards = new Map();
  for (const element of main.querySelectorAll("[data-card]")) {
    const from = element.dataset.from; // of a card in the trick, the seat that played it
    const copy = from && element.cloneNode(true);
    cards.set(element.dataset.card, { from, at: element.getBoundingClientRect(), copy });
  }
  return { cards, winner: main.querySelector(".slot.wins")?.dataset.from, ended: main.querySelector(".all-suits") };
}

// move shows what has become of the cards since then.
export function move(before) {
  if (isStill() || document.hidden) {
    return;
  }
  if (!before.ended) {
    main.querySelectorAll(".all-suits > span").forEach(rise);
  }
  for (const card of main.querySelectorAll(".slot[data-card]")) {
    const was = before.cards.get(card.dataset.card);
    const from = was ? !was.from && was.at : seatAt(card.dataset.from); // from a hand, or from a seat
    if (from) {
      slide(card, from, card.getBoundingClientRect());
    }
  }
  collect(before);
}

// collect sends the cards of a trick to the seat of its winner.
function collect({ cards, winner }) {
  const seat = winner && seatAt(winner);
  if (!seat) {
    return;
  }
  const still = new Set([...main.querySelectorAll(".slot[data-card]")].map((slot) => slot.dataset.card));
  for (const [card, { from, at, copy }] of cards) {
    if (!from || still.has(card)) {
      continue; // it was in a hand, or lies there still
    }
    const to = { x: seat.x + seat.width / 2 - at.width / 2, y: seat.y };
    copy.className = "flying-card";
    copy.style.left = to.x + "px";
    copy.style.top = to.y + "px";
    copy.style.setProperty("--card-width", at.width + "px");
    document.body.append(copy);
    slide(copy, at, to).onfinish = () => copy.remove();
  }
}

function slide(element, from, to) {
  const start = `translate(${from.x - to.x}px,${from.y - to.y}px)`;
  return element.animate([{ transform: start }, { transform: "none" }], { duration: lasts, easing: "ease-out" });
}

// rise shows the suits of a victory one after the other.
function rise(suit, index) {
  suit.animate([{ transform: "translateY(1rem) scale(.2)", opacity: 0 }, { opacity: 1 }], {
    duration: suitLasts,
    delay: suitAfter * index,
    fill: "backwards",
    easing: "ease-out",
  });
}

function seatAt(number) {
  return byId("seat" + number)?.getBoundingClientRect();
}

function isStill() {
  return document.documentElement.dataset.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
