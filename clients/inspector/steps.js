// What the node of an inspected ID would do next.

import { byId, element, say } from "./element.js";

const group = byId("steps");
const events = byId("events");
const setBack = byId("set-back");

/** The ID to step from, and the clock of its node once there was a step: `{ id, clock }`. */
let node = null;
let simulate = () => {};
let stepped = () => {};

/**
 * Offers to step on from an ID.
 *
 * `simulation({ id, clock }, step, setBackMillis)` returns `{ id, clock, events }` or a promise of
 * it. `show` is called with the ID of the node after each step.
 */
export function offerSteps(id, simulation, show) {
  forget();
  node = { id };
  simulate = simulation;
  stepped = show;
  group.hidden = false;
}

/** There is no ID to step on from. */
export function offerNone() {
  forget();
  group.hidden = true;
}

/** Does a step by its name; whether it could be done. */
export async function step(name) {
  const from = node;
  try {
    const after = await simulate(from, name, Number(setBack.value));
    // Another ID is looked at, or there was another step meanwhile.
    if (node !== from) return false;
    node = { id: after.id, clock: after.clock };
    say(byId("step-error"), null);
    events.replaceChildren(
      ...after.events.map(({ kind, text }) => element("li", { "data-kind": kind }, text)),
    );
    stepped(after.id);
    return true;
  } catch (error) {
    if (node === from) say(byId("step-error"), error.message);
    return false;
  }
}

function forget() {
  node = null;
  events.replaceChildren();
  say(byId("step-error"), null);
}

for (const button of group.querySelectorAll("button[data-step]")) {
  button.onclick = () => step(button.dataset.step);
}
