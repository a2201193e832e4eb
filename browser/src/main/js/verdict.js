/**
 * What an answer says of the operation (docs/http.md). done, refused, mismatch, unknown and expired, a token under which
 * nothing was done and never will be, end it. later asks for another try. beside comes from what stands before the
 * operation, or from its failure, and settles nothing.
 */
export function verdictOf({ status, headers }, { code, retryable }) {
  if (status < 400 || code === 'response-not-kept') {
    return 'done';
  }
  if (status === 409) {
    return code === 'outcome-unknown' ? 'unknown'
      : retryable ?? (code ? code === 'in-progress' : headers.has('Retry-After')) ? 'later' : 'refused';
  }
  return /408|425|429|50[234]/.test(status) ? 'later'
    : /401|403|407|413|5../.test(status) ? 'beside'
      : code === 'mismatch' ? code
        : code === 'token-expired' ? 'expired' : 'refused';
}

/** What is left to say at the end; refused where nothing settles the operation and no try can have begun it. */
export const endOf = (verdict, doubt, lastHeard) =>
  verdict !== 'later' && verdict !== 'beside' ? verdict
    : !doubt ? 'refused'
      : lastHeard?.status === 409 ? 'in-progress' : 'unknown';

/** Whether the work may have been begun. */
export const leavesDoubt = response => !response || response.status >= 500 || response.status === 409;
