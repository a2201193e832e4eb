import { attempt, endAfter, pause, waitAfter } from './attempt.js';
import { bodyOf } from './content.js';
import { mintKey } from './key.js';
import { endOf, leavesDoubt, verdictOf } from './verdict.js';

const STANDINGS = { done: 'done', refused: 'dropped', mismatch: 'dropped', expired: 'dropped' };
const NO_ANSWER = { key: null, attempts: 0, replayed: false, response: null, problem: {} };
const flights = new Map();

export async function onceFetch(url, init = {}, options = {}) {
  const { intent, key } = options;
  const { method = 'POST', signal } = init;
  const content = JSON.stringify([method, String(url), await bodyOf(init.body)]);
  let taken = { key: key ?? mintKey(), again: false };
  try {
    signal?.throwIfAborted();
    taken = await intent?.take(content) ?? taken;
    signal?.throwIfAborted();
  } catch (error) {
    return { ...NO_ANSWER, kind: 'not-sent', error };
  }
  const outcome = await joined(taken.key, content, signal, flight => send(url, { ...init, method }, taken, options, flight));
  if (outcome.kind !== 'expired') {
    return outcome;
  }
  return intent && !options.renewed
    ? onceFetch(url, init, { ...options, renewed: true })
    : { ...outcome, kind: 'refused' };
}

/** One flight for a key and what is sent under it, however many wait for it; it is given up when nobody does any more. */
async function joined(key, content, signal, start) {
  const name = key + content;
  let flight = flights.get(name);
  if (!flight) {
    const land = () => flight.isOn() && flights.delete(name);
    flight = { waiting: 0, isOn: () => flights.get(name) === flight };
    flight.stopped = new Promise(resolve => { flight.stop = () => land() && resolve(); });
    flights.set(name, flight);
    flight.ended = start(flight).finally(land);
  }
  flight.waiting++;
  const left = new Promise(resolve => signal?.addEventListener('abort', () => {
    if (--flight.waiting === 0) {
      flight.stop();
    }
    resolve({ ...NO_ANSWER, kind: 'unknown', key, error: signal.reason });
  }));
  const outcome = await Promise.race([flight.ended, left]);
  return { ...outcome, response: outcome.response?.clone() ?? null };
}

async function send(url, init, { key, again }, { intent, deadline = 60_000, attemptTimeout = 20_000, onAttempt }, flight) {
  const end = endAfter(deadline);
  let doubt = again;
  let heard;
  for (let attempts = 1; ; attempts++) {
    const timeout = Math.min(attemptTimeout, end - performance.now());
    const { response, body: problem, error } = await attempt(url, init, key, timeout, flight.stopped);
    const verdict = response ? verdictOf(response, problem, init.redirect) : 'later';
    const wait = waitAfter(attempts, response);
    doubt ||= leavesDoubt(response);
    heard = response ?? heard;
    if (verdict === 'later' && flight.isOn() && performance.now() + wait < end) {
      onAttempt?.({ attempts, status: response?.status ?? null, wait });
      await Promise.race([pause(wait), flight.stopped]);
      if (flight.isOn()) {
        continue;
      }
    }
    const kind = endOf(verdict, doubt, heard);
    intent?.settle(key, STANDINGS[kind] && /later|beside/.test(verdict) ? 'unused' : STANDINGS[kind]);
    const replayed = response?.headers.get('Idempotent-Replayed') === 'true';
    return { kind, key, attempts, replayed, response, problem: kind === 'done' ? {} : problem, error };
  }
}
