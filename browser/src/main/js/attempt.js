/** The header a key goes in. */
export const HEADER = 'Idempotency-Key';

/** One request. It ends with a whole response or with none: what breaks off in the middle is lost, and asked for again. */
export async function attempt(url, init, key, timeout, stop) {
  const headers = new Headers(init.headers);
  headers.set(HEADER, key);
  const given = new AbortController();
  const abort = () => given.abort();
  const timer = setTimeout(abort, timeout);
  stop?.addEventListener('abort', abort);
  try {
    const response = await fetch(url, { ...init, headers, signal: given.signal });
    return { response, body: jsonOf(await response.clone().text(), response), error: null };
  } catch (error) {
    return { response: null, body: {}, error };
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', abort);
  }
}

function jsonOf(text, { headers }) {
  try {
    return /json/.test(headers.get('Content-Type')) && JSON.parse(text) || {};
  } catch {
    return {};
  }
}

/** The wait a server asks for, in milliseconds (RFC 9110, 10.2.3). A date is read by the server's own clock, not by ours. */
function retryAfter({ headers }) {
  const value = headers.get('Retry-After') ?? '';
  const wait = /^\d+$/.test(value) ? value * 1000 : Date.parse(value) - Date.parse(headers.get('Date'));
  return wait > 0 ? wait : 0;
}

/** How long to wait for the next try: doubles from 300 ms to 5 s, of which a random half to whole is taken. */
export const waitAfter = (attempts, response) => Math.max(
  response ? retryAfter(response) : 0,
  Math.min(300 * 2 ** (attempts - 1), 5_000) * (1 + Math.random()) / 2);

export const pause = (wait, stop) => new Promise(resolve => {
  const timer = setTimeout(resolve, wait);
  stop?.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
});
