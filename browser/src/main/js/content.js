const fnv = (text, start) => {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
};

/** A short hash that tells two contents apart; it hides nothing. Equal by accident, the server answers 422. */
export const hashOf = text => `${text.length}.${fnv(text, 0x811c9dc5)}.${fnv(text, 0x2f0b4a27)}`;

// A file field that was left empty holds a file of this moment.
const told = value => typeof value === 'string' || !value.name ? String(value)
  : `${value.name}:${value.size}:${value.type}:${value.lastModified}`;

/** The fields of a form and what is in them, without those that are no content. */
export const fieldsOf = (data, ignored = []) => JSON.stringify(
  [...data].filter(([name]) => !ignored.includes(name)).map(([name, value]) => [name, told(value)]));

/** The body of a request, a character for each byte; what can be read only once cannot be sent again. */
export async function bodyOf(body) {
  if (body?.getReader || body?.constructor === Object) {
    throw new TypeError('Body cannot be sent again');
  }
  const whole = new Response(body);
  const [, boundary = ''] = /boundary=(.*)/.exec(whole.headers.get('Content-Type')) ?? [];
  return new TextDecoder('latin1').decode(await whole.arrayBuffer()).replaceAll(boundary, '');
}
