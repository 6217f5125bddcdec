import type { Persona } from '../../src/entry/demo/world.ts';
import { pages } from '../../src/entry/web/pages.ts';
import type { TestService } from '../harness/open-service.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { listOpeningTags } from './html-parser.ts';

/** Who walks through the demo: everybody who may see what the others may not. `null` is signed out. */
export const walkers = [
  'resident',
  'editor',
  'moderator',
  'company',
  null,
] as const satisfies readonly (Persona | null)[];
export type Walker = (typeof walkers)[number];

export interface FoundPage {
  readonly walker: Walker;
  /** Of the page in `pages`. */
  readonly path: string;
  readonly address: string;
  readonly html: string;
}

const patterns = pages.map(({ path }) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The most exact one: `/plots/new` before `/plots/{plot}`. */
const findPath = (address: string): string | undefined =>
  patterns
    .filter(({ pattern }) => pattern.test(address))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0]?.path;

/**
 * Follows the links of everybody's pages, at most `each` addresses per page and person. Pages that one person has
 * seen are not left out for the next: they look different.
 */
export async function* walkDemo(
  service: Pick<TestService, 'url'>,
  accounts: Record<Persona, { email: string; password: string }>,
  { each, language, people = walkers }: { each: number; language: string; people?: readonly Walker[] },
): AsyncGenerator<FoundPage> {
  for (const walker of people) {
    const browser = openBrowser(service, service.url, language);
    if (walker) await signIn(browser, accounts[walker]);
    // Sets the language cookie: accounts have languages of their own.
    await browser.get(`/more?lang=${language}`);
    const seen = new Set<string>();
    const counts = new Map<string, number>();
    const waiting = pages.flatMap(({ path }) => (path.includes('{') ? [] : path));
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const path = findPath(address.split(/[?#]/)[0] ?? '');
      const kind = `${path} ${address.includes('?')}`;
      if (path === undefined || seen.has(address) || (counts.get(kind) ?? 0) >= each) continue;
      seen.add(address);
      const { status, html, headers } = await browser.get(address);
      if (status !== 200 || !headers.get('content-type')?.includes('text/html')) continue;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      yield { walker, path, address, html };
      for (const { attributes } of listOpeningTags(html, 'a')) {
        const href = (attributes.get('href') ?? '').replace(/#.*/, '');
        if (href.startsWith('/') && !href.includes('lang=') && !href.includes('place=')) waiting.push(href);
      }
    }
  }
}

async function signIn(
  browser: Browser,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { status } = await browser.submit(await browser.get('/login'), '/login', { email, password });
  if (status !== 303) throw new Error(`${email} could not sign in: ${status}`);
}
