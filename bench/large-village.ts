/**
 * The slowest reads at scale: a settlement of 10,000 plots with 20,000 articles, tasks and reviews, 150,000 places.
 * With the folder of another checkout, its service is seeded alike and queried
 * alternately with this one, and all replies are compared.
 *   node --import tsx bench/large-village.ts [FOLDER]
 */
import { fileURLToPath } from 'node:url';
import { fillPath, paths } from '../src/base/site/paths.ts';
import { hiddenFields, openBrowser } from '../test/oauth/browser.ts';
import { type BenchService, median, startBenchService } from './bench-harness.ts';
import { password, readers, seedLargeVillage, village } from './large-village-data.ts';

const rounds = 16;
/** Rounds to warm up connections and query plans. */
const warmUpRounds = 6;

interface Reading {
  label: string;
  path: string;
  as?: keyof typeof readers;
  isPage?: true;
}

const places = (q: string) => `/api/v1/places?q=${encodeURIComponent(q)}`;
const articles = (q: string) =>
  `/api/v1/settlements/${village.slug}/articles${q && `?q=${encodeURIComponent(q)}`}`;
const card = `/api/v1/settlements/${village.slug}`;

const readings: readonly Reading[] = [
  { label: 'list_places, a name as it is', path: places('Ивановка') },
  { label: 'list_places, a typo in a long name', path: places('Береззанка') },
  { label: 'list_places, two typos in it', path: places('Никаленецо') },
  { label: 'list_places, a typo in a short name', path: places('Дубкы') },
  { label: 'list_places, a typo, not typed to its end', path: places('Озерн') },
  { label: 'list_places, typos in two words', path: places('Балшая Иваноовка') },
  { label: 'list_places, nothing like it', path: places('Щукозавр') },
  { label: 'list_articles', path: articles(''), as: 'quiet' },
  { label: 'list_articles, a word in all', path: articles('соседи'), as: 'quiet' },
  { label: 'list_articles, the same by a writer', path: articles('соседи'), as: 'writer' },
  { label: 'list_articles, the same by the board', path: articles('соседи'), as: 'editor' },
  { label: 'list_articles, the same by anybody', path: articles('соседи') },
  { label: 'list_articles, a word in one of 100', path: articles('щебень'), as: 'quiet' },
  { label: 'list_articles, a word in one of 2,000', path: articles('лося'), as: 'quiet' },
  { label: 'show_settlement, anybody', path: card },
  { label: 'show_settlement, a resident', path: card, as: 'quiet' },
  { label: 'list_tasks, own and open', path: '/api/v1/tasks?mine=true&open=true&limit=100', as: 'quiet' },
  {
    label: 'list_tasks, the same of a writer',
    path: '/api/v1/tasks?mine=true&open=true&limit=100',
    as: 'writer',
  },
  { label: 'Today', path: fillPath(paths.today, {}), as: 'quiet', isPage: true },
  { label: 'Today of a writer', path: fillPath(paths.today, {}), as: 'writer', isPage: true },
];

type Ask = (reading: Reading) => Promise<string>;

async function prepare(service: BenchService): Promise<Ask> {
  const { tokens } = await seedLargeVillage(service);
  const cookies: Record<string, string> = {};
  for (const [name, id] of Object.entries(readers)) {
    const browser = openBrowser(service);
    const login = await browser.get(paths.login);
    const email = `${Number(id) - 1_000_000}@bench.example`;
    await browser.post(paths.login, { ...hiddenFields(login.html, paths.login), email, password });
    cookies[name] = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  }
  return async ({ path, as, isPage }) => {
    const headers: Record<string, string> =
      as === undefined
        ? {}
        : isPage
          ? { cookie: cookies[as] ?? '' }
          : { authorization: `Bearer ${tokens[as]}` };
    const reply = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
    return reply.text();
  };
}

/** Interleaved, so that other load on the machine affects all alike. */
async function measure(asks: readonly Ask[]): Promise<number[][]> {
  const times = readings.map(() => asks.map((): number[] => []));
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, reading] of readings.entries()) {
      for (const [turn, ask] of asks.entries()) {
        const begun = performance.now();
        await ask(reading);
        if (round >= warmUpRounds) times[place]?.[turn]?.push(performance.now() - begun);
      }
    }
  }
  return times.map((each) => each.map(median));
}

/** Cursors differ, as each installation encrypts them with its own key. */
const withoutCursor = (reply: string) => reply.replace(/"cursor":"[^"]*"/, '');

/** Compares replies of operations; pages contain values that differ per request. */
async function compareReplies([here, there]: readonly Ask[]): Promise<void> {
  if (!here || !there) return;
  const differing: string[] = [];
  for (const reading of readings.filter(({ isPage }) => !isPage))
    if (withoutCursor(await here(reading)) !== withoutCursor(await there(reading)))
      differing.push(reading.label);
  console.log(`\nreplies that differ: ${differing.length === 0 ? 'none' : differing.join('; ')}`);
}

export async function measureLargeVillage(service: BenchService, other?: BenchService): Promise<void> {
  const asks = [await prepare(service)];
  if (other !== undefined) asks.push(await prepare(other));
  await compareReplies(asks);
  const times = await measure(asks);
  console.log(`\na village of ten thousand plots, milliseconds, median of ${rounds - warmUpRounds}`);
  for (const [place, { label }] of readings.entries()) {
    const [own = 0, others] = times[place] ?? [];
    const ratio =
      others === undefined
        ? ''
        : `  the other ${others.toFixed(1).padStart(7)}  ratio ${(own / others).toFixed(2)}`;
    console.log(`  ${label.padEnd(44)}${own.toFixed(1).padStart(7)}${ratio}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  const service = await startBenchService();
  const other = folder === undefined ? undefined : await startBenchService({}, folder);
  try {
    await measureLargeVillage(service, other);
  } finally {
    await service.stop();
    await other?.stop();
  }
}
