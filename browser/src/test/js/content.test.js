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

test('bodies of every kind are told apart by what is in them', () => {
  assert.equal(bodyOf(undefined), '');
  assert.equal(bodyOf(null), '');
  assert.equal(bodyOf('text'), 'text');
  assert.equal(bodyOf(new URLSearchParams('a=1')), bodyOf(form(['a', '1'])));
  assert.notEqual(bodyOf(new Uint8Array([1, 2])), bodyOf(new Uint8Array([2, 1])));
  assert.equal(bodyOf(new Uint8Array([1, 2, 3]).subarray(1)), bodyOf(new Uint8Array([2, 3]).buffer));
  assert.notEqual(bodyOf(new Blob(['x'])), bodyOf(new Blob(['xx'])));
  assert.equal(bodyOf(new Uint8Array(300_000)).length, 599_999);
});

test('what can be read only once is refused before anything is sent', () => {
  assert.throws(() => bodyOf(new ReadableStream()), /sent again/);
  assert.throws(() => bodyOf({ sku: 'TEA-1' }), TypeError);
});
