export { onceFetch } from './fetch.js';
export { openIntent } from './intent.js';
export { mintKey } from './key.js';
export { resume } from './resume.js';
export { tokensFrom } from './tokens.js';
