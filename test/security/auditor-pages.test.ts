import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { startService } from '../harness/service.ts';
import type { Browser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { pageAddress } from '../web/cases/index.ts';
import { createSampleData, type SampleNames } from '../web/cases/sample-data.ts';
import { listOpeningTags } from '../web/html-parser.ts';
import { readForms } from '../web/posted-forms.ts';
import { signIn } from '../web/sign-in.ts';

/** What everybody with an account is offered in a village where they do not live. */
const anybodys: Readonly<Record<string, string>> = {
  '/settlements/berezka/calendar/link': 'the days of a village in one’s own calendar',
  '/settlements/berezka/join': 'anybody may ask to be a resident, and the board decides',
  '/settlements/berezka/verdicts/{id}/report': 'whoever reads a review may report it',
};

const all: readonly Page[] = pages;
const inVillage = all.filter(({ path }) => path.startsWith('/settlements/{settlement}'));

describe('pages of a village', () => {
  let actors: OAuthTestClient;
  let names: SampleNames;
  let auditor: Browser;
  const give = (who: 'outsider' | 'company') =>
    insertSettlementRole(
      actors.service.db,
      actors.village.settlement.id,
      actors.village.accounts[who],
      'auditor',
      new Date(),
    );
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    names = await createSampleData(actors);
    await give('outsider');
    auditor = await signIn(actors.service, 'outsider');
  });

  const main = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

  it('offer an auditor no link and no button that will be refused', async () => {
    const statuses = new Map<string, number>();
    const statusOf = async (path: string) => {
      const known = statuses.get(path) ?? (await auditor.get(path)).status;
      statuses.set(path, known);
      return known;
    };
    const problems: string[] = [];
    const offered = new Set<string>();
    const village = `/settlements/${names.settlement}`;
    let read = 0;
    for (const page of all.filter(({ path }) => path !== paths.logout)) {
      const from = pageAddress(page, names, actors);
      const { status, html } = await auditor.get(from);
      if (status !== 200) continue;
      read += 1;
      for (const { action } of readForms(main(html))) {
        if (!action.startsWith(village)) continue;
        const shape = action.split('?')[0]?.replaceAll(/\d{5,}/g, '{id}') ?? '';
        offered.add(shape);
        if (!(shape in anybodys)) problems.push(`${from}: the form ${shape}`);
      }
      // With what leads from every page.
      for (const { attributes } of listOpeningTags(html, 'a')) {
        const path = attributes.get('href')?.split('#')[0] ?? '';
        if (!path.startsWith(village)) continue;
        const answered = await statusOf(path);
        if (answered >= 400) problems.push(`${from}: the link ${path} ${answered}`);
      }
    }
    assert.ok(read > 60, `${read} pages`);
    assert.deepEqual(problems, []);
    assert.deepEqual([...offered].sort(), Object.keys(anybodys).sort());
  });

  it('of the board are closed to a former auditor', async () => {
    await give('company');
    const former = await signIn(actors.service, 'company');
    const boards = inVillage.filter(({ path }) => path.startsWith(paths.board));
    assert.ok(boards.length > 25, `${boards.length} pages`);
    const at = `/settlements/${names.settlement}/board/people`;
    assert.equal((await former.get(at)).status, 200);
    await deleteSettlementRole(
      actors.service.db,
      actors.village.settlement.id,
      actors.village.accounts.company,
      'auditor',
    );
    const open: string[] = [];
    for (const page of boards) {
      const { status } = await former.get(pageAddress(page, names, actors));
      if (status !== 403 && status !== 404) open.push(`${page.path}: ${status}`);
    }
    assert.deepEqual(open, []);
  });
});
