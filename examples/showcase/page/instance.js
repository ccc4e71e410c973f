// The instance that serves the page: its node, and how long it may mint with it.

import { byId } from "/inspector/element.js";
import { nodeBadge } from "/inspector/node-colour.js";
import { get } from "./rest.js";

const EVERY = 5_000;

/** Asks the instance about itself, again and again; `changed(node)` when its node is another. */
export async function watchInstance(changed) {
  let known;
  const look = async () => {
    try {
      const { node, lease_seconds_left: left, database } = await get("instance");
      byId("instance-node").replaceChildren(nodeBadge(node));
      byId("instance-lease").textContent = `${Math.round(left)} s left`;
      byId("instance-storage").textContent = database;
      byId("instance").hidden = false;
      if (node !== known) changed((known = node));
    } catch {
      byId("instance-lease").textContent = "away";
    }
  };
  await look();
  setInterval(look, EVERY);
}
