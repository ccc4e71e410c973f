// What a server of GraphQL answers.

export async function post(url, request) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const { data, errors } = await response.json();
  if (errors) {
    throw new Error(errors.map((error) => error.message).join('\n'));
  }
  return data;
}
