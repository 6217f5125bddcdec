import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts } from '../../src/entry/web/ui/save-anyway.tsx';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { readFields, submitForm } from './form-submission.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('a page that saves something likely there already', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const at = { settlement: 'berezka' };

  const cases: { name: string; who: Persona; path(): string; form: string; typed: Record<string, string> }[] =
    [
      {
        name: 'contact',
        who: 'editor',
        path: () => fillPath(paths.newContact, at),
        form: 'write',
        typed: { name: 'Печник Илья', category: 'trade' },
      },
      {
        name: 'task',
        who: 'resident',
        path: () => paths.newTask,
        form: 'write',
        typed: { title: 'Починить калитку', to: 'self' },
      },
      {
        name: 'parcel_object',
        who: 'resident',
        path: () => fillPath(paths.plotObjects, { plot: actors.village.plots.resident }),
        form: 'add',
        typed: { title: 'Вишня', kind: 'tree' },
      },
      {
        name: 'article',
        who: 'resident',
        path: () => fillPath(paths.writeArticle, at),
        form: 'write',
        typed: { body: 'Сегодня сажали картошку.', do: 'draft' },
      },
    ];

  it('asks once in words of both languages, and saves when it is sent again', async () => {
    for (const { name, who, path, form, typed } of cases)
      for (const language of ['ru', 'en'] as const) {
        const { service } = actors;
        const browser = await signIn(service, who, language);
        const count = async () => (await service.db`select 1 from ${service.db(name)}`).length;
        const send = async (page: { status: number; html: string }) => {
          if (name !== 'contact') return submitForm(service, browser, page as never, form, typed);
          const fields = Object.fromEntries(readFields(page.html, form));
          return browser.submit(page as never, path(), { ...fields, ...typed });
        };
        const open = () => browser.get(path());
        if (language === 'ru') assert.equal((await send(await open())).status, 303, name);
        const before = await count();
        const asked = await send(await open());
        assert.equal(asked.status, 422, name);
        assert.equal(await count(), before, `${name}: nothing is saved yet`);
        assert.ok(visibleText(asked.html).includes(texts.how[language]), name);
        assert.equal((await send(asked)).status, 303, `${name}: saved anyway`);
        assert.equal(await count(), before + 1);
      }
  });
});
