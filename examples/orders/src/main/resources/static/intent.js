/**
 * One intent to order: a key minted when the form opens, and what is asked under it. Kept for the tab, so that a reload
 * or a restart of the service asks again under the same key, until the user starts a new order.
 *
 * open: nothing sent. unknown: sent, no final answer. answered: ordered or finally refused.
 */
export class Intent {
  static of(user) {
    const kept = sessionStorage.getItem(`intent:${user}`);
    return new Intent(user, kept ? JSON.parse(kept) : null);
  }

  constructor(user, kept) {
    this.user = user;
    Object.assign(this, kept ?? { key: mint(), sku: null, quantity: 1, state: 'open', order: null, code: null, presses: [] });
    this.keep();
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
    Object.assign(this, { key: mint(), state: 'open', order: null, code: null, presses: [] });
    this.keep();
  }

  sent() {
    if (this.state === 'open') {
      this.state = 'unknown';
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

/** randomUUID exists in secure contexts only; the page may also be reached over plain HTTP through a proxy. */
function mint() {
  if (crypto.randomUUID) {
    return crypto.randomUUID();
  }
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}
