import { attempt, endAfter, pause, waitAfter } from './attempt.js';

const WORDS = {
  finished: ['done', 'finished'],
  rejected: ['refused', 'dropped'],
  // Done or rejected, but nobody remembers which.
  expired: ['unknown'],
  unknown: ['unknown'],
  absent: ['absent'],
};

export const resume = (intent, status, { init = {}, deadline = 60_000 } = {}) => Promise.all(
  intent.unresolved.map(key => ask(intent, key, status, init, endAfter(deadline))));

async function ask(intent, key, url, init, end) {
  let status = null;
  for (let attempts = 1; ; attempts++) {
    const { response, body } = await attempt(url, init, key, end - performance.now());
    status = response?.ok ? body.status : status;
    const [kind, standing] = WORDS[status] ?? [];
    if (kind) {
      intent.settle(key, standing);
      return { kind, key, status };
    }
    const wait = waitAfter(attempts, response);
    if (/^4/.test(response?.status) || performance.now() + wait >= end) {
      return { kind: status ?? 'unknown', key, status };
    }
    await pause(wait);
  }
}
