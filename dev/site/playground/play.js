// Plays steps one after the other, until it is stopped.

import { byId } from "../../../clients/inspector/element.js";
import { step } from "../../../clients/inspector/steps.js";

const button = byId("play");

/** What happens to a node, again and again. */
const STEPS = ["next-id", "next-id", "exhaust-sequence", "next-tick", "set-clock-back", "next-id"];
const PAUSE_MILLIS = 900;

let timer;

/** Stops, if it plays. */
export function pause() {
  clearInterval(timer);
  timer = undefined;
  button.textContent = "Play";
}

function play() {
  let at = 0;
  const next = () => step(STEPS[at++ % STEPS.length]);
  timer = setInterval(next, PAUSE_MILLIS);
  button.textContent = "Pause";
  next();
}

button.onclick = () => (timer === undefined ? play() : pause());
