import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { save_person } from '../../src/features/actions/save_person.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createSampleData, type SampleNames } from './cases/sample-data.ts';
import { prepareRefusal, refusalHeader } from './injected-refusals.ts';
import { listSeenTexts } from './rendered-forms.ts';
import { signIn } from './sign-in.ts';

/** What is seen of a page before any fold is opened. */
const readSeen = (html: string) =>
  listSeenTexts(html)
    .map(({ text }) => text)
    .join(' ');

describe('a form that comes back', () => {
  let actors: OAuthTestClient;
  let names: SampleNames;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    names = await createSampleData(actors);
  });

  for (const [language, words] of [
    ['en', /somebody|plot|since/i],
    ['ru', /участ/i],
  ] as const)
    it(`says why an inhabited plot is not removed, in ${language}, outside closed folds`, async () => {
      const editor = await signIn(actors.service, 'editor', language);
      const at = { settlement: names.settlement, plot: names.plot };
      const before = await editor.get(fillPath(paths.settlementPlot, at));
      const refused = await editor.submit(before, fillPath(paths.removePlot, at));
      assert.equal(refused.status, 422);
      const summary = listSeenTexts(refused.html).filter(({ form }) => form === 'remove');
      assert.match(summary.map(({ text }) => text).join(' '), words);
      assert.ok(summary.length > 3, 'the form is seen');
    });

  it('says what stands in the way of undoing a land import', async () => {
    const { service, village } = actors;
    const work = () =>
      drainQueue(
        service,
        landImportWorker(() => service.app.services),
      );
    const at = { settlement: names.settlement, import: names.import };
    const accept = ['no_outline'] as const;
    const editor = await signIn(service, 'editor', 'ru');
    const address = fillPath(paths.landImport, at);
    const { seen = '' } = hiddenFields((await editor.get(address)).html, `${address}/apply`);
    await runActionAs(service, village.accounts.editor, apply_land_import, {
      ...at,
      rename: false,
      accept: [...accept],
      seen,
    });
    await work();
    await runActionAs(service, village.accounts.editor, save_person, {
      settlement: names.settlement,
      parcel: '900',
      name: 'Вера',
      phones: '',
      postal_address: '',
    });
    const refused = await editor.submit(await editor.get(address), fillPath(paths.undoLandImport, at));
    assert.equal(refused.status, 422);
    const said = listSeenTexts(refused.html).filter(({ form }) => form === 'undo');
    assert.match(said.map(({ text }) => text).join(' '), /900/);
  });

  it('is the row that was posted, where a page has one form for each row', async () => {
    const editor = await signIn(actors.service, 'editor');
    const address = fillPath(paths.boundary, { settlement: names.settlement });
    const page = await editor.get(address);
    const text = { en: 'Not this boundary.', ru: 'Не эта граница.' };
    const key = prepareRefusal(new Refusal({ kind: 'invalid', text }));
    const csrf = hiddenFields(page.html, address);
    const post = (form_id: string) => editor.post(address, { ...csrf, form_id }, { [refusalHeader]: key });
    const atForm = listSeenTexts((await post('look')).html).filter((each) => each.text.includes(text.en));
    assert.deepEqual(
      atForm.map(({ form }) => form),
      ['look'],
    );
    const atTop = listSeenTexts((await post('back-1')).html).filter((each) => each.text.includes(text.en));
    assert.deepEqual(
      atTop.map(({ form }) => form),
      [undefined],
      'a row that has gone',
    );
  });

  it('is seen after signing in again, with the reason that was typed in a fold', async () => {
    const editor = await signIn(actors.service, 'editor');
    const address = fillPath(paths.claim, { settlement: names.settlement, resident: names.resident });
    const page = await editor.get(address);
    assert.doesNotMatch(readSeen(page.html), /The person will read it|Reason/);
    await actors.service.db`
      update session set expires_at = now() - interval '1 day' where account_id = ${actors.village.accounts.editor}`;
    const asked = await editor.submit(page, address, { decision: 'refuse', reason: 'Another owner' });
    assert.equal(asked.status, 401);
    const fields = { email: 'editor@example.org', password };
    const back = await editor.submit(asked, paths.login, fields);
    assert.equal(back.status, 200);
    assert.match(readSeen(back.html), /Another owner/);
  });
});
