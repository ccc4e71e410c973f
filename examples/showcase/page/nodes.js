// How many of the messages shown each node has minted.

import { byId, element } from "/inspector/element.js";
import { colour, nodeBadge } from "/inspector/node-colour.js";

/** `own` is the node of the instance that serves the page. */
export function showNodes(nodes, own) {
  const counts = new Map(own === undefined ? [] : [[own, 0]]);
  for (const node of nodes) counts.set(node, (counts.get(node) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  const views = [...counts].sort(([a], [b]) => a - b).map(([node, count]) => {
    const bar = element("span", { className: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", String(count / most));
    const words = `${count} ${count === 1 ? "message" : "messages"}${node === own ? ", this instance" : ""}`;
    const view = element("li", { "data-node": String(node) }, nodeBadge(node), bar, element("span", {}, words));
    return colour(view, node);
  });
  byId("nodes").replaceChildren(...views);
}
