// Subscriptions by WebSocket, as the protocol graphql-transport-ws has them:
// https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/**
 * A subscription that is taken up again whenever the connection is lost.
 *
 * `next` gets what is new. `state` gets "connecting", "live" or "waiting". Between two
 * connections something may have been missed: who goes "live" again asks for it.
 */
export class Live {
  #query;
  #variables;
  #tell;
  #socket;
  #timer;
  #wait = FIRST_WAIT;

  constructor(query, variables, tell) {
    this.#query = query;
    this.#variables = variables;
    this.#tell = tell;
    this.#connect();
  }

  close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000);
  }

  #connect() {
    this.#tell.state("connecting");
    const url = new URL("/graphql/ws", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url, "graphql-transport-ws");
    this.#socket = socket;
    const send = (message) => socket.send(JSON.stringify(message));
    socket.addEventListener("open", () => send({ type: "connection_init" }));
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data), send);
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#connectLater();
    });
  }

  #receive({ type, payload }, send) {
    if (type === "connection_ack") {
      const subscription = { query: this.#query, variables: this.#variables };
      send({ type: "subscribe", id: "1", payload: subscription });
      // A subscription is not acknowledged, but what is sent after it is.
      send({ type: "ping" });
    } else if (type === "pong") {
      this.#wait = FIRST_WAIT;
      this.#tell.state("live");
    } else if (type === "ping") {
      send({ type: "pong" });
    } else if (type === "next") {
      // Without data there were more than the connection could take; with errors something could
      // not be read. Either is asked for like what was missed.
      if (payload.data && !payload.errors) this.#tell.next(payload.data);
      else this.#tell.state("live");
    } else if (type === "error" || type === "complete") {
      this.#socket.close(1000);
    }
  }

  #connectLater() {
    this.#tell.state("waiting");
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }
}
