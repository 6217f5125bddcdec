import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Quotas } from './domain/kernel/ports.ts';
import type { RateLimitSettings } from './domain/kernel/rate-limits.ts';
import type { BackupKeep } from './domain/rules/backup-schedule.ts';
import { defaultQuotas } from './domain/rules/quotas.ts';
import { parseRedisUrl } from './entry/transport/redis-url.ts';

/** The configuration, read once from environment variables. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** False: BASE_URL is not given, and `baseUrl` is where the service listens. */
  readonly isBaseUrlSet: boolean;
  readonly dataDir: string;
  /** Absent: the embedded database under dataDir. */
  readonly databaseUrl: string | undefined;
  readonly databaseReplicaUrl: string | undefined;
  /** Connection for LISTEN, when DATABASE_URL names a pooler that cannot carry it. */
  readonly databaseListenUrl: string | undefined;
  readonly databasePrepare: boolean;
  /** Also start on the schema of the next version, to allow a rollback to this one. */
  readonly databaseNewer: boolean;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mediaUrl: string | undefined;
  /** Absent only with the embedded database, where it is generated and stored under dataDir. */
  readonly secretKey: string | undefined;
  /** Former values of SECRET_KEY: they still decrypt what they sealed. */
  readonly secretKeysFormer: readonly string[];
  readonly trustedHosts: readonly string[];
  readonly trustProxy: readonly string[];
  readonly redirectAllow: readonly string[];
  readonly demo: boolean | 'when-empty';
  readonly logLevel: LogLevel;
  readonly rateLimits: RateLimitSettings;
  /** How much one account may have at once. */
  readonly quotas: Quotas;
  /** How long requests are still accepted after readiness has turned false. */
  readonly shutdownDelaySeconds: number;
  readonly metricsPublic: boolean;
  readonly devicesAllowPrivate: boolean;
  /** Days that raw sensor readings are kept; hourly values are kept three times as long, daily ones for good. */
  readonly readingsKeepDays: number;
  /** Absent: backups are made by the command only. */
  readonly backupTo: string | undefined;
  /** The time of day at which a backup begins: minutes after midnight, UTC. */
  readonly backupAt: number;
  readonly backupKeep: BackupKeep;
  /** Absent: backups are not encrypted. */
  readonly backupKey: string | undefined;
  /** Absent: maps have a plain background. */
  readonly tiles: { url: string; attribution: string } | undefined;
  /** Absent: the knowledge base has full-text search only. */
  readonly embedding: { url: string; model: string; key: string | undefined } | undefined;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const defaultRateLimits: RateLimitSettings = {
  api_account: 300,
  api_public: 60,
  mcp_account: 120,
  mcp_public: 30,
  page_account: 300,
  page_public: 120,
  costly: 30,
  emails: 5,
};

export const defaultBackupKeep: BackupKeep = { daily: 7, weekly: 5, monthly: 12 };

/** Exit code of sysexits.h for a configuration error. */
export const configurationErrorExitCode = 78;

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const value = (name: string) => environment[name]?.trim() || undefined;
  const complain = (name: string, expected: string) => {
    problems.push(`${name} ${expected}`);
    return undefined;
  };
  const url = (name: string, protocols: readonly string[]) => {
    const address = value(name);
    if (address === undefined) return undefined;
    const protocol = URL.canParse(address) ? new URL(address).protocol : '';
    return protocols.includes(protocol)
      ? address
      : complain(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  };
  const onOff = (name: string, fallback: boolean) => {
    const setting = value(name);
    if (setting === undefined) return fallback;
    if (setting !== 'on' && setting !== 'off') complain(name, 'must be on or off');
    return setting === 'on';
  };
  const list = (name: string) =>
    (value(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const port = Number(value('PORT') ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    complain('PORT', 'must be a whole number from 0 to 65535');
  const host = value('HOST') ?? '127.0.0.1';
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const secretKey = value('SECRET_KEY');
  if (databaseUrl !== undefined && secretKey === undefined) {
    complain(
      'SECRET_KEY',
      'is required with DATABASE_URL, because every instance needs the same one (32 random characters or more)',
    );
  }
  if (secretKey !== undefined && secretKey.length < 32)
    complain('SECRET_KEY', 'must have at least 32 characters');
  const secretKeysFormer = list('SECRET_KEYS_FORMER');
  if (secretKeysFormer.length > 20 || secretKeysFormer.some((key) => key.length < 32))
    complain('SECRET_KEYS_FORMER', 'must be up to 20 keys of at least 32 characters, separated by commas');
  const givenBaseUrl = url('BASE_URL', ['http:', 'https:']);
  const baseUrl =
    givenBaseUrl ??
    `http://${isIP(host) === 6 ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  if (URL.canParse(baseUrl) && (new URL(baseUrl).pathname !== '/' || new URL(baseUrl).search !== '')) {
    complain('BASE_URL', 'must be a scheme and a host only, without a path');
  }
  const readingsKeepDays = Number(value('READINGS_KEEP_DAYS') ?? 400);
  if (!Number.isInteger(readingsKeepDays) || readingsKeepDays < 7 || readingsKeepDays > 36_500)
    complain('READINGS_KEEP_DAYS', 'must be a whole number of days from 7 to 36500');
  const embeddingUrl = url('EMBEDDING_URL', ['http:', 'https:']);
  const embeddingModel = value('EMBEDDING_MODEL');
  if ((embeddingUrl === undefined) !== (embeddingModel === undefined))
    complain('EMBEDDING_URL', 'and EMBEDDING_MODEL go together: set both or neither');
  const tilesUrl = value('TILES_URL');
  if (tilesUrl !== undefined && !isTilesUrl(tilesUrl))
    complain('TILES_URL', 'must be an http or https address with {z}, {x} and {y}');
  const shutdownDelaySeconds = Number(value('SHUTDOWN_DELAY') ?? 0);
  if (!(shutdownDelaySeconds >= 0 && shutdownDelaySeconds <= 300))
    complain('SHUTDOWN_DELAY', 'must be a number of seconds from 0 to 300');
  const backupTo = value('BACKUP_TO');
  if (backupTo?.includes('://') && !backupTo.startsWith('s3://'))
    complain('BACKUP_TO', 'must be a folder or an address that begins with s3://');
  const backupAt = readTimeOfDay(value('BACKUP_AT') ?? '01:30');
  if (backupAt === undefined) complain('BACKUP_AT', 'must be a time of day (UTC) such as 01:30');
  const backupKey = value('BACKUP_KEY');
  if (backupKey !== undefined && backupKey.length < 20)
    complain('BACKUP_KEY', 'must have at least 20 characters');
  if (backupKey !== undefined && [secretKey, ...secretKeysFormer].includes(backupKey))
    complain('BACKUP_KEY', 'must be another one than SECRET_KEY');
  const redisUrl = value('REDIS_URL');
  if (redisUrl !== undefined && parseRedisUrl(redisUrl) === undefined)
    complain('REDIS_URL', 'must be redis://…, rediss://… or redis+sentinel://host:port,host:port/name');
  const demo = value('DEMO');
  if (demo !== undefined && demo !== 'on' && demo !== 'off' && demo !== 'when-empty')
    complain('DEMO', 'must be on, off or when-empty');
  const logLevel = value('LOG_LEVEL') ?? 'info';
  if (!isLogLevel(logLevel)) complain('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`);

  const config: Config = {
    host,
    port,
    baseUrl: URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl,
    isBaseUrlSet: givenBaseUrl !== undefined,
    dataDir: resolve(value('DATA_DIR') ?? './data'),
    databaseUrl,
    databaseReplicaUrl: url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    databaseListenUrl: url('DATABASE_LISTEN_URL', ['postgres:', 'postgresql:']),
    databasePrepare: onOff('DATABASE_PREPARE', true),
    databaseNewer: onOff('DATABASE_NEWER', false),
    redisUrl,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mediaUrl: url('MEDIA_URL', ['s3:']),
    secretKey,
    secretKeysFormer,
    trustedHosts: list('TRUSTED_HOSTS'),
    trustProxy: list('TRUST_PROXY'),
    redirectAllow: list('REDIRECT_ALLOW'),
    demo: demo === 'when-empty' ? demo : demo === 'on',
    logLevel: isLogLevel(logLevel) ? logLevel : 'info',
    shutdownDelaySeconds,
    rateLimits: readRateLimits(value('RATE_LIMITS'), complain),
    quotas: Object.freeze(readCounts('QUOTAS', value('QUOTAS'), defaultQuotas, complain).counts),
    metricsPublic: onOff('METRICS_PUBLIC', false),
    devicesAllowPrivate: onOff('DEVICES_ALLOW_PRIVATE', false),
    readingsKeepDays,
    backupTo: backupTo === undefined || backupTo.startsWith('s3://') ? backupTo : resolve(backupTo),
    backupAt: backupAt ?? 0,
    backupKeep: readCounts('BACKUP_KEEP', value('BACKUP_KEEP'), { ...defaultBackupKeep }, complain).counts,
    backupKey,
    tiles:
      tilesUrl === undefined ? undefined : { url: tilesUrl, attribution: value('TILES_ATTRIBUTION') ?? '' },
    embedding:
      embeddingUrl === undefined || embeddingModel === undefined
        ? undefined
        : { url: embeddingUrl, model: embeddingModel, key: value('EMBEDDING_KEY') },
  };
  if (problems.length > 0) throw new ConfigurationError(problems);
  return Object.freeze(config);
}

function readTimeOfDay(value: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

function isTilesUrl(value: string): boolean {
  const isComplete = ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
  // Its origin goes into the Content-Security-Policy, whose host grammar allows only these characters.
  return isComplete && /^https?:\/\/[a-z0-9.-]+(:\d+)?\//.test(value) && URL.canParse(value);
}

function isLogLevel(value: string): value is LogLevel {
  return (logLevels as readonly string[]).includes(value);
}

type ReportProblem = (name: string, expected: string) => undefined;

function readRateLimits(setting: string | undefined, complain: ReportProblem): RateLimitSettings {
  // `letters` is the former name of `emails`; it is taken until 2027-11.
  const renamed = setting?.replaceAll(/(^|,)(\s*)letters(?=\s*=)/g, '$1$2emails');
  const { counts: limits, named } = readCounts('RATE_LIMITS', renamed, defaultRateLimits, complain);
  // Pages do what the API does: a raised API limit raises the page limit too, unless that one is given.
  if (!named.has('page_account')) limits.page_account = Math.max(limits.page_account, limits.api_account);
  if (!named.has('page_public')) limits.page_public = Math.max(limits.page_public, 2 * limits.api_public);
  return limits;
}

/** Parses `name=count,name=count`; names left out keep their defaults. */
function readCounts<Name extends string>(
  variable: string,
  setting: string | undefined,
  standing: Readonly<Record<Name, number>>,
  complain: ReportProblem,
): { counts: Record<Name, number>; named: ReadonlySet<string> } {
  const counts: Record<Name, number> = { ...standing };
  const named = new Set<string>();
  for (const part of setting?.split(',') ?? []) {
    const [name = '', count = ''] = part.split('=').map((piece) => piece.trim());
    const number = Number(count);
    if (!Object.hasOwn(standing, name) || !Number.isSafeInteger(number) || number < 1) {
      complain(
        variable,
        `must look like ${Object.entries(standing)
          .map(([key, n]) => `${key}=${n}`)
          .join(',')}; "${part}" does not`,
      );
    } else {
      counts[name as Name] = number;
      named.add(name);
    }
  }
  return { counts, named };
}
