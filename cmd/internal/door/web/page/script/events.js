// Follows the events of the server, each of which is the whole table. If an event is overdue, the connection counts as
// dead, even if the browser reports no error. An error is shown at once. A page that may not keep a connection, see
// sharing.js, opens one from time to time, for one event.
import { at, main, newParagraph, say } from "./dom.js";
import { leave, mayStream, noteLife, startSharing } from "./sharing.js";
import { leaveIfCleared } from "./storage.js";

const overdueMilliseconds = 30000;
const checkEveryMilliseconds = 2000;
const retryMilliseconds = 1000;

// A page that is shown again after more than that connects again.
const freshMilliseconds = 3000;

// A page without a stream asks that often for the table. The server takes a person for absent after 20 seconds.
const askShownMilliseconds = 1500;
const askHiddenMilliseconds = 5000;

const lostLine = newParagraph("alarm lost-line");

const state = {
  // The address of the events.
  address: "",
  // The connection.
  source: null,
  // Whether the connection has brought a table.
  hasTable: false,
  // Whether the connection was closed for the sake of other pages.
  hasYielded: false,
  // The time of the last event, or of the last attempt to connect.
  heardAt: 0,
  // Whether the table is over for this person.
  isOver: false,
  // The functions that are called with tables and with the last page, see follow.
  showTable: null,
  showEnd: null,
};

// follow calls showTable(html, number) with each state of a table, and showEnd(html) with the last page.
export function follow({ table, showTable, showEnd }) {
  state.address = at(`table/${table}/events`);
  state.showTable = showTable;
  state.showEnd = showEnd;
  startSharing(keepUp);
  document.addEventListener("visibilitychange", connectIfStale);
  addEventListener("pageshow", connectIfStale);
  addEventListener("online", () => {
    state.heardAt = 0;
    connectIfStale();
  });
  setInterval(keepUp, checkEveryMilliseconds);
  connect();
}

// connect opens the connection, and closes an old one.
export function connect() {
  if (state.isOver) {
    return;
  }
  state.source?.close();
  state.heardAt = Date.now();
  state.hasTable = false;
  state.hasYielded = false;
  const source = new EventSource(state.address);
  state.source = source;
  source.addEventListener("table", (event) => {
    noteSign();
    state.hasTable = true;
    keepUp();
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
          leaveIfCleared();
          connect();
        }
      }, retryMilliseconds);
    }
  };
}

// keepUp connects again when an event is overdue. A page that may not keep its connection closes it as soon as it has
// brought a table, and connects again after a while, or when it may keep it.
function keepUp() {
  const silence = Date.now() - state.heardAt;
  const interval = document.hidden ? askHiddenMilliseconds : askShownMilliseconds;
  if (state.hasYielded) {
    if (mayStream() || silence > interval) {
      connect();
    }
  } else if (silence > overdueMilliseconds) {
    showLost();
    connect();
  } else if (state.hasTable && !mayStream()) {
    state.source.close();
    state.hasYielded = true;
  }
}

// disconnect closes the connection for good: the table is over for this person.
export function disconnect() {
  state.isOver = true;
  state.source.close();
  leave();
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
  if (lostLine.textContent) {
    lostLine.textContent = "";
    say(main.dataset.back);
  }
  lostLine.remove();
  noteLife();
}

function connectIfStale() {
  if (!document.hidden && Date.now() - state.heardAt > freshMilliseconds) {
    connect();
  }
}
