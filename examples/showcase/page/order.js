// The order of messages whose IDs cannot be compared: it is what the service has said about it.

/**
 * IDs in the order in which the service lists them, whatever was told or arrived when.
 *
 * A part has IDs that were next to each other in the list when it was told, the oldest first: a
 * page of the list, or a message between its neighbours. It may have IDs that are not among `ids`.
 * Of two IDs that no parts compare, the one that is first in `ids` is the older one.
 */
export function inOrder(ids, parts) {
  const older = new Map();
  for (const part of parts) {
    for (let at = 1; at < part.length; at += 1) {
      older.set(part[at], (older.get(part[at]) ?? new Set()).add(part[at - 1]));
    }
  }
  // Depth first: an ID is placed when all that are older are.
  const placed = new Set();
  const entered = new Set();
  for (const id of ids) {
    const waiting = [id];
    while (waiting.length > 0) {
      const last = waiting.at(-1);
      if (entered.has(last)) {
        placed.add(waiting.pop());
      } else {
        entered.add(last);
        for (const before of older.get(last) ?? []) {
          if (!entered.has(before)) waiting.push(before);
        }
      }
    }
  }
  const wanted = new Set(ids);
  return [...placed].filter((id) => wanted.has(id));
}
