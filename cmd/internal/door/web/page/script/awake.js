// Keeps the screen on while the table waits for the person.

const state = {
  // Whether the screen is to stay on.
  isWanted: false,
  // The lock that keeps it on, if there is one.
  lock: null,
};

// keepAwake keeps the screen on, or no longer.
export async function keepAwake(isWanted) {
  state.isWanted = isWanted;
  if (!isWanted) {
    state.lock?.release();
    state.lock = null;
    return;
  }
  const isLocked = state.lock && !state.lock.released;
  if (document.hidden || isLocked) {
    return;
  }
  try {
    state.lock = await navigator.wakeLock?.request("screen");
  } catch {
    // The browser may refuse it, when the battery is low for example.
  }
}

// startAwake asks again when the page is shown again: a browser lets the screen go when the page is hidden.
export function startAwake() {
  const again = () => keepAwake(state.isWanted);
  document.addEventListener("visibilitychange", again);
  addEventListener("pageshow", again);
}
