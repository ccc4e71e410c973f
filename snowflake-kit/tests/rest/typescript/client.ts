// A client of the service whose URL is the argument.

import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { argv: string[] };

type Schemas = components["schemas"];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// What an ID is, wherever it stands.
const types: [
  Same<Schemas["UserId"], string>,
  Same<Schemas["PostId"], string>,
  Same<Schemas["TagId"], string>,
  Same<Schemas["TraceId"], string>,
  Same<Schemas["RoomId"], number>,
  Same<Schemas["ReportId"], string>,
  Same<Schemas["Post"]["author"], string>,
  Same<Schemas["Post"]["reply_to"], string | null | undefined>,
  Same<Schemas["Post"]["tags"], string[]>,
  Same<Schemas["Post"]["trace"], string>,
  Same<Schemas["Post"]["reactions"], { [key: string]: string }>,
  Same<paths["/users/{id}"]["get"]["parameters"]["path"], { id: string }>,
  Same<paths["/posts"]["get"]["parameters"]["query"], { before?: string; author?: string; room?: number } | undefined>,
  Same<paths["/reports/{id}"]["delete"]["parameters"]["path"], { id: string }>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true];

function equal(actual: unknown, expected: unknown) {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${left} is not ${right}`);
}

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

// More than JavaScript's numbers can hold.
const user = "9223372036854775807";
equal((await client.GET("/users/{id}", { params: { path: { id: user } } })).data, user);

const place = { user, post: "pst_AzL8n0Y58m7" };
equal((await client.GET("/users/{user}/posts/{post}", { params: { path: place } })).data, place);
equal((await client.GET("/places/{user}/{post}", { params: { path: place } })).data, place);

const query = { before: "pst_0Czks0tP37X", author: user, room: 129171456000129 };
equal((await client.GET("/posts", { params: { query } })).data, query);

const body: Schemas["Post"] = {
  id: "pst_0Czks0tP37X",
  author: user,
  reply_to: null,
  tags: ["04W86BB0G4007"],
  trace: "trace-0271065ac1020007",
  reactions: { [user]: "7ZZZZZZZZZZZZ" },
  target: { kind: "room", room: 129171456000129 },
};
equal((await client.POST("/posts", { body })).data, body);

equal((await client.DELETE("/reports/{id}", { params: { path: { id: "report_7" } } })).response.status, 204);
const refused = await client.GET("/users/{id}", { params: { path: { id: "0" } }, parseAs: "text" });
equal(refused.response.status, 400);
equal(String(refused.error).includes("UserId"), true);

equal(types.every(Boolean), true);
console.log("all as expected");
