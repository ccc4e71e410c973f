// Steps of a node of this service, as the service simulates them.

import { get } from "./rest.js";

/** What a node does in a step: its last ID, its clock, and what happened. */
export function simulate({ id, clock }, step, setBackMillis) {
  const asked = new URLSearchParams({ id, step });
  if (clock !== undefined) asked.set("clock", clock);
  if (step === "set-clock-back") asked.set("set_back_millis", setBackMillis);
  return get(`simulation?${asked}`);
}
