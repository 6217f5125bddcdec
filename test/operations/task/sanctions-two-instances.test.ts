import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../../src/base/site/paths.ts';
import { createClient } from '../../../src/entry/client/client.ts';
import { impose_sanction } from '../../../src/features/actions/impose_sanction.ts';
import { lift_sanction } from '../../../src/features/actions/lift_sanction.ts';
import { runActionAs } from '../../harness/page-actions.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { type Browser, hiddenFields, type Page } from '../../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient, usedRedirect } from '../../oauth/oauth-test-client.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';
import { signIn, visibleText } from '../../web/sign-in.ts';

const settlement = 'berezka';

/** Every way by which one person writes and reads at an instance. */
interface Doors {
  /** Whether writing is let through. */
  writes: Readonly<Record<string, () => Promise<boolean>>>;
  /** Whether what is for residents is read. */
  reads: Readonly<Record<string, () => Promise<boolean>>>;
  browser: Browser;
}

describe('what is imposed at one instance', () => {
  let first: TestService;
  let second: TestService;
  let actors: OAuthTestClient;
  let doors: { instance: string; doors: Doors }[];
  let conversation: string;
  let ofSecond: Doors;
  let drawn: Page;

  /** An OAuth token is for the tools of the address at which it was asked for. */
  const obtainToken = async (base: string): Promise<string> => {
    const reply = await actors.exchange(
      {
        grant_type: 'authorization_code',
        code: await actors.obtainCode({}, base),
        redirect_uri: usedRedirect,
        code_verifier: actors.pkce.verifier,
      },
      { base },
    );
    return reply.body.access_token ?? assert.fail(JSON.stringify(reply.body));
  };
  const openDoors = async (service: TestService): Promise<Doors> => {
    const { accounts } = actors.village;
    const oauth = await obtainToken(service.url);
    const personal = await first.token(accounts.resident);
    const body = 'Слово';
    const message = { to: 'person', account: accounts.neighbour, body } as const;
    const browser = await signIn(service, 'resident', 'ru');
    const rest = (token: string) => createClient({ baseUrl: service.url, token });
    const isLet = (work: Promise<unknown>) =>
      work.then(
        () => true,
        (error) => {
          assert.equal(error.status, 403, String(error));
          return false;
        },
      );
    // OAuth tokens are for tools alone.
    const sendOverMcp = async (token: string) => {
      const { body } = await createMcpClient(service, 'resident', token).call('send_message', message);
      assert.ok(body.result, JSON.stringify(body));
      return body.result.isError !== true;
    };
    const listsDiary = async (token: string) => {
      const { articles } = await rest(token).list_articles({ settlement });
      return articles.some(({ title }) => title === 'Только для жителей');
    };
    const at = `/messages/${conversation}`;
    return {
      browser,
      writes: {
        personal: () => isLet(rest(personal).send_message(message)),
        'personal token over MCP': () => sendOverMcp(personal),
        'OAuth token over MCP': () => sendOverMcp(oauth),
        page: async () => {
          const page = await browser.get(at);
          return (await browser.post(at, { ...hiddenFields(page.html, at), body })).status === 303;
        },
      },
      reads: {
        personal: () => listsDiary(personal),
        mcp: async () => {
          const client = createMcpClient(service, 'resident', oauth);
          const { body } = await client.call('list_articles', { settlement });
          assert.ok(body.result, JSON.stringify(body));
          return JSON.stringify(body.result).includes('Только для жителей');
        },
        page: async () =>
          visibleText((await browser.get(fillPath(paths.articles, { settlement }))).html).includes(
            'Только для жителей',
          ),
      },
    };
  };

  before(async () => {
    first = await startService();
    second = await startService({}, { database: { pool: first.pool, drop: async () => {} } });
    actors = await prepareOAuthTestClient(first);
    const { clients, accounts } = actors.village;
    const { data: entry } = await clients.neighbour.write_article({
      settlement,
      kind: 'diary',
      parcel_id: '2',
      title: 'Только для жителей',
      body: 'Текст',
      visibility: 'residents',
    });
    await clients.neighbour.publish_article({ settlement, article: entry.id });
    const said = await clients.resident.send_message({
      to: 'person',
      account: accounts.neighbour,
      body: 'Грубость',
    });
    conversation = said.data.conversation;
    ofSecond = await openDoors(second);
    doors = [
      { instance: 'first', doors: await openDoors(first) },
      { instance: 'second', doors: ofSecond },
    ];
    drawn = await ofSecond.browser.get(`/messages/${conversation}`);
  });

  /** Every door of both instances, asked until it is so: each instance hears of it from the database. */
  const waitForAll = async (which: 'writes' | 'reads', expected: boolean) => {
    for (const { instance, doors: of } of doors)
      for (const [door, ask] of Object.entries(of[which]))
        await waitUntil(`${which} by ${door} of the ${instance} instance: ${expected}`, async () =>
          (await ask()) === expected ? true : undefined,
        );
  };
  const impose = async (kind: 'silence' | 'exclusion') => {
    const { clients, accounts } = actors.village;
    const { messages } = await clients.neighbour.list_messages({ conversation });
    const own = messages.filter(({ is_mine }) => !is_mine);
    const { data } = await clients.neighbour.write_task({
      kind: 'report',
      title: 'Угрозы',
      message_id: own[0]?.id ?? '',
    });
    return runActionAs(first, accounts.editor, impose_sanction, {
      report: data.id,
      kind,
      reason: 'Оскорбления',
      ...(kind === 'silence' && { days: 3 }),
    });
  };
  const lift = ({ id }: { id: string }) =>
    runActionAs(first, actors.village.accounts.editor, lift_sanction, { sanction: id, reason: 'Хватит' });

  it('stops writing at the other, by personal and OAuth tokens, tools and pages, until it is lifted', async () => {
    await waitForAll('writes', true);
    const sanction = await impose('silence');
    await waitForAll('writes', false);
    // A form that waited on the phone since before arrives now: it is refused with its words, and is not lost.
    const { browser } = ofSecond;
    const at = `/messages/${conversation}`;
    const late = await browser.post(at, { ...hiddenFields(drawn.html, at), body: 'Слова из очереди' });
    assert.equal(late.status, 422);
    assert.match(late.html, /Слова из очереди/);
    assert.match(visibleText(late.html), /запретило вам писать/);
    assert.match(visibleText((await browser.get('/more')).html), /запретило вам писать/);
    await lift(sanction);
    await waitForAll('writes', true);
  });

  it('ends rights at the other, for every token and page, and gives them back', async () => {
    await waitForAll('reads', true);
    const sanction = await impose('exclusion');
    await waitForAll('reads', false);
    await lift(sanction);
    await waitForAll('reads', true);
  });
});
