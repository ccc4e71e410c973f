// The messages of a channel, in their order.

import { byId, element, say } from "./element.js";
import { idButton, MessageId, place } from "./ids.js";
import * as graphql from "./graphql.js";
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
  #messages = new Map();
  /** In the order of what is shown. */
  #ids = [];
  #oldest;

  /**
   * Of all messages of a channel, or those after the ID `lastBefore`. `on.changed()` is called when
   * others are shown, `on.failed(error)` when older ones cannot be; the rest is for `messageView`.
   */
  constructor(channel, lastBefore, on) {
    this.#channel = channel;
    this.#on = on;
    this.#lastBefore = lastBefore;
    olderButton.onclick = () => this.#older();
    newestButton.onclick = () => toBottom();
    scroll.onscroll = () => {
      if (isAtBottom()) newestButton.hidden = true;
    };
  }

  get messages() {
    return this.#ids.map((id) => this.#messages.get(id));
  }

  /** Another one takes its place. */
  close() {
    this.#isClosed = true;
  }

  /** Shows the newest messages. */
  async show() {
    list.replaceChildren();
    newestButton.hidden = true;
    this.#tellRange();
    await this.#load();
    if (!this.#isClosed) toBottom();
  }

  /** Shows what was written while nobody told: all down to what is shown already. */
  async refresh() {
    if (this.#ids.length === 0) return this.#load();
    // What is posted here meanwhile is not among them.
    const known = new Set(this.#ids);
    let after;
    let isMet = false;
    while (!isMet && !this.#isClosed) {
      const { messages } = await graphql.messages(this.#channel.id, { after, before: this.#lastBefore });
      isMet = messages.nodes.some(({ id }) => known.has(id)) || !messages.pageInfo.hasNextPage;
      this.#addNew(messages.nodes, after);
      after = messages.pageInfo.endCursor;
    }
  }

  /** Shows a message, also one that is committed later than others with larger IDs. */
  add(message) {
    this.#addNew([message]);
  }

  /** Shows what somebody thinks of a message. */
  react(id, reaction) {
    const message = this.#messages.get(id);
    if (this.#isClosed || !message) return;
    const changed = { ...message, reactions: [...message.reactions, reaction] };
    this.#messages.set(id, changed);
    this.#viewOf(id).replaceWith(messageView(changed, this.#on));
    this.#on.changed();
  }

  async #older() {
    olderButton.disabled = true;
    await this.#load(this.#oldest).catch(this.#on.failed);
    olderButton.disabled = false;
  }

  /** The page that begins behind an ID: keyset pagination, which no insert can shift. */
  async #load(after) {
    list.setAttribute("aria-busy", "true");
    try {
      const { id } = this.#channel;
      const page = await graphql.messages(id, { after, before: this.#lastBefore });
      if (this.#isClosed) return;
      const { nodes, pageInfo } = page.messages;
      const height = scroll.scrollHeight - scroll.scrollTop;
      this.#oldest = pageInfo.endCursor;
      this.#add(nodes, after);
      showPinned(page.pinned);
      olderButton.hidden = !pageInfo.hasNextPage;
      say(byId("beginning"), pageInfo.hasNextPage ? null : this.#beginning());
      // What was seen stays where it was.
      scroll.scrollTop = scroll.scrollHeight - height;
    } finally {
      list.setAttribute("aria-busy", "false");
    }
  }

  #addNew(messages, newer) {
    if (this.#isClosed) return;
    const wasAtBottom = isAtBottom();
    const isSomeNew = this.#add(messages, newer);
    if (wasAtBottom) toBottom();
    else if (isSomeNew) newestButton.hidden = false;
  }

  /** Whether there are any that were not shown: a list, after the ID `newer` if that is given. */
  #add(messages, newer) {
    const shown = this.#ids.length;
    for (const message of messages) {
      if (!this.#messages.has(message.id)) this.#insert(message, newer);
      newer = message.id;
    }
    this.#on.changed();
    return this.#ids.length > shown;
  }

  #insert(message, newer) {
    const at = place(this.#ids, { id: message.id, newer });
    const next = at < this.#ids.length ? this.#viewOf(this.#ids[at]) : null;
    list.insertBefore(messageView(message, this.#on), next);
    this.#ids.splice(at, 0, message.id);
    this.#messages.set(message.id, message);
  }

  #viewOf(id) {
    return list.querySelector(`[data-message="${id}"]`);
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
