// What the reader writes, as one of the members.

import { byId, element } from "/inspector/element.js";
import { get, post } from "./rest.js";

const form = byId("composer");
const author = byId("author");
const text = byId("text");
const answering = byId("answering");

/** Members to write as: the names of a select, the IDs its values. */
const users = new Map();

let answered = null;
let isPosting = false;
let shownGuild;

/** Lets the reader write to a channel; `on.posted(message)` gets what has become of it. */
export function write(channel, on) {
  answer(null);
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (isPosting) return;
    isPosting = true;
    const replyTo = answered;
    try {
      const message = await post(`channels/${channel.id}/messages`, {
        author_id: author.value,
        text: text.value,
        reply_to: replyTo?.id ?? null,
      });
      text.value = "";
      answer(null);
      on.posted({ ...message, author: chosenUser(), replyTo, reactions: [] });
    } catch (error) {
      on.failed(error);
    } finally {
      isPosting = false;
    }
    text.focus();
  };
}

/** Who the reader is at the moment. */
export const chosenUser = () => users.get(author.value);

/** The next message will answer one, or none. */
export function answer(message) {
  answered = message;
  answering.hidden = message === null;
  byId("answered").textContent = message ? `Answers ${message.author.name}: ${message.text}` : "";
  if (message) text.focus();
}

/** Whom a guild has to write as. */
export async function showMembers(guild) {
  shownGuild = guild.id;
  const { items } = await get(`guilds/${guild.id}/members?limit=100`);
  if (shownGuild !== guild.id) return;
  const chosen = author.value;
  users.clear();
  for (const user of items) users.set(user.id, user);
  author.replaceChildren(...items.map(({ id, name }) => element("option", { value: id }, name)));
  if (users.has(chosen)) author.value = chosen;
}

byId("no-answer").onclick = () => {
  answer(null);
  text.focus();
};

// Enter sends, with Shift it begins a line.
text.onkeydown = (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
};
