import type { Intent, IntentOptions, Resumed } from './index.js';

export interface GuardOptions extends IntentOptions {
  /** Name of the intent; the form's id or address without. */
  name?: string;
  /** Hidden field the key goes in; made when the form has none. What it holds when the page comes is the page's token. */
  field?: string;
  /** Fields that are no content, besides the key and `_csrf`. */
  ignored?: string[];
  /**
   * Status endpoint that is asked about an earlier submission with no known end. Without, a form that is opened anew takes
   * it for ended, since the page that came of it cannot tell; a copy of a tab does not.
   */
  status?: string;
  /** Milliseconds until a form whose page is still here can be submitted again, under the same key; 15000. */
  releaseAfter?: number;
}

export interface Guard {
  readonly intent: Intent;
  /** Whether a submission is under way. */
  readonly busy: boolean;
  /** Makes the form usable again: what it disabled, and nothing else. */
  release(): void;
}

/**
 * Lets one submission of a POST form through at a time, by click, Enter, requestSubmit or submit, and gives it the key of its
 * content in a hidden field. While it is under way the form is `aria-busy` and its submit buttons are disabled; a
 * `data-yici-busy` of the submitter is its text. The submitter's name and value are sent. A page that comes back from the
 * back/forward cache is usable again. Guarding a form twice gives the same guard.
 *
 * Dispatches `yici:resumed` with a Resumed as detail for each earlier submission that `status` told about.
 */
export function guardForm(form: HTMLFormElement, options?: GuardOptions): Guard;

declare global {
  interface HTMLElementEventMap {
    'yici:resumed': CustomEvent<Resumed>;
  }
}
