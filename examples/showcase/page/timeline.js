// The messages of a channel, in the order of their IDs.

import { byId, element, say } from "./element.js";
import { idButton, MessageId } from "./ids.js";
import * as graphql from "./graphql.js";
import { messageView } from "./message.js";

const HOUR = 3_600_000;

const scroll = byId("scroll");
const list = byId("messages");
const olderButton = byId("older");
const newestButton = byId("newest");

/** What is shown of one channel. A new one is made for each. */
export class Timeline {
  #channel;
  #on;
  /** The last ID before the time that is shown, if not all is. */
  #behind;
  #isClosed = false;
  #messages = new Map();
  /** In the order of the IDs. */
  #ids = [];
  #oldest;

  /**
   * Of all messages of a channel, or those of the last hour. `on.changed()` is called when
   * others are shown, `on.failed(error)` when older ones cannot be; the rest is for `messageView`.
   */
  constructor(channel, onlyLastHour, on) {
    this.#channel = channel;
    this.#on = on;
    // Messages of a time are an interval of the key: no index on a time is needed, nor a time.
    this.#behind = onlyLastHour ? lastBefore(Date.now() - HOUR) : undefined;
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
    let after;
    let isMet = false;
    while (!isMet && !this.#isClosed) {
      const { messages } = await graphql.messages(this.#channel.id, { after, before: this.#behind });
      isMet = messages.nodes.some(({ id }) => this.#messages.has(id)) || !messages.pageInfo.hasNextPage;
      this.#addNew(messages.nodes);
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
      const page = await graphql.messages(id, { after, before: this.#behind });
      if (this.#isClosed) return;
      const { nodes, pageInfo } = page.messages;
      const height = scroll.scrollHeight - scroll.scrollTop;
      this.#oldest = pageInfo.endCursor;
      this.#add(nodes);
      showPinned(page.pinned);
      olderButton.hidden = !pageInfo.hasNextPage;
      say(byId("beginning"), pageInfo.hasNextPage ? null : this.#beginning());
      // What was seen stays where it was.
      scroll.scrollTop = scroll.scrollHeight - height;
    } finally {
      list.setAttribute("aria-busy", "false");
    }
  }

  #addNew(messages) {
    if (this.#isClosed) return;
    const wasAtBottom = isAtBottom();
    const isSomeNew = this.#add(messages);
    if (wasAtBottom) toBottom();
    else if (isSomeNew) newestButton.hidden = false;
  }

  /** Whether there are any that were not shown. */
  #add(messages) {
    const added = messages.filter(({ id }) => !this.#messages.has(id));
    for (const message of added) this.#insert(message);
    this.#on.changed();
    return added.length > 0;
  }

  #insert(message) {
    let at = this.#ids.length;
    while (at > 0 && MessageId.compare(this.#ids[at - 1], message.id) > 0) at -= 1;
    const next = at < this.#ids.length ? this.#viewOf(this.#ids[at]) : null;
    list.insertBefore(messageView(message, this.#on), next);
    this.#ids.splice(at, 0, message.id);
    this.#messages.set(message.id, message);
  }

  #viewOf(id) {
    return list.querySelector(`[data-message="${id}"]`);
  }

  #beginning() {
    return this.#behind ? "Nothing older in the last hour." : `This is where #${this.#channel.name} begins.`;
  }

  #tellRange() {
    const target = byId("range");
    target.hidden = !this.#behind;
    if (!this.#behind) return;
    const condition = element("code", {}, "WHERE id > ", idButton(MessageId, this.#behind));
    target.replaceChildren(condition, " and no column has a time");
  }
}

/** The largest ID that was minted before a time, by whatever node. */
function lastBefore(time) {
  return MessageId.range(undefined, time).last;
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
