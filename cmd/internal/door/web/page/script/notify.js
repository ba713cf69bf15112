// A sign that it is one's turn: a sound and a message where they are wanted, a buzz, and the screen stays on.
import { byId, main, say } from "./dom.js";

const buzz = 80; // milliseconds

let audio;
let awake;
let wantAwake = false;

export function startNotify() {
  document.addEventListener("visibilitychange", () => keepAwake(wantAwake));
  addEventListener("pageshow", () => keepAwake(wantAwake));
}

// ring calls a person back to the table.
export async function ring() {
  if (navigator.userActivation?.hasBeenActive) {
    navigator.vibrate?.(buzz); // else it is refused
  }
  if (localStorage.sound) {
    beep();
  }
  if (!document.hidden || window.Notification?.permission !== "granted") {
    return;
  }
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    worker.showNotification(document.title, { tag: "turn", icon: "/icon.svg" });
    return;
  }
  try {
    new Notification(document.title, { tag: "turn" });
  } catch {
    // a phone wants the worker
  }
}

function beep() {
  audio ||= new AudioContext();
  const sound = audio.createOscillator();
  const gain = audio.createGain();
  const now = audio.currentTime;
  sound.frequency.setValueAtTime(587, now);
  sound.frequency.setValueAtTime(880, now + 0.12);
  gain.gain.setValueAtTime(0.1, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.5);
  sound.connect(gain).connect(audio.destination);
  sound.start();
  sound.stop(now + 0.5);
}

// keepAwake keeps the screen on, or no longer. A browser lets it go when the page is hidden.
export async function keepAwake(want) {
  wantAwake = want;
  if (!want) {
    awake?.release();
    awake = null;
    return;
  }
  if (document.hidden || (awake && !awake.released)) {
    return;
  }
  try {
    awake = await navigator.wakeLock?.request("screen");
  } catch {
    // it may not
  }
}

// offer shows the buttons for what this browser can do.
export function offer() {
  offerMessages();
  offerSound();
  for (const button of main.querySelectorAll(".share")) {
    button.hidden = !navigator.share;
    button.onclick = () => navigator.share({ url: button.dataset.link }).catch(() => {});
  }
  for (const button of main.querySelectorAll(".copy")) {
    button.hidden = !navigator.clipboard;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.link);
      say(button.textContent);
    };
  }
}

function offerMessages() {
  const button = byId("alert");
  if (!button) {
    return;
  }
  button.hidden = !window.Notification || Notification.permission !== "default";
  button.onclick = async () => {
    await Notification.requestPermission();
    await navigator.serviceWorker?.register("/worker.js");
    offer();
  };
}

function offerSound() {
  const button = byId("sound");
  if (!button) {
    return;
  }
  button.hidden = !window.AudioContext;
  button.setAttribute("aria-pressed", Boolean(localStorage.sound));
  button.onclick = () => {
    localStorage.sound = localStorage.sound ? "" : "1";
    if (localStorage.sound) {
      beep();
    }
    offer();
  };
}
