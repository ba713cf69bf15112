// The sound that signals a turn. The browser stores whether the person wants it.

const lowPitch = 587; // hertz, a D
const highPitch = 880; // hertz, an A
const highAfterSeconds = 0.12;
const seconds = 0.5;
const loudness = 0.1;
const silence = 0.001; // an exponential ramp never reaches 0

const state = {
  // The audio context, null until a sound was wanted.
  audio: null,
};

export function canBeep() {
  return Boolean(window.AudioContext);
}

export function isSoundWanted() {
  return Boolean(localStorage.sound);
}

// switchSound switches the sound on and plays it once, or switches it off.
export function switchSound() {
  localStorage.sound = isSoundWanted() ? "" : "1";
  beepIfWanted();
}

export function beepIfWanted() {
  if (!isSoundWanted()) {
    return;
  }
  state.audio ||= new AudioContext();
  const pitch = state.audio.createOscillator();
  const volume = state.audio.createGain();
  const now = state.audio.currentTime;
  pitch.frequency.setValueAtTime(lowPitch, now);
  pitch.frequency.setValueAtTime(highPitch, now + highAfterSeconds);
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(silence, now + seconds);
  pitch.connect(volume).connect(state.audio.destination);
  pitch.start();
  pitch.stop(now + seconds);
}
