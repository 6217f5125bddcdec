import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { type Client, createClient } from '../../src/entry/client/client.ts';
import type { Persona } from '../../src/entry/demo/world.ts';
import { type Browser, hiddenFields, openBrowser } from '../oauth/browser.ts';
import { createCrossInstanceChecks, waitUntil } from './cross-instance-checks.ts';
import { serviceCommand } from './full-service-process.ts';
import { startTwoInstances, type TwoInstances } from './two-instances.ts';

/** A change at one instance takes effect at the other: no cache outlives it. */
describe('two instances on one database', { timeout: 900_000 }, () => {
  let two: TwoInstances;
  before(async () => {
    two = await startTwoInstances();
  });
  after(() => two?.stop());

  const at = (instance: 'first' | 'second') => ({ 'x-instance': instance });
  const client = (instance: 'first' | 'second', persona: Persona): Client =>
    createClient({
      baseUrl: two.url,
      token: two.access.accounts[persona].token,
      fetch: ((input: URL, init: RequestInit) =>
        fetch(input, { ...init, headers: { ...(init.headers as object), ...at(instance) } })) as typeof fetch,
    });
  const signIn = async (persona: Persona): Promise<Browser> => {
    const browser = openBrowser({ url: two.url });
    const page = await browser.get(paths.login, at('first'));
    const { email, password } = two.access.accounts[persona];
    const fields = { ...hiddenFields(page.html, paths.login), email, password };
    assert.equal((await browser.post(paths.login, fields, at('first'))).status, 303);
    return browser;
  };
  const statusAt = async (
    instance: 'first' | 'second',
    persona: Persona,
    ...call: Parameters<Client['send']>
  ) => (await client(instance, persona).send(...call)).status;

  it('accept from each other texts, repeated requests, cursors, forms, tokens, uploads and streams', async () => {
    for (const [what, meet] of Object.entries(createCrossInstanceChecks(two)))
      for (const [from, to] of [
        ['first', 'second'],
        ['second', 'first'],
      ] as const)
        await meet(from, to).catch((error: Error) =>
          assert.fail(`${what}, ${from} to ${to}: ${error.message}`),
        );
  });

  it('sign somebody out everywhere at once', async () => {
    const [here, there] = [await signIn('outsider'), await signIn('outsider')];
    assert.equal((await there.get(paths.account, at('second'))).status, 200);
    const page = await here.get(paths.accountSecurity, at('first'));
    const action = paths.revokeOtherSessions;
    await here.post(action, hiddenFields(page.html, action), at('first'));
    // Sessions are not cached: the next page already knows.
    const next = await there.get(paths.account, at('second'));
    assert.equal(next.status, 303);
    assert.match(next.location ?? '', /^\/login/);
    assert.equal((await here.get(paths.account, at('second'))).status, 200);
  });

  it('apply a removed role', async () => {
    const subject = { subject_type: 'contact', subject_id: '1' };
    const verdicts = { settlement: two.access.settlement.slug, across: true, ...subject };
    const asModerator = () => statusAt('second', 'moderator', 'list_reviews', verdicts);
    const { moderator, editor } = two.access.accounts;
    assert.equal(await asModerator(), 200);
    // The last holder cannot be removed.
    await command('account', 'role', editor.email, 'moderator');
    await command('account', 'role', moderator.email, 'moderator', '--remove');
    await waitUntil('the moderator is refused', async () => (await asModerator()) === 403);
    await command('account', 'role', moderator.email, 'moderator');
    await command('account', 'role', editor.email, 'moderator', '--remove');
    await waitUntil('the moderator is let in', async () => (await asModerator()) === 200);
  });

  it('apply an ended membership', async () => {
    const settlement = two.access.settlement.slug;
    const { residents } = await client('first', 'editor').list_residents({ settlement, limit: 100 });
    const account = two.access.accounts.neighbour.id;
    const own = residents.filter((one) => one.account.id === account);
    assert.ok(own.length > 0);
    const plot = own[0]?.parcel.id ?? '';
    const asMember = () => statusAt('second', 'neighbour', 'list_parcel_objects', { parcel: plot });
    assert.equal(await asMember(), 200);
    for (const { id: resident } of own)
      await client('first', 'editor').remove_resident({ settlement, resident, reason: 'Sold.' });
    await waitUntil('the former neighbour is refused', async () => (await asMember()) === 404);
  });

  it('show the latest version of a text', async () => {
    const settlement = two.access.settlement.slug;
    const [plot] = (await client('first', 'resident').list_my_parcels({})).data;
    const { data } = await client('first', 'resident').write_article({
      settlement,
      kind: 'diary',
      parcel_id: plot?.plot_number ?? '',
      title: 'Two instances',
      body: 'The *former* text',
    });
    const browser = await signIn('resident');
    const path = fillPath(paths.article, { settlement, article: data.id });
    const read = async (instance: 'first' | 'second') => (await browser.get(path, at(instance))).html;
    for (const instance of ['first', 'second'] as const)
      assert.match(await read(instance), /The <em>former<\/em> text/);
    await client('first', 'resident').edit_article({
      settlement,
      article: data.id,
      body: 'The *later* text',
    });
    for (const instance of ['second', 'first'] as const) {
      const html = await read(instance);
      assert.match(html, /The <em>later<\/em> text/);
      assert.doesNotMatch(html, /former/);
    }
  });

  /** An operator's command in a third process. */
  async function command(...words: string[]): Promise<void> {
    const [file = '', ...args] = serviceCommand(...words);
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(file, args, {
      env: { PATH, HOME, ...two.environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 0);
  }
});
