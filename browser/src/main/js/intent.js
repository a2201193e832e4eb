import { hashOf } from './content.js';
import { mintKey } from './key.js';

const LIVE = 'yici.live';
const LEFT = 'yici.left';
const page = mintKey();
const memory = new Map();
const opened = new Set();

/** Storage is absent, full or forbidden in places; this page then remembers by itself, and a reload forgets. */
function stored(method, ...given) {
  try {
    return sessionStorage[method](...given);
  } catch {
    // The same as if nothing were stored.
  }
}

// Duplicating a tab copies its storage while the page in it is there, which says when it is left; perhaps a moment after the
// next one has begun.
const before = stored('getItem', LIVE);
export const isCopied = () => before && stored('getItem', LEFT) !== before;
stored('setItem', LIVE, page);
/** Whether a reload finds what was noted. */
export const isRemembered = () => stored('getItem', LIVE) === page;
addEventListener('pagehide', () => stored('setItem', LEFT, page));
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) {
    stored('setItem', LIVE, page);
    stored('removeItem', LEFT);
  }
});

/** Going back or reloading shows the same form again; anything else opens it anew. */
const isShownAgain = () => /reload|back/.test(performance.getEntriesByType('navigation')[0]?.type);

export const openIntent = (...given) => new Intent(...given);

class Intent {
  #slot;
  #token;
  #fetchToken;
  #fetching;
  #next;
  #isTaken;
  #earlier = [];

  constructor(name, { token, fetchToken } = {}) {
    this.name = name;
    this.#slot = `yici:${name}`;
    this.#token = token?.token ? token : token && { token };
    this.#fetchToken = fetchToken;
    if (opened.has(name) || !isShownAgain()) {
      this.#forgetDone();
      this.#earlier = this.unresolved;
    }
    opened.add(name);
    // A page that comes out of a cache carries a token that may have been used.
    const isUsed = Object.values(this.#notes()).some(note => note.key === this.#token?.token);
    this.#offer(isUsed ? this.#spare() : this.#token ?? this.#spare());
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
    const taken = this.takeNow(content);
    if (taken) {
      return taken;
    }
    await this.ready();
    return this.take(content);
  }

  takeNow(content) {
    if (!this.#isTaken && isCopied()) {
      this.#forgetDone();
    }
    this.#isTaken = true;
    const hash = hashOf(content);
    const noted = this.#notes()[hash];
    if (noted) {
      return { key: noted.key, again: !noted.done };
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

  #forgetDone() {
    this.#change(note => !note.done);
  }

  /** What follows a key that was used: our own, another of the server's, or the page's one again, for the server to judge. */
  #spare() {
    return this.#fetchToken ? null : this.#token ?? { token: mintKey() };
  }

  /** By differences of one clock: it may be a year off, if only it goes on. */
  #isUsable() {
    const { token, life, at } = this.#next;
    const age = Date.now() - at;
    return token && (!this.#fetchToken || !(life > 0) || (age >= 0 && age < life));
  }

  #offer(next) {
    this.#next = { at: Date.now(), ...next };
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
    const text = JSON.stringify(notes);
    memory.set(this.#slot, notes);
    stored('setItem', this.#slot, text);
    if (stored('getItem', this.#slot) !== text) {
      // Full: what is there is older.
      stored('removeItem', this.#slot);
    }
  }
}
