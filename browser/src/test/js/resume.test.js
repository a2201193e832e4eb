import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { resume } from '../../main/js/resume.js';
import { openPage, Storage } from './page.js';
import { answer, cut, serve, silent } from './server.js';

let intent;
let key;

beforeEach(async () => {
  const tab = new Storage();
  const page = await openPage(tab);
  ({ key } = page.openIntent('order').takeNow('one'));
  page.leave();
  intent = (await openPage(tab, 'reload')).openIntent('order');
});

const status = word => answer(200, { operation: 'order.create', status: word });

const words = {
  finished: ['done', false, true], rejected: ['refused', false, false], expired: ['unknown', true, true],
  absent: ['absent', true, true], unknown: ['unknown', true, true],
};

for (const [word, [kind, isOpen, isSame]] of Object.entries(words)) {
  test(`${word} says the server: ${kind}`, async t => {
    const { url, requests } = await serve(t, status(word));
    assert.deepEqual(await resume(intent, url), [{ kind, key, status: word }]);
    assert.equal(requests[0].method, 'GET');
    assert.equal(requests[0].key, key);
    assert.equal(intent.unresolved.includes(key), isOpen);
    assert.equal(intent.takeNow('one').key === key, isSame);
  });
}

// Firefox takes even what is marked no-cache out of its cache for a page that it shows again.
test('no answer about another key is taken from a cache', async t => {
  const { url, requests } = await serve(t, status('finished'));
  await resume(intent, url);
  assert.equal(requests[0].headers['cache-control'], 'no-cache');
});

test('what is in progress is waited for', async t => {
  const { url, requests } = await serve(t, status('in-progress'), status('in-progress'), status('finished'));
  assert.deepEqual(await resume(intent, url), [{ kind: 'done', key, status: 'finished' }]);
  assert.equal(requests.length, 3);
});

test('until the deadline', async t => {
  const { url } = await serve(t, status('in-progress'));
  assert.deepEqual(await resume(intent, url, { deadline: 2_000 }), [{ kind: 'in-progress', key, status: 'in-progress' }]);
  assert.deepEqual(intent.unresolved, [key]);
});

test('what was in progress before nobody answered any more is told so', async t => {
  const { url } = await serve(t, status('in-progress'), silent);
  assert.deepEqual(await resume(intent, url, { deadline: 1_000 }), [{ kind: 'in-progress', key, status: 'in-progress' }]);
});

test('a server that is down is asked again', async t => {
  const { url } = await serve(t, cut, answer(503, {}, { 'Retry-After': '0' }), status('finished'));
  assert.equal((await resume(intent, url))[0].kind, 'done');
});

for (const code of [401, 403, 404]) {
  test(`a ${code} says nothing of the key`, async t => {
    const { url, requests } = await serve(t, answer(code));
    assert.deepEqual(await resume(intent, url), [{ kind: 'unknown', key, status: null }]);
    assert.equal(requests.length, 1);
    assert.deepEqual(intent.unresolved, [key]);
  });
}

test('everything that was sent is asked about, with the headers of the page', async t => {
  const { key: other } = intent.takeNow('two');
  const { url, keys, requests } = await serve(t, status('finished'));
  const resumed = await resume(intent, url, { init: { headers: { Authorization: 'Basic x' } } });
  assert.deepEqual(new Set(keys()), new Set([key, other]));
  assert.equal(resumed.length, 2);
  assert.equal(requests[0].headers.authorization, 'Basic x');
});

test('where nothing was sent nobody is asked', async t => {
  const { url, requests } = await serve(t, status('finished'));
  intent.settle(key, 'dropped');
  assert.deepEqual(await resume(intent, url), []);
  assert.equal(requests.length, 0);
});
