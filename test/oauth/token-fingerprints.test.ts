import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { hashToken } from '../../src/features/oauth/secret-token.ts';
import { startService, type TestService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';
import { signIn, visibleText } from '../web/sign-in.ts';
import { prepareOAuthTestClient } from './oauth-test-client.ts';

describe('personal tokens', () => {
  let service: TestService;
  before(async () => {
    ({ service } = await prepareOAuthTestClient(await startService()));
  });
  const hints = async () =>
    (await service.db<{ hint: string }[]>`select distinct hint from personal_token`).map(({ hint }) => hint);

  it('are told apart by name, day and a fingerprint of the hash, the only thing stored of them', async () => {
    const browser = await signIn(service, 'resident');
    const prints: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const page = await browser.get('/account/tokens');
      const fields = { name: 'Laptop', scopes: ['mcp:read'], days: '365' };
      const made = await browser.submit(page, '/account/tokens', fields);
      const shown = await browser.get(made.location ?? '/account/tokens');
      const token = /stl_pat_[\w-]{43}/.exec(shown.html)?.[0] ?? '';
      prints.push(hashToken(token).toString('hex').slice(0, 8));
      assert.ok(!(await browser.get('/account/tokens')).html.includes(`…${token.slice(-4)}`));
    }
    const list = visibleText((await browser.get('/account/tokens')).html);
    for (const print of prints) assert.match(list, new RegExp(`Laptop \\(${print}\\).*?Created `));
    assert.deepEqual(await hints(), ['']);
  });

  it('of earlier versions lose their last characters by migration 362, also those made beside it', async () => {
    const { db, pool } = service;
    await db`alter table personal_token disable trigger personal_token_hint`;
    await db`update personal_token set hint = 'stl_pat_…abcd'`;
    await db`drop trigger personal_token_hint on personal_token`;
    await db`drop function empty_token_hint`;
    const file = join(repository, 'src/base/db/migrations/362_nothing_of_tokens_but_hashes.sql');
    await pool.unsafe(await readFile(file, 'utf8'));
    assert.deepEqual(await hints(), ['']);
    // As an instance of the earlier version writes it.
    await db`
      insert into personal_token (id, account_id, name, token_hash, hint, scopes, created_at, expires_at)
      select a.id, a.id, 'x', sha256(a.id::text::bytea), 'stl_pat_…efgh', '{mcp:read}', now(), now() + interval '1 day'
        from account a`;
    assert.deepEqual(await hints(), ['']);
  });
});
