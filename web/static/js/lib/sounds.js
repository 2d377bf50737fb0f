/* Small sounds, made here: your turn, a card, a refusal, HOME. Off until somebody switches them on. */

import { keptSwitch } from "./switches.js";

/** Notes: start in seconds, frequency in hertz, length in seconds, loudness 0 to 1. */
const TUNES = {
  turn: [[0, 587, 0.16, 0.5], [0.13, 880, 0.3, 0.5]],
  card: [[0, 392, 0.08, 0.3], [0.07, 494, 0.08, 0.3], [0.14, 587, 0.16, 0.3]],
  refused: [[0, 196, 0.16, 0.5], [0.17, 165, 0.26, 0.5]],
  home: [[0, 523, 0.15, 0.5], [0.13, 659, 0.15, 0.5], [0.26, 784, 0.15, 0.5], [0.39, 1047, 0.5, 0.5]],
};

export const sounds = keptSwitch("sounds");

let context = null;

function note([start, frequency, length, loudness]) {
  const from = context.currentTime + start;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loudness * 0.35, from + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.001, from + length);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}

/** Sounds a tune, if sounds are on and the browser allows it. */
export function sound(tune) {
  if (!sounds.on || document.hidden || !window.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "running") TUNES[tune].forEach(note);
}

/** Browsers let a page be heard only after it has been touched. */
function ready() {
  if (!sounds.on || !window.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

for (const touched of ["pointerdown", "keydown"]) addEventListener(touched, ready, { passive: true });
