import { hashOf } from './content.js';
import { mintKey } from './key.js';

const LIVE = 'yici.live';
const page = mintKey();
const memory = new Map();
const opened = new Set();

/** Storage is absent, full or forbidden in places; this page then remembers by itself, and a reload forgets. */
function stored(method, ...given) {
  try {
    return sessionStorage[method](...given) ?? null;
  } catch {
    return undefined;
  }
}

// Duplicating a tab copies its storage together with the mark of the page in it; leaving a page takes its mark away.
const copied = !!stored('getItem', LIVE);
const mark = () => stored('setItem', LIVE, page);
mark();
addEventListener('pageshow', mark);
addEventListener('pagehide', () => stored('getItem', LIVE) === page && stored('removeItem', LIVE));

/** Going back or reloading shows the same form again; anything else opens it anew. */
const isShownAgain = () => !copied && /reload|back/.test(performance.getEntriesByType('navigation')[0]?.type);

export const openIntent = (name, options = {}) => new Intent(name, options);

class Intent {
  #slot;
  #token;
  #fetchToken;
  #fetching = null;
  #next = null;
  #earlier = [];

  constructor(name, { token, fetchToken }) {
    this.name = name;
    this.#slot = `yici:${name}`;
    this.#token = typeof token === 'string' ? { token } : token;
    this.#fetchToken = fetchToken;
    if (opened.has(name) || !isShownAgain()) {
      this.#update(({ sent }) => ({ sent, done: {} }));
      this.#earlier = this.unresolved;
    }
    opened.add(name);
    this.#offer(this.#token ?? this.#spare());
  }

  get unresolved() {
    return [...new Set(Object.values(this.#kept().sent))];
  }

  get fetchesTokens() {
    return !!this.#fetchToken;
  }

  async ready() {
    if (!this.#isUsable()) {
      this.#fetching ??= this.#fetchToken().finally(() => { this.#fetching = null; });
      const given = await this.#fetching;
      this.#offer(typeof given === 'string' ? { token: given } : given ?? { token: mintKey() });
    }
  }

  async take(content) {
    let taken;
    while (!(taken = this.takeNow(content))) {
      await this.ready();
    }
    return taken;
  }

  takeNow(content) {
    const hash = hashOf(content);
    const { sent, done } = this.#kept();
    const before = sent[hash] ?? done[hash];
    if (before) {
      return { key: before, again: hash in sent };
    }
    if (!this.#isUsable()) {
      return null;
    }
    const key = this.#next.token;
    // Before anything leaves: a reload in the next moment must find it.
    this.#update(kept => ({ ...kept, sent: { ...kept.sent, [hash]: key } }));
    this.#offer(this.#spare());
    return { key, again: false };
  }

  settle(key, standing) {
    const isKept = standing === 'done' || (standing === 'finished' && !this.#earlier.includes(key));
    if (!this.unresolved.includes(key)) {
      return;
    }
    this.#update(({ sent, done }) => {
      const [settled, others] = [{}, {}];
      for (const hash in sent) {
        (sent[hash] === key ? settled : others)[hash] = sent[hash];
      }
      return { sent: others, done: isKept ? { ...done, ...settled } : done };
    });
    if (standing === 'unused') {
      this.#offer({ token: key });
    }
  }

  renew() {
    this.#update(() => ({ sent: {}, done: {} }));
  }

  /** What follows a key that was used: our own, another of the server's, or the page's one again, for the server to judge. */
  #spare() {
    return this.#fetchToken ? null : this.#token ?? { token: mintKey() };
  }

  /** By differences of one clock: it may be a year off, if only it goes on. */
  #isUsable() {
    const { life, at } = this.#next ?? {};
    const age = Date.now() - at;
    return !!this.#next && (!this.#fetchToken || !life || (age >= 0 && age < life));
  }

  #offer(next) {
    this.#next = next && { at: Date.now(), ...next };
  }

  #kept() {
    const text = stored('getItem', this.#slot);
    return (text ? JSON.parse(text) : memory.get(this.#slot)) ?? { sent: {}, done: {} };
  }

  #update(change) {
    const kept = change(this.#kept());
    memory.set(this.#slot, kept);
    if (stored('setItem', this.#slot, JSON.stringify(kept)) === undefined) {
      stored('removeItem', this.#slot);
    }
  }
}
