import { fieldsOf } from './content.js';
import { openIntent } from './intent.js';
import { resume } from './resume.js';

const guards = new WeakMap();

export function guardForm(form, options = {}) {
  if (!guards.has(form)) {
    guards.set(form, new Guard(form, options));
  }
  return guards.get(form);
}

// Properties of a form are hidden by its fields of the same name, attributes are not.
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

  constructor(form, options) {
    const { name, field = '_idempotency_key', token, fetchToken, ignored = [], status, releaseAfter = 15_000 } = options;
    this.#form = form;
    this.#name = field;
    this.#ignored = [...ignored, '_csrf', field];
    this.#status = status;
    this.#releaseAfter = releaseAfter;
    this.intent = openIntent(name ?? (form.getAttribute('id') || attribute('action', form) || location.pathname), {
      token: token ?? tokenOf(fieldIn(form, field)),
      fetchToken,
    });
    form.addEventListener('submit', event => this.#submitted(event), true);
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
    this.#undo.splice(0).reverse().forEach(undo => undo());
  }

  #submitted(event) {
    const { submitter } = event;
    if (!this.#isPost(submitter)) {
      return;
    }
    const taken = this.#begin(submitter, () => this.#form.requestSubmit(submitter));
    if (!taken) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    // By then everybody has seen the event, and what is sent is fixed.
    setTimeout(() => {
      if (!event.defaultPrevented) {
        this.#show(submitter);
        return;
      }
      if (!taken.again) {
        this.intent.settle(taken.key, 'unused');
      }
      this.release();
    });
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
    return attribute('method', this.#form, submitter).toLowerCase() === 'post';
  }

  /** Puts the key of what is sent in its field; or returns null, when another is under way, or a token is fetched first. */
  #begin(submitter, again) {
    if (this.#busy) {
      return null;
    }
    this.#busy = true;
    const data = fieldsOf(new FormData(this.#form), this.#ignored);
    const content = JSON.stringify([attribute('action', this.#form, submitter), submitter?.name, submitter?.value, data]);
    const taken = this.intent.takeNow(content);
    if (taken) {
      const field = fieldIn(this.#form, this.#name) ?? hidden(this.#form, this.#name);
      field.value = taken.key;
      return taken;
    }
    this.#show(submitter);
    this.intent.ready().then(() => { this.release(); again(); }, () => this.#sendAsItIs(submitter));
    return null;
  }

  /** No token can be had: what the field holds goes, and the server answers that no second order comes of it. */
  #sendAsItIs(submitter) {
    this.release();
    this.#busy = true;
    const named = submitter?.name && hidden(this.#form, submitter.name, submitter.value);
    HTMLFormElement.prototype.submit.call(this.#form);
    this.#show(submitter);
    this.#undo.push(() => named?.remove());
  }

  #show(submitter) {
    const form = this.#form;
    const label = submitter?.dataset.yiciBusy;
    form.setAttribute('aria-busy', 'true');
    this.#undo.push(() => form.removeAttribute('aria-busy'));
    for (const button of [...form.elements].filter(element => /^(submit|image)$/.test(element.type) && !element.disabled)) {
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
      this.intent.unresolved.forEach(key => this.intent.settle(key, 'finished'));
      return;
    }
    for (const detail of await resume(this.intent, this.#status)) {
      this.#form.dispatchEvent(new CustomEvent('yici:resumed', { detail, bubbles: true }));
    }
  }
}

const fieldIn = (form, name) => [...form.elements].find(element => element.name === name);

/** Made when there is something to send in it, so that a form that goes into the address never has it. */
function hidden(form, name, value = '') {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
  form.append(field);
  return field;
}

/** The token a page carries in the field, and how long it lives by the server's clock. */
function tokenOf(field) {
  if (!field?.value) {
    return undefined;
  }
  // A reload must not bring back the key that was in it: the page comes with a token of its own.
  field.autocomplete = 'off';
  const { issuedAt, expiresAt } = field.dataset;
  return { token: field.value, life: Date.parse(expiresAt) - Date.parse(issuedAt) };
}
