/**
 * Where an intent fetches its tokens. How long one lives is told by the server's clock alone: from its issue to its expiry.
 */
export const tokensFrom = (url, init) => async () => {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init, cache: 'no-store' });
  const { token, issuedAt, expiresAt } = response.ok ? await response.json() : {};
  if (!token) {
    throw new Error(`No token: ${url} answered ${response.status}`, { cause: response });
  }
  return { token, life: Date.parse(expiresAt) - Date.parse(issuedAt) };
};
