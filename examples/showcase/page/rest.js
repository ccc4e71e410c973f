// Requests to the REST interface.

/** What the service refused, in its own words. */
export class Refused extends Error {
  constructor(status, { code, parameter, message }) {
    super(message);
    this.name = "Refused";
    this.status = status;
    this.code = code;
    this.parameter = parameter;
  }
}

export const get = (path) => send("GET", path);
export const post = (path, body) => send("POST", path, body);

async function send(method, path, body) {
  const response = await fetch(`/api/${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, answer.error);
  return answer;
}
