/**
 * The key of one intent: a token of the service for the operation, or, where there is none to be had, a key of our own.
 * Made once for each intent and before anything is sent, so that every press of it asks under the same key.
 */
export async function keyFor(operation, read) {
  const issued = await read(`/api/tokens?operation=${encodeURIComponent(operation)}`);
  return issued?.token ?? mint();
}

/** randomUUID exists in secure contexts only; the page may also be reached over plain HTTP through a proxy. */
function mint() {
  if (crypto.randomUUID) {
    return crypto.randomUUID();
  }
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}
