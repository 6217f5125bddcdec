import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigurationError, defaultRateLimits, readConfig } from '../src/config.ts';
import { defaultQuotas } from '../src/domain/rules/quotas.ts';
import { parseRedisUrl } from '../src/entry/transport/redis-url.ts';

describe('configuration', () => {
  it('has defaults for everything', () => {
    const config = readConfig({});
    assert.equal(config.baseUrl, 'http://127.0.0.1:3000');
    assert.equal(config.databaseUrl, undefined);
    assert.equal(config.demo, false);
    assert.equal(readConfig({ DEMO: 'when-empty' }).demo, 'when-empty');
    assert.equal(readConfig({ DEMO: 'on' }).demo, true);
    assert.deepEqual(config.rateLimits, defaultRateLimits);
    assert.equal(readConfig({ RATE_LIMITS: 'api_account=900' }).rateLimits.page_account, 900);
    assert.equal(readConfig({ RATE_LIMITS: 'api_account=900,page_account=5' }).rateLimits.page_account, 5);
  });

  it('reports every invalid variable at once', () => {
    const bad = {
      PORT: '99999',
      BASE_URL: 'ftp://x',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'x',
      SMTP_URL: 'http://x',
      SECRET_KEY: 'short',
      SECRET_KEYS_FORMER: 'short,too',
      DEMO: 'maybe',
      LOG_LEVEL: 'loud',
      RATE_LIMITS: 'api_account=0',
      QUOTAS: 'drafts=many',
      MEDIA_URL: 'http://x',
      DATABASE_LISTEN_URL: 'http://x',
      BACKUP_TO: 'ftp://x',
      BACKUP_AT: '25:00',
      BACKUP_KEEP: 'daily=0',
      BACKUP_KEY: 'short',
    };
    assert.throws(
      () => readConfig(bad),
      (error) =>
        error instanceof ConfigurationError && Object.keys(bad).every((name) => error.message.includes(name)),
    );
  });

  it('refuses to encrypt backups with the key that lies beside the data', () => {
    const key = 'k'.repeat(32);
    assert.throws(() => readConfig({ SECRET_KEY: key, BACKUP_KEY: key }), /BACKUP_KEY must be another one/);
    assert.equal(readConfig({ BACKUP_AT: '04:05' }).backupAt, 245);
  });

  it('requires SECRET_KEY with DATABASE_URL, because instances must share it', () => {
    assert.throws(() => readConfig({ DATABASE_URL: 'postgres://db/x' }), /SECRET_KEY is required/);
  });

  it('accepts a Redis URL or a list of sentinels in REDIS_URL, and refuses malformed ones', () => {
    const taken = (REDIS_URL: string) => readConfig({ REDIS_URL }).redisUrl;
    for (const address of [
      'redis://127.0.0.1:6379/1',
      'rediss://user:word@redis.example',
      'redis+sentinel://127.0.0.1:1,127.0.0.1:2/main',
      'redis+sentinel://:word@one.example,[::1]:26380/main/3',
    ])
      assert.equal(taken(address), address);
    for (const address of [
      'redis+sentinel://127.0.0.1:1,127.0.0.1:2',
      'redis+sentinel:///main',
      'redis+sentinel://one:99999/main',
      'redis+sentinel://one,/main',
    ])
      assert.throws(() => taken(address), /REDIS_URL must be/);
    assert.deepEqual(
      {
        ...(parseRedisUrl('redis+sentinel://me:a%40b@one,[::1]:7/main/3') as object),
        sentinelRetryStrategy: 0,
      },
      {
        sentinels: [
          { host: 'one', port: 26379 },
          { host: '::1', port: 7 },
        ],
        name: 'main',
        username: 'me',
        password: 'a@b',
        db: 3,
        sentinelRetryStrategy: 0,
      },
    );
  });

  it('accepts a TILES_URL with {z}, {x} and {y} only', () => {
    const url = 'https://tiles.example.org:8443/{z}/{x}/{y}.png?key=1';
    assert.deepEqual(readConfig({ TILES_URL: url, TILES_ATTRIBUTION: '© A' }).tiles, {
      url,
      attribution: '© A',
    });
    assert.equal(readConfig({}).tiles, undefined);
    for (const TILES_URL of [
      'tiles.example.org/{z}/{x}/{y}',
      'https://tiles.example.org/{z}/{x}',
      'https://{s}.example.org/{z}/{x}/{y}',
      'https://user:word@example.org/{z}/{x}/{y}',
      "https://example.org;script-src 'unsafe-inline'/{z}/{x}/{y}",
      'https://example.org:99999/{z}/{x}/{y}',
      'javascript:alert(1)//{z}/{x}/{y}',
    ])
      assert.throws(
        () => readConfig({ TILES_URL }),
        /TILES_URL must be an http or https address with \{z\}, \{x\} and \{y\}/,
        TILES_URL,
      );
  });

  it('overrides single RATE_LIMITS and keeps the other defaults', () => {
    assert.equal(readConfig({ RATE_LIMITS: 'api_public=5' }).rateLimits.api_public, 5);
    assert.equal(readConfig({ RATE_LIMITS: 'api_public=5' }).rateLimits.mcp_public, 30);
    assert.equal(readConfig({ RATE_LIMITS: 'costly=7, letters = 3' }).rateLimits.emails, 3);
  });

  it('overrides single QUOTAS, keeps the other defaults, and reports unknown names', () => {
    assert.deepEqual(readConfig({}).quotas, {
      drafts: 200,
      waiting: 20,
      open_tasks: 2000,
      file_bytes: 2_147_483_648,
      tokens: 50,
      changes: 5000,
      written_bytes: 314_572_800,
      urgent_notices: 3,
    });
    assert.deepEqual(readConfig({ QUOTAS: 'drafts=5, tokens = 2' }).quotas, {
      ...defaultQuotas,
      drafts: 5,
      tokens: 2,
    });
    for (const part of [
      'draft=5',
      'drafts=0',
      'drafts=-1',
      'drafts=1.5',
      'drafts',
      'toString=1',
      'tokens=1e30',
    ])
      assert.throws(
        () => readConfig({ QUOTAS: `waiting=9,${part}` }),
        (error: Error) =>
          error.message.includes(
            `QUOTAS must look like drafts=200,waiting=20,open_tasks=2000,file_bytes=2147483648,tokens=50,changes=5000,written_bytes=314572800,urgent_notices=3; "${part}" does not`,
          ),
        part,
      );
  });
});
