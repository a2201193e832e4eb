/**
 * Where an intent fetches its tokens. How long one lives is told by the server's clock alone: from its issue to its expiry.
 */
export const tokensFrom = (url, init) => async () => {
  const response = await fetch(url, { ...init, cache: 'no-store' });
  if (!response.ok) {
    throw new Error(`No token: ${url} answered ${response.status}`, { cause: response });
  }
  const { token, issuedAt, expiresAt } = await response.json();
  return { token, life: Date.parse(expiresAt) - Date.parse(issuedAt) };
};
