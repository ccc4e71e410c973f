// A colour for each node that mints IDs.

import { element } from "./element.js";

/** Degrees of hue that are left when time is blue and the sequence amber. */
const FREE = 260;

/** Steps of a golden section stay apart from each other, however many there are. */
const STEP = FREE * 0.618034;

/** Colours an element, and all inside of it, for a node. */
export function colour(target, node) {
  const at = (node * STEP) % FREE;
  target.style.setProperty("--node-hue", String(at < 130 ? at + 115 : at + 150));
  return target;
}

/** The node's name in its colour. */
export function nodeBadge(node) {
  return colour(element("span", { className: "node" }, `node ${node}`), node);
}
