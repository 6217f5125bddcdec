/** Bare server to compare with: only node:http and the driver. */
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Pool } from '../src/base/db/connect.ts';

const {
  REFERENCE_MODULE: module = '',
  REFERENCE_PORT: port = '0',
  REFERENCE_DRIVER: driver = '{}',
} = process.env;
const { handle } = (await import(module)) as {
  handle(
    sql: Pool,
    url: string,
    token: string | undefined,
    body: string,
    headers: Record<string, string>,
  ): Promise<unknown>;
};
const sql = connect({ to: JSON.parse(driver), maxConnections: 10 });

const server = createServer(async (request, response) => {
  if (request.url === '/health') {
    response.end('ok');
    return;
  }
  try {
    const sent = request.method === 'POST' ? await readBody(request) : '';
    request.resume();
    const reply = await handle(
      sql,
      request.url ?? '',
      request.headers.authorization?.slice(7),
      sent,
      request.headers as Record<string, string>,
    );
    const body = typeof reply === 'string' ? reply : JSON.stringify(reply);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
  });
}

server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void sql.end({ timeout: 1 });
});
