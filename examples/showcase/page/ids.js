// What the service identifies, as `src/id.rs` declares it, and what the page reads in it.
// Under `--public`, `sealed-ids.js` is served in place of this file.

import { element } from "/inspector/element.js";
import { idType } from "/snowflake-kit/index.js";

export const UserId = idType("UserId", { text: "base62", prefix: "usr_" });
export const GuildId = idType("GuildId");
export const ChannelId = idType("ChannelId");
export const MessageId = idType("MessageId");
export const ReactionId = idType("ReactionId", { text: "base32", prefix: "rct_" });

/** Types whose IDs say by a prefix what they are. */
export const PREFIXED = [UserId, ReactionId];

/** The IDs without one look alike; which row has such an ID, only the service knows. */
export const PLAIN = [GuildId, ChannelId, MessageId];

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
