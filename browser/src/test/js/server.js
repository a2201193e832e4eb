import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server on loopback that answers as it is told, one step for each request; the last step stays. */
export async function serve(t, ...steps) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const step = steps[Math.min(requests.length, steps.length - 1)];
    requests.push({
      method: request.method, url: request.url, headers: request.headers, key: request.headers['idempotency-key'],
      body: Buffer.concat(chunks).toString(), at: performance.now(),
    });
    await step(response, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => { server.closeAllConnections(); server.close(); });
  return { url: `http://127.0.0.1:${server.address().port}/orders`, requests, keys: () => requests.map(({ key }) => key) };
}

export const answer = (status, body = {}, headers = {}) => response => {
  response.writeHead(status, { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json', ...headers });
  response.end(JSON.stringify(body));
};

export const created = answer(201, { orderNo: '1' });
export const replayed = answer(201, { orderNo: '1' }, { 'Idempotent-Replayed': 'true' });
export const running = answer(409, { code: 'in-progress', retryable: true }, { 'Retry-After': '0' });
export const cut = response => response.destroy();
export const silent = () => new Promise(() => {});

/** The head of an answer, and half of its body. */
export const half = response => {
  response.writeHead(201, { 'Content-Length': '100' });
  response.write('{"orderNo":');
  setTimeout(() => response.destroy(), 20);
};
