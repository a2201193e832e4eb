import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sourceOf, terser } from './tools.js';

/** The files behind an entry, each after those it imports. */
function filesOf(entry, found = []) {
  for (const [, file] of sourceOf(entry).matchAll(/from '\.\/(.+)';/g)) {
    filesOf(file, found);
  }
  return found.includes(entry) ? found : found.push(entry) && found;
}

/** What an application sends that bundles an entry: the whole of it in one file, names shortened. */
async function bundled(entry) {
  const files = filesOf(entry);
  const exported = [...sourceOf(entry).matchAll(/export (?:\{ (\w+) \}|(?:const|function|async function) (\w+))/g)];
  const text = files.map(file => sourceOf(file)
    .replace(/^(import|export) .*from '.*';$/gm, '')
    .replace(/^export /gm, '')).join('\n');
  const names = exported.map(([, given, defined]) => given ?? defined);
  const { code } = await terser().minify(`${text}\nexport { ${names} };`, { module: true, compress: { passes: 3 }, format: { ecma: 2020 } });
  assert.match(code, new RegExp(names.map(name => `as ${name}\\b`).join('|')));
  return gzipSync(code, { level: 9 }).length;
}

test('the core is at most 3 KB', async t => {
  const size = await bundled('index.js');
  t.diagnostic(`core: ${size} bytes`);
  assert.ok(size <= 3 * 1024, `${size} bytes`);
});

test('guarded forms with what they need, and timing, are at most 4 KB', async t => {
  const size = await bundled('forms.js') + await bundled('timing.js');
  t.diagnostic(`forms and timing: ${size} bytes`);
  assert.ok(size <= 4 * 1024, `${size} bytes`);
});
