// What the node of an inspected ID would do next, as the service simulates it.

import { byId, element, say } from "./element.js";
import { get } from "./rest.js";

const group = byId("steps");
const events = byId("events");
const setBack = byId("set-back");

/** The ID to step from, and the clock of its node once there was a step: `{ id, clock }`. */
let node = null;
let stepped = () => {};

/** Offers to step on from an ID, and calls `show` with the ID of the node after each step. */
export function offerSteps(id, show) {
  forget();
  node = { id };
  stepped = show;
  group.hidden = false;
}

/** There is no ID to step on from. */
export function offerNone() {
  forget();
  group.hidden = true;
}

function forget() {
  node = null;
  events.replaceChildren();
  say(byId("step-error"), null);
}

async function step(name) {
  const from = node;
  const asked = new URLSearchParams({ id: from.id, step: name });
  if (from.clock !== undefined) asked.set("clock", from.clock);
  if (name === "set-clock-back") asked.set("set_back_millis", setBack.value);
  try {
    const after = await get(`simulation?${asked}`);
    // Another ID is looked at, or there was another step meanwhile.
    if (node !== from) return;
    node = { id: after.id, clock: after.clock };
    say(byId("step-error"), null);
    events.replaceChildren(
      ...after.events.map(({ kind, text }) => element("li", { "data-kind": kind }, text)),
    );
    stepped(after.id);
  } catch (error) {
    if (node === from) say(byId("step-error"), error.message);
  }
}

for (const button of group.querySelectorAll("button")) {
  button.onclick = () => step(button.dataset.step);
}
