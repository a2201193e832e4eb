// Not run: what a user of the types may write, and what the compiler must refuse.
import { mintKey, onceFetch, openIntent, resume, tokensFrom, type Intent, type Outcome, type Resumed } from '@yici/browser';
import '@yici/browser/forms';
import { guardForm, type Guard } from '@yici/browser/guard';
import { debounce, throttle } from '@yici/browser/timing';

const key: string = mintKey();
const intent: Intent = openIntent('order', { fetchToken: tokensFrom('/idempotency/tokens?operation=order.create') });
openIntent('order', { token: { token: key, life: 60_000 } });
openIntent('order', { fetchToken: async () => null });

const outcome: Outcome = await onceFetch(new URL('https://shop.test/orders'), {
  method: 'POST',
  body: JSON.stringify({ sku: 'TEA-1' }),
  signal: AbortSignal.timeout(1_000),
}, { intent, deadline: 30_000, attemptTimeout: 5_000, onAttempt: ({ attempts, status, wait }) => console.log(attempts, status, wait.toFixed()) });

switch (outcome.kind) {
  case 'done': console.log(await outcome.response?.json(), outcome.replayed); break;
  case 'refused': case 'mismatch': console.log(outcome.problem.detail?.length, outcome.problem.code); break;
  case 'in-progress': case 'unknown': case 'not-sent': console.log(outcome.error); break;
  default: outcome.kind satisfies never;
}

const resumed: Resumed[] = await resume(intent, '/idempotency/order.create/status', { deadline: 1_000 });
resumed.filter(({ kind }) => kind === 'absent');

const form = document.querySelector('form')!;
const guard: Guard = guardForm(form, { name: 'pay:1', status: '/idempotency/page.pay/status', releaseAfter: 1_000 });
form.addEventListener('yici:resumed', ({ detail }) => console.log(detail.kind, detail.status));
guard.release();

const search = debounce((text: string) => text.length, 300, { leading: true });
const found: number | undefined = search('tea');
search.cancel();
throttle(() => {}).flush();

// @ts-expect-error a key is text
mintKey().toFixed();
// @ts-expect-error the deadline is a number of milliseconds
void onceFetch('/orders', {}, { deadline: '30s' });
// @ts-expect-error there is no such kind
outcome.kind === 'cancelled';
// @ts-expect-error the arguments are those of the work
search(1);
// @ts-expect-error a guard is asked, not told
guard.busy = true;
console.log(found);
