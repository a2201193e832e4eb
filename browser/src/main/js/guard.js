import { fieldsOf } from './content.js';
import { isCopied, isRemembered, openIntent } from './intent.js';
import { resume } from './resume.js';

const guards = new WeakMap();

export function guardForm(form, options = {}) {
  if (!guards.has(form)) {
    guards.set(form, new Guard(form, options));
  }
  return guards.get(form);
}

// Properties of a form are hidden by its fields of the same name, attributes are not.
const elementsOf = form => Reflect.get(HTMLFormElement.prototype, 'elements', form);
const requestSubmit = (form, submitter) => HTMLFormElement.prototype.requestSubmit.call(form, submitter);
const attribute = (name, form, submitter) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';

class Guard {
  #form;
  #name;
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
    this.#name = field;
    this.#ignored = [...ignored, '_csrf', field];
    this.#status = status;
    this.#releaseAfter = releaseAfter;
    this.intent = openIntent(name ?? (form.getAttribute('id') || attribute('action', form) || location.pathname), {
      token: token ?? tokenOf(this.#field()),
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

  /** A key goes into no address. */
  #isPost(submitter) {
    const is = attribute('method', this.#form, submitter).toLowerCase() === 'post';
    const field = this.#field();
    if (field) {
      field.disabled = !is;
    }
    return is;
  }

  /** Made when there is a key to send in it. */
  #hiddenField() {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name: this.#name });
    this.#form.append(field);
    return field;
  }

  #field() {
    return [...elementsOf(this.#form)].find(element => element.name === this.#name);
  }

  /** A button without a name is no content: by whatever way it is sent, it is the same. */
  #content(submitter) {
    return JSON.stringify([
      attribute('action', this.#form, submitter),
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
    const taken = this.intent.takeNow(content) ?? (this.#asItIs ? { key: this.#field()?.value ?? '', again: true } : null);
    if (taken) {
      (this.#field() ?? this.#hiddenField()).value = taken.key;
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
    const form = this.#form;
    const label = submitter?.dataset.yiciBusy;
    form.setAttribute('aria-busy', 'true');
    this.#undo.push(() => form.removeAttribute('aria-busy'));
    // Image buttons are no elements of their form.
    const buttons = [...new Set([...elementsOf(form), submitter])];
    for (const button of buttons.filter(element => /^(submit|image)$/.test(element?.type) && !element.disabled)) {
      const isFocused = button === document.activeElement;
      button.disabled = true;
      this.#undo.push(() => {
        button.disabled = false;
        if (isFocused && document.activeElement === document.body) {
          button.focus();
        }
      });
    }
    if (label) {
      const before = submitter.textContent;
      submitter.textContent = label;
      this.#undo.push(() => { submitter.textContent = before; });
    }
    const staysHere = !/^(_self)?$/.test(attribute('target', form, submitter));
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

/** The token a page carries in the field, and how long it lives by the server's clock. */
function tokenOf(field) {
  if (!field?.value) {
    return undefined;
  }
  if (isRemembered()) {
    // A reload must not bring back the key that was in it: the page comes with a token of its own. Firefox looks at a field
    // when it parses it, and at no other. Where nothing else remembers the key, it had better be brought back.
    const own = field.cloneNode();
    own.autocomplete = 'off';
    field.replaceWith(own);
  }
  const { issuedAt, expiresAt } = field.dataset;
  return { token: field.value, life: Date.parse(expiresAt) - Date.parse(issuedAt) };
}
