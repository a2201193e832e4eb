import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { openPage, Storage, UUID4 } from './page.js';

let tab;

beforeEach(() => { tab = new Storage(); });

const keyOf = (intent, content) => intent.takeNow(content).key;

/** The key for a content in a page that is opened after another was left. */
async function keyIn(page, content, name = 'order') {
  return keyOf(page.openIntent(name), content);
}

async function next(page, type, storage = tab) {
  page.leave();
  return openPage(storage, type);
}

test('the same content has the same key, edited content another, and edited back the first', async () => {
  const intent = (await openPage(tab)).openIntent('order');
  const first = keyOf(intent, 'one');
  assert.match(first, UUID4);
  assert.equal(keyOf(intent, 'one'), first);
  assert.notEqual(keyOf(intent, 'two'), first);
  assert.equal(keyOf(intent, 'one'), first);
});

test('two forms of a page have keys of their own', async () => {
  const page = await openPage(tab);
  assert.notEqual(await keyIn(page, 'one', 'order'), await keyIn(page, 'one', 'pay'));
});

for (const type of ['reload', 'back_forward', 'navigate']) {
  test(`what was sent and is not answered keeps its key through ${type}`, async () => {
    const page = await openPage(tab);
    const key = await keyIn(page, 'one');
    const after = (await next(page, type)).openIntent('order');
    assert.deepEqual(after.unresolved, [key]);
    assert.deepEqual(after.takeNow('one'), { key, again: true });
  });
}

test('it is noted before anything leaves, so that a page that dies keeps it too', async () => {
  const key = await keyIn(await openPage(tab), 'one');
  // No pagehide: the process of the page has crashed.
  assert.equal(await keyIn(await openPage(tab, 'reload'), 'one'), key);
});

for (const type of ['reload', 'back_forward']) {
  test(`after success the same content is a repeat in the same form, shown by ${type}`, async () => {
    const page = await openPage(tab);
    const intent = page.openIntent('order');
    const key = keyOf(intent, 'one');
    intent.settle(key, 'done');
    assert.deepEqual(intent.unresolved, []);
    assert.deepEqual(intent.takeNow('one'), { key, again: false });
    const again = (await next(page, type)).openIntent('order');
    assert.equal(keyOf(again, 'one'), key);
    assert.notEqual(keyOf(again, 'two'), key);
  });
}

test('after success a form that is opened anew means something new', async () => {
  const page = await openPage(tab);
  const intent = page.openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'done');
  assert.notEqual(keyOf(page.openIntent('order'), 'one'), key);
  assert.notEqual(await keyIn(await next(page, 'navigate'), 'one'), key);
});

test('a form that is opened for a second time in a page is opened anew, also where the page was reloaded', async () => {
  const page = await openPage(tab);
  keyOf(page.openIntent('order'), 'one');
  const again = await next(page, 'reload');
  const intent = again.openIntent('order');
  const { key } = intent.takeNow('one');
  intent.settle(key, 'done');
  assert.notEqual(keyOf(again.openIntent('order'), 'one'), key);
});

test('after a refusal the same content is tried under a new key', async () => {
  const intent = (await openPage(tab)).openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'dropped');
  assert.notEqual(keyOf(intent, 'one'), key);
});

test('a key that was not used serves the next content', async () => {
  const intent = (await openPage(tab)).openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'unused');
  assert.deepEqual(intent.unresolved, []);
  assert.equal(keyOf(intent, 'two'), key);
});

test('a key that was answered is not offered to another content', async () => {
  const intent = (await openPage(tab)).openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'done');
  intent.settle(key, 'unused');
  assert.notEqual(keyOf(intent, 'two'), key);
});

test('another one, says the user, and the same content gets a new key', async () => {
  const intent = (await openPage(tab)).openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'done');
  intent.renew();
  assert.notEqual(keyOf(intent, 'one'), key);
});

test('finding out later that it is done keeps the key in the form it was sent from, and ends it in one opened anew', async () => {
  const page = await openPage(tab);
  const intent = page.openIntent('order');
  const key = keyOf(intent, 'one');
  const shownAgain = await next(page, 'reload');
  const same = shownAgain.openIntent('order');
  same.settle(key, 'finished');
  assert.equal(keyOf(same, 'one'), key);

  const other = keyOf(same, 'two');
  const anew = (await next(shownAgain, 'navigate')).openIntent('order');
  anew.settle(other, 'finished');
  assert.notEqual(keyOf(anew, 'two'), other);
});

test('a duplicated tab has keys of its own for what was not sent, or is done', async () => {
  const page = await openPage(tab);
  const intent = page.openIntent('order');
  const done = keyOf(intent, 'done');
  intent.settle(done, 'done');
  const copy = tab.copy();
  const unsent = keyOf(intent, 'one');
  for (const type of ['navigate', 'reload', 'back_forward']) {
    const duplicate = (await openPage(copy.copy(), type)).openIntent('order');
    assert.notEqual(keyOf(duplicate, 'one'), unsent);
    assert.notEqual(keyOf(duplicate, 'done'), done);
  }
});

// Its tab may be the copy of one that crashed before what it had sent was written down.
test('a page that is shown again out of a cache goes on with its token, in a copy too', async () => {
  const options = { token: 'of-the-page', fetchToken: async () => 'another' };
  const page = await openPage(tab);
  page.openIntent('order', options);
  const before = tab.copy();
  const again = (await openPage(before, 'back_forward')).openIntent('order', options);
  assert.equal(keyOf(again, 'one'), 'of-the-page');
});

test('a duplicated tab asks under the same key for what was sent and is not answered', async () => {
  const key = await keyIn(await openPage(tab), 'one');
  assert.equal(await keyIn(await openPage(tab.copy()), 'one'), key);
});

test('a tab that was duplicated goes on as before', async () => {
  const page = await openPage(tab);
  const intent = page.openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'done');
  (await openPage(tab.copy())).openIntent('order');
  assert.equal(await keyIn(await next(page, 'reload'), 'one'), key);
});

test('a page that is told late that it was left makes no copy of the next one', async () => {
  const page = await openPage(tab);
  const intent = page.openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'done');
  const again = (await openPage(tab, 'back_forward')).openIntent('order');
  page.leave();
  assert.equal(keyOf(again, 'one'), key);
});

test('a tab is told from its copy also after a page of it was kept', async () => {
  const page = await openPage(tab);
  const intent = page.openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'done');
  page.leave();
  (await openPage(tab)).leave();
  page.comeBack();
  assert.notEqual(await keyIn(await openPage(tab.copy(), 'back_forward'), 'one'), key);
  assert.equal(await keyIn(await next(page, 'reload'), 'one'), key);
});

test('a late second press is a repeat in a copy, too', async () => {
  await openPage(tab);
  const intent = (await openPage(tab.copy(), 'reload')).openIntent('order');
  const key = keyOf(intent, 'one');
  intent.settle(key, 'done');
  assert.equal(keyOf(intent, 'one'), key);
});

test('a token of a page out of a cache that was used is not used for anything else', async () => {
  const options = { token: 'of-the-page', fetchToken: async () => 'another' };
  const page = await openPage(tab);
  keyOf(page.openIntent('order', options), 'one');
  const again = (await next(page, 'back_forward')).openIntent('order', options);
  assert.equal(keyOf(again, 'one'), 'of-the-page');
  assert.equal((await again.take('two')).key, 'another');
});

const broken = {
  'is forbidden': () => Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true, get() { throw new DOMException('Access is denied', 'SecurityError'); }, set() {},
  }),
  'is absent': () => Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: () => undefined, set() {} }),
  'is full': () => Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => ({ getItem: () => null, removeItem() {}, setItem() { throw new DOMException('Full', 'QuotaExceededError'); } }),
    set() {},
  }),
};

for (const [how, arrange] of Object.entries(broken)) {
  test(`where storage ${how} the page remembers by itself`, async t => {
    t.after(() => Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, writable: true, value: tab }));
    arrange();
    const intent = (await openPage(tab)).openIntent('order');
    const key = keyOf(intent, 'one');
    assert.match(key, UUID4);
    assert.deepEqual(intent.takeNow('one'), { key, again: true });
    intent.settle(key, 'done');
    assert.equal(keyOf(intent, 'one'), key);
    assert.notEqual(keyOf(intent, 'two'), key);
  });
}

test('storage that fills up in the middle does not bring an older note back', async () => {
  const intent = (await openPage(tab)).openIntent('order');
  keyOf(intent, 'one');
  tab.setItem = () => { throw new DOMException('Full', 'QuotaExceededError'); };
  const key = keyOf(intent, 'two');
  assert.deepEqual(intent.takeNow('two'), { key, again: true });
});

test('what somebody else wrote into the note is no reason to fail', async () => {
  tab.setItem('yici:order', '{broken');
  assert.match(await keyIn(await openPage(tab, 'reload'), 'one'), UUID4);
  tab.setItem('yici:order', '"text"');
  assert.match(await keyIn(await openPage(tab, 'reload'), 'one'), UUID4);
});

test('the token of the page is the first key', async () => {
  const intent = (await openPage(tab)).openIntent('order', { token: 'from-the-page' });
  assert.equal(keyOf(intent, 'one'), 'from-the-page');
});

test('where no other token can be had it serves every content, for the server to judge', async () => {
  const intent = (await openPage(tab)).openIntent('order', { token: 'from-the-page' });
  assert.equal(keyOf(intent, 'one'), 'from-the-page');
  assert.equal(keyOf(intent, 'two'), 'from-the-page');
});

test('a page that comes with a new token keeps the key of what was sent', async () => {
  const page = await openPage(tab);
  keyOf(page.openIntent('order', { token: 'first' }), 'one');
  const after = (await next(page, 'reload')).openIntent('order', { token: 'second' });
  assert.equal(keyOf(after, 'one'), 'first');
  assert.equal(keyOf(after, 'two'), 'second');
});

test('tokens are fetched once for two presses in one tick, and for each content', async () => {
  let fetched = 0;
  const intent = (await openPage(tab)).openIntent('order', { fetchToken: async () => `token-${++fetched}` });
  assert.equal(intent.takeNow('one'), null);
  const [one, again, two] = await Promise.all([intent.take('one'), intent.take('one'), intent.take('two')]);
  assert.equal(one.key, again.key);
  assert.notEqual(two.key, one.key);
  assert.equal(fetched, 2);
});

test('where the server gives no token the browser mints a key', async () => {
  const intent = (await openPage(tab)).openIntent('order', { fetchToken: async () => null });
  assert.match((await intent.take('one')).key, UUID4);
});

test('a token that cannot be fetched leaves nothing behind, and is fetched again', async () => {
  let fetched = 0;
  const fetchToken = async () => {
    if (++fetched === 1) {
      throw new Error('offline');
    }
    return 'token';
  };
  const intent = (await openPage(tab)).openIntent('order', { fetchToken });
  await assert.rejects(intent.take('one'), /offline/);
  assert.deepEqual(intent.unresolved, []);
  assert.equal((await intent.take('one')).key, 'token');
});

for (const offset of [-365, 365]) {
  test(`a token lives as long by a clock that is ${offset} days off`, async t => {
    const start = Date.now() + offset * 86_400_000;
    let now = start;
    t.mock.method(Date, 'now', () => now);
    let fetched = 0;
    const fetchToken = async () => ({ token: `token-${++fetched}`, life: 60_000 });
    const intent = (await openPage(tab)).openIntent('order', { fetchToken });
    await intent.ready();
    now = start + 59_999;
    await intent.ready();
    assert.equal(fetched, 1);
    now = start + 60_000;
    assert.equal(intent.takeNow('one'), null);
    assert.equal((await intent.take('one')).key, 'token-2');
  });
}

test('a clock that is set back while the form is open costs a token and nothing else', async t => {
  let now = Date.now();
  t.mock.method(Date, 'now', () => now);
  let fetched = 0;
  const fetchToken = async () => ({ token: `token-${++fetched}`, life: 60_000 });
  const intent = (await openPage(tab)).openIntent('order', { fetchToken });
  await intent.ready();
  now -= 31_536_000_000;
  assert.equal((await intent.take('one')).key, 'token-2');
});

test('what was sent under a token keeps it, however old', async t => {
  let now = Date.now();
  t.mock.method(Date, 'now', () => now);
  const fetchToken = async () => ({ token: `token-${now}`, life: 60_000 });
  const intent = (await openPage(tab)).openIntent('order', { fetchToken });
  const { key } = await intent.take('one');
  now += 86_400_000;
  assert.deepEqual(await intent.take('one'), { key, again: true });
});
