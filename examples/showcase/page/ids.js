// What the service identifies, as `src/id.rs` declares it, and what the page reads in it.
// Under `--public`, `sealed-ids.js` is served in place of this file.

import { element } from "/inspector/element.js";
import { idType } from "/snowflake-kit/index.js";

export const UserId = idType("UserId", { text: "base62", prefix: "usr_" });
export const GuildId = idType("GuildId", { text: "base62", prefix: "gld_" });
export const ChannelId = idType("ChannelId", { text: "base62", prefix: "chn_" });
export const MessageId = idType("MessageId", { text: "base62", prefix: "msg_" });
export const ReactionId = idType("ReactionId", { text: "base32", prefix: "rct_" });

const TYPES = [UserId, GuildId, ChannelId, MessageId, ReactionId];

/** The type whose prefix a text has, if there is one. */
export const typeOf = (id) => TYPES.find(({ text: { prefix } }) => id.startsWith(prefix));

/** When and by which node a message was written: it is in its ID. */
export const origin = ({ id }) => MessageId.decode(id);

/** IDs of messages from the oldest to the newest: whatever arrives when, they say it. */
export const inOrder = (ids) => ids.toSorted(MessageId.compare);

/** What the page can do with IDs because it can read them. */
export const openTools = () => import("./tools.js");

/** An ID to read, and to click on: the inspector listens for `.id` buttons. */
export function idButton(type, id) {
  return element(
    "button",
    { type: "button", className: "id mono", title: `${type.name}: look inside`, "data-id": id },
    id,
  );
}
