import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sourceOf, typescript } from './tools.js';

test('the types compile strictly, with what a user writes', () => {
  const project = fileURLToPath(new URL('types/tsconfig.json', import.meta.url));
  try {
    execFileSync(process.execPath, [typescript(), '-p', project], { encoding: 'utf8' });
  } catch (failed) {
    assert.fail(failed.stdout);
  }
});

const functionsOf = text => [...text.matchAll(/export (?:declare )?(?:async )?(?:function|const) (\w+)/g)].map(([, name]) => name);

for (const entry of ['index', 'guard', 'timing']) {
  test(`the types of ${entry} name what it exports, and nothing else`, () => {
    const code = sourceOf(`${entry}.js`);
    const exported = [...functionsOf(code), ...[...code.matchAll(/export \{ (\w+) \}/g)].map(([, name]) => name)];
    assert.deepEqual(functionsOf(sourceOf(`${entry}.d.ts`)).sort(), exported.sort());
  });
}
