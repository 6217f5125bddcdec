import type { Config } from './config.ts';

export interface ConfigLine {
  /** Environment variable. */
  name: string;
  /** Secrets and whatever may hold one are left out; empty: not set. */
  value: string;
}

const hidden = '••••••';

/** Scheme, host and path: user, password and query may be secret. */
function hideSecrets(address: string | undefined, parts: { path?: boolean } = {}): string {
  if (address === undefined) return '';
  if (!URL.canParse(address)) return hidden;
  const { protocol, host, pathname, username, password } = new URL(address);
  const credentials = username === '' && password === '' ? '' : `${hidden}@`;
  return `${protocol}//${credentials}${host}${parts.path && pathname !== '/' ? pathname : ''}`;
}

function describeBucket(address: string | undefined): string {
  if (address === undefined) return '';
  const endpoint = new URL(address).searchParams.get('endpoint');
  return [hideSecrets(address, { path: true }), ...(endpoint ? [hideSecrets(endpoint)] : [])].join(' · ');
}

const onOff = (value: boolean) => (value ? 'on' : 'off');
const formatTimeOfDay = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
const counts = (values: object) =>
  Object.entries(values)
    .map(([name, count]) => `${name}=${count}`)
    .join(', ');

/** The configuration of the environment as an operator may read it on a page. */
export function describeConfig(config: Config): ConfigLine[] {
  const lines: [string, string][] = [
    ['BASE_URL', config.isBaseUrlSet ? config.baseUrl : ''],
    ['HOST, PORT', `${config.host}, ${config.port}`],
    ['DATA_DIR', config.dataDir],
    ['DATABASE_URL', hideSecrets(config.databaseUrl, { path: true })],
    ['DATABASE_REPLICA_URL', hideSecrets(config.databaseReplicaUrl, { path: true })],
    ['DATABASE_LISTEN_URL', hideSecrets(config.databaseListenUrl, { path: true })],
    ['DATABASE_PREPARE', onOff(config.databasePrepare)],
    ['DATABASE_NEWER', onOff(config.databaseNewer)],
    ['SECRET_KEY', config.secretKey === undefined ? '' : hidden],
    ['SECRET_KEYS_FORMER', config.secretKeysFormer.map(() => hidden).join(', ')],
    ['REDIS_URL', config.redisUrl === undefined ? '' : hideSecrets(config.redisUrl)],
    ['SMTP_URL', hideSecrets(config.smtpUrl)],
    ['MEDIA_URL', describeBucket(config.mediaUrl)],
    [
      'BACKUP_TO',
      config.backupTo?.startsWith('s3://') ? describeBucket(config.backupTo) : (config.backupTo ?? ''),
    ],
    ['BACKUP_AT', `${formatTimeOfDay(config.backupAt)} UTC`],
    ['BACKUP_KEEP', counts(config.backupKeep)],
    ['BACKUP_KEY', config.backupKey === undefined ? '' : hidden],
    ['TRUSTED_HOSTS', config.trustedHosts.join(', ')],
    ['TRUST_PROXY', config.trustProxy.join(', ')],
    ['REDIRECT_ALLOW', config.redirectAllow.join(', ')],
    ['RATE_LIMITS', counts(config.rateLimits)],
    ['QUOTAS', counts(config.quotas)],
    ['DEMO', config.demo === 'when-empty' ? config.demo : onOff(config.demo)],
    ['LOG_LEVEL', config.logLevel],
    ['METRICS_PUBLIC', onOff(config.metricsPublic)],
    ['SHUTDOWN_DELAY', String(config.shutdownDelaySeconds)],
    ['DEVICES_ALLOW_PRIVATE', onOff(config.devicesAllowPrivate)],
    ['READINGS_KEEP_DAYS', String(config.readingsKeepDays)],
    ['TILES_URL', hideSecrets(config.tiles?.url)],
    ['EMBEDDING_URL', hideSecrets(config.embedding?.url)],
    ['EMBEDDING_MODEL', config.embedding?.model ?? ''],
    ['EMBEDDING_KEY', config.embedding?.key === undefined ? '' : hidden],
  ];
  return lines.map(([name, value]) => ({ name, value }));
}
