// The events of the server, each of which is the whole table. One that is overdue means that the line is dead,
// whatever the browser says; an error says so at once.
import { byId, main, paragraph, say } from "./dom.js";

const overdue = 30000; // milliseconds, as all below
const lookEvery = 5000;
const freshFor = 3000; // a page that comes back after that asks anew
const retryAfter = 1000;

const lostLine = paragraph("alarm lost-line");

let source;
let heardAt = 0;
let over = false;
let handlers;

// follow calls table(html, number) with each table, and over(html) with the last page.
export function follow(given) {
  handlers = given;
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", () => {
    heardAt = 0;
    wake();
  });
  setInterval(() => {
    if (!over && Date.now() - heardAt > overdue) {
      showLost();
      connect();
    }
  }, lookEvery);
  connect();
}

// connect begins to listen, anew if need be.
export function connect() {
  if (over) {
    return;
  }
  source?.close();
  heardAt = Date.now();
  const mine = new EventSource(`/table/${byId("table").dataset.table}/events`);
  source = mine;
  mine.addEventListener("table", (event) => {
    heard();
    handlers.table(event.data, Number(event.lastEventId));
  });
  mine.addEventListener("beat", heard);
  mine.addEventListener("again", connect);
  mine.addEventListener("over", (event) => {
    disconnect();
    handlers.over(event.data);
  });
  mine.onerror = () => {
    showLost();
    if (mine.readyState === EventSource.CLOSED) {
      setTimeout(() => {
        if (mine === source) {
          connect();
        }
      }, retryAfter);
    }
  };
}

// disconnect listens no longer: the table is over for this person.
export function disconnect() {
  over = true;
  source.close();
}

// showLost shows that the line is dead, and says so once.
export function showLost() {
  if (over) {
    return;
  }
  document.body.append(lostLine);
  if (lostLine.textContent !== main.dataset.lost) {
    lostLine.textContent = main.dataset.lost;
    say(main.dataset.lost);
  }
}

function heard() {
  heardAt = Date.now();
  lostLine.remove();
}

function wake() {
  if (!document.hidden && Date.now() - heardAt > freshFor) {
    connect();
  }
}
