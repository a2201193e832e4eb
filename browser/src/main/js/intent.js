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
export const isCopied = !!stored('getItem', LIVE);
const mark = () => stored('setItem', LIVE, page);
mark();
addEventListener('pageshow', mark);
addEventListener('pagehide', () => stored('getItem', LIVE) === page && stored('removeItem', LIVE));

/** Going back or reloading shows the same form again; anything else opens it anew. */
const isShownAgain = () => !isCopied && /reload|back/.test(performance.getEntriesByType('navigation')[0]?.type);

export const openIntent = (name, options = {}) => new Intent(name, options);

class Intent {
  #slot;
  #token;
  #fetchToken;
  #fetching;
  #next;
  #earlier = [];

  constructor(name, { token, fetchToken }) {
    this.name = name;
    this.#slot = `yici:${name}`;
    this.#token = token?.token ? token : token && { token };
    this.#fetchToken = fetchToken;
    if (opened.has(name) || !isShownAgain()) {
      this.#change(note => !note.done);
      this.#earlier = this.unresolved;
    }
    opened.add(name);
    this.#offer(this.#token ?? this.#spare());
  }

  get unresolved() {
    return [...new Set(Object.values(this.#notes()).filter(note => !note.done).map(note => note.key))];
  }

  async ready() {
    if (!this.#isUsable()) {
      this.#fetching ??= this.#fetchToken().finally(() => { this.#fetching = null; });
      const given = await this.#fetching;
      this.#offer(given?.token ? given : { token: given ?? mintKey() });
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
    const before = this.#notes()[hash];
    if (before) {
      return { key: before.key, again: !before.done };
    }
    if (!this.#isUsable()) {
      return null;
    }
    const key = this.#next.token;
    // Before anything leaves: a reload in the next moment must find it.
    this.#change(() => true, { [hash]: { key } });
    this.#offer(this.#spare());
    return { key, again: false };
  }

  settle(key, standing) {
    if (standing && this.unresolved.includes(key)) {
      const isDone = standing === 'done' || (standing === 'finished' && !this.#earlier.includes(key));
      this.#change(note => note.key !== key || note.done || (note.done = isDone));
      if (standing === 'unused') {
        this.#offer({ token: key });
      }
    }
  }

  renew() {
    this.#change(() => false);
  }

  /** What follows a key that was used: our own, another of the server's, or the page's one again, for the server to judge. */
  #spare() {
    return this.#fetchToken ? null : this.#token ?? { token: mintKey() };
  }

  /** By differences of one clock: it may be a year off, if only it goes on. */
  #isUsable() {
    const { token, life, at } = this.#next ?? {};
    const age = Date.now() - at;
    return token && (!this.#fetchToken || !(life > 0) || (age >= 0 && age < life));
  }

  #offer(next) {
    this.#next = next && { at: Date.now(), ...next };
  }

  /** What was sent, by the hash of its content: under which key, and whether it is done. */
  #notes() {
    let notes;
    try {
      notes = JSON.parse(stored('getItem', this.#slot));
    } catch {
      // Not ours to read.
    }
    return notes ?? memory.get(this.#slot) ?? {};
  }

  #change(isKept, added) {
    const kept = Object.entries(this.#notes()).filter(([, note]) => isKept(note));
    const notes = { ...Object.fromEntries(kept), ...added };
    memory.set(this.#slot, notes);
    if (stored('setItem', this.#slot, JSON.stringify(notes)) === undefined) {
      stored('removeItem', this.#slot);
    }
  }
}
