import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onceFetch } from '../../main/js/fetch.js';
import { openPage, Storage, UUID4 } from './page.js';
import { answer, created, cut, half, replayed, running, serve, silent } from './server.js';

const body = '{"sku":"TEA-1"}';
let page;
let intent;

beforeEach(async () => {
  page = await openPage(new Storage());
  intent = page.openIntent('order');
});

const order = (url, options = {}, init = {}) => onceFetch(url, { body, ...init }, { intent, ...options });
const problem = (status, code, more = {}, headers = {}) => answer(status, { status, code, ...more }, headers);

test('a call is a POST with a key, and tells the answer', async t => {
  const { url, requests } = await serve(t, created);
  const outcome = await order(url, {}, { headers: { 'Content-Type': 'application/json' } });
  assert.equal(outcome.kind, 'done');
  assert.equal(outcome.replayed, false);
  assert.equal(outcome.attempts, 1);
  assert.deepEqual(await outcome.response.json(), { orderNo: '1' });
  assert.match(outcome.key, UUID4);
  assert.equal(requests[0].method, 'POST');
  assert.equal(requests[0].key, outcome.key);
  assert.equal(requests[0].headers['content-type'], 'application/json');
  assert.equal(requests[0].body, body);
});

const passing = {
  'a connection that is cut': cut,
  'an answer that breaks off': half,
  'a 409 that is retryable': running,
  'a 409 with Retry-After and no word': answer(409, {}, { 'Retry-After': '0' }),
  'a 408': answer(408), 'a 425': answer(425), 'a 429': answer(429),
  'a 502': answer(502), 'a 503': problem(503, 'store-unavailable', { retryable: true }), 'a 504': answer(504),
};

for (const [what, step] of Object.entries(passing)) {
  test(`${what} is followed by another try under the same key`, async t => {
    const { url, keys } = await serve(t, step, step, replayed);
    const waits = [];
    const outcome = await order(url, { onAttempt: ({ wait }) => waits.push(wait) });
    assert.equal(outcome.kind, 'done');
    assert.equal(outcome.replayed, true);
    assert.equal(outcome.attempts, 3);
    assert.equal(new Set(keys()).size, 1);
    assert.equal(waits.length, 2);
    assert.ok(waits[0] >= 150 && waits[0] <= 300, String(waits));
    assert.ok(waits[1] >= 300 && waits[1] <= 600, String(waits));
  });
}

test('a try without an answer in time is followed by another, and the late answer comes as a replay', async t => {
  const { url, keys } = await serve(t, silent, running, replayed);
  const outcome = await order(url, { attemptTimeout: 100 });
  assert.equal(outcome.kind, 'done');
  assert.equal(outcome.replayed, true);
  assert.equal(new Set(keys()).size, 1);
});

test('Retry-After in seconds is waited for', async t => {
  const { url, requests } = await serve(t, problem(503, 'conflict', {}, { 'Retry-After': '1' }), created);
  assert.equal((await order(url)).kind, 'done');
  assert.ok(requests[1].at - requests[0].at >= 999);
});

test('a date is waited for by the clock of the server, which is a year behind', async t => {
  const server = Date.now() - 31_536_000_000;
  const date = seconds => new Date(server + seconds * 1000).toUTCString();
  const { url } = await serve(t, problem(503, 'conflict', {}, { Date: date(0), 'Retry-After': date(3600) }), created);
  const outcome = await order(url, { deadline: 5_000 });
  assert.equal(outcome.kind, 'unknown');
  assert.equal(outcome.attempts, 1);
});

const final = {
  'a rejection': [problem(422, 'out-of-stock', { retryable: false }), 'refused'],
  'a mismatch': [problem(422, 'mismatch', { retryable: false }), 'mismatch'],
  'a bare conflict': [answer(409), 'refused'],
  'a conflict that stays': [problem(409, 'order-paid', { retryable: false }), 'refused'],
  'a conflict that is called much as one of ours': [problem(409, 'price-expired', { retryable: false }), 'refused'],
  'an invalid request': [problem(400, 'request-invalid'), 'refused'],
  'a page that is no problem': [response => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>'), 'refused'],
  'broken JSON': [response => response.writeHead(400, { 'Content-Type': 'application/json' }).end('{'), 'refused'],
};

for (const [what, [step, kind]] of Object.entries(final)) {
  test(`${what} ends the call, and pressing again is a new try`, async t => {
    const { url, keys } = await serve(t, step, created);
    const outcome = await order(url);
    assert.equal(outcome.kind, kind);
    assert.equal(outcome.attempts, 1);
    assert.deepEqual(intent.unresolved, []);
    assert.equal((await order(url)).kind, 'done');
    assert.notEqual(keys()[0], keys()[1]);
  });
}

test('done without its answer is done', async t => {
  const { url } = await serve(t, problem(409, 'response-not-kept', { retryable: false }, { Location: '/orders/1' }));
  const outcome = await order(url);
  assert.equal(outcome.kind, 'done');
  assert.equal(outcome.response.headers.get('Location'), '/orders/1');
});

for (const code of ['outcome-unknown', 'key-expired']) {
  test(`nobody knows, says the server (${code}): the key is kept`, async t => {
    const { url, keys } = await serve(t, problem(409, code, { retryable: false }), created);
    assert.equal((await order(url)).kind, 'unknown');
    assert.deepEqual(intent.unresolved, keys());
    await order(url);
    assert.equal(keys()[0], keys()[1]);
  });
}

for (const status of [401, 403, 413, 429]) {
  test(`a ${status} came before anybody looked: the key is free, and the next content may have it`, async t => {
    const { url, keys } = await serve(t, answer(status, {}, { 'Retry-After': '3600' }), created);
    const outcome = await order(url);
    assert.equal(outcome.kind, 'refused');
    assert.equal(outcome.response.status, status);
    assert.deepEqual(intent.unresolved, []);
    await order(url, {}, { body: '{"sku":"TEA-2"}' });
    assert.equal(keys()[0], keys()[1]);
  });

  test(`a ${status} behind a lost answer does not refuse what may be done`, async t => {
    const { url, keys } = await serve(t, cut, answer(status, {}, { 'Retry-After': '3600' }), replayed);
    const outcome = await order(url);
    assert.equal(outcome.kind, 'unknown');
    assert.equal(outcome.response.status, status);
    assert.deepEqual(intent.unresolved, [outcome.key]);
    await order(url);
    assert.equal(new Set(keys()).size, 1);
  });
}

test('a bare 404 behind a lost answer does not refuse what may be done', async t => {
  const { url, keys } = await serve(t, cut, answer(404), replayed);
  assert.equal((await order(url)).kind, 'unknown');
  assert.equal((await order(url)).kind, 'done');
  assert.equal(new Set(keys()).size, 1);
});

test('a recorded refusal behind a lost answer is one, also without a code', async t => {
  const { url } = await serve(t, cut, answer(422, {}, { 'Idempotent-Replayed': 'true' }));
  assert.equal((await order(url)).kind, 'refused');
  assert.deepEqual(intent.unresolved, []);
});

const elsewhere = response => response.writeHead(302, { Location: '/sign-in' }).end();

test('an answer from elsewhere, as from a page to sign in, is not done', async t => {
  const { url, keys } = await serve(t, elsewhere, answer(200), created);
  const outcome = await order(url);
  assert.equal(outcome.kind, 'unknown');
  assert.match(outcome.response.url, /sign-in$/);
  assert.equal((await order(url)).kind, 'done');
  assert.equal(keys()[0], keys()[2]);
});

test('who asks for redirects to be followed is answered from elsewhere', async t => {
  const { url } = await serve(t, elsewhere, answer(200));
  assert.equal((await order(url, {}, { redirect: 'follow' })).kind, 'done');
});

test('an answer that cannot be seen is not done', async t => {
  const { url } = await serve(t, elsewhere);
  assert.equal((await order(url, {}, { redirect: 'manual' })).kind, 'unknown');
});

test('given up while a token is fetched, nothing is sent', async t => {
  const { url, requests } = await serve(t, created);
  const stop = new AbortController();
  intent = page.openIntent('order', { fetchToken: async () => { stop.abort(); return 'token'; } });
  const outcome = await order(url, {}, { signal: stop.signal });
  assert.equal(outcome.kind, 'not-sent');
  assert.equal(requests.length, 0);
});

test('two contents under the page\'s one token are two calls', async t => {
  const { url, requests } = await serve(t, created);
  intent = page.openIntent('order', { token: 'page' });
  await Promise.all([order(url), order(url, {}, { body: '{"sku":"TEA-2"}' })]);
  assert.equal(requests.length, 2);
});

test('no limit is no limit', async t => {
  const { url } = await serve(t, async response => { await new Promise(resolve => setTimeout(resolve, 50)); created(response); });
  assert.equal((await order(url, { deadline: Infinity, attemptTimeout: Infinity })).attempts, 1);
});

test('the doubt outlives the page', async t => {
  let next = answer(401);
  const { url, keys } = await serve(t, cut, response => next(response));
  assert.equal((await order(url)).kind, 'unknown');
  page.leave();
  intent = (await openPage(sessionStorage, 'reload')).openIntent('order');
  assert.equal((await order(url)).kind, 'unknown');
  next = replayed;
  assert.equal((await order(url)).replayed, true);
  assert.equal(new Set(keys()).size, 1);
});

test('a 500 is not tried again by itself, and not called a refusal', async t => {
  const { url, keys } = await serve(t, answer(500), created);
  const outcome = await order(url);
  assert.equal(outcome.kind, 'unknown');
  assert.equal(outcome.attempts, 1);
  assert.equal((await order(url)).kind, 'done');
  assert.equal(keys()[0], keys()[1]);
});

test('still running at the deadline is in progress', async t => {
  const { url, keys } = await serve(t, running);
  const outcome = await order(url, { deadline: 3_000 });
  assert.equal(outcome.kind, 'in-progress');
  assert.ok(outcome.attempts > 1);
  assert.deepEqual(intent.unresolved, [keys()[0]]);
});

test('no answer until the deadline is unknown', async t => {
  const { url } = await serve(t, silent);
  const start = performance.now();
  const outcome = await order(url, { deadline: 300 });
  assert.equal(outcome.kind, 'unknown');
  assert.equal(outcome.response, null);
  assert.ok(outcome.error);
  assert.ok(performance.now() - start < 5_000);
});

test('a deadline does not follow a clock that is set', async t => {
  const { url } = await serve(t, running, running, replayed);
  let now = Date.now();
  t.mock.method(Date, 'now', () => (now += 31_536_000_000));
  assert.equal((await order(url, { deadline: 10_000 })).kind, 'done');
});

test('calls of one content at the same time are one request, and each reads its answer', async t => {
  const { url, requests } = await serve(t, created);
  const outcomes = await Promise.all([order(url), order(url), order(url)]);
  assert.equal(requests.length, 1);
  for (const outcome of outcomes) {
    assert.deepEqual(await outcome.response.json(), { orderNo: '1' });
  }
});

test('a second press just after a fast answer is a repeat', async t => {
  const { url, keys } = await serve(t, created, replayed);
  await order(url);
  assert.equal((await order(url)).replayed, true);
  assert.equal(keys()[0], keys()[1]);
});

test('giving up is not cancelling: it is unknown, and asked under the same key afterwards', async t => {
  const { url, keys } = await serve(t, silent, replayed);
  const stop = new AbortController();
  setTimeout(() => stop.abort('enough'), 50);
  const outcome = await order(url, {}, { signal: stop.signal });
  assert.equal(outcome.kind, 'unknown');
  assert.equal(outcome.error, 'enough');
  assert.deepEqual(intent.unresolved, [outcome.key]);
  assert.equal((await order(url)).kind, 'done');
  assert.equal(keys()[0], keys()[1]);
});

test('who gives up frees the connection', async t => {
  let close;
  const closed = new Promise(resolve => { close = resolve; });
  const { url } = await serve(t, response => response.on('close', close));
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  await order(url, { deadline: 600_000, attemptTimeout: 600_000 }, { signal: stop.signal });
  await closed;
});

test('one of two who gives up does not stop the other', async t => {
  let go;
  const { url, requests } = await serve(t, async response => { await new Promise(resolve => { go = resolve; }); created(response); });
  const stop = new AbortController();
  const given = order(url, {}, { signal: stop.signal });
  const waiting = order(url);
  while (!go) {
    await new Promise(setImmediate);
  }
  stop.abort();
  assert.equal((await given).kind, 'unknown');
  go();
  assert.equal((await waiting).kind, 'done');
  assert.equal(requests.length, 1);
});

test('given up during a wait, no further try is sent', async t => {
  const { url, requests } = await serve(t, problem(503, 'x', {}, { 'Retry-After': '1' }), created);
  const stop = new AbortController();
  const outcome = await order(url, { onAttempt: () => stop.abort() }, { signal: stop.signal });
  assert.equal(outcome.kind, 'unknown');
  await new Promise(resolve => setTimeout(resolve, 1_300));
  assert.equal(requests.length, 1);
});

test('given up before, nothing is sent and no key is taken', async t => {
  const { url, requests } = await serve(t, created);
  const outcome = await order(url, {}, { signal: AbortSignal.abort() });
  assert.equal(outcome.kind, 'not-sent');
  assert.equal(requests.length, 0);
  assert.deepEqual(intent.unresolved, []);
});

test('without a token nothing is sent', async t => {
  const { url, requests } = await serve(t, created);
  intent = page.openIntent('order', { fetchToken: async () => { throw new Error('offline'); } });
  const outcome = await order(url);
  assert.equal(outcome.kind, 'not-sent');
  assert.match(outcome.error.message, /offline/);
  assert.equal(requests.length, 0);
});

test('a token that ran out unused is replaced, once', async t => {
  const { url, keys } = await serve(t, problem(412, 'token-expired', { retryable: false }), created);
  let fetched = 0;
  intent = page.openIntent('order', { fetchToken: async () => `token-${++fetched}` });
  assert.equal((await order(url)).kind, 'done');
  assert.deepEqual(keys(), ['token-1', 'token-2']);
});

test('a server that calls every token old is not asked for ever', async t => {
  const { url, requests } = await serve(t, problem(412, 'token-expired', { retryable: false }));
  let fetched = 0;
  intent = page.openIntent('order', { fetchToken: async () => `token-${++fetched}` });
  const outcome = await order(url);
  assert.equal(outcome.kind, 'refused');
  assert.equal(outcome.problem.code, 'token-expired');
  assert.equal(requests.length, 2);
});

test('a token of somebody else is given up', async t => {
  const { url, keys } = await serve(t, problem(403, 'token-refused', { retryable: false }), created);
  let fetched = 0;
  intent = page.openIntent('order', { fetchToken: async () => `token-${++fetched}` });
  assert.equal((await order(url)).kind, 'refused');
  assert.equal((await order(url)).kind, 'done');
  assert.deepEqual(keys(), ['token-1', 'token-2']);
});

test('refused behind a lost answer it is no refusal, and its key is kept', async t => {
  const { url, keys } = await serve(t, cut, problem(403, 'token-refused', { retryable: false }), replayed);
  intent = page.openIntent('order', { fetchToken: async () => crypto.randomUUID() });
  assert.equal((await order(url)).kind, 'unknown');
  assert.deepEqual(intent.unresolved, [keys()[0]]);
  // Whoever sent it is signed in again.
  assert.equal((await order(url)).kind, 'done');
  assert.equal(new Set(keys()).size, 1);
});

test('without an intent the tries of a call share a key, and two calls do not', async t => {
  const { url, keys } = await serve(t, cut, created);
  await onceFetch(url, { body });
  await onceFetch(url, { body });
  assert.equal(keys()[0], keys()[1]);
  assert.notEqual(keys()[1], keys()[2]);
});

test('a key that the caller keeps is sent as it is', async t => {
  const { url, keys } = await serve(t, created);
  await onceFetch(url, { body }, { key: 'mine' });
  assert.deepEqual(keys(), ['mine']);
});

test('another address or method is another content', async t => {
  const { url, keys } = await serve(t, created);
  await order(url);
  await order(`${url}/1`);
  await order(url, {}, { method: 'PUT' });
  assert.equal(new Set(keys()).size, 3);
});

test('a body that can be read only once is refused, and nothing is sent', async t => {
  const { url, requests } = await serve(t, created);
  await assert.rejects(order(url, {}, { body: new ReadableStream(), duplex: 'half' }), /sent again/);
  assert.equal(requests.length, 0);
});

test('forms are sent as they are on every try', async t => {
  const { url, requests } = await serve(t, cut, created);
  await order(url, {}, { body: new URLSearchParams({ sku: 'TEA-1' }) });
  assert.deepEqual(requests.map(request => request.body), ['sku=TEA-1', 'sku=TEA-1']);
});
