import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sourceOf, typescript } from './tools.js';

const here = file => fileURLToPath(new URL(file, import.meta.url));

function compile(...given) {
  try {
    execFileSync(process.execPath, [typescript(), ...given], { encoding: 'utf8' });
  } catch (failed) {
    assert.fail(failed.stdout);
  }
}

test('the types compile strictly, with what a user writes', () => compile('-p', here('types/tsconfig.json')));

for (const page of ['README.md', 'README.zh-CN.md', 'docs/browser.md', 'browser/README.md']) {
  test(`the examples of ${page} compile`, () => {
    const text = readFileSync(here(`../../../../${page}`), 'utf8');
    const blocks = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, block]) => block);
    assert.ok(blocks.length > 0);
    // Beside this file, so that the package finds itself by its name.
    const folder = here(`../../../target/examples/${page.replace(/\W/g, '-')}/`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}page.d.mts`, 'declare global { const order: { sku: string, quantity: number }; }\nexport {};\n');
    blocks.forEach((block, number) => writeFileSync(`${folder}${number}.mts`, block
      .replace(/'\/webjars\/yici\/index.js'/, "'@yici/browser'")
      .replace(/'\/webjars\/yici\/(\w+).js'/, "'@yici/browser/$1'")));
    writeFileSync(`${folder}tsconfig.json`, JSON.stringify({
      extends: here('types/tsconfig.json'), compilerOptions: { strict: false }, include: ['*.mts'],
    }));
    compile('-p', folder);
  });
}

const functionsOf = text => [...text.matchAll(/export (?:declare )?(?:async )?(?:function|const) (\w+)/g)].map(([, name]) => name);

for (const entry of ['index', 'guard', 'timing']) {
  test(`the types of ${entry} name what it exports, and nothing else`, () => {
    const code = sourceOf(`${entry}.js`);
    const exported = [...functionsOf(code), ...[...code.matchAll(/export \{ (\w+) \}/g)].map(([, name]) => name)];
    assert.deepEqual(functionsOf(sourceOf(`${entry}.d.ts`)).sort(), exported.sort());
  });
}
