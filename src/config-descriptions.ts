/** What each environment variable means: `npm run contract` makes docs/configuration.md of it. */
export interface SettingDescription {
  /** Names as in the environment; several that belong together. */
  readonly names: readonly string[];
  /** Markdown; empty: none. */
  readonly preset: string;
  readonly meaning: string;
}

export const settingsLead =
  'Made by `npm run contract` from `src/config-descriptions.ts`. All variables are optional. Invalid values stop the start with exit ' +
  'code 78 and one message that lists all of them. Mail, address, personal data and terms can also be set on the pages under `/setup`; ' +
  'a variable of the environment wins, and the pages say so.';

export const settingGroups: readonly {
  readonly title: string;
  readonly settings: readonly SettingDescription[];
}[] = [
  {
    title: 'Where it listens and what it is called',
    settings: [
      { names: ['HOST', 'PORT'], preset: '`127.0.0.1`, `3000`', meaning: 'where to listen' },
      {
        names: ['BASE_URL'],
        preset: '`/setup/address`, else from host and port',
        meaning: 'the public URL, without a path',
      },
      {
        names: ['TRUSTED_HOSTS'],
        preset: 'the host of `BASE_URL` and loopback',
        meaning: 'replaces the list of accepted host names',
      },
      {
        names: ['TRUST_PROXY'],
        preset: '',
        meaning: 'addresses of proxies whose `X-Forwarded-For` is trusted',
      },
      {
        names: ['SETTLEMENTS_COMMAND'],
        preset: 'by how it was started',
        meaning:
          'how commands are called here, for messages and pages: `npm run settlements --`, `settlements`, `settlements-admin`; the files of deploy/ set it',
      },
    ],
  },
  {
    title: 'Data and database',
    settings: [
      { names: ['DATA_DIR'], preset: '`./data`', meaning: 'embedded database, files, secret key' },
      {
        names: ['DATABASE_URL'],
        preset: 'embedded',
        meaning: 'PostgreSQL 15 or newer, UTF-8, with a locale that covers your alphabet',
      },
      {
        names: ['DATABASE_REPLICA_URL'],
        preset: '',
        meaning: 'read replica for anonymous requests, used while its lag is small',
      },
      {
        names: ['DATABASE_NEWER'],
        preset: '`off`',
        meaning: '`on`: start although the schema is of the next version, to roll back to this one',
      },
      {
        names: ['DATABASE_LISTEN_URL'],
        preset: '`DATABASE_URL`',
        meaning: 'connection for LISTEN when `DATABASE_URL` goes through a pooler',
      },
      { names: ['DATABASE_PREPARE'], preset: '`on`', meaning: '`off` behind a pooler in transaction mode' },
      {
        names: ['MEDIA_URL'],
        preset: 'files',
        meaning: '`s3://key:secret@bucket/prefix?endpoint=…&region=…`',
      },
      {
        names: ['SECRET_KEY'],
        preset: 'generated under `DATA_DIR`',
        meaning: '32 characters or more; required with `DATABASE_URL`',
      },
      {
        names: ['SECRET_KEYS_FORMER'],
        preset: '',
        meaning:
          'previous values of `SECRET_KEY`, comma-separated, while device secrets are still encrypted with them',
      },
    ],
  },
  {
    title: 'Backups',
    settings: [
      {
        names: ['BACKUP_TO', 'BACKUP_AT'],
        preset: '`/setup/backups`, `01:30`',
        meaning: 'a folder or `s3://…` for a daily backup, and its time (UTC)',
      },
      {
        names: ['BACKUP_KEEP'],
        preset: '`daily=7,weekly=5,monthly=12`',
        meaning: 'how many of them are kept',
      },
      {
        names: ['BACKUP_KEY'],
        preset: 'the key that `/setup/backups` made',
        meaning: 'encrypts backups; 20 characters or more, kept elsewhere',
      },
    ],
  },
  {
    title: 'Mail',
    settings: [
      {
        names: ['SMTP_URL'],
        preset: '`/setup/mail`, else console',
        meaning:
          '`smtp://user:password@host:port`; without it emails are printed on the console while `BASE_URL` is a loopback address, and stay unsent otherwise',
      },
    ],
  },
  {
    title: 'Limits',
    settings: [
      {
        names: ['REDIS_URL'],
        preset: 'in memory',
        meaning: 'rate limits shared by several instances; also `redis+sentinel://host:port,host:port/name`',
      },
      {
        names: ['RATE_LIMITS'],
        preset:
          '`api_account=300,api_public=60,mcp_account=120,mcp_public=30,page_account=300,page_public=120,costly=30,emails=5`',
        meaning:
          'requests per minute, by account or IP address; `costly`: sign-in, registration and whatever sends emails or fetches a client document, by address; `emails`: emails per hour to one mailbox for one purpose that anybody can request',
      },
      {
        names: ['QUOTAS'],
        preset:
          '`drafts=200,waiting=20,open_tasks=2000,file_bytes=2147483648,tokens=50,changes=5000,written_bytes=314572800,urgent_notices=3`',
        meaning:
          'maximum per account: drafts; texts, companies and villages waiting for moderators; open tasks; bytes of files; personal tokens; changes in a day; bytes written in 30 days. Per settlement: urgent announcements in seven days',
      },
    ],
  },
  {
    title: 'Search, maps, devices',
    settings: [
      {
        names: ['EMBEDDING_URL', 'EMBEDDING_MODEL', 'EMBEDDING_KEY'],
        preset: '',
        meaning:
          'semantic search in the knowledge base with a provider of `/v1/embeddings`: the URL up to `/v1`, the model, the key if needed',
      },
      {
        names: ['TILES_URL', 'TILES_ATTRIBUTION'],
        preset: '',
        meaning: 'map tiles: a URL with `{z}`, `{x}` and `{y}`, and the attribution to show',
      },
      {
        names: ['DEVICES_ALLOW_PRIVATE'],
        preset: '`off`',
        meaning: "let residents' devices be polled at private addresses",
      },
      {
        names: ['READINGS_KEEP_DAYS'],
        preset: '`400`',
        meaning:
          'how long single sensor readings are kept; hourly values three times as long, daily values forever',
      },
    ],
  },
  {
    title: 'Running it',
    settings: [
      {
        names: ['DEMO'],
        preset: '`off`; with `npm start` on the embedded database `when-empty`',
        meaning: 'load the demo data at the start: `on`, `off`, `when-empty`',
      },
      { names: ['LOG_LEVEL'], preset: '`info`', meaning: 'fatal, error, warn, info, debug, trace, silent' },
      { names: ['METRICS_PUBLIC'], preset: '`off`', meaning: '`/metrics` beyond loopback' },
      {
        names: ['SHUTDOWN_DELAY'],
        preset: '`0`',
        meaning: 'seconds for which requests are still accepted after `/health/ready` turns 503',
      },
      {
        names: ['REDIRECT_ALLOW'],
        preset: '',
        meaning: 'further OAuth redirect addresses, hosts or `scheme:`',
      },
    ],
  },
];
