// What is known of the messages of a channel. Answers and events may come in any order, late,
// twice, or not at all.

/** The messages of a channel: pages of its list, and what is told of it. */
export class History {
  #on;
  /** In the order of their arrival. */
  #messages = new Map();
  /** What was told of the order of the list: see `order.js`. */
  #parts = [];
  /** The IDs of messages from which on, down to the oldest one here, none is missing. */
  #joined = new Set();
  /** Messages that will be joined when the one before them is. */
  #told = new Map();
  #oldest;
  #hasOlder = false;
  #isStale = false;
  #refreshing;
  #isClosed = false;

  /**
   * `on.page(after)` asks for the page of the list, the newest first, that begins after an ID.
   * `on.inOrder(ids, parts)` sorts IDs. `on.changed()` is called when there are other messages,
   * `on.failed(error)` when what is missing cannot be asked for.
   */
  constructor(on) {
    this.#on = on;
  }

  /** All, the oldest first. */
  get messages() {
    return this.#on.inOrder([...this.#messages.keys()], this.#parts).map((id) => this.#messages.get(id));
  }

  /** Whether the list goes on below the oldest message here. */
  get hasOlder() {
    return this.#hasOlder;
  }

  /** Nothing more is asked for. */
  close() {
    this.#isClosed = true;
  }

  /**
   * Asks for the first page, or the one below what is here. False if another one came before, or if
   * the list ends here.
   */
  async older() {
    const after = this.#oldest;
    // Below a full page nothing is committed late. Elsewhere, an answer that was read before a late
    // commit may arrive after one that was read since, and would hide that the list goes on.
    if (after !== undefined && !this.#hasOlder) return false;
    const { nodes, pageInfo } = await this.#on.page(after);
    if (this.#oldest !== after || (after === undefined && this.#joined.size > 0)) return false;
    this.#addPage(nodes, after);
    this.#join(nodes);
    this.#setOldest(pageInfo);
    // What is told while others are asked for waits until these are here.
    if (!this.#refreshing) this.#joinTold();
    return true;
  }

  /**
   * Asks for what was written while nobody told: page by page, down to what is joined. If that
   * fails, it is tried again when the next message is told.
   */
  refresh() {
    this.#isStale = true;
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /**
   * A message that has just been told or posted. `previous` and `next` are its neighbours, or `null`
   * where the list ends. They are `undefined` if that is not known.
   */
  add(message) {
    const { id, previous, next } = message;
    this.#parts.push([previous, message, next].flatMap((told) => told?.id ?? []));
    if (previous === undefined || this.#messages.has(previous?.id)) this.#show([message]);
    if (previous !== undefined && !this.#joined.has(id)) {
      this.#told.set(id, message);
      if (!this.#refreshing) this.#joinTold();
      if (this.#told.size > 0 && !this.#refreshing) this.refresh().catch(this.#on.failed);
    }
    this.#on.changed();
  }

  /** Somebody thinks something of a message. */
  react(id, reaction) {
    const message = this.#messages.get(id);
    if (!message) return;
    this.#messages.set(id, { ...message, reactions: [...message.reactions, reaction] });
    this.#on.changed();
  }

  async #refreshAll() {
    do {
      this.#isStale = false;
      const waiting = [...this.#told.keys()];
      try {
        const isFirst = this.#joined.size === 0 && (await this.older());
        if (!isFirst) await this.#fill();
        this.#joinTold();
      } catch (error) {
        this.#isStale = true;
        throw error;
      }
      // What the list does not lead to is below the oldest one here: it comes with its page. What was
      // told meanwhile is looked at again.
      for (const id of waiting) this.#told.delete(id);
      this.#on.changed();
    } while (!this.#isClosed && (this.#isStale || this.#told.size > 0));
  }

  async #fill() {
    const found = [];
    let after;
    let isMet = false;
    let isLast = false;
    while (!isLast) {
      const { nodes, pageInfo } = await this.#on.page(after);
      if (this.#isClosed) return;
      this.#addPage(nodes, after);
      this.#on.changed();
      const ids = nodes.map(({ id }) => id);
      const joined = ids.filter((id) => this.#joined.has(id)).length;
      const isBottom = ids.includes(this.#oldest) || !pageInfo.hasNextPage;
      if (isBottom) this.#setOldest(pageInfo);
      // One page more than down to what is joined: a message may have been committed late.
      isLast = isMet || joined === ids.length || isBottom;
      isMet ||= joined > 0;
      found.push(...nodes);
      after = pageInfo.endCursor;
    }
    // Not before all are here: after a failure, the next attempt has to come down to the same.
    this.#join(found);
  }

  #setOldest({ endCursor, hasNextPage }) {
    this.#oldest = endCursor ?? this.#oldest;
    this.#hasOlder = hasNextPage;
  }

  #addPage(nodes, after) {
    const oldestFirst = [...nodes].reverse();
    this.#parts.push([...oldestFirst.map(({ id }) => id), ...(after === undefined ? [] : [after])]);
    this.#show(oldestFirst);
  }

  #show(messages) {
    for (const message of messages) {
      if (!this.#messages.has(message.id)) this.#messages.set(message.id, message);
    }
  }

  #join(messages) {
    this.#show(messages);
    for (const { id } of messages) {
      this.#joined.add(id);
      this.#told.delete(id);
    }
  }

  #joinTold() {
    let joined;
    do {
      // What is told after others may have been missed waits until those are asked for.
      joined = this.#isStale ? [] : [...this.#told.values()].filter((told) => this.#isJoined(told));
      this.#join(joined);
    } while (joined.length > 0);
  }

  /**
   * Only what comes after a joined one: what comes before one may be below the oldest one here, which
   * may have been committed after the neighbours were looked for.
   */
  #isJoined({ previous, next }) {
    // It was the only one of the list when its neighbours were looked for. It joins no others that
    // are here by now: what was written between it and them may be missing.
    const isAlone = previous === null && next === null && this.#joined.size === 0;
    return isAlone || this.#joined.has(previous?.id);
  }
}
