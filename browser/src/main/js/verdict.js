/**
 * What an answer says of the operation (docs/http.md). done, refused, mismatch, unknown and expired, a token under which
 * nothing was done and never will be, end it. later asks for another try. beside comes from what stands before the
 * operation, or from its failure, and settles nothing; nor does bare, a refusal that may be about this try alone.
 */
export function verdictOf({ ok, status, headers, redirected }, { code, retryable }, redirect) {
  if (code === 'response-not-kept' || (ok && (!redirected || redirect))) {
    return 'done';
  }
  if (status === 409) {
    return code === 'outcome-unknown' || code === 'key-expired' ? 'unknown'
      : retryable ?? (code ? code === 'in-progress' : headers.has('Retry-After')) ? 'later' : 'refused';
  }
  return /408|42[59]|50[234]/.test(status) ? 'later'
    : code === 'token-refused' ? 'bare'
      : /^[0-35]|40[137]|413/.test(status) ? 'beside'
        : code === 'mismatch' ? code
          : code === 'token-expired' ? 'expired'
            : code || headers.has('Idempotent-Replayed') ? 'refused' : 'bare';
}

/** What is left to say at the end; refused where nothing settles the operation and no try can have begun it. */
export const endOf = (verdict, doubt, lastHeard) =>
  !/later|beside|bare/.test(verdict) ? verdict
    : !doubt ? 'refused'
      : lastHeard?.status === 409 ? 'in-progress' : 'unknown';

/** Whether the work may have been begun. */
export const leavesDoubt = response => !/^4(?!09)/.test(response?.status);
