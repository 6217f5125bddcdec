/**
 * What becomes of every command of the documents: it is run by test/processes/documented-commands.test.ts, or by a step
 * of .ci, or stands here with the reason why nothing runs it. `test/docs.test.ts` compares this with the documents.
 */

/** Run in this order as they stand; `as` is what is run where a document says FILE or [--an-option]. */
export interface RunCommand {
  command: string;
  as?: string;
  /** What it says, on either stream. */
  says: RegExp;
  /** 0 unless said: `doctor` answers 1 where there is no mail and no public address. */
  code?: number;
}

const toLookAt = { says: /^LOOK +address/m, code: 1 };
const link = /^http:\/\/127\.0\.0\.1:\d+\/setup\?token=/m;
const made = /\.backup written: /;
const outline = 'cn;number\n69:1:1:1;1\n69:1:1:2;2\n';

/** Files that lie in the checkout beforehand. */
export const givenFiles = {
  'plots.csv': outline,
  'buildings.csv': 'cn;area_m2;parcel_cn\n69:1:1:101;80;69:1:1:1\n69:1:1:102;60;69:1:1:2\n',
  'people.csv': 'plot;name;email\n1;Anna;anna@example.org\n',
};

/** README's tour, after `npm start`, each in a shell that knows BASE, TOKEN and SLUG. */
export const tour: readonly RunCommand[] = [
  {
    command: 'curl -s "$BASE/api/v1/settlements?q=%D1%80%D0%BE%D1%89%D0%B0"',
    says: /"slug":"berezovaya-roshcha"/,
  },
  { command: 'curl -s -H "Authorization: Bearer $TOKEN" $BASE/api/v1/me', says: /"parcels":\[\{/ },
  { command: 'curl -s -H "Authorization: Bearer $TOKEN" $BASE/api/v1/parcels/mine', says: /"data":\[\{/ },
  { command: 'curl -s -H "Authorization: Bearer $TOKEN" $BASE/api/v1/devices/mine', says: /"value"/ },
  {
    command: 'curl -s -H "Authorization: Bearer $TOKEN" $BASE/api/v1/settlements/$SLUG/articles',
    says: /"title"/,
  },
  {
    command: 'curl -s "$BASE/api/v1/knowledge/search?question=how%20to%20winterise%20a%20pump"',
    says: /"passages":\[\{/,
  },
  {
    command: `curl -s -X POST $BASE/mcp/resident -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_my_parcels","arguments":{}}}'`,
    says: /"structuredContent":\{"data":\[\{/,
  },
];

/** What the tour begins with. */
export const tourVariables = [
  'BASE=http://127.0.0.1:3000',
  `TOKEN=$(node -p 'JSON.parse(require("fs").readFileSync("data/demo-access.json")).accounts.resident.token')`,
  `SLUG=$(node -p 'JSON.parse(require("fs").readFileSync("data/demo-access.json")).settlement.slug')`,
];

/** Beside the demonstration that `npm start` loads. */
export const besideDemonstration: readonly RunCommand[] = [
  { command: 'npm run settlements -- doctor', ...toLookAt },
  { command: 'settlements doctor', ...toLookAt },
  { command: 'npm run settlements -- backup village.backup', says: made },
  { command: 'npm run settlements -- backup verify village.backup', says: /village\.backup/ },
  { command: 'settlements backup FILE', as: 'settlements backup again.backup', says: made },
  {
    command: 'settlements backup verify FILE',
    as: 'settlements backup verify again.backup',
    says: /again\.backup/,
  },
  { command: 'settlements backup --to FOLDER', as: 'settlements backup --to "$PWD/kept"', says: made },
  // The two without a file: where a place is set.
  { command: 'settlements backup', as: 'BACKUP_TO="$PWD/kept" settlements backup', says: made },
  { command: 'settlements backup [FILE]', as: 'settlements backup third.backup', says: made },
  { command: 'settlements migrate', says: /The database is up to date\./ },
  { command: 'settlements reindex', says: /Indexing the knowledge base: \d+ articles/ },
  { command: 'settlements secrets rotate', says: /Everything is under SECRET_KEY/ },
  {
    command: 'settlements account reset-link EMAIL',
    as: 'settlements account reset-link "$RESIDENT"',
    says: /^http:\/\/127\.0\.0\.1:\d+\/\S+token=/m,
  },
  { command: 'settlements token create', as: 'settlements token create "$RESIDENT"', says: /^stl_pat_/m },
  { command: 'settlements demo', says: /it is here already/ },
  { command: 'settlements demo --remove', says: link },
];

/** Beside an installation of one's own, which `DEMO=off npm start` begins; the last ends it. */
export const besideOwn: readonly RunCommand[] = [
  { command: 'npm run settlements -- setup-link', says: link },
  { command: 'settlements setup-link', says: link },
  { command: 'settlements-admin setup-link', says: link },
  { command: 'settlements-admin doctor', says: /^FAULT +roles/m, code: 2 },
  { command: 'settlements-admin backup', as: 'BACKUP_TO="$PWD/kept" settlements-admin backup', says: made },
  {
    command: 'settlements-admin backup /var/lib/settlements/before-upgrade.backup',
    as: 'settlements-admin backup "$PWD/before-upgrade.backup"',
    says: made,
  },
  {
    command:
      'settlements import parcels FILE --settlement berezka [--crs SYSTEM] [--swap-axes] [--accept WARNINGS] [--dry-run]',
    as: 'settlements import parcels plots.csv --settlement berezka --crs msk-50-1 --swap-axes --accept no_outline --dry-run',
    says: /"added": ?2/,
  },
  {
    command: 'settlements-admin import parcels - <plots.csv',
    as: 'settlements-admin import parcels - --settlement berezka <plots.csv',
    says: /"added": ?2/,
  },
  {
    command: 'settlements import buildings FILE [--crs SYSTEM] [--dry-run]',
    as: 'settlements import buildings buildings.csv --crs msk-50-1 --dry-run',
    says: /"added": ?2/,
  },
  {
    command: 'settlements import take-back IMPORT',
    as: 'settlements import take-back "$IMPORT"',
    says: /2/,
  },
  {
    command: 'settlements-admin import parcels - <plots.csv',
    as: 'settlements-admin import parcels - --settlement berezka <plots.csv',
    says: /"added": ?2/,
  },
  {
    command: 'settlements import residents FILE.csv --settlement berezka',
    as: 'settlements import residents people.csv --settlement berezka',
    says: /1/,
  },
];

/** Of a checkout, with nothing running. */
export const ofCheckout: readonly RunCommand[] = [
  { command: 'node --version', says: /^v\d+\./ },
  { command: 'npm run stress -- --help', says: /^npm run stress -- NAME/m },
  { command: 'npm run texts', says: /./ },
];

/** They begin a service and go on. */
export const starts = ['npm start', 'DEMO=off npm start', 'settlements serve'] as const;

/** In an empty installation with the key beside it. */
export const restoring: readonly RunCommand[] = [
  { command: 'npm run settlements -- restore village.backup', says: /Restore: done/ },
  { command: 'settlements restore FILE', as: 'settlements restore again.backup', says: /Restore: done/ },
];

export const runCommands = [...ofCheckout, ...tour, ...besideDemonstration, ...besideOwn, ...restoring];

/** Run by a step of .ci, which has `line`. */
export const runBySteps: readonly { commands: readonly string[]; file: string; line: string }[] = [
  { commands: ['npm run check'], file: '.ci/run', line: 'npm run check' },
  { commands: ['npm test'], file: '.ci/run', line: 'npm test' },
  { commands: ['npm run contract -- --check'], file: '.ci/run', line: 'npm run contract -- --check' },
  { commands: ['npm run test:browser'], file: '.ci/nightly', line: 'npm run test:browser' },
  { commands: ['npm run test:processes'], file: '.ci/nightly', line: 'npm run test:processes' },
  { commands: ['npm run test:sweeps'], file: '.ci/nightly', line: 'npm run test:sweeps' },
  {
    commands: ['npm test -- --rows test/some/folder'],
    file: '.ci/two-commands',
    line: 'npm test -- --rows test/kernel',
  },
  { commands: ['npm pack'], file: '.ci/package', line: 'npm pack ' },
  {
    commands: [
      'npm i -g FILE',
      'npm install --global ./settlements-0.1.0.tgz',
      'npm install --global ./settlements-VERSION.tgz',
      'npm install --global ./settlements-NEW.tgz',
    ],
    file: '.ci/package',
    line: 'npm install --global',
  },
  {
    commands: ['npm run stress -- noisy-neighbour --short'],
    file: '.ci/nightly',
    line: 'noisy-neighbour --short',
  },
  {
    commands: ['npm run stress -- statements --only actions'],
    file: '.ci/nightly',
    line: 'statements --only actions',
  },
];

/** By whom and when it was tried, or why it is not. */
export const notRun: readonly { why: string; commands: readonly string[] }[] = [
  {
    why: 'a name stands for any command',
    commands: [
      'npm run settlements -- COMMAND',
      'settlements COMMAND',
      'settlements-admin COMMAND',
      'docker compose exec settlements settlements COMMAND',
      'npm run stress -- NAME',
    ],
  },
  {
    why: 'a single test of the suite, or the suite with more said about it: npm test itself is run by the gate',
    commands: [
      'npm test -- test/operations/review',
      'npm test -- --slowest',
      'npm test -- test/search/village-questions.test.ts test/demo/knowledge-base.test.ts',
      'npm run test:repeat -- FILE --times 100 --busy 1',
    ],
  },
  { why: 'the gate itself, and what runs at night', commands: ['.ci/run', '.ci/nightly'] },
  {
    why: 'steps of it by name: test/docs.test.ts reads that they exist',
    commands: ['.ci/nightly cluster browser', '.ci/nightly cluster', '.ci/nightly statements'],
  },
  {
    why: 'writes into the checkout what a person looks at or commits',
    commands: [
      'npm run format',
      'npm run contract',
      'npm run screenshots',
      'npm run docs:pictures',
      'npm run pages:dump -- FOLDER',
      'node scripts/list-starting-schemas.mjs',
      'node scripts/run.mjs scripts/make-word-set.ts FOLDER...',
    ],
  },
  {
    why: 'opens the port to the network, where tests keep to this machine',
    commands: ['HOST=0.0.0.0 DEMO=off npm start'],
  },
  {
    why: 'minutes or hours of load: test/processes/documented-commands.test.ts reads that name and options exist',
    commands: [
      'npm run bench',
      'npm run bench -- capacity',
      'npm run bench -- village',
      'npm run bench -- growth',
      'GROWTH_VILLAGES=10,1000 GROWTH_READINGS=100000 GROWTH_FOLDER=FOLDER npm run bench -- growth',
      'DEVICE_PARTS=steady DEVICE_SECONDS=3600 DEVICE_RATE=5000 npm run bench -- devices',
      'npm run bench -- pages',
      'npm run bench -- foundation knowledge',
      'npm run bench -- search',
      'npm run stress -- map --only desk',
      'npm run stress -- map',
      'npm run stress -- cluster --previous COMMIT',
      'npm run stress -- growing-pages',
      'npm run stress -- bodies',
      'npm run stress -- requests --count 1000000 --seed 7',
      'npm run stress -- pages --count 20000',
      'npm run stress -- mcp --count 100000 --connections 4',
      'npm run stress -- bodies --only edit_profile',
      'npm run stress -- growing-pages [--only letters]',
      'npm run stress -- kill --times 60 --seed 7 --folder /tmp/kill',
      'npm run stress -- cluster --minutes 5 --seed 7',
      'npm run stress -- cluster --previous COMMIT --minutes 2',
      'npm run stress -- map [--only phone] [--only desk] [--only 74]',
      'npm run stress -- jobs',
      'npm run stress -- noisy-neighbour --seed 7',
      'npm run stress -- noisy-neighbour --only forms --unlimited',
      'npm run stress -- noisy-neighbour --service /tmp/older',
      'npm run stress -- statements',
      'npm run stress -- statements --only send_message --ways "lost after,40001"',
      'npm run stress -- model --seed 7 --minutes 60',
      'npm run stress -- mutants --only rules --seed 7 --count 60',
      'npm run stress -- mutants --only operations --count 500 --minutes 120',
      'npm run stress -- mutants --only store --count 500 --minutes 120',
      'npm run stress -- mutants --only residency.ts --count 1000',
      'npm run stress -- reach',
    ],
  },
  {
    why: 'several servers, until it is interrupted: .ci/cluster starts the same',
    commands: ['npm run cluster'],
  },
  {
    why: 'needs collections of questions or outlines that are not in the repository, or minutes of a browser',
    commands: [
      'npm run eval:geometry -- FOLDER',
      'npm run eval:search -- FOLDER',
      'npm run eval:search -- FOLDER --typos=',
      'npm run eval:search -- FOLDER --quick --half=tuned --typos=every-word,keyboard,latin',
      'npm run eval:search -- FOLDER --half=tuned --unanswered',
      'npm run eval:search -- FOLDER --half=tuned',
      'npm run eval:words',
      'npm run eval:words -- WORD',
      'npm run lighthouse',
    ],
  },
  {
    why: 'asks a host on the network: packages, or where this repository lies',
    commands: [
      'npm ci && npm start',
      'npm audit',
      'git pull',
      'git clone ADDRESS settlements',
      'cd settlements',
      'git clone ADDRESS /opt/settlements',
      'cd /opt/settlements && git pull && npm pack',
    ],
  },
  {
    why: 'a program of others, which asks a network',
    commands: ['claude mcp add --transport http settlements http://127.0.0.1:3000/mcp/resident'],
  },
  {
    why: 'needs Docker; .ci/deploy reads the files',
    commands: [
      'cd deploy',
      'cp example.env .env && chmod 600 .env',
      'cp example.env .env',
      'chmod 600 .env',
      'docker compose up --detach --build',
      'docker compose ps',
      'docker build -f deploy/Dockerfile -t settlements .',
      'docker run --detach --name settlements --init --restart unless-stopped --stop-timeout 20 --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --volume settlements:/var/lib/settlements --publish 127.0.0.1:3000:3000 --env BASE_URL=https://settlements.example.org --env TRUST_PROXY=172.17.0.1 settlements',
      'docker compose exec settlements settlements backup /var/lib/settlements/before-upgrade.backup',
      'docker compose run --rm --volume /srv/backup:/backup settlements backup /backup/$(date +%F)',
    ],
  },
  {
    why: 'changes the machine as root, or asks systemd: walked by hand on a bare Debian 13 but for systemd; .ci/deploy reads the files',
    commands: [
      'apt-get update',
      'apt-get install --yes nodejs npm git caddy',
      'apt-get install --yes nginx certbot',
      'certbot certonly --webroot --webroot-path /var/www/html --domain NAME --deploy-hook "systemctl reload nginx"',
      'sed s/settlements.example.org/NAME/g deploy/nginx.conf >/etc/nginx/conf.d/settlements.conf',
      'nginx -t && systemctl reload nginx',
      'cd /opt/settlements',
      'useradd --system --home-dir /var/lib/settlements --shell /usr/sbin/nologin settlements',
      'install -m 755 deploy/settlements-admin /usr/local/bin/',
      'cp deploy/settlements.service /etc/systemd/system/',
      'install -m 600 /dev/null /etc/settlements.env',
      'cat >/etc/settlements.env <<END',
      'systemctl daemon-reload',
      'systemctl daemon-reload && systemctl enable --now settlements',
      'systemctl enable --now settlements',
      'systemctl restart settlements',
      'systemctl edit settlements',
      'systemctl restart caddy',
      'journalctl -u settlements',
      'journalctl -u settlements -n 20',
      'cp deploy/Caddyfile /etc/caddy/Caddyfile',
      'install -d /etc/systemd/system/caddy.service.d',
      'cat >/etc/systemd/system/caddy.service.d/host.conf <<END',
      'install -d -o settlements -g settlements -m 700 /mnt/backups',
      'install -d /etc/systemd/system/settlements.service.d',
      'cat >/etc/systemd/system/settlements.service.d/backups.conf <<END',
      'cat /var/lib/settlements/secret-key',
      'hostname -I',
      'openssl rand -hex 32',
    ],
  },
  { why: 'a switch of Node that the text speaks of', commands: ['node --allow-natives-syntax'] },
];

export function* listProven(): Generator<{ command: string; way: string }> {
  for (const { command } of runCommands) yield { command, way: 'run' };
  for (const command of [...starts, ...tourVariables]) yield { command, way: 'run' };
  for (const { file, commands } of runBySteps) for (const command of commands) yield { command, way: file };
  for (const { why, commands } of notRun) for (const command of commands) yield { command, way: why };
}
