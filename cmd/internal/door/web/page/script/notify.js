// Calls a person back to the table, with vibration, a sound and a message, as far as the person wants them.
import { at, workers } from "./dom.js";
import { beepIfWanted } from "./sound.js";

const buzzMilliseconds = 80;

// callToTurn signals that it is the person's turn.
export async function callToTurn() {
  const isBuzzAllowed = navigator.userActivation?.hasBeenActive;
  if (isBuzzAllowed) {
    navigator.vibrate?.(buzzMilliseconds);
  }
  beepIfWanted();
  if (document.hidden && window.Notification?.permission === "granted") {
    await showMessage();
  }
}

// showMessage shows a message of the system. On a phone only a worker can do that.
async function showMessage() {
  const worker = await workers?.getRegistration();
  if (worker) {
    worker.showNotification(document.title, { tag: "turn", icon: at("icon.svg") });
    return;
  }
  try {
    new Notification(document.title, { tag: "turn" });
  } catch {
    // A phone without the worker refuses it.
  }
}

// canAskForMessages reports whether the person can still be asked whether messages are wanted.
export function canAskForMessages() {
  return window.Notification?.permission === "default";
}

// askForMessages asks the person whether messages are wanted.
export async function askForMessages() {
  await Notification.requestPermission();
  await workers?.register(at("worker.js"));
}
