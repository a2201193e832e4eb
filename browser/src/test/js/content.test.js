import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyOf, fieldsOf, hashOf } from '../../main/js/content.js';

const form = (...pairs) => pairs.reduce((data, [name, value]) => { data.append(name, value); return data; }, new FormData());

test('equal contents have equal hashes, and 200,000 others none of them', () => {
  const hashes = new Set();
  for (let number = 0; number < 200_000; number++) {
    hashes.add(hashOf(`{"sku":"TEA-1","quantity":${number}}`));
  }
  assert.equal(hashes.size, 200_000);
  assert.equal(hashOf('茶一两'), hashOf('茶一两'));
});

test('a content that differs in one character, or in the order of two, has another hash', () => {
  const text = 'sku=TEA-1&quantity=12&note=二';
  const hash = hashOf(text);
  for (let at = 0; at < text.length; at++) {
    assert.notEqual(hashOf(`${text.slice(0, at)}#${text.slice(at + 1)}`), hash);
  }
  assert.notEqual(hashOf('ab'), hashOf('ba'));
});

test('a hash tells nothing that could be read', () => {
  assert.doesNotMatch(hashOf('card=4111111111111111'), /4111/);
});

test('fields are their names and values in order, without those that are no content', () => {
  assert.equal(fieldsOf(form(['a', '1'], ['_csrf', 'x'], ['a', '2']), ['_csrf']), '[["a","1"],["a","2"]]');
  assert.notEqual(fieldsOf(form(['a', '1'], ['b', '2'])), fieldsOf(form(['b', '2'], ['a', '1'])));
  assert.notEqual(fieldsOf(form(['a', 'b'], ['c', ''])), fieldsOf(form(['a', ''], ['b', 'c'])));
});

test('a file is told by name, size, type and time', () => {
  const file = (name, text, lastModified) => fieldsOf(form(['f', new File([text], name, { type: 'text/plain', lastModified })]));
  assert.equal(file('a', 'x', 1), file('a', 'x', 1));
  assert.notEqual(file('a', 'x', 1), file('b', 'x', 1));
  assert.notEqual(file('a', 'x', 1), file('a', 'xx', 1));
  assert.notEqual(file('a', 'x', 1), file('a', 'x', 2));
});

test('a file field that was left empty is the same at any time', () => {
  const empty = lastModified => fieldsOf(form(['f', new File([], '', { lastModified })]));
  assert.equal(empty(1), empty(2));
});

test('bodies of every kind are told apart by what is in them', async () => {
  assert.equal(await bodyOf(undefined), '');
  assert.equal(await bodyOf(null), '');
  assert.equal(await bodyOf('text'), 'text');
  assert.equal(await bodyOf('undefined'), 'undefined');
  assert.equal(await bodyOf(new URLSearchParams('a=1')), 'a=1');
  assert.equal(await bodyOf(form(['a', '1'])), await bodyOf(form(['a', '1'])));
  assert.notEqual(await bodyOf(form(['a', '1'])), await bodyOf(form(['a', '2'])));
  assert.notEqual(await bodyOf(new Uint8Array([1, 2])), await bodyOf(new Uint8Array([2, 1])));
  assert.notEqual(await bodyOf(new Uint8Array([128])), await bodyOf(new Uint8Array([129])));
  assert.equal(await bodyOf(new Uint8Array([1, 2, 3]).subarray(1)), await bodyOf(new Uint8Array([2, 3]).buffer));
  assert.notEqual(await bodyOf(new Blob(['{"quantity":2}'])), await bodyOf(new Blob(['{"quantity":3}'])));
  assert.equal((await bodyOf(new Uint8Array(300_000))).length, 300_000);
});

test('a part that a script has made is told by what is in it, whenever it was made', async () => {
  const part = (text, lastModified) => bodyOf(form(['order', new File([text], 'blob', { type: 'application/json', lastModified })]));
  assert.equal(await part('{"quantity":2}', 1), await part('{"quantity":2}', 2));
  assert.notEqual(await part('{"quantity":2}', 1), await part('{"quantity":3}', 1));
});

test('what can be read only once is refused before anything is sent', async () => {
  await assert.rejects(bodyOf(new ReadableStream()), /sent again/);
  await assert.rejects(bodyOf({ sku: 'TEA-1' }), TypeError);
});
