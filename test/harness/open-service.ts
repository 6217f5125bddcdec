import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../src/app.ts';
import type { Db, Pool } from '../../src/base/db/connect.ts';
import type { Replica } from '../../src/base/db/replica.ts';
import type { ConnectTo } from '../../src/base/db/scratch-database.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Scope } from '../../src/domain/kernel/caller.ts';
import type { Guard } from '../../src/engines/outbound/guard.ts';
import { type Client, createClient } from '../../src/entry/client/client.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { createPersonalToken } from '../../src/features/oauth/personal-tokens.ts';
import { createDatabase } from './cluster.ts';
import { reservePort } from './free-port.ts';
import { generousQuotas } from './quotas.ts';

/** A complete service on its own port, with a fresh database. */
export interface TestService {
  app: App;
  pool: Pool;
  url: string;
  /** Log lines of the service. */
  log: string[];
  /** Moves the service's clock. */
  clock: { offset: number };
  client(token?: string, language?: string): Client;
  /** A personal token for an account, with all scopes unless said otherwise. */
  token(accountId: string, scopes?: Scope[]): Promise<string>;
  /** A client acting for an account. */
  as(accountId: string, scopes?: Scope[]): Promise<Client>;
  newId(): string;
  db: Db;
}

/** All tests share one address; tests of rate limits set their own. */
export const generousLimits =
  'api_account=1000000,api_public=1000000,mcp_account=1000000,mcp_public=1000000,' +
  'page_account=1000000,page_public=1000000,costly=1000000,emails=1000000';

export interface ServiceOptions {
  jobs?: boolean;
  documentGuard?: Guard;
  maxPlotsWithoutCells?: number;
  deviceGuard?: Guard;
  pushGuard?: Guard;
  /** A migrated database, dropped with the service. */
  database?: { pool: Pool; connectTo?: ConnectTo; drop(): Promise<void> };
  /** How often notification streams check that their reader still has access. */
  streamHeartbeatMilliseconds?: number;
  replica?: Replica;
  /** Additional pages. */
  extraPages?: readonly Page[];
  /** Runs before the service listens. */
  prepare?(app: App): void;
}

/** Without test hooks, for other programs; `close` stops everything. */
export async function openService(
  environment: Record<string, string> = {},
  options: ServiceOptions = {},
): Promise<{ service: TestService; close(): Promise<void> }> {
  const { port, release } = await reservePort();
  const database = options.database ?? (await createDatabase());
  // For uploaded files, outside the working tree.
  const dataDir = await mkdtemp(join(tmpdir(), 'settlements-service-'));
  let app: App | undefined;
  const close = async () => {
    await release();
    await app?.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const config: Config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://given/by-the-harness',
    SECRET_KEY: 'a secret key only for the tests, 32+ characters',
    RATE_LIMITS: generousLimits,
    QUOTAS: generousQuotas,
    LOG_LEVEL: 'warn',
    ...environment,
  });
  const log: string[] = [];
  const clock = { offset: 0 };
  try {
    app = await createApp({
      config,
      pool: database.pool,
      connectTo:
        database.connectTo ??
        (() => {
          throw new Error('This database is given alone.');
        }),
      replica: options.replica,
      secretKey: config.secretKey ?? '',
      logStream: { write: (line) => void log.push(line) },
      // Standard output carries the test runner's reports, which printed emails would garble.
      emailConsole: { write: () => {} },
      clock: () => Date.now() + clock.offset,
      ...(options.documentGuard && { documentGuard: options.documentGuard }),
      ...(options.maxPlotsWithoutCells && { maxPlotsWithoutCells: options.maxPlotsWithoutCells }),
      ...(options.extraPages && { extraPages: options.extraPages }),
      ...(options.streamHeartbeatMilliseconds && {
        streamHeartbeatMilliseconds: options.streamHeartbeatMilliseconds,
      }),
      ...(options.deviceGuard && { deviceGuard: options.deviceGuard }),
      ...(options.pushGuard && { pushGuard: options.pushGuard }),
    });
    options.prepare?.(app);
    await release();
    await app.server.listen({ host: config.host, port });
  } catch (error) {
    await close();
    throw error;
  }
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
  return { service, close };
}
