import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Local HTTP server that receives OAuth redirects, like a native client. */
export interface OAuthCallback {
  url: string;
  /** A page with one fault of each kind that the inspection looks for. */
  faultyUrl: string;
  received: URLSearchParams[];
  close(): Promise<void>;
}

const faultyPage = `<!doctype html><html lang="en"><title>Faulty</title><link rel="icon" href="data:,"><main>
  <h1>Faulty</h1><img src="data:," width="2000" height="10"><p style="color: red">Inline</p></main></html>`;

export async function listenForCallback(): Promise<OAuthCallback> {
  const received: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    if (pathname === '/callback') received.push(searchParams);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/faulty')
      response.setHeader('content-security-policy', "default-src 'none'; img-src data:");
    response.end(
      pathname === '/faulty'
        ? faultyPage
        : '<!doctype html><html lang="en"><title>Done</title><link rel="icon" href="data:,"><main><h1>Done</h1></main>',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/callback`,
    faultyUrl: `${origin}/faulty`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
