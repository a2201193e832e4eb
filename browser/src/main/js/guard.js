import { showBusy } from './busy.js';
import { fieldsOf } from './content.js';
import { attributeOf, requestSubmit } from './elements.js';
import { KeyField } from './field.js';
import { isCopied, openIntent } from './intent.js';
import { resume } from './resume.js';

const guards = new WeakMap();

export function guardForm(form, options = {}) {
  if (!guards.has(form)) {
    guards.set(form, new Guard(form, options));
  }
  return guards.get(form);
}

class Guard {
  #form;
  #field;
  #ignored;
  #status;
  #releaseAfter;
  #timer = null;
  #undo = [];
  #busy = false;
  #taken = null;
  #waiting = null;
  #asItIs = false;

  constructor(form, options) {
    const { name, field = '_idempotency_key', token, fetchToken, ignored = [], status, releaseAfter = 15_000 } = options;
    this.#form = form;
    this.#field = new KeyField(form, field);
    this.#ignored = [...ignored, '_csrf', field];
    this.#status = status;
    this.#releaseAfter = releaseAfter;
    this.intent = openIntent(name ?? (form.getAttribute('id') || attributeOf(form, 'action') || location.pathname), {
      token: token ?? this.#field.takeToken(),
      fetchToken,
    });
    form.addEventListener('submit', event => this.#submitted(event), true);
    addEventListener('submit', event => event === this.#taken?.event && this.#seen(event));
    this.#guardProgrammatic();
    addEventListener('pageshow', ({ persisted }) => persisted && this.#shownAgain());
    this.#resume();
  }

  get busy() {
    return this.#busy;
  }

  release() {
    clearTimeout(this.#timer);
    this.#busy = false;
    this.#taken = this.#waiting = null;
    this.#undo.splice(0).reverse().forEach(undo => undo());
  }

  #submitted(event) {
    const { submitter } = event;
    if (!this.#isPost(submitter)) {
      return;
    }
    if (!this.#begin(submitter, () => requestSubmit(this.#form, submitter), event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // By then everybody has seen the event, and what is sent is fixed.
    setTimeout(() => {
      if (this.#taken?.event !== event) {
        return;
      }
      if (!event.defaultPrevented) {
        this.#show(submitter);
        return;
      }
      this.#giveBack();
      this.release();
    });
  }

  /** Others that listen may have filled in fields: what is sent is what is there now. */
  #seen(event) {
    const { submitter } = event;
    if (event.defaultPrevented || this.#taken.content === this.#content(submitter)) {
      return;
    }
    this.#giveBack();
    this.release();
    if (!this.#begin(submitter, () => requestSubmit(this.#form, submitter), event)) {
      event.preventDefault();
    }
  }

  #giveBack() {
    if (!this.#taken.again) {
      this.intent.settle(this.#taken.key, 'unused');
    }
  }

  /** form.submit() sends no event. */
  #guardProgrammatic() {
    const form = this.#form;
    if (typeof form.submit !== 'function') {
      return;
    }
    form.submit = () => {
      if (this.#isPost() && !this.#begin(null, () => form.submit())) {
        return;
      }
      HTMLFormElement.prototype.submit.call(form);
      setTimeout(() => this.#busy && this.#show(null));
    };
  }

  #isPost(submitter) {
    const is = attributeOf(this.#form, 'method', submitter).toLowerCase() === 'post';
    this.#field.sendIf(is);
    return is;
  }

  /** A button without a name is no content: by whatever way it is sent, it is the same. */
  #content(submitter) {
    return JSON.stringify([
      attributeOf(this.#form, 'action', submitter),
      submitter?.name && [submitter.name, submitter.value],
      fieldsOf(new FormData(this.#form), this.#ignored),
    ].map(part => part || null));
  }

  /** Puts the key of what is sent in its field; or returns null, when another is under way, or a token is fetched first. */
  #begin(submitter, again, event) {
    if (this.#busy) {
      return null;
    }
    this.#busy = true;
    const content = this.#content(submitter);
    // No token can be had: what the field holds goes, and the server answers that no second order comes of it.
    const taken = this.intent.takeNow(content) ?? (this.#asItIs ? { key: this.#field.value, again: true } : null);
    if (taken) {
      this.#field.value = taken.key;
      return this.#taken = { ...taken, content, event };
    }
    this.#show(submitter);
    const waiting = this.#waiting = {};
    const go = asItIs => {
      // Released meanwhile, or edited, it waits for somebody to press again.
      if (this.#waiting === waiting) {
        this.release();
        if (this.#content(submitter) === content) {
          this.#asItIs = asItIs;
          again();
          this.#asItIs = false;
        }
      }
    };
    this.intent.ready().then(() => go(false), () => go(true));
    return null;
  }

  #show(submitter) {
    this.#undo.push(showBusy(this.#form, submitter));
    const staysHere = !/^(_self)?$/.test(attributeOf(this.#form, 'target', submitter));
    this.#timer = setTimeout(() => this.release(), staysHere ? Math.min(1_000, this.#releaseAfter) : this.#releaseAfter);
  }

  #shownAgain() {
    this.release();
    this.#resume();
  }

  async #resume() {
    if (!this.#status) {
      // The page that this one is a copy of may be waiting for its answer.
      if (!isCopied()) {
        this.intent.unresolved.forEach(key => this.intent.settle(key, 'finished'));
      }
      return;
    }
    for (const detail of await resume(this.intent, this.#status)) {
      this.#form.dispatchEvent(new CustomEvent('yici:resumed', { detail, bubbles: true }));
    }
  }
}
