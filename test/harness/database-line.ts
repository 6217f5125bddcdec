import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { type ClusterAddress, createDatabase } from './cluster.ts';

/** A line between a pool and its database that a test can cut. */
export interface DatabaseLine {
  /** Through the line. */
  pool: Pool;
  /** Around it, to look at what was really written. */
  direct: Pool;
  /** Ends every connection; with `stayDown` new ones find nobody until `mend`. */
  cut(stayDown?: boolean): void;
  mend(): void;
  /** Nothing comes through any more, and nobody is told, until `mend`: as when a machine loses its power. */
  freeze(): void;
  /**
   * Lets the next message with this text through to the server and cuts the connection before the answer; with `following`
   * the next one on a connection that has sent that before, whatever others send meanwhile.
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

export async function createDatabaseLine(options: { silentAfter?: number } = {}): Promise<DatabaseLine> {
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
        // Once the server has answered, the word has been obeyed.
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
    mend() {
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
