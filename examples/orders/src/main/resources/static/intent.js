/**
 * One intent to order: a key fetched when the form opens, and what is asked under it. Kept for the tab, so that a reload
 * or a restart of the service asks again under the same key, until the user starts a new order.
 *
 * open: nothing sent. unknown: sent, no final answer. answered: ordered or finally refused.
 */
export class Intent {
  static of(user, fetchKey) {
    const kept = sessionStorage.getItem(`intent:${user}`);
    return new Intent(user, fetchKey, kept ? JSON.parse(kept) : null);
  }

  #fetchKey;
  #fetching = null;

  constructor(user, fetchKey, kept) {
    this.user = user;
    this.#fetchKey = fetchKey;
    Object.assign(this, kept ?? { key: null, sku: null, quantity: 1, state: 'open', order: null, code: null, presses: [] });
    this.keep();
  }

  /** The key; two presses in one tick wait for the same one. */
  async ready() {
    if (!this.key) {
      this.#fetching ??= this.#fetchKey();
      const key = await this.#fetching;
      this.#fetching = null;
      this.key ??= key;
      this.keep();
    }
    return this.key;
  }

  /** Choosing something else after an answer is a new intent; before the first press it is still this one. */
  choose(sku, quantity) {
    if (this.state === 'answered') {
      this.renew();
    }
    Object.assign(this, { sku, quantity });
    this.keep();
  }

  renew() {
    Object.assign(this, { key: null, state: 'open', order: null, code: null, presses: [] });
    this.keep();
  }

  /** The form was open for longer than its token lives, and nothing was done under it: the next press takes a new one. */
  expired(code) {
    Object.assign(this, { key: null, state: 'open', code });
    this.keep();
  }

  sent() {
    if (this.state === 'open') {
      this.state = 'unknown';
      this.code = null;
    }
    this.keep();
  }

  /** An order, once known, stays the answer: a late or lost reply to another press cannot take it back. */
  answered(press, order, code, final) {
    this.presses.push(press);
    if (order) {
      Object.assign(this, { state: 'answered', order, code: null });
    } else if (!this.order) {
      this.code = code;
      if (final) {
        this.state = 'answered';
      }
    }
    this.keep();
  }

  keep() {
    const { user, ...rest } = this;
    sessionStorage.setItem(`intent:${user}`, JSON.stringify(rest));
  }
}
