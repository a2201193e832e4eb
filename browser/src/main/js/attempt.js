/**
 * One request. It ends with a whole response or with none: what breaks off in the middle is lost, and asked for again.
 *
 * @param stopped settles when nobody waits any more
 */
export async function attempt(url, init, key, timeout, stopped) {
  const headers = new Headers(init.headers);
  headers.set('Idempotency-Key', key);
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, timeout);
  stopped?.then(abort);
  try {
    const response = await fetch(url, { ...init, headers, signal: limit.signal, cache: 'no-store' });
    return { response, body: jsonOf(await response.clone().text()), error: null };
  } catch (error) {
    return { response: null, body: {}, error };
  } finally {
    clearTimeout(timer);
  }
}

function jsonOf(text) {
  try {
    return JSON.parse(text) || {};
  } catch {
    return {};
  }
}

/**
 * Milliseconds until the next try: from 300 to 5000, doubling, of which a random half to whole is taken; or what the server
 * asks for, if that is longer (Retry-After, RFC 9110, 10.2.3). A date is read by the server's own clock, not by ours.
 */
export function waitAfter(attempts, response) {
  const asked = response?.headers.get('Retry-After');
  const wait = asked > 0 ? asked * 1000 : Date.parse(asked) - Date.parse(response?.headers.get('Date'));
  return Math.max(wait || 0, Math.min(75 * 2 ** attempts, 2_500) * (1 + Math.random()));
}

/** As far as a timer can be set. */
export const endAfter = deadline => performance.now() + Math.min(deadline, 1e9);

export const pause = wait => new Promise(resolve => setTimeout(resolve, wait));
