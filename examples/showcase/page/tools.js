// What the page does with IDs that it can read.

import { byId } from "/inspector/element.js";
import { parsed } from "/inspector/json-parse.js";
import { MessageId, typeOf } from "./ids.js";
import { inspect } from "./inspector.js";
import { showNodes } from "./nodes.js";

const HOUR = 3_600_000;

const lastHour = byId("last-hour");

/** The largest ID before the time that is shown, by whatever node, if not all is shown. */
export function lastBefore() {
  // Messages of a time are an interval of the key: no column and no index has the time.
  return lastHour.checked ? MessageId.range(undefined, Date.now() - HOUR).last : undefined;
}

/** `changed()` is called when another time is to be shown. */
export function onRange(changed) {
  lastHour.onchange = changed;
}

/** Shows what an ID is, if the reader looks at none yet. */
export function begin(id) {
  if (byId("id").value === "") inspect(id);
}

/** Looks into the IDs of what is shown. */
export function look(guild, channel, messages, node) {
  showNodes(messages.map(({ id }) => MessageId.decode(id).node), node);
  const rows = [guild, channel, ...messages.flatMap((row) => [row, row.author, ...row.reactions])];
  const ids = rows.map(({ id }) => typeOf(id).toBigInt(id));
  byId("json").replaceChildren(...parsed(ids, "None of these, by luck: post some more."));
}
