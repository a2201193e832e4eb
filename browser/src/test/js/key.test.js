import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mintKey } from '../../main/js/key.js';
import { UUID4 } from './page.js';

const { randomUUID } = crypto;

/** What a page has that is not served over TLS or from this machine. */
function inInsecureContext(work) {
  crypto.randomUUID = undefined;
  try {
    return work();
  } finally {
    crypto.randomUUID = randomUUID;
  }
}

test('a key is a UUIDv4 and never the same', () => {
  const keys = Array.from({ length: 1_000 }, mintKey);
  keys.forEach(key => assert.match(key, UUID4));
  assert.equal(new Set(keys).size, keys.length);
});

test('an insecure context has no randomUUID, and the same keys', () => {
  const keys = inInsecureContext(() => Array.from({ length: 10_000 }, mintKey));
  keys.forEach(key => assert.match(key, UUID4));
  assert.equal(new Set(keys).size, keys.length);
});

test('chance that can be guessed is never asked', t => {
  t.mock.method(Math, 'random', () => assert.fail('Math.random'));
  mintKey();
  inInsecureContext(mintKey);
});

test('every bit that is free takes both values', () => {
  const keys = inInsecureContext(() => Array.from({ length: 200 }, () => BigInt(`0x${mintKey().replaceAll('-', '')}`)));
  const ones = keys.reduce((one, key) => one | key, 0n);
  const zeros = keys.reduce((zero, key) => zero | ~key, 0n);
  const free = (1n << 128n) - 1n - (0xfn << 76n) - (0b11n << 62n);
  assert.equal(ones & free, free);
  assert.equal(zeros & free, free);
});
