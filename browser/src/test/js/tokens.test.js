import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensFrom } from '../../main/js/tokens.js';
import { answer, serve } from './server.js';

const at = milliseconds => new Date(milliseconds).toISOString();

for (const years of [-1, 0, 1]) {
  test(`a token lives from issue to expiry by the server's clock, ${years} years from ours`, async t => {
    const issued = Date.now() + years * 31_536_000_000;
    const { url } = await serve(t, answer(200, { token: 'a', issuedAt: at(issued), expiresAt: at(issued + 1_800_000) }));
    assert.deepEqual(await tokensFrom(url)(), { token: 'a', life: 1_800_000 });
  });
}

test('a token that tells no times lives until the server says otherwise', async t => {
  const { url } = await serve(t, answer(200, { token: 'a' }));
  assert.deepEqual(await tokensFrom(url)(), { token: 'a', life: NaN });
});

test('a refusal is told with its status, and what it was asked for', async t => {
  const { url } = await serve(t, answer(401));
  await assert.rejects(tokensFrom(url)(), error => error.message.includes('401') && error.cause.status === 401);
});

test('an answer without a token is no token', async t => {
  const { url } = await serve(t, answer(200, {}));
  await assert.rejects(tokensFrom(url)(), /No token/);
});
