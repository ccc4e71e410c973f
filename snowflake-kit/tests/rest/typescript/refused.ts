// What must not compile.

import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];

export const id: Schemas["UserId"] = 175928847299117063;

const client = createClient<paths>({ baseUrl: "" });
await client.GET("/users/{id}", { params: { path: { id: 175928847299117063 } } });
