/**
 * `npm run screenshots`: pictures of every page of the demo as everybody who sees it, at 360 and 1280 pixels, light and
 * dark, in both languages, such as `screenshots/pages/ru-360-light/resident-settlements-settlement-map.png`.
 *   npm run screenshots -- map plot                        only pages whose path contains one of these words
 *   npm run screenshots -- /knowledge?question=насос       these addresses, as the resident; editor:/… as the editor
 *   --look ru-360          only looks whose name contains this
 *   --as editor            as resident, editor, moderator, company or visitor
 *   --fresh                loads the demo again; it is kept in screenshots/data, where loading takes longest
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { DemoAccessFile } from '../src/entry/demo/load.ts';
import { findChromium, launchChromium } from '../test/browser/chromium.ts';
import { findFreePort } from '../test/harness/free-port.ts';
import { generousLimits } from '../test/harness/open-service.ts';
import { type FoundPage, type Walker, walkDemo, walkers } from '../test/web/demo-pages.ts';

type Shot = Pick<FoundPage, 'walker' | 'path' | 'address'>;

const folder = 'screenshots/pages';
const dataDir = 'screenshots/data';
const looks = (['ru', 'en'] as const).flatMap((language) =>
  ([360, 1280] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) => ({
      name: `${language}-${width}-${scheme}`,
      language,
      width,
      scheme,
    })),
  ),
);
const givenAddress = /^(?:([a-z]+):)?(\/.*)$/;
const nameOf = (walker: Walker) => walker ?? 'visitor';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    look: { type: 'string', default: '' },
    as: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
  },
});

const executable = findChromium();
if (executable === undefined) throw new Error('no Chromium is installed here (CHROMIUM names one)');
if (values.fresh) await rm(dataDir, { recursive: true, force: true });
const { url, access, stop } = await startDemo();
try {
  const shots = positionals.some((word) => givenAddress.test(word)) ? listGiven() : await listFound();
  const browser = await launchChromium(executable);
  for (const look of looks.filter(({ name }) => name.includes(values.look)))
    for (const walker of walkers) {
      const own = shots.filter((shot) => shot.walker === walker);
      if (own.length > 0) await take(browser, look, walker, own);
    }
  await browser.close();
  console.log(`${shots.length} pages are in ${folder}`);
} finally {
  await stop();
}

async function startDemo() {
  const port = await findFreePort();
  const base = `http://localhost:${port}`;
  const service = spawn(process.execPath, ['bin/settlements.js', 'serve'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'when-empty',
      LOG_LEVEL: 'error',
      RATE_LIMITS: generousLimits,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(service, 'exit');
  for (;;) {
    if (service.exitCode !== null) throw new Error(`The service ended with ${service.exitCode}.`);
    const reply = await fetch(`${base}/health`).catch(() => null);
    if (reply?.ok) break;
    await sleep(500);
  }
  const file = JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile;
  const end = async () => {
    service.kill('SIGTERM');
    await ended;
  };
  return { url: base, access: file, stop: end };
}

function listGiven(): Shot[] {
  return positionals.map((word) => {
    const [, given = '', address = word] = givenAddress.exec(word) ?? [];
    const name = given || values.as || 'resident';
    const walker = walkers.find((each) => nameOf(each) === name) ?? null;
    return { walker, path: decodeURIComponent(address), address };
  });
}

/** One address per page, as the first who may see it, or as the wanted person. */
async function listFound(): Promise<Shot[]> {
  const found = new Map<string, Shot>();
  const people = walkers.filter((walker) => values.as === '' || nameOf(walker) === values.as);
  for await (const { walker, path, address } of walkDemo({ url }, access.accounts, {
    people,
    each: 1,
    language: 'ru',
  })) {
    // The visitor's pages have another frame.
    const key = walker === null ? `visitor ${path}` : path;
    const isWanted =
      positionals.length === 0 || positionals.some((word) => path.includes(word) || address.includes(word));
    if (isWanted && !found.has(key)) found.set(key, { walker, path, address });
  }
  return [...found.values()];
}

async function take(
  browser: Browser,
  look: (typeof looks)[number],
  walker: Walker,
  shots: readonly Shot[],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width, height: look.width < 600 ? 740 : 900 },
    hasTouch: look.width < 600,
    colorScheme: look.scheme,
    locale: look.language === 'ru' ? 'ru-RU' : 'en-GB',
  });
  const tab = await context.newPage();
  if (walker) await signIn(tab, access.accounts[walker]);
  await mkdir(`${folder}/${look.name}`, { recursive: true });
  for (const { path, address } of shots) {
    await tab.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${look.language}`);
    await tab.waitForTimeout(400);
    const name = path.replaceAll(/[^\p{L}\d]+/gu, '-').replaceAll(/^-|-$/g, '');
    const file = `${folder}/${look.name}/${nameOf(walker)}-${name || 'home'}.png`;
    // Hiding the caret would inject a style sheet, which the page's policy refuses.
    await tab.screenshot({ path: file, fullPage: true, caret: 'initial' });
  }
  await context.close();
}

async function signIn(tab: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await tab.goto('/login');
  await tab.locator('[name="email"]').fill(email);
  await tab.locator('[name="password"]').fill(password);
  await tab.locator('form[action="/login"] button[type="submit"]').click();
  await tab.waitForURL('**/today*');
}
