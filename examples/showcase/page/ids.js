// What the service identifies, as `src/id.rs` declares it.

import { idType } from "/snowflake-kit/index.js";
import { element } from "./element.js";

export const UserId = idType("UserId", { text: "base62", prefix: "usr_" });
export const GuildId = idType("GuildId");
export const ChannelId = idType("ChannelId");
export const MessageId = idType("MessageId");
export const ReactionId = idType("ReactionId", { text: "base32", prefix: "rct_" });

/** Types whose IDs say by a prefix what they are. */
export const PREFIXED = [UserId, ReactionId];

/** The IDs without one look alike; which row has such an ID, only the service knows. */
export const PLAIN = [GuildId, ChannelId, MessageId];

/** An ID to read, and to click on: the inspector listens for `.id` buttons. */
export function idButton(type, id) {
  return element(
    "button",
    { type: "button", className: "id mono", title: `${type.name}: look inside`, "data-id": id },
    id,
  );
}
