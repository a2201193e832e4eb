const fnv = (text, start) => {
  let hash = start;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
};

/** A short hash that tells two contents apart; it hides nothing. Equal by accident, the server answers 422. */
export const hashOf = text => `${text.length}.${fnv(text, 0x811c9dc5)}.${fnv(text, 0x2f0b4a27)}`;

const told = value => typeof value === 'string' ? value : `${value.name}:${value.size}:${value.type}:${value.lastModified}`;

/** The fields of a form and what is in them, without those that are no content. */
export const fieldsOf = (data, ignored = []) => JSON.stringify(
  [...data].filter(([name]) => !ignored.includes(name)).map(([name, value]) => [name, told(value)]));

/** The body of a request as text; what can be read only once cannot be sent again. */
export function bodyOf(body) {
  if (body == null || typeof body === 'string') {
    return body ?? '';
  }
  if (body instanceof FormData || body instanceof URLSearchParams) {
    return fieldsOf(body);
  }
  if (body instanceof Blob) {
    return told(body);
  }
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer ?? body, body.byteOffset, body.byteLength).join();
  }
  throw new TypeError('This body cannot be sent again');
}
