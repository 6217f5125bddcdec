import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { blankText, oneOfStart, requiredText } from '../../src/domain/kernel/validation.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { startService } from '../harness/service.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { expectedStatus, pageAddress } from './cases/index.ts';
import { viewers } from './cases/page-case.ts';
import { createSampleData } from './cases/sample-data.ts';
import { readForms } from './posted-forms.ts';
import { signIn } from './sign-in.ts';

const all: readonly Page[] = pages;

describe('every form on every page, without script', () => {
  for (const viewer of viewers)
    it(`responds to the ${viewer} with a result or a refusal when posted with its hidden fields only`, async () => {
      // A fresh database per viewer: posted forms change what the next would find.
      const actors = await prepareOAuthTestClient(await startService());
      const names = await createSampleData(actors);
      const browser = await signIn(actors.service, viewer);
      const forms = new Map<string, { from: string; fields: Record<string, string> }>();
      for (const page of all.filter((each) => expectedStatus(each, viewer) === 200)) {
        if (page.access === 'moderator' && viewer !== 'moderator') continue;
        const from = pageAddress(page, names, actors);
        const { html, status } = await browser.get(from);
        assert.equal(status, 200, from);
        for (const { action, fields } of readForms(html)) forms.set(action, { from, fields });
      }
      assert.ok(forms.size > 5);
      // Signing out comes last: nothing can be posted after it.
      const isLast = (action: string) => Number(action === paths.logout);
      const inOrder = [...forms].sort(([a], [b]) => isLast(a) - isLast(b));
      const unclear: string[] = [];
      for (const [action, { from, fields }] of inOrder) {
        assert.ok(fields.csrf && fields.idempotency_key, `${from}: ${action} carries no token or no key`);
        const { status, location, html } = await browser.post(action, fields);
        const isResult = status === 303 && location !== null && !location.startsWith(paths.login);
        // Refused on the form (422, 409), removed by an earlier form (404), or rate limited (429).
        const isRefusal = [404, 409, 422, 429].includes(status) && html.includes('</html>');
        // A connection test or a preview renders its page again.
        const isFound = status === 200 && html.includes('</html>');
        assert.ok(
          isResult || isRefusal || isFound || action === paths.logout,
          `${from}: ${action} ${status} ${location}`,
        );
        if (status !== 422) continue;
        for (const text of [blankText, requiredText, oneOfStart])
          if (html.includes(text.en)) unclear.push(`${from}: ${action}: ${readErrors(html)}`);
        if (html.includes('class="errors"') && !html.includes(' autofocus'))
          unclear.push(`${from}: ${action}: nothing has the focus`);
      }
      assert.deepEqual(unclear, [], 'each field says what to write there');
    });
});

/** The links of the summary: which field, and what it says. */
function readErrors(html: string): string {
  const summary = /<div class="errors"[\s\S]*?<\/div>/.exec(html)?.[0] ?? '';
  return [...summary.matchAll(/href="#([^"]*)"[^>]*>([^<]*)/g)]
    .map(([, id, said]) => `${id}: ${said}`)
    .join('; ');
}
