// Shares the connections of the browser among its pages. Over HTTP/1.1 a browser opens at most six connections to a
// server, for all its windows together, and a stream of events keeps one. So only a few pages have a stream: first those
// that are shown, and of these the ones that were used last. A page without a stream asks for the table from time to
// time.
//
// The pages tell each other how they stand, and each page finds out by itself whether it may have a stream. For a moment
// two pages may disagree; then one of them has to wait for a connection, and none is lost.

// The number of streams of all pages together. It leaves connections for forms and for new pages.
const mostStreams = 4;

// A page that was not heard for that long is gone.
const goneMilliseconds = 30000;

// Without a reason a page speaks at most that often.
const speakEveryMilliseconds = 5000;

const self = {
  id: crypto.getRandomValues(new Uint32Array(2)).join("."),
  isShown: !document.hidden,
  // The time when the person used the page last.
  usedAt: Date.now(),
};

const state = {
  // The channel to the other pages, null while there is none.
  channel: null,
  // The other pages by their IDs, each with the time when it was heard.
  others: new Map(),
  // Whether this page may have a stream.
  isAllowed: true,
  // The time when this page has spoken last.
  spokeAt: 0,
  // Whether the page needs no stream any more.
  isOver: false,
  // The functions that are called when isAllowed changes and when another page speaks, see startSharing.
  onChange: null,
  onWord: null,
};

// startSharing calls onChange() when the page gets or loses its place among those with a stream, and onWord() when it
// hears of another page. A hidden page can rely on that more than on its own timers, which the browser slows down.
export function startSharing({ onChange, onWord }) {
  state.onChange = onChange;
  state.onWord = onWord;
  if (!window.BroadcastChannel || hasManyLines()) {
    return;
  }
  join();
  document.addEventListener("visibilitychange", () => {
    self.isShown = !document.hidden;
    noteUse();
  });
  addEventListener("focus", noteUse);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", join);
}

// stopSharing leaves the other pages for good: this page needs no stream any more.
export function stopSharing() {
  state.isOver = true;
  leave();
}

// mayStream reports whether this page may have a stream now.
export function mayStream() {
  return state.isAllowed;
}

// noteUse notes that the person uses this page, or has hidden it.
export function noteUse() {
  if (self.isShown) {
    self.usedAt = Date.now();
  }
  speak({});
  decide();
}

// noteLife tells the other pages from time to time that this page is there.
export function noteLife() {
  if (Date.now() - state.spokeAt > speakEveryMilliseconds) {
    speak({});
    decide();
  }
}

// hasManyLines reports whether the page came over HTTP/2 or HTTP/3, where one connection has room for all streams.
function hasManyLines() {
  const [page] = performance.getEntriesByType("navigation");
  return /^h[23]/.test(page?.nextHopProtocol);
}

function join() {
  if (state.channel || state.isOver) {
    return;
  }
  state.channel = new BroadcastChannel("streams");
  state.channel.onmessage = ({ data }) => hear(data);
  self.isShown = !document.hidden;
  speak({ isNew: true });
}

// leave says goodbye. A page that is left may be kept for the way back, and joins again then.
function leave() {
  speak({ isLeaving: true });
  state.channel?.close();
  state.channel = null;
  state.others.clear();
}

function speak(word) {
  state.spokeAt = Date.now();
  state.channel?.postMessage({ ...self, ...word });
}

function hear({ isNew, isLeaving, ...page }) {
  if (isLeaving) {
    state.others.delete(page.id);
  } else {
    state.others.set(page.id, { ...page, heardAt: Date.now() });
  }
  if (isNew) {
    speak({});
  }
  decide();
  state.onWord();
}

// decide finds out whether this page may have a stream: whether fewer pages than that come before it.
function decide() {
  const oldest = Date.now() - goneMilliseconds;
  let before = 0;
  for (const [id, page] of state.others) {
    if (page.heardAt < oldest) {
      state.others.delete(id);
    } else if (comesBefore(page)) {
      before++;
    }
  }
  const isAllowed = before < mostStreams;
  if (isAllowed !== state.isAllowed) {
    state.isAllowed = isAllowed;
    state.onChange();
  }
}

function comesBefore(page) {
  if (page.isShown !== self.isShown) {
    return page.isShown;
  }
  return page.usedAt === self.usedAt ? page.id > self.id : page.usedAt > self.usedAt;
}
