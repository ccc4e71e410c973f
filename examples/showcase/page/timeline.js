// The messages of a channel, in their order.

import { byId, element, say } from "/inspector/element.js";
import * as graphql from "./graphql.js";
import { History } from "./history.js";
import { idButton, inOrder, MessageId } from "./ids.js";
import { messageView } from "./message.js";

const scroll = byId("scroll");
const list = byId("messages");
const olderButton = byId("older");
const newestButton = byId("newest");

/** What is shown of one channel. A new one is made for each. */
export class Timeline {
  #channel;
  #on;
  /** The last ID before the time that is shown, if not all is. */
  #lastBefore;
  #isClosed = false;
  #history;
  /** Views with the messages that they show, by the IDs of those. */
  #views = new Map();

  /**
   * Of all messages of a channel, or those after the ID `lastBefore`. `on.changed()` is called when
   * others are shown, `on.failed(error)` when some cannot be; the rest is for `messageView`.
   */
  constructor(channel, lastBefore, on) {
    this.#channel = channel;
    this.#on = on;
    this.#lastBefore = lastBefore;
    this.#history = new History({
      page: (after) => this.#page(after),
      inOrder,
      changed: () => this.#changed(),
      failed: on.failed,
    });
    olderButton.onclick = () => this.#older();
    newestButton.onclick = () => toBottom();
    scroll.onscroll = () => {
      if (isAtBottom()) newestButton.hidden = true;
    };
  }

  get messages() {
    return this.#history.messages;
  }

  /** Another one takes its place. */
  close() {
    this.#isClosed = true;
    this.#history.close();
  }

  /** Shows the newest messages. */
  async show() {
    list.replaceChildren();
    newestButton.hidden = true;
    this.#tellRange();
    await this.#load();
    if (!this.#isClosed) toBottom();
  }

  /** Shows what was written while nobody told. */
  refresh() {
    return this.#history.refresh();
  }

  /** Shows a message, also one that is committed later than others with larger IDs. */
  add(message) {
    this.#history.add(message);
  }

  /** Shows what somebody thinks of a message. */
  react(id, reaction) {
    this.#history.react(id, reaction);
  }

  async #older() {
    olderButton.disabled = true;
    await this.#load().catch(this.#on.failed);
    olderButton.disabled = false;
  }

  async #load() {
    list.setAttribute("aria-busy", "true");
    try {
      await this.#history.older();
      if (this.#isClosed) return;
      const height = scroll.scrollHeight - scroll.scrollTop;
      this.#arrange();
      // What was seen stays where it was.
      scroll.scrollTop = scroll.scrollHeight - height;
    } finally {
      list.setAttribute("aria-busy", "false");
    }
  }

  /** The page that begins after an ID: keyset pagination, which no insert can shift. */
  async #page(after) {
    const page = await graphql.messages(this.#channel.id, { after, before: this.#lastBefore });
    if (!this.#isClosed) showPinned(page.pinned);
    return page.messages;
  }

  #changed() {
    if (this.#isClosed) return;
    const wasAtBottom = isAtBottom();
    const shown = this.#views.size;
    this.#arrange();
    if (wasAtBottom) toBottom();
    else if (this.#views.size > shown) newestButton.hidden = false;
  }

  /** Shows each message at its place. */
  #arrange() {
    const { hasOlder, messages } = this.#history;
    messages.forEach((message, at) => {
      const view = this.#viewOf(message);
      const there = list.children[at];
      if (view !== there) list.insertBefore(view, there ?? null);
    });
    olderButton.hidden = !hasOlder;
    say(byId("beginning"), hasOlder ? null : this.#beginning());
    this.#on.changed();
  }

  #viewOf(message) {
    const shown = this.#views.get(message.id);
    if (shown?.message === message) return shown.view;
    const view = messageView(message, this.#on);
    shown?.view.replaceWith(view);
    this.#views.set(message.id, { message, view });
    return view;
  }

  #beginning() {
    return this.#lastBefore ? "Nothing older in the last hour." : `This is where #${this.#channel.name} begins.`;
  }

  #tellRange() {
    const target = byId("range");
    target.hidden = !this.#lastBefore;
    if (!this.#lastBefore) return;
    const condition = element("code", {}, "WHERE id > ", idButton(MessageId, this.#lastBefore));
    target.replaceChildren(condition, " and no column has a time");
  }
}

function showPinned(message) {
  const target = byId("pinned");
  target.hidden = !message;
  if (!message) return;
  target.replaceChildren(
    "📌 ",
    element("strong", {}, message.author.name),
    " ",
    element("span", {}, message.text),
    idButton(MessageId, message.id),
  );
}

function toBottom() {
  scroll.scrollTop = scroll.scrollHeight;
  newestButton.hidden = true;
}

function isAtBottom() {
  return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
}
