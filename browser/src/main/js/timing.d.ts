/** A function that waits, or lets through now and then; `this` and the last arguments are passed on. */
export interface Timed<F extends (...given: any[]) => any> {
  /** Returns what the last run returned; undefined before the first. */
  (this: ThisParameterType<F>, ...given: Parameters<F>): ReturnType<F> | undefined;
  /** Forgets a call that waits. */
  cancel(): void;
  /** Runs a call that waits now. */
  flush(): ReturnType<F> | undefined;
  /** Whether the wait is on. */
  pending(): boolean;
}

export interface Edges {
  /** Run at the first call. */
  leading?: boolean;
  /** Run at the end of the wait, if there was a call since the last run. */
  trailing?: boolean;
}

/**
 * Runs once calls have stopped for `wait` milliseconds (250); leading false, trailing true. It spares requests; it makes no
 * write safe.
 */
export function debounce<F extends (...given: any[]) => any>(work: F, wait?: number, edges?: Edges): Timed<F>;

/** Runs at most once in `wait` milliseconds (250); leading and trailing true. It spares requests; it makes no write safe. */
export function throttle<F extends (...given: any[]) => any>(work: F, wait?: number, edges?: Edges): Timed<F>;
