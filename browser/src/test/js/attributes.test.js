import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sourceOf } from './tools.js';

const documentation = readFileSync(new URL('../../../../docs/browser.md', import.meta.url), 'utf8');
const named = text => new Set([...text.matchAll(/data-(yici[\w-]*|issued-at|expires-at)/g)]
  .map(([, name]) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())));

test('the documentation names the attributes that are read, and no other', () => {
  const code = ['forms.js', 'guard.js', 'busy.js', 'field.js'].map(sourceOf).join('');
  const read = new Set([...code.matchAll(/\b(yici[A-Z]\w*|issuedAt|expiresAt)\b|\{ (yici):/g)].map(([, name, form]) => name ?? form));
  assert.deepEqual([...named(documentation)].sort(), [...read].sort());
});
