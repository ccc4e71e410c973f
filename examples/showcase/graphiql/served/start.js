// GraphiQL over this service, in the whole window.

const { GraphiQL, React, ReactDOM } = globalThis;

const sockets = new URL("/graphql/ws", location.href);
sockets.protocol = location.protocol === "https:" ? "wss:" : "ws:";

const fetcher = GraphiQL.createFetcher({ url: "/graphql", subscriptionUrl: sockets.href });
const editor = React.createElement(GraphiQL, { fetcher, defaultEditorToolsVisibility: true });
ReactDOM.createRoot(document.getElementById("graphiql")).render(editor);
