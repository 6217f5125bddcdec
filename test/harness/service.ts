import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type App, createApp } from '../../src/app.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Db, Pool } from '../../src/db/connect.ts';
import type { Scope } from '../../src/kernel/caller.ts';
import { createPersonalToken } from '../../src/oauth/personal-tokens.ts';
import type { Guard } from '../../src/outbound/guard.ts';
import { createDatabase } from './cluster.ts';

/** A whole service on a port of its own, on a fresh database, ended with the test file. */
export interface TestService {
  app: App;
  pool: Pool;
  url: string;
  /** Lines the service logged, for tests that look for what must not be there. */
  log: string[];
  /** The service's clock can be moved. */
  clock: { offset: number };
  client(token?: string, language?: string): Client;
  /** A personal token for an account, with all scopes unless said otherwise. */
  token(accountId: string, scopes?: Scope[]): Promise<string>;
  /** A client acting for an account. */
  as(accountId: string, scopes?: Scope[]): Promise<Client>;
  newId(): string;
  db: Db;
}

const endings: (() => Promise<void>)[] = [];
// Registered with the file, not with the hook that happens to start a service.
after(async () => {
  for (const end of endings.reverse()) await end();
});

export const generousLimits = 'api_account=1000000,api_public=1000000,mcp_account=1000000,mcp_public=1000000';

export async function startService(
  environment: Record<string, string> = {},
  options: { jobs?: boolean; documentGuard?: Guard; deviceGuard?: Guard } = {},
): Promise<TestService> {
  const database = await createDatabase();
  // Uploaded files go here, never into the working tree.
  const dataDir = await mkdtemp(join(tmpdir(), 'settlements-service-'));
  let app: App | undefined;
  endings.push(async () => {
    await app?.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const port = await findFreePort();
  const config: Config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://given/by-the-harness',
    SECRET_KEY: 'a secret key only for the tests, 32+ characters',
    RATE_LIMITS: generousLimits,
    LOG_LEVEL: 'warn',
    ...environment,
  });
  const log: string[] = [];
  const clock = { offset: 0 };
  app = await createApp({
    config,
    pool: database.pool,
    readPool: database.pool,
    secretKey: config.secretKey ?? '',
    logStream: { write: (line) => void log.push(line) },
    clock: () => Date.now() + clock.offset,
    ...(options.documentGuard && { documentGuard: options.documentGuard }),
    ...(options.deviceGuard && { deviceGuard: options.deviceGuard }),
  });
  await app.server.listen({ host: config.host, port });
  if (options.jobs) app.jobs.start();
  const running = app;
  const url = config.baseUrl;
  const service: TestService = {
    app: running,
    pool: database.pool,
    db: database.pool,
    url,
    log,
    clock,
    newId: running.newId,
    client: (token, language) =>
      createClient({ baseUrl: url, ...(token && { token }), ...(language && { language }) }),
    async token(accountId, scopes = ['mcp:read', 'mcp:write', 'mcp:private']) {
      const made = await createPersonalToken(
        database.pool,
        { accountId, name: 'test', scopes, days: 365 },
        running.newId(),
        new Date(Date.now() + clock.offset),
      );
      return made.token;
    },
    async as(accountId, scopes) {
      return service.client(await service.token(accountId, scopes));
    },
  };
  return service;
}

async function findFreePort(): Promise<number> {
  const probe = createNetServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((done) => probe.close(done));
  return port;
}
