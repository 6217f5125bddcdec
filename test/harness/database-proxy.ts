import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { type ClusterAddress, createDatabase } from './cluster.ts';

/** A proxy between a pool and its database, to simulate lost connections. */
export interface DatabaseProxy {
  /** Connects through the proxy. */
  pool: Pool;
  /** Bypasses the proxy, to read what was really written. */
  direct: Pool;
  /** Closes every connection; with `stayDown` new ones are refused until `mend`. */
  cut(stayDown?: boolean): void;
  restore(): void;
  /** Stops all traffic without closing connections, until `mend`: as when a machine loses power. */
  freeze(): void;
  /**
   * Forwards the next message with this text to the server and closes the connection before the response; with
   * `following`, only on a connection that has sent that text before.
   */
  cutAfter(text: string, following?: string): void;
  drop(): Promise<void>;
}

function targetOf(to: ClusterAddress['to']) {
  if (typeof to === 'string') {
    const url = new URL(to);
    const options = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
    const where = { host: url.hostname, port: Number(url.port || 5432) };
    return { where, database: url.pathname.slice(1), ...options };
  }
  const { host, port, user, database } = to;
  return { where: { path: join(host, `.s.PGSQL.${port}`) }, user, database };
}

export async function createDatabaseProxy(options: { silentAfter?: number } = {}): Promise<DatabaseProxy> {
  const database = await createDatabase();
  const { where, ...who } = targetOf(database.to);
  const folder = await mkdtemp(join(tmpdir(), 'settlements-line-'));
  const open = new Set<Socket>();
  let isDown = false;
  let isFrozen = false;
  let armed: { text: string; following: string; heard: WeakSet<Socket> } | undefined;
  const line = createServer((near) => {
    if (isDown) return void near.destroy();
    const far = createConnection(where as { path: string });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (data) => {
      if (armed && data.includes(armed.following)) armed.heard.add(near);
      if (armed?.heard.has(near) && data.includes(armed.text)) {
        armed = undefined;
        far.removeAllListeners('data');
        // Once the server has responded, the statement has been executed.
        far.once('data', () => near.destroy());
      }
      far.write(data);
    });
    far.on('data', (data) => near.write(data));
    if (isFrozen) for (const socket of [near, far]) socket.pause();
  });
  const host = folder;
  await new Promise<void>((done) => line.listen(join(folder, '.s.PGSQL.5432'), done));
  const to = { host, port: 5432, ssl: false as const, ...who };
  const pool = connect({ to, maxConnections: 8, ...options });
  return {
    pool,
    direct: database.pool,
    cut(stayDown = false) {
      isDown = stayDown;
      for (const socket of open) socket.destroy();
    },
    restore() {
      isDown = false;
      isFrozen = false;
      for (const socket of open) socket.resume();
    },
    freeze() {
      isFrozen = true;
      for (const socket of open) socket.pause();
    },
    cutAfter(text, following = '') {
      armed = { text, following, heard: new WeakSet() };
    },
    async drop() {
      await pool.end({ timeout: 1 });
      for (const socket of open) socket.destroy();
      await new Promise((done) => line.close(done));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
