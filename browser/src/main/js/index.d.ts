/**
 * @yici/browser: the right idempotency key for every write a page sends: the same for the same intent, however often it is
 * sent; a new one for a new intent. Needs no storage, no secure context and no other library. Nothing here blocks.
 */

/** A UUIDv4 (RFC 9562) by the browser's cryptographic generator, in secure contexts and others. */
export function mintKey(): string;

/** A key issued by the server. */
export interface Token {
  token: string;
  /** Milliseconds it may wait for its first use, by the server's clock from its issue to its expiry; for ever without, or NaN. */
  life?: number;
}

export interface IntentOptions {
  /** A token the page carries. Without fetchToken it serves every content of the form; the server then tells them apart. */
  token?: string | Token;
  /** Fetches a token for each new content; null lets the browser mint a key. See tokensFrom. */
  fetchToken?: () => Promise<string | Token | null | undefined>;
}

/** Fetches tokens from an address of yici-spring-boot-starter (`/idempotency/tokens?operation=...`); rejects if it refuses or takes 10 s. */
export function tokensFrom(url: string | URL, init?: RequestInit): () => Promise<Token>;

/** What is noted of a key: done; finished, as done, but found out later; dropped, refused for good; unused, free for any content. */
export type Standing = 'done' | 'finished' | 'dropped' | 'unused';

/**
 * What a user means to send from one form: a key for each content.
 *
 * Equal content has an equal key until it is answered for good; after success too, until the form is opened anew, so that a
 * late second click is a repeat. Edited content has a new key. What was sent is noted in sessionStorage, as a hash beside its
 * key, before it leaves, and survives reloads and crashes of the page. A duplicated tab takes over what was sent and is not
 * answered, since only the same key can be asked under safely, the token of a page that is copied with it, and nothing else.
 * Without storage a reload forgets.
 */
export interface Intent {
  readonly name: string;
  /** Keys that were sent and are not answered for good; ask about them with resume. */
  readonly unresolved: string[];
  /** Fetches the token for the next content if there is none that lives; rejects as fetchToken does. */
  ready(): Promise<void>;
  /** The key for a content, noted as sent; `again` if it was sent before and not answered for good. */
  take(content: string): Promise<{ key: string; again: boolean }>;
  /** As take; null when a token must be fetched first. */
  takeNow(content: string): { key: string; again: boolean } | null;
  /** Notes what became of a key. onceFetch and resume do it themselves. */
  settle(key: string, standing: Standing): void;
  /** The user wants another one: whatever was sent, the next content gets a new key, equal or not. */
  renew(): void;
}

/**
 * Opens a form. Reloading its page, or going back to it, opens the same; anything else, also opening the name for a second
 * time in one page, opens it anew.
 *
 * @param name tells forms of the origin apart; one that several users of a tab fill in should hold the user's name
 */
export function openIntent(name: string, options?: IntentOptions): Intent;

/** A problem body (RFC 9457) with Yici's members; empty where the answer has none. */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  instance?: string;
  code?: string;
  retryable?: boolean;
  [member: string]: unknown;
}

/**
 * How a call ended.
 *
 * - `done`: it is done; `replayed` if by an earlier try.
 * - `refused`: it is not done, and trying again as it is changes nothing; see `problem`. A 401, 403, 413 or 429 leaves the key
 *   unused.
 * - `mismatch`: the key was used for something else, which is done; nothing was done now.
 * - `in-progress`: still running at the deadline. `unknown`: nobody can say. Both keep the key: send the same again, later.
 *   With the code `key-expired` it was answered so long ago that nobody remembers how, and later is too late: show the user
 *   where to look, and `intent.settle(key, 'dropped')` once a second one is wanted.
 * - `not-sent`: nothing has left: no token could be fetched, or it was given up before.
 */
export interface Outcome {
  kind: 'done' | 'refused' | 'mismatch' | 'in-progress' | 'unknown' | 'not-sent';
  replayed: boolean;
  /** The last answer, whose body is whole and not read; null when the last try had none. */
  response: Response | null;
  problem: Problem;
  /** The key, for support; null when none was taken. */
  key: string | null;
  /** Requests sent. */
  attempts: number;
  /** What the last try failed with, or the reason of the signal. */
  error: unknown;
}

export interface Attempt {
  /** Tries that have ended. */
  attempts: number;
  /** Status of the last; null when it had no answer. */
  status: number | null;
  /** Milliseconds until the next. */
  wait: number;
}

export interface OnceOptions {
  /** What it belongs to; without, only the tries of this call share a key. */
  intent?: Intent;
  /** The key, where the caller keeps it; not beside an intent. */
  key?: string;
  /** Milliseconds for the whole call, by a clock that nobody sets; 60000. */
  deadline?: number;
  /** Milliseconds for one try; 20000. */
  attemptTimeout?: number;
  /** Told before each wait. */
  onAttempt?: (attempt: Attempt) => void;
}

/**
 * As fetch, POST by default, under one key for every try. Tries again after a lost connection, an answer that breaks off,
 * 408, 425, 429, 502, 503, 504 and a 409 that passes, after a growing wait of 0.3 to 5 s or as long as Retry-After says,
 * until the deadline. Calls of one key and content at the same time are one call. Rejects only when the body cannot be read, or
 * is a stream, which cannot be sent again. An aborted call is `unknown`: the server was not told, and may go on.
 *
 * An answer from elsewhere, behind a redirect, may be a page to sign in: `unknown`, unless `init.redirect` is given as 'follow'.
 *
 * A token that ran out with nothing done under it is replaced, once, and the content sent under the new one.
 */
export function onceFetch(url: string | URL, init?: RequestInit, options?: OnceOptions): Promise<Outcome>;

/** What the status endpoint said of a key: as Outcome's kinds; absent is proved, and its key is kept. */
export interface Resumed {
  kind: 'done' | 'refused' | 'in-progress' | 'unknown' | 'absent';
  key: string;
  /** The server's word: finished, rejected, expired (answered too long ago to say how), unknown, absent, in-progress; null when it gave none. */
  status: string | null;
}

/**
 * Asks what became of everything that was sent from a form and is not answered, as after a reload, and waits for what is in
 * progress. What is done can be sent again as it was, for its recorded answer.
 *
 * @param status address of the status endpoint (`/idempotency/{operation}/status`, path variables of the route as parameters)
 */
export function resume(intent: Intent, status: string | URL, options?: { init?: RequestInit; deadline?: number }): Promise<Resumed[]>;
