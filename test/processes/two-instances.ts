import { readFile } from 'node:fs/promises';
import { request as askInstance, createServer } from 'node:http';
import { join } from 'node:path';
import { readPidFile, SUPERUSER } from '../../src/base/db/embedded/cluster.ts';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import { startS3Server } from '../media/s3-server.ts';
import { createServiceFolder, type FullServiceProcess, startFullService } from './full-service-process.ts';

/** Two whole services in their own processes on one database, behind a load balancer. */
export interface TwoInstances {
  /** Of the load balancer, which selects the instance by the header `x-instance`. */
  url: string;
  access: DemoAccessFile;
  /** The environment for commands run beside them. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

export async function startTwoInstances(): Promise<TwoInstances> {
  const folders = [await createServiceFolder(), await createServiceFolder()] as const;
  const s3 = await startS3Server();
  const running = new Map<string, FullServiceProcess>();
  const balancer = createServer((incoming, reply) => {
    const instance = running.get(String(incoming.headers['x-instance'] ?? 'first'));
    const { method, headers, url: path } = incoming;
    const asked = askInstance(`${instance?.url}${path}`, { method, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(reply);
    });
    // A disconnect or an error at one end closes the other.
    asked.on('error', () => reply.destroy());
    reply.on('close', () => asked.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((done) => balancer.listen(0, '127.0.0.1', done));
  const { port } = balancer.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    balancer.closeAllConnections();
    await new Promise((done) => balancer.close(done));
    // The second first: the database belongs to the first.
    for (const service of [...running.values()].reverse()) await service.stop();
    await s3.close();
    for (const { remove } of folders) await remove();
  };
  try {
    const surfaces = ['api_account', 'api_public', 'page_account', 'page_public', 'costly'];
    const shared = {
      BASE_URL: url,
      MEDIA_URL: s3.address('two'),
      RATE_LIMITS: surfaces.map((name) => `${name}=1000000`).join(','),
    };
    const first = await startFullService(folders[0].folder, { env: shared });
    running.set('first', first);
    const server = await readPidFile(join(first.dataDir, 'postgres'));
    const address = new URLSearchParams({ host: server?.socketDir ?? '', port: String(server?.port) });
    const environment = {
      ...shared,
      DATABASE_URL: `postgres://${SUPERUSER}@localhost/settlements?${address}`,
      SECRET_KEY: (await readFile(join(first.dataDir, 'secret-key'), 'utf8')).trim(),
    };
    const { access } = first;
    running.set('second', await startFullService(folders[1].folder, { env: environment, access }));
    return { url, access, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
