// One message, as it is shown.

import { element } from "/inspector/element.js";
import { colour, nodeBadge } from "/inspector/node-colour.js";
import { idButton, MessageId, origin } from "./ids.js";

const EMOJI = ["👍", "❤️", "😂", "🎉", "🤔"];

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const DATE_AND_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/**
 * A list item. `on.answer(message)` and `on.react(message, emoji)` are called for its
 * buttons.
 */
export function messageView(message, on) {
  // When and where it was written, no column says: it is in the ID.
  const written = origin(message);
  const { author, replyTo } = message;
  const view = element(
    "li",
    { className: "message", "data-message": message.id },
    replyTo && answered(replyTo),
    element("span", { className: "avatar", "aria-hidden": "true" }, initials(author.name)),
    element(
      "p",
      { className: "meta" },
      element("strong", {}, author.name),
      written && timeView(written.time),
      written && nodeBadge(written.node),
      idButton(MessageId, message.id),
    ),
    element("p", { className: "text" }, message.text),
    reactions(message, on),
    element(
      "div",
      { className: "actions", role: "group", "aria-label": `About ${author.name}'s message` },
      element("button", { type: "button", onclick: () => on.answer(message) }, "Answer"),
      EMOJI.map((emoji) =>
        element(
          "button",
          { type: "button", "aria-label": `React with ${emoji}`, onclick: () => on.react(message, emoji) },
          emoji,
        ),
      ),
    ),
  );
  return written ? colour(view, written.node) : view;
}

/** The message above that a message answers: it is marked while the pointer or the focus is here. */
function answered({ id, author, text }) {
  const line = element(
    "p",
    { className: "answered" },
    "↱ ",
    element("strong", {}, author.name),
    " ",
    element("span", {}, text),
    idButton(MessageId, id),
  );
  for (const type of ["mouseenter", "mouseleave", "focusin", "focusout"]) {
    line.addEventListener(type, () => {
      const isHere = line.matches(":hover, :focus-within");
      document.querySelector(`[data-message="${id}"]`)?.classList.toggle("marked", isHere);
    });
  }
  return line;
}

/** How often each emoji was given, and by whom. */
function reactions(message, on) {
  const givers = new Map();
  for (const { emoji, user } of message.reactions) {
    givers.set(emoji, [...(givers.get(emoji) ?? []), user.name]);
  }
  if (givers.size === 0) return null;
  return element(
    "ul",
    { className: "reactions", "aria-label": "Reactions" },
    Array.from(givers, ([emoji, names]) => {
      const onclick = () => on.react(message, emoji);
      const properties = { type: "button", title: `From ${names.join(", ")}`, onclick };
      return element("li", {}, element("button", properties, `${emoji} ${names.length}`));
    }),
  );
}

function timeView(time) {
  const properties = { dateTime: time.toISOString(), title: DATE_AND_TIME.format(time) };
  return element("time", properties, clock(time));
}

function clock(time) {
  const isToday = time.toDateString() === new Date().toDateString();
  return (isToday ? TIME : DATE_AND_TIME).format(time);
}

function initials(name) {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map((word) => Array.from(word)[0] ?? "").join("").toUpperCase();
}
