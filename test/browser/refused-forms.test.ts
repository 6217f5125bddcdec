import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import type { Language } from '../../src/base/i18n/text.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createSampleData, type SampleNames } from '../web/cases/sample-data.ts';
import { prepareRefusal, refusalHeader } from '../web/injected-refusals.ts';
import { prepareBrowser } from './browser-setup.ts';
import { type Look, openWindow } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('REFUSED FORMS WERE NOT TESTED');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 1280, colorScheme: 'dark' },
];
const text = { en: 'The board has to look at this first.', ru: 'Сначала это посмотрит правление.' };

interface RefusedForm {
  readonly title: string;
  readonly who: 'resident' | 'editor';
  readonly form: string;
  readonly field?: string;
  /** Filled in, and expected to be there afterwards. */
  readonly typed?: string;
  address(names: SampleNames): string;
}

const forms: readonly RefusedForm[] = [
  {
    title: 'a message, of which a region is swapped',
    who: 'resident',
    form: 'send',
    field: 'body',
    typed: 'body',
    address: ({ conversation }) => fillPath(paths.conversation, { conversation }),
  },
  {
    title: 'a message with an unknown field',
    who: 'resident',
    form: 'send',
    field: 'unknown',
    typed: 'body',
    address: ({ conversation }) => fillPath(paths.conversation, { conversation }),
  },
  {
    title: 'a boundary, whose form is outside the swapped region',
    who: 'editor',
    form: 'look',
    field: 'unknown',
    address: ({ settlement }) => fillPath(paths.boundary, { settlement }),
  },
  {
    title: 'the removal of a plot, inside a fold',
    who: 'editor',
    form: 'remove',
    address: ({ settlement, plot }) => fillPath(paths.settlementPlot, { settlement, plot }),
  },
  {
    title: 'undoing a land import',
    who: 'editor',
    form: 'undo',
    field: 'import',
    address: (names) => fillPath(paths.landImport, { settlement: names.settlement, import: names.import }),
  },
  {
    title: 'a task through the outbox',
    who: 'resident',
    form: 'write',
    field: 'unknown',
    typed: 'title',
    address: () => paths.newTask,
  },
];

describe('a refused form, with script', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let names: SampleNames;
  before(async () => {
    actors = await stage.openWithActors();
    names = await createSampleData(actors);
    const { service, village } = actors;
    const at = { settlement: names.settlement, import: names.import };
    const [{ outcome: seen } = { outcome: '' }] = await service.db<{ outcome: string }[]>`
      select coalesce(outcome, '') as outcome from land_import where id = ${names.import}`;
    await runActionAs(service, village.accounts.editor, apply_land_import, {
      ...at,
      rename: false,
      accept: ['no_outline'],
      seen,
    });
    await drainQueue(
      service,
      landImportWorker(() => service.app.services),
    );
  });

  for (const look of looks)
    for (const { title, who, form, field, typed, address } of forms)
      it(`${title}: the reason is seen, ${look.language}`, async () => {
        const window = await openWindow(stage.browser, actors.service.url, look);
        const { page } = window;
        await signIn(window, who);
        await page.goto(`${address(names)}?lang=${look.language}`, { waitUntil: 'networkidle' });
        const fields = field === undefined ? undefined : { [field]: [text] };
        const key = prepareRefusal(new Refusal({ kind: 'invalid', text, ...(fields && { fields }) }));
        await page.setExtraHTTPHeaders({ [refusalHeader]: key });
        if (typed) await page.locator(`#${form} [name="${typed}"]`).fill('Written by hand');
        await submit(page, form);
        await seeWords(page, look.language);
        if (typed)
          assert.equal(await page.locator(`#${form} [name="${typed}"]`).inputValue(), 'Written by hand');
        await window.inspect(`refused-${form}-${field ?? 'none'}`);
        await window.close();
      });

  it('whose answer has a problem outside the swapped region: the whole page is shown', async () => {
    const window = await openWindow(stage.browser, actors.service.url, looks[0] as Look);
    const { page } = window;
    await signIn(window, 'resident');
    await page.goto(fillPath(paths.conversation, { conversation: names.conversation }), {
      waitUntil: 'networkidle',
    });
    const key = prepareRefusal(new Refusal({ kind: 'invalid', text }));
    await page.setExtraHTTPHeaders({ [refusalHeader]: key });
    // As if the form had gone from the page meanwhile.
    await page.evaluate(() => {
      const id = document.querySelector<HTMLInputElement>('#send [name="form_id"]');
      if (id) id.value = 'gone';
    });
    await page.locator('#send [name="body"]').fill('Written by hand');
    await submit(page, 'send');
    await seeWords(page, 'ru');
    assert.equal(await page.locator('[data-notice="problem"]').count(), 1);
    await window.close();
  });
});

/** The button may be in a fold, which its reader opens. */
async function submit(page: Page, form: string): Promise<void> {
  const button = page.locator(`#${form} button:not([type="button"]):not([name])`).first();
  const summary = page.locator(`details:not([open]):has(#${form}) > summary`);
  if ((await summary.count()) > 0) await summary.click();
  await button.click();
}

async function seeWords(page: Page, language: Language): Promise<void> {
  const words = page.locator('main').getByText(text[language]).first();
  await words.waitFor({ state: 'visible' });
  await page.waitForFunction(
    (said) =>
      [...document.querySelectorAll('main .errors, main [data-notice="problem"], main .error')].some(
        (each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return each.textContent?.includes(said) && bottom > 0 && top < innerHeight;
        },
      ),
    text[language],
  );
}
