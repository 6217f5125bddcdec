/** A folder of `src`: what lies in it, and which other folders its files may reach into when the service runs. */
export interface Room {
  readonly holds: string;
  readonly uses: readonly string[];
}

/**
 * The directions of the house. A pair that nobody uses is taken out, so that this says how it is. app.ts, main.ts and the
 * commands put everything together and are exempt. `npm run contract` writes the table of docs/architecture.md from this.
 */
export const rooms: Readonly<Record<string, Room>> = {
  kernel: {
    holds: 'what an operation is; the pipeline; identifiers, cursors, fields',
    uses: ['db', 'threads'],
  },
  operations: {
    holds: 'one file per operation, `shapes.ts` per tag',
    uses: [
      'kernel',
      'rules',
      'store',
      'knowledge',
      'notify',
      'geometry',
      'search',
      'media',
      'devices',
      'outbound',
      'oauth',
      'i18n',
    ],
  },
  actions: {
    holds: 'what pages do for a person beside operations, through the same pipeline',
    uses: ['kernel', 'rules', 'store', 'notify', 'mail', 'site', 'oauth', 'land-import'],
  },
  rules: { holds: 'pure decisions: no SQL, no clock, no await', uses: ['kernel'] },
  store: {
    holds: 'SQL, one file per aggregate; functions that take `db` and open no transaction',
    uses: ['db', 'kernel', 'rules', 'geometry', 'search'],
  },
  db: {
    holds: 'the template and pool over the driver, embedded server, migrations, instance lease',
    uses: ['threads'],
  },
  geometry: { holds: 'boundaries, plots and buildings, computed in a worker', uses: ['threads'] },
  search: { holds: 'markdown, passages, ranking, figures', uses: ['i18n', 'json', 'threads'] },
  media: { holds: 'pictures, files and where they are kept', uses: ['threads'] },
  devices: { holds: "the ways to ask a resident's device", uses: ['json', 'outbound'] },
  threads: { holds: 'starting worker threads, and dividing turns fairly among who asks for work', uses: [] },
  outbound: { holds: 'the only way out to an address that a stranger gave', uses: [] },
  mail: { holds: 'letters and their transport', uses: ['i18n', 'rules', 'store', 'notify'] },
  knowledge: {
    holds: 'steps that several knowledge operations share: revising, deciding, indexing',
    uses: ['kernel', 'db', 'rules', 'store', 'notify', 'search', 'media', 'threads'],
  },
  notify: { holds: 'events → notifications', uses: ['site', 'rules', 'store', 'i18n'] },
  'land-import': {
    holds: 'the import of plots, buildings and residents, for the command line and for pages',
    uses: ['json', 'rules', 'store', 'notify', 'geometry', 'threads'],
  },
  backup: { holds: "the command line's backup and restore", uses: ['store'] },
  oauth: { holds: 'tokens, grants, sign-in', uses: ['json', 'kernel', 'rules', 'store', 'mail'] },
  jobs: {
    holds: 'the queue and every background worker',
    uses: [
      'site',
      'kernel',
      'db',
      'rules',
      'store',
      'knowledge',
      'notify',
      'land-import',
      'mail',
      'media',
      'devices',
      'threads',
      'oauth',
    ],
  },
  transport: {
    holds: 'server, REST, MCP, budgets, hosts, metrics',
    uses: [
      'kernel',
      'operations',
      'contract',
      'db',
      'store',
      'knowledge',
      'geometry',
      'media',
      'devices',
      'jobs',
      'oauth',
      'i18n',
      'json',
      'threads',
    ],
  },
  web: {
    holds: 'pages rendered on the server, through the same operations',
    uses: [
      'site',
      'kernel',
      'operations',
      'actions',
      'transport',
      'db',
      'rules',
      'store',
      'knowledge',
      'notify',
      'geometry',
      'search',
      'media',
      'land-import',
      'oauth',
      'i18n',
      'json',
      'threads',
    ],
  },
  contract: { holds: 'the OpenAPI document and JSON schemas, projections of the list', uses: ['kernel'] },
  client: { holds: 'the typed client, a projection of the list', uses: ['kernel', 'operations'] },
  demo: {
    holds: 'the demonstration, loaded through operations in one transaction',
    uses: ['kernel', 'operations', 'actions', 'rules', 'store', 'notify', 'devices', 'jobs', 'oauth'],
  },
  site: { holds: 'every address of a page', uses: [] },
  i18n: { holds: 'a text in both languages', uses: [] },
  json: { holds: 'reading JSON from outside, within bounds', uses: [] },
};

/** The rows of the table in docs/architecture.md. */
export function describeRooms(): string {
  const rows = Object.entries(rooms).map(
    ([name, { holds, uses }]) => `| \`${name}\` | ${holds} | ${uses.length === 0 ? '–' : uses.join(', ')} |`,
  );
  return ['| folder | what it holds | may use |', '|---|---|---|', ...rows, ...composition].join('\n');
}

const composition = ['| `commands`, `app.ts`, `main.ts` | composition | everything |'];

const table = /^\| folder \|.*\n(?:\|.*\n)*/m;

/** The document with its table as it is here. */
export function withRooms(document: string): string {
  if (!table.test(document)) throw new Error('docs/architecture.md has lost its table of rooms.');
  return document.replace(table, () => `${describeRooms()}\n`);
}
