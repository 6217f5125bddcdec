import type { Browser, Page } from 'playwright-core';
import { fillPath, paths } from '../src/base/site/paths.ts';
import { demoParts } from '../src/entry/demo/parts.ts';
import { loadDemoParts } from '../test/harness/demo.ts';
import type { TestService } from '../test/harness/open-service.ts';
import { throttle } from './map-measurements.ts';

const turns = 5;

/** Today, a plot and an article of the demo on a slow phone: when the first content is painted. */
export async function measurePages(service: TestService, browser: Browser) {
  const { people } = await loadDemoParts(
    service,
    demoParts.filter(({ name }) => !/photograph/i.test(name)),
  );
  const [plot] = await service.db<{ id: string }[]>`
    select m.parcel_id as id from membership m join account a on a.id = m.account_id
     where a.email_key = ${people.access.resident.email} and m.is_primary and m.state = 'confirmed'`;
  const [article] = await service.db<{ slug: string }[]>`
    select slug from knowledge_article where status = 'published' order by id limit 1`;
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2,
    hasTouch: true,
    // Every load comes from the network, as the first one of a day does.
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(60_000);
  try {
    await signIn(await context.newPage(), people.access.resident);
    const rows = [];
    for (const path of [
      paths.today,
      fillPath(paths.plot, { plot: plot?.id ?? '' }),
      fillPath(paths.knowledgeArticle, { article: article?.slug ?? '' }),
    ]) {
      const seen = [];
      for (let turn = 0; turn < turns; turn += 1) seen.push(await measureFirstContent(context, path));
      seen.sort((one, other) => one - other);
      rows.push({ page: path.replace(/\d{5,}/, ':plot'), firstContentSeconds: seen[Math.floor(turns / 2)] });
    }
    return rows;
  } finally {
    await context.close();
  }
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/login?lang=ru');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.waitForURL('**/today');
  await page.close();
}

/** With an empty cache, in seconds after the navigation started. */
async function measureFirstContent(context: { newPage(): Promise<Page> }, path: string): Promise<number> {
  const page = await context.newPage();
  await page.bringToFront();
  const devtools = await throttle(page);
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, null, {
    polling: 200,
  });
  const at = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  await page.close();
  return Math.round((at ?? 0) / 100) / 10;
}
