// Follows the events of the server, each of which is the whole table. If an event is overdue, the connection counts as
// dead, even if the browser reports no error. An error is shown at once.
import { byId, main, newParagraph, say } from "./dom.js";

const overdueMilliseconds = 30000;
const checkEveryMilliseconds = 5000;
const retryMilliseconds = 1000;

// A page that is shown again after more than that connects again.
const freshMilliseconds = 3000;

const lostLine = newParagraph("alarm lost-line");

const state = {
  // The connection.
  source: null,
  // The time of the last event on it.
  heardAt: 0,
  // Whether the table is over for this person.
  isOver: false,
  // The functions that are called with tables and with the last page, see follow.
  showTable: null,
  showEnd: null,
};

// follow calls showTable(html, number) with each table, and showEnd(html) with the last page.
export function follow({ showTable, showEnd }) {
  state.showTable = showTable;
  state.showEnd = showEnd;
  document.addEventListener("visibilitychange", connectIfStale);
  addEventListener("pageshow", connectIfStale);
  addEventListener("online", () => {
    state.heardAt = 0;
    connectIfStale();
  });
  setInterval(() => {
    if (!state.isOver && Date.now() - state.heardAt > overdueMilliseconds) {
      showLost();
      connect();
    }
  }, checkEveryMilliseconds);
  connect();
}

// connect opens the connection, and closes an old one.
export function connect() {
  if (state.isOver) {
    return;
  }
  state.source?.close();
  state.heardAt = Date.now();
  const source = new EventSource(`/table/${byId("table").dataset.table}/events`);
  state.source = source;
  source.addEventListener("table", (event) => {
    noteSign();
    state.showTable(event.data, Number(event.lastEventId));
  });
  source.addEventListener("beat", noteSign);
  source.addEventListener("again", connect);
  source.addEventListener("over", (event) => {
    disconnect();
    state.showEnd(event.data);
  });
  source.onerror = () => {
    showLost();
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(() => {
        if (source === state.source) {
          connect();
        }
      }, retryMilliseconds);
    }
  };
}

// disconnect closes the connection for good: the table is over for this person.
export function disconnect() {
  state.isOver = true;
  state.source.close();
}

// showLost shows that the connection is lost, and announces it once.
export function showLost() {
  if (state.isOver) {
    return;
  }
  document.body.append(lostLine);
  if (lostLine.textContent !== main.dataset.lost) {
    lostLine.textContent = main.dataset.lost;
    say(main.dataset.lost);
  }
}

// noteSign notes that the connection is alive.
function noteSign() {
  state.heardAt = Date.now();
  lostLine.remove();
}

function connectIfStale() {
  if (!document.hidden && Date.now() - state.heardAt > freshMilliseconds) {
    connect();
  }
}
