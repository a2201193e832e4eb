/** Pages of one tab, as far as a module can see them: what is stored, how the page was opened, and that it is left. */
export class Storage {
  #items = new Map();

  constructor(items = []) {
    this.#items = new Map(items);
  }

  getItem(name) {
    return this.#items.get(name) ?? null;
  }

  setItem(name, text) {
    this.#items.set(name, String(text));
  }

  removeItem(name) {
    this.#items.delete(name);
  }

  /** What another tab starts with when this one is duplicated. */
  copy() {
    return new Storage(this.#items);
  }
}

let pages = 0;

/** Loads the intents into a new page; leaving it is what a browser tells when another page takes its place. */
export async function openPage(storage, type = 'navigate') {
  const listeners = new Map();
  globalThis.sessionStorage = storage;
  globalThis.addEventListener = (name, listener) => listeners.set(name, listener);
  performance.getEntriesByType = () => [{ type }];
  const { openIntent } = await import(`../../main/js/intent.js?page=${++pages}`);
  return {
    openIntent,
    leave() {
      globalThis.sessionStorage = storage;
      listeners.get('pagehide')({});
    },
    /** Out of the back/forward cache. */
    comeBack() {
      globalThis.sessionStorage = storage;
      listeners.get('pageshow')({ persisted: true });
    },
  };
}

export const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
