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
    if (code === 'outcome-unknown') {
      return 'unknown';
    }
    return retryable ?? (code ? code === 'in-progress' : headers.has('Retry-After')) ? 'later' : 'refused';
  }
  if ([408, 425, 429, 502, 503, 504].includes(status)) {
    return 'later';
  }
  if (status >= 500 || [401, 403, 407, 413].includes(status)) {
    return 'beside';
  }
  return { mismatch: 'mismatch', 'token-expired': 'expired' }[code] ?? 'refused';
}

/** What the last answer, or none, leaves to say; refused where it settles nothing and no try can have begun the work. */
export const endOf = (verdict, doubt, response) =>
  verdict !== 'later' && verdict !== 'beside' ? verdict
    : !doubt ? 'refused'
      : response?.status === 409 ? 'in-progress' : 'unknown';

/** Whether the work may have been begun. */
export const leavesDoubt = response => !response || response.status >= 500 || response.status === 409;
