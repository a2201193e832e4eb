import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const webjars = new URL('../../../target/webjars/META-INF/resources/webjars/', import.meta.url);

/** A file of a tool that the build has unpacked. */
function tool(name, file) {
  const folder = new URL(`${name}/`, webjars);
  if (!existsSync(folder)) {
    throw new Error(`${name} is not unpacked; run mvn process-test-resources -pl browser -am first`);
  }
  return fileURLToPath(new URL(`${name}/${readdirSync(folder)[0]}/${file}`, webjars));
}

export const typescript = () => tool('typescript', 'lib/tsc.js');

/** Terser asks for a library that writes source maps, which nobody wants here. */
export function terser() {
  const code = readFileSync(tool('terser', 'dist/bundle.min.js'), 'utf8');
  const module = { exports: {} };
  new Function('module', 'exports', 'require', code)(module, module.exports, () => ({}));
  return module.exports;
}

const sources = new URL('../../main/js/', import.meta.url);

export const sourceOf = file => readFileSync(new URL(file, sources), 'utf8');

export const sourceFiles = () => readdirSync(sources).filter(file => file.endsWith('.js'));
