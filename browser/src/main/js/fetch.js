import { attempt, pause, waitAfter } from './attempt.js';
import { bodyOf } from './content.js';
import { mintKey } from './key.js';
import { endOf, leavesDoubt, verdictOf } from './verdict.js';

const STANDINGS = { done: 'done', refused: 'dropped', mismatch: 'dropped', expired: 'dropped' };
const flights = new Map();

export async function onceFetch(url, init = {}, options = {}) {
  const { intent, key } = options;
  const { method = 'POST', signal } = init;
  const content = JSON.stringify([method, String(url), bodyOf(init.body)]);
  let taken = { key: key ?? mintKey(), again: false };
  try {
    signal?.throwIfAborted();
    taken = await intent?.take(content) ?? taken;
  } catch (error) {
    return { kind: 'not-sent', key: null, attempts: 0, replayed: false, response: null, problem: {}, error };
  }
  const outcome = await joined(taken.key, signal, stop => send(url, { ...init, method }, taken, options, stop));
  if (outcome.kind !== 'expired') {
    return outcome;
  }
  return intent?.fetchesTokens && !options.renewed
    ? onceFetch(url, init, { ...options, renewed: true })
    : { ...outcome, kind: 'refused' };
}

/** One flight for a key, however many wait for it; it is given up when nobody does any more. */
async function joined(key, signal, start) {
  let flight = flights.get(key);
  if (!flight) {
    const stop = new AbortController();
    const land = () => flights.get(key) === flight && flights.delete(key);
    flight = { waiting: 0, land, stop, ended: start(stop.signal).finally(land) };
    flights.set(key, flight);
  }
  flight.waiting++;
  const left = new Promise(resolve => signal?.addEventListener('abort', () => {
    if (--flight.waiting === 0) {
      flight.land();
      flight.stop.abort();
    }
    resolve({ kind: 'unknown', key, attempts: 0, replayed: false, response: null, problem: {}, error: signal.reason });
  }, { once: true }));
  const outcome = await Promise.race([flight.ended, left]);
  return { ...outcome, response: outcome.response?.clone() ?? null };
}

async function send(url, init, { key, again }, { intent, deadline = 60_000, attemptTimeout = 20_000, onAttempt }, stop) {
  const end = performance.now() + deadline;
  let doubt = again;
  for (let attempts = 1; ; attempts++) {
    const timeout = Math.min(attemptTimeout, end - performance.now());
    const { response, body: problem, error } = await attempt(url, init, key, timeout, stop);
    const verdict = response ? verdictOf(response, problem) : 'later';
    const wait = waitAfter(attempts, response);
    doubt ||= leavesDoubt(response);
    if (verdict === 'later' && !stop.aborted && performance.now() + wait < end) {
      onAttempt?.({ attempts, status: response?.status ?? null, wait });
      await pause(wait, stop);
      continue;
    }
    const kind = endOf(verdict, doubt, response);
    const standing = problem.code === 'token-refused' ? 'dropped' : STANDINGS[verdict] ?? (doubt ? null : 'unused');
    if (standing) {
      intent?.settle(key, standing);
    }
    const replayed = response?.headers.get('Idempotent-Replayed') === 'true';
    return { kind, key, attempts, replayed, response, problem: kind === 'done' ? {} : problem, error };
  }
}
