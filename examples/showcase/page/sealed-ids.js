// `ids.js` of a service with sealed IDs, as `src/id/sealed.rs` declares them: there is
// nothing in them to read, and nothing to compare.

import { element } from "/inspector/element.js";
import { publicIdType } from "/snowflake-kit/index.js";

export const UserId = publicIdType("UserId", { text: "base62", prefix: "usr_" });
export const GuildId = publicIdType("GuildId", { text: "base62", prefix: "gld_" });
export const ChannelId = publicIdType("ChannelId", { text: "base62", prefix: "chn_" });
export const MessageId = publicIdType("MessageId", { text: "base62", prefix: "msg_" });
export const ReactionId = publicIdType("ReactionId", { text: "base32", prefix: "rct_" });

/** When and by which node a message was written, its ID does not say. */
export const origin = () => null;

/** IDs of messages from the oldest to the newest: they do not say it, but the service does. */
export { inOrder } from "./order.js";

/** The page can do nothing with IDs that it cannot read. */
export async function openTools() {
  for (const tool of document.querySelectorAll("[data-reads-ids]")) tool.remove();
  return null;
}

/** An ID to copy. What is not a sealed ID of its type throws. */
export function idButton(type, id) {
  return element("span", { className: "id mono", title: `${type.name}, sealed` }, type.from(id));
}
