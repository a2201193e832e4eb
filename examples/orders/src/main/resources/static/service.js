/** What every request of a script says: that it is none of a program's, so that the browser shows no dialog of its own. */
export const asScript = { 'X-Requested-With': 'XMLHttpRequest' };

/** The headers of a write. The cookie's token is read anew each time: signing in changes it. */
export const writing = () => ({ ...asScript, 'Content-Type': 'application/json', 'X-XSRF-TOKEN': csrfToken() });

const csrfToken = () => document.cookie.split('; ').find(part => part.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';

/** What a path answers as JSON; null when it refuses, or nobody answers. */
export async function read(path) {
  try {
    const response = await fetch(path, { headers: asScript, cache: 'no-store' });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
