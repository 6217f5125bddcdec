import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { paths } from '../../src/base/site/paths.ts';
import { type Client, createClient } from '../../src/entry/client/client.ts';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import { type Browser, openBrowser } from '../../test/oauth/browser.ts';
import type { ServiceOptions } from './watched-service.ts';

/** A user with a personal token and a session. */
export interface Person {
  name: string;
  account: string;
  email: string;
  token: string;
  cookie: string;
  /** The CSRF token of their forms. */
  csrf: string;
  settlement: string;
  /** The plot of their confirmed residency; most writes are about it. */
  plot: { id: string; number: string } | undefined;
  /** A knowledge draft that they keep editing. */
  draft: string;
  /** The account they send messages to. */
  correspondent?: string;
}

export interface Participants {
  people: Person[];
  attacker: Person;
  /** Slug of the settlement where the attacker is on the board. */
  own: string;
  /** Announcements of that settlement, to be printed: a short and a long one. */
  announcements: string[];
  /** Plots of the settlement where the attacker is a resident. */
  plots: string[];
}

interface Access {
  id: string;
  email: string;
  password: string;
  token: string;
}

const attackerName = 'attacker';
/** Two more than the seven of the demo. */
const furtherNames = ['eighth', 'ninth'];
const ownSlug = 'attacker-village';
/** Enough plots that computing their boundary is expensive. */
const ownPlots = { across: 50, down: 40 };
/** About 30 m by 30 m each. */
const [plotHeight, plotWidth] = [0.00027, 0.00048];
const ownPlace = { latitude: 55.2, longitude: 36.1 };
const password = 'correct horse battery';

/** The corners of the attacker's settlement, for a line around all of its plots. */
export const ownRing = (() => {
  const { latitude, longitude } = ownPlace;
  const [north, east] = [latitude + plotHeight * ownPlots.down, longitude + plotWidth * ownPlots.across];
  return [
    { latitude, longitude },
    { latitude, longitude: east },
    { latitude: north, longitude: east },
    { latitude: north, longitude },
  ];
})();

/** Before the service starts: loads the demo, three more accounts and the attacker's settlement by CLI commands. */
export async function loadDemoAndAccounts(options: ServiceOptions): Promise<Record<string, Access>> {
  const { checkout, dataDir, folder, port } = options;
  const program = join(checkout, 'bin/settlements.js');
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' };
  const run = async (...words: string[]) =>
    (
      await promisify(execFile)(process.execPath, [program, ...words], { env, timeout: 300_000 })
    ).stdout.trim();
  await run('demo');
  const place = 'Россия/Калужская область/Боровский округ';
  await run('settlement', 'create', ownSlug, '--name', 'Attacker village', '--place', place);
  const land = join(folder, 'land.geojson');
  await writeFile(land, describeLand());
  await run('import', 'parcels', land, '--settlement', ownSlug);
  const made: Record<string, Access> = {};
  for (const name of [attackerName, ...furtherNames]) {
    const email = `${name}@example.org`;
    const { id } = JSON.parse(await run('account', 'create', email, '--name', name, '--password', password));
    const token = await run('token', 'create', email, '--scopes', 'mcp:read,mcp:write,mcp:private');
    made[name] = { id, email, password, token };
  }
  await run('account', 'role', `${attackerName}@example.org`, 'editor', '--settlement', ownSlug);
  const demo = JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile;
  return { ...demo.accounts, ...made };
}

/** GeoJSON of a grid of adjacent plots. */
function describeLand(): string {
  const { latitude, longitude } = ownPlace;
  const features = Array.from({ length: ownPlots.across * ownPlots.down }, (_, index) => {
    const [south, west] = [
      latitude + plotHeight * Math.floor(index / ownPlots.across),
      longitude + plotWidth * (index % ownPlots.across),
    ];
    const [north, east] = [south + plotHeight, west + plotWidth];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return {
      type: 'Feature',
      properties: { cadastral_number: `40:03:000000:${index + 1}`, plot_number: String(index + 1) },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** With the service running: signs everybody in and confirms the new accounts as residents of the demo settlement. */
export async function signEverybodyIn(
  url: string,
  dataDir: string,
  accounts: Record<string, Access>,
): Promise<Participants> {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile;
  const clientOf = (name: string) => createClient({ baseUrl: url, token: accounts[name]?.token ?? '' });
  const editor = clientOf('editor');
  const here = { settlement: demo.settlement.slug };
  const plots = await listPlots(editor, here.settlement);
  const { residents } = await editor.list_residents({ ...here, limit: 100 });
  const taken = new Set(residents.map(({ parcel }) => parcel.id));
  const free = plots.filter((id) => !taken.has(id));
  for (const [index, name] of [attackerName, ...furtherNames].entries()) {
    const parcel = free[index];
    if (parcel === undefined) throw new Error('The demonstration has no free plot.');
    const { data } = await clientOf(name).request_residency({ ...here, parcel });
    await editor.confirm_resident({ ...here, resident: data.id });
  }
  const people: Person[] = [];
  for (const [name, access] of Object.entries(accounts))
    people.push(await signIn(url, name, access, clientOf(name), here.settlement));
  const attacker = people.find(({ name }) => name === attackerName) as Person;
  const nine = people.filter((each) => each !== attacker);
  assignCorrespondents(nine.filter(({ plot, settlement }) => plot && settlement === here.settlement));
  const announcements = await writeAnnouncements(clientOf(attackerName));
  return { people: nine, attacker, own: ownSlug, announcements, plots };
}

async function writeAnnouncements(editor: Client): Promise<string[]> {
  const line = '## Глава\n\nВо вторник воды *не будет*.\n\n';
  const slugs: string[] = [];
  for (const body of [line, line.repeat(1400)]) {
    const entry = { kind: 'announcement', title: 'Вода', body, visibility: 'residents' } as const;
    slugs.push((await editor.write_article({ settlement: ownSlug, ...entry })).data.slug);
  }
  return slugs;
}

/** Each person writes to the next one, the last to the first. */
function assignCorrespondents(neighbours: readonly Person[]): void {
  for (const [index, person] of neighbours.entries())
    person.correspondent = neighbours[(index + 1) % neighbours.length]?.account ?? '';
}

/** An anonymous browser with a CSRF token. */
export async function openAnonymousBrowser(url: string): Promise<{ cookie: string; csrf: string }> {
  const browser = openBrowser({ url });
  await browser.get(paths.login);
  return readFormCredentials(browser);
}

async function readFormCredentials(browser: Browser): Promise<{ cookie: string; csrf: string }> {
  const { token } = JSON.parse((await browser.get(paths.formToken)).html) as { token: string };
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie, csrf: token };
}

async function listPlots(client: Client, settlement: string): Promise<string[]> {
  const { parcels } = await client.list_parcels({ settlement, limit: 100 });
  return parcels.map(({ id }) => id);
}

async function signIn(
  url: string,
  name: string,
  access: Access,
  client: Client,
  settlement: string,
): Promise<Person> {
  const browser = openBrowser({ url });
  const { email } = access;
  const signedIn = await browser.submit(await browser.get(paths.login), paths.login, {
    email,
    password: access.password,
  });
  if (signedIn.status !== 303) throw new Error(`${name} could not sign in: ${signedIn.status}`);
  const [plot] = (await client.list_my_parcels({})).data;
  const draft = await client.write_knowledge_article({
    title: `Как зимуют розы, ${name}`,
    body: 'Укрывают лапником.',
    publish: false,
  });
  return {
    name,
    account: access.id,
    email,
    token: access.token,
    ...(await readFormCredentials(browser)),
    settlement: plot?.settlement_slug ?? settlement,
    plot: plot && { id: plot.parcel_id, number: plot.plot_number },
    draft: draft.id,
  };
}
