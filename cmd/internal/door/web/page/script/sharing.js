// Shares the connections of the browser among its pages. Over HTTP/1.1 a browser opens at most six connections to a
// server, for all its windows together, and a stream of events keeps one. So only few pages have a stream: first those
// that are shown, and of these the ones that were used last. A page without a stream asks for the table from time to
// time.
//
// The pages tell each other how they stand, and each page finds out itself whether it may have a stream. For a moment
// two pages may disagree; then one of them has to wait for a connection, and none is lost.

// The number of streams of all pages together. It leaves connections for forms and for new pages.
const mostStreams = 4;

// A page that was not heard for that long is gone.
const goneMilliseconds = 30000;

// Without a reason a page speaks at most that often.
const speakEveryMilliseconds = 5000;

// What this page tells the others.
const self = {
  id: Math.random(),
  isShown: !document.hidden,
  // The time when the person used the page last.
  usedAt: Date.now(),
};

const state = {
  // The channel to the other pages, null while there is none.
  channel: null,
  // What the other pages have told, by their IDs, each with the time when it was heard.
  others: new Map(),
  // The time when this page has spoken last.
  spokeAt: 0,
  // The function that is called when mayStream may have changed, see startSharing.
  onNews: null,
};

// startSharing calls onNews() when the page may have got or lost its place among those with a stream, and whenever it
// hears of another page. A hidden page can rely on that more than on its own timers, which the browser slows down.
export function startSharing(onNews) {
  state.onNews = onNews;
  if (window.BroadcastChannel) {
    join();
    document.addEventListener("visibilitychange", noteUse);
    addEventListener("focus", noteUse);
    addEventListener("pagehide", leave);
    addEventListener("pageshow", join);
  }
}

// mayStream reports whether this page may have a stream: whether fewer pages than that come before it.
export function mayStream() {
  const oldest = Date.now() - goneMilliseconds;
  const before = [...state.others.values()].filter((page) => page.heardAt > oldest && comesBefore(page));
  return before.length < mostStreams;
}

// noteUse notes that the person uses this page, or has hidden it.
export function noteUse() {
  self.isShown = !document.hidden;
  if (self.isShown) {
    self.usedAt = Date.now();
  }
  speak();
  state.onNews();
}

// noteLife tells the other pages from time to time that this page is there.
export function noteLife() {
  if (Date.now() - state.spokeAt > speakEveryMilliseconds) {
    speak();
  }
}

// leave says goodbye. A page that is left may be kept for the way back, and joins again then.
export function leave() {
  speak({ isLeaving: true });
  state.channel?.close();
  state.channel = null;
  state.others.clear();
}

function join() {
  if (!state.channel) {
    state.channel = new BroadcastChannel("streams");
    state.channel.onmessage = hear;
    speak({ isNew: true });
  }
}

function speak(word) {
  state.spokeAt = Date.now();
  state.channel?.postMessage({ ...self, ...word });
}

function hear({ data: page }) {
  state.others.set(page.id, { ...page, heardAt: Date.now() });
  if (page.isLeaving) {
    state.others.delete(page.id);
  }
  if (page.isNew) {
    speak();
  }
  state.onNews();
}

function comesBefore(page) {
  return page.isShown === self.isShown ? page.usedAt > self.usedAt : page.isShown;
}
