import { attempt, pause, waitAfter } from './attempt.js';

const KINDS = { finished: 'done', rejected: 'refused', expired: 'refused', unknown: 'unknown', absent: 'absent' };
const STANDINGS = { finished: 'finished', rejected: 'dropped', expired: 'dropped' };

export const resume = (intent, status, { init = {}, deadline = 60_000 } = {}) => Promise.all(
  intent.unresolved.map(key => ask(intent, key, status, init, performance.now() + deadline)));

async function ask(intent, key, url, init, end) {
  for (let attempts = 1; ; attempts++) {
    const { response, body } = await attempt(url, init, key, end - performance.now());
    const { status } = response?.ok ? body : {};
    if (KINDS[status]) {
      if (STANDINGS[status]) {
        intent.settle(key, STANDINGS[status]);
      }
      return { kind: KINDS[status], key, status };
    }
    const wait = waitAfter(attempts, response);
    const isRefused = response?.status >= 400 && response.status < 500;
    if (isRefused || performance.now() + wait >= end) {
      return { kind: status === 'in-progress' ? status : 'unknown', key, status: status ?? null };
    }
    await pause(wait);
  }
}
