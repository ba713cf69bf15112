// Keeps the screen on while the table waits for the person.

const state = {
  // Whether the screen must stay on.
  isWanted: false,
  // The lock that keeps it on, if there is one.
  lock: null,
};

// keepAwake keeps the screen on, or stops doing so.
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
    // The browser may refuse, for example when the battery is low.
  }
}

// startAwake asks again when the page is shown again, because a browser releases the lock of a hidden page.
export function startAwake() {
  const again = () => keepAwake(state.isWanted);
  document.addEventListener("visibilitychange", again);
  addEventListener("pageshow", again);
}
