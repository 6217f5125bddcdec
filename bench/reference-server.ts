/** The bare server that ours is compared with: nothing between the socket and the driver. */
import { createServer } from 'node:http';
import { connect, type Pool } from '../src/db/connect.ts';

const {
  REFERENCE_MODULE: module = '',
  REFERENCE_PORT: port = '0',
  REFERENCE_DRIVER: driver = '{}',
} = process.env;
const { handle } = (await import(module)) as {
  handle(sql: Pool, url: string, token: string | undefined): Promise<unknown>;
};
const sql = connect({ to: JSON.parse(driver), maxConnections: 10 });

const server = createServer(async (request, response) => {
  if (request.url === '/health') {
    response.end('ok');
    return;
  }
  try {
    request.resume();
    const body = JSON.stringify(
      await handle(sql, request.url ?? '', request.headers.authorization?.slice(7)),
    );
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void sql.end({ timeout: 1 });
});
