/**
 * What a person wants done with an order: pay, cancel, refund. Each wish keeps its key for the tab until it is answered
 * for good, so that pressing again, or after a reload, asks for the same and never for a second one.
 */
export class Wishes {
  #user;
  #keys = new Map();

  constructor(user) {
    this.#user = user;
  }

  /** The key of a wish; two presses in one tick wait for the same one. */
  key(name, fetchKey) {
    const kept = sessionStorage.getItem(this.#slot(name));
    if (kept) {
      return Promise.resolve(kept);
    }
    if (!this.#keys.has(name)) {
      this.#keys.set(name, fetchKey().then(key => {
        sessionStorage.setItem(this.#slot(name), key);
        return key;
      }));
    }
    return this.#keys.get(name);
  }

  /** Answered for good: the next press is a new wish. */
  fulfilled(name) {
    this.#keys.delete(name);
    sessionStorage.removeItem(this.#slot(name));
  }

  #slot(name) {
    return `wish:${this.#user}:${name}`;
  }
}
