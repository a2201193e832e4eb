import { elementsOf } from './elements.js';
import { isRemembered } from './intent.js';

/** The hidden field that a form's key is sent in. */
export class KeyField {
  #form;
  #name;

  constructor(form, name) {
    this.#form = form;
    this.#name = name;
  }

  get value() {
    return this.#found()?.value ?? '';
  }

  set value(key) {
    (this.#found() ?? this.#added()).value = key;
  }

  /** A key goes into no address. */
  sendIf(isPost) {
    const field = this.#found();
    if (field) {
      field.disabled = !isPost;
    }
  }

  /** The token a page carries in the field, and how long it lives by the server's clock. */
  takeToken() {
    const field = this.#found();
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

  #found() {
    return elementsOf(this.#form).find(element => element.name === this.#name);
  }

  #added() {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name: this.#name });
    this.#form.append(field);
    return field;
  }
}
