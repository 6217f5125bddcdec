/** A folder directly under a layer: what it holds, and which other modules its files may import, be it for a type. */
export interface Module {
  readonly holds: string;
  readonly uses: readonly string[];
}

export interface Layer {
  readonly holds: string;
  readonly modules: Readonly<Record<string, Module>>;
}

/**
 * The layers of `src`, from the top down: an import goes to the same layer or to a lower one. A pair of modules that
 * nobody uses is not listed. app.ts, create-services.ts, main.ts, config.ts, config-summary.ts, secret-key.ts, settings-box.ts and the commands compose the service and are
 * exempt. `npm run contract` writes the table of docs/architecture.md from this.
 */
export const layers: Readonly<Record<string, Layer>> = {
  entry: {
    holds: 'what people and programs come in through',
    modules: {
      web: {
        holds: 'pages rendered on the server, through the same operations',
        uses: [
          'transport',
          'contract',
          'actions',
          'operations',
          'site-search',
          'installation',
          'land-import',
          'knowledge',
          'accounts',
          'oauth',
          'mail',
          'notify',
          'kernel',
          'rules',
          'geometry',
          'media',
          'search',
          'markup',
          'outbound',
          'db',
          'threads',
          'json',
          'site',
          'i18n',
        ],
      },
      transport: {
        holds: 'HTTP server, REST, MCP, rate limits, hosts, metrics',
        uses: [
          'contract',
          'jobs',
          'operations',
          'installation',
          'knowledge',
          'oauth',
          'store',
          'kernel',
          'rules',
          'devices',
          'geometry',
          'packages',
          'media',
          'db',
          'threads',
          'json',
          'site',
          'i18n',
        ],
      },
      demo: {
        holds: 'the demonstration, loaded through operations in one transaction',
        uses: [
          'client',
          'jobs',
          'actions',
          'operations',
          'installation',
          'accounts',
          'oauth',
          'notify',
          'store',
          'kernel',
          'rules',
          'devices',
          'geometry',
          'db',
          'encryption',
        ],
      },
      client: {
        holds: 'the typed client, derived from the list of operations',
        uses: ['operations', 'kernel'],
      },
      contract: { holds: 'the OpenAPI document and JSON schemas of the operations', uses: ['kernel'] },
    },
  },
  background: {
    holds: 'what runs by itself',
    modules: {
      backup: {
        holds: 'backups, their proof and their restore',
        uses: ['mail', 'store', 'kernel', 'rules', 'media', 'db', 'site'],
      },
      jobs: {
        holds: 'the job queue and every background worker',
        uses: [
          'companies',
          'land-import',
          'knowledge',
          'accounts',
          'mail',
          'push',
          'notify',
          'store',
          'kernel',
          'rules',
          'devices',
          'media',
          'outbound',
          'db',
          'encryption',
          'threads',
          'site',
          'i18n',
        ],
      },
    },
  },
  features: {
    holds: 'what the service does',
    modules: {
      actions: {
        holds: 'what pages do for a person beside operations, through the same pipeline',
        uses: [
          'operations',
          'land-import',
          'installation',
          'accounts',
          'oauth',
          'mail',
          'push',
          'notify',
          'metering',
          'loaders',
          'store',
          'kernel',
          'rules',
          'devices',
          'db',
          'site',
          'i18n',
        ],
      },
      installation: {
        holds: 'setting up an installation, its settings, and the doctor that checks it',
        uses: [
          'oauth',
          'mail',
          'store',
          'kernel',
          'rules',

          'media',
          'db',
          'encryption',
          'packages',
          'site',
          'i18n',
        ],
      },
      'site-search': {
        holds: 'the search over everything that a person may read, which asks the lists of operations',
        uses: ['operations', 'store', 'kernel', 'rules', 'search', 'site'],
      },
      operations: {
        holds: 'one file per operation, one folder per tag; `shapes` that several tags need',
        uses: [
          'companies',
          'knowledge',
          'oauth',
          'notify',
          'metering',
          'loaders',
          'store',
          'kernel',
          'rules',
          'devices',
          'geometry',
          'media',
          'search',
          'markup',
          'outbound',
          'db',
          'encryption',
          'threads',
          'site',
          'i18n',
        ],
      },
      'land-import': {
        holds: 'the import of plots, buildings and residents, for the command line and for pages',
        uses: ['notify', 'loaders', 'store', 'kernel', 'rules', 'geometry', 'db', 'threads', 'json', 'i18n'],
      },
      knowledge: {
        holds: 'steps that several knowledge operations share: revising, deciding, indexing',
        uses: ['notify', 'store', 'kernel', 'rules', 'media', 'search', 'markup', 'db', 'threads'],
      },
      accounts: {
        holds: 'what people do with their own account: registering, signing in, password, email address',
        uses: ['companies', 'oauth', 'mail', 'notify', 'store', 'kernel', 'rules', 'db', 'i18n'],
      },
      companies: {
        holds:
          'steps that operations and the deletion of an account share: closing a company, joining it to another',
        uses: ['notify', 'store', 'kernel', 'rules'],
      },
      oauth: {
        holds: 'clients, grants, tokens',
        uses: ['store', 'kernel', 'outbound', 'db', 'json'],
      },
      mail: {
        holds: 'emails and their transport',
        uses: ['notify', 'store', 'kernel', 'rules', 'markup', 'db', 'packages', 'site', 'i18n'],
      },
      push: {
        holds: 'notifications sent to browsers',
        uses: ['notify', 'store', 'kernel', 'rules', 'outbound', 'db', 'packages', 'i18n'],
      },
      notify: {
        holds: 'events become notifications',
        uses: ['store', 'kernel', 'rules', 'db', 'site', 'i18n'],
      },
      metering: {
        holds: 'meters that people read: typing a reading, and what a month used',
        uses: ['store', 'kernel', 'rules', 'devices', 'db', 'i18n'],
      },
      loaders: {
        holds: 'what an operation is about, with the role of the caller in it: settlement, plot, task',
        uses: ['store', 'kernel', 'rules', 'db'],
      },
    },
  },
  store: {
    holds: 'SQL',
    modules: {
      store: {
        holds: 'one file per aggregate; functions that take `db` and open no transaction',
        uses: ['kernel', 'rules', 'devices', 'geometry', 'search', 'db', 'i18n'],
      },
    },
  },
  domain: {
    holds: 'what an operation is, and what is decided',
    modules: {
      kernel: {
        holds:
          'the definition of an operation, the pipeline, fields, cursors; `ports` that features implement',
        uses: [
          'devices',
          'geometry',
          'media',
          'search',
          'outbound',
          'db',
          'encryption',
          'threads',
          'site',
          'i18n',
        ],
      },
      rules: { holds: 'pure decisions: no SQL, no clock, no await', uses: ['kernel', 'i18n'] },
    },
  },
  engines: {
    holds: 'what is computed or reached, without knowledge of features',
    modules: {
      devices: {
        holds: "providers that poll or subscribe to a resident's devices",
        uses: ['encryption', 'outbound', 'json', 'packages', 'i18n'],
      },
      geometry: {
        holds: 'boundaries, plots and buildings, computed in a worker thread',
        uses: ['threads', 'i18n'],
      },
      media: { holds: 'pictures, files and blob storage', uses: ['threads', 'packages', 'i18n'] },
      search: { holds: 'passages, figures, ranking, spelling', uses: ['markup', 'threads', 'json', 'i18n'] },
      markup: { holds: 'Markdown, HTML, diagrams, differences of texts', uses: ['threads', 'i18n'] },
      outbound: { holds: 'the only way out to an address that a user gave', uses: ['packages', 'i18n'] },
    },
  },
  base: {
    holds: 'what everything stands on',
    modules: {
      db: { holds: 'driver, pool, embedded server, migrations, instance lease', uses: ['threads'] },
      encryption: { holds: 'secrets that no log prints, and how the database keeps them', uses: [] },
      threads: { holds: 'starting worker threads, and fair queueing among requesters', uses: [] },
      json: { holds: 'reading JSON from outside, within bounds', uses: [] },
      packages: { holds: 'large CommonJS packages that are loaded when needed', uses: [] },
      site: { holds: 'the address of every page', uses: [] },
      i18n: { holds: 'a text in both languages', uses: [] },
    },
  },
};

export const modules: Readonly<Record<string, Module>> = Object.fromEntries(
  Object.values(layers).flatMap((layer) => Object.entries(layer.modules)),
);

/** The module a file of `src` belongs to; nothing for a file at the root. */
export function moduleOf(path: string): string {
  const [layer = '', module = ''] = path.split('/');
  if (!path.includes('/')) return '';
  return layer === 'store' ? 'store' : module;
}

const layerNames = Object.keys(layers);

/** Counted from the top; undefined for a module that is in no layer. */
export function layerNumberOf(module: string): number | undefined {
  const place = layerNames.findIndex((name) => module in (layers[name]?.modules ?? {}));
  return place === -1 ? undefined : place;
}

/** The rows of the table in docs/architecture.md. */
export function describeLayers(): string {
  const rows = Object.entries(layers).flatMap(([layer, { holds, modules: own }]) => [
    `| **\`${layer}\`** | | **${holds}** | |`,
    ...Object.entries(own).map(
      ([name, module]) => `| | \`${name}\` | ${module.holds} | ${module.uses.join(', ') || '–'} |`,
    ),
  ]);
  return ['| layer | module | what it holds | may use |', '|---|---|---|---|', composition, ...rows].join(
    '\n',
  );
}

const composition =
  '| | `app.ts`, `main.ts`, `config.ts`, `config-summary.ts`, `secret-key.ts`, `settings-box.ts`, `create-services.ts`, `entry/commands` | composition | everything |';

const table = /^\| (?:folder|layer) \|.*\n(?:\|.*\n)*/m;

/** The document with its table as it is here. */
export function withLayers(document: string): string {
  if (!table.test(document)) throw new Error('docs/architecture.md has lost its table of layers.');
  return document.replace(table, () => `${describeLayers()}\n`);
}
