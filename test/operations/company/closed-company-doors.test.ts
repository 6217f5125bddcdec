import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { dataExportWorker } from '../../../src/background/jobs/data-export.ts';
import { fillPath, paths } from '../../../src/base/site/paths.ts';
import type { Refusal } from '../../../src/domain/kernel/refusal.ts';
import { export_my_data } from '../../../src/features/actions/export_my_data.ts';
import { make_calendar_link } from '../../../src/features/actions/make_calendar_link.ts';
import { edit_company } from '../../../src/features/operations/company/edit_company.ts';
import { propose_change } from '../../../src/features/operations/proposal/propose_change.ts';
import { dayFromNow } from '../../harness/days.ts';
import { drainQueue } from '../../harness/jobs.ts';
import { runActionAs } from '../../harness/page-actions.ts';
import { startService, type TestService } from '../../harness/service.ts';
import type { Persona, Village } from '../../harness/village.ts';
import type { Browser } from '../../oauth/browser.ts';
import { password, prepareOAuthTestClient } from '../../oauth/oauth-test-client.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';
import { signIn } from '../../web/sign-in.ts';
import { makeInn } from './make-inn.ts';

const settlement = 'berezka';
const inn = makeInn(901);
const card = {
  inn,
  name: 'Родник и сыновья',
  description: 'Роем колодцы, спросите Петра Родникова',
  trades: ['колодцы'],
  phones: ['+74951239901'],
  address: 'Дмитров, улица Тайная, 17',
  hours: 'с девяти до Тайного часа',
  site: 'https://rodnik-synovya.example',
};
/** By which the company or somebody of it could be reached, in the ways in which they are written. */
const secrets = [
  inn,
  '4951239901',
  '495 123-99-01',
  '4957654399',
  'улица Тайная',
  'Тайного часа',
  'rodnik-synovya',
  'Петра Родникова',
];

describe('what a closed company was', () => {
  let first: TestService;
  let second: TestService;
  let village: Village;
  let slug: string;
  let task: string;
  /** What was sent under keys. */
  let check: Record<string, unknown>;
  let correction: Record<string, unknown>;
  const browsers: { service: TestService; who: string; browser: Browser }[] = [];
  let feed: string;

  before(async () => {
    first = await startService();
    second = await startService({}, { database: { pool: first.pool, drop: async () => {} } });
    ({ village } = await prepareOAuthTestClient(first));
    const { clients, accounts } = village;
    // Registered and corrected on pages, too: their forms are sent under keys whose replies are kept.
    const owner = await signIn(first, 'newcomer', 'ru');
    const { data } = await clients.newcomer.register_company(card);
    slug = data.slug;
    check = { company: data.id, state: 'verified' };
    await runActionAs(first, accounts.moderator, edit_company, check, 'session', true, 'check');
    await clients.newcomer.edit_company({ company: data.id, settlements: [settlement], tags: ['вода'] });
    const own = fillPath(paths.companyCard, { company: slug });
    const { hours, description, address, site, name } = card;
    const fields = {
      hours,
      description,
      address,
      site,
      name,
      phones: '+7 495 123-99-01',
      trades: 'колодцы, насосы',
    };
    const saved = await owner.submit(await owner.get(own), own, fields);
    assert.equal(saved.status, 303);
    correction = {
      ...{ settlement, subject_type: 'company', subject_id: data.id },
      proposed: { phones: ['+74957654399'] },
    };
    await runActionAs(first, accounts.resident, propose_change, correction, 'session', false, 'correction');
    task = (
      await clients.resident.write_task({
        ...{ settlement, title: 'Почистить колодец', company_id: data.id, due_on: dayFromNow(3) },
      })
    ).data.id;
    const link = await runActionAs(first, accounts.resident, make_calendar_link, {});
    feed = new URL(link.url).pathname;
    for (const service of [first, second])
      for (const who of ['resident', 'newcomer', 'moderator', 'editor'] as const)
        browsers.push({ service, who, browser: await signIn(service, who, 'ru') });
    // Whatever is kept in memory is kept now.
    await readPages();
    await clients.newcomer.edit_company({ company: data.id, state: 'closed' });
  });

  const addresses = () => [
    fillPath(paths.company, { company: slug }),
    fillPath(paths.companyDashboard, { company: slug }),
    fillPath(paths.companyCard, { company: slug }),
    fillPath(paths.platformCompany, { company: slug }),
    `${fillPath(paths.directory, { settlement })}?part=companies`,
    fillPath(paths.directory, { settlement }),
    `${paths.search}?q=${encodeURIComponent('Родник')}`,
    `${paths.search}?q=${inn}`,
    `${paths.search}?q=4951239901`,
    fillPath(paths.task, { task }),
    paths.tasks,
    paths.today,
    paths.myRequests,
    paths.notifications,
    paths.platform,
    paths.platformAudit,
  ];
  const readPages = async () => {
    const read: { at: string; html: string }[] = [];
    for (const { service, who, browser } of browsers)
      for (const address of addresses()) {
        const { html } = await browser.get(address);
        const at = `${address} as ${who} at the ${service === first ? 'first' : 'second'} instance`;
        // What one searched for stands in the field.
        read.push({ at, html: html.replaceAll(/<input[^>]*>/g, '') });
      }
    return read;
  };
  const assertNone = (text: string, where: string, known = '') => {
    for (const secret of secrets.filter((each) => each !== known))
      assert.ok(!text.includes(secret), `${secret} in ${where}`);
  };

  it('stands on no page of either instance, whoever reads, but in the audit of moderators', async () => {
    for (const { at, html } of await readPages())
      if (!at.startsWith(paths.platformAudit)) assertNone(html, at, /\?q=(\d+)/.exec(at)?.[1]);
  });

  it('is in no tool’s reply, list, search and feed of either instance', async () => {
    for (const service of [first, second]) {
      for (const who of ['resident', 'newcomer', 'moderator'] as const) {
        const token = await first.token(village.accounts[who]);
        const tool = createMcpClient(service, who === 'newcomer' ? 'company' : 'resident', token);
        for (const [name, given] of [
          ['show_company', { company: slug }],
          ['list_companies', { q: 'Родник' }],
          ['list_companies', {}],
          ['show_me', { find: 'Родник' }],
          ['list_tasks', {}],
          ['list_notifications', {}],
        ] as const)
          assertNone(JSON.stringify((await tool.call(name, given)).body), `${name} as ${who}`);
      }
      const calendar = await fetch(service.url + feed);
      assert.equal(calendar.status, 200);
      assertNone((await calendar.text()).replaceAll('\r\n ', ''), 'the calendar');
    }
  });

  it('is in no copy of anybody’s data', async () => {
    for (const who of ['newcomer', 'resident', 'moderator'] satisfies Persona[]) {
      const account = village.accounts[who];
      await runActionAs(first, account, export_my_data, { password }, 'session', who === 'moderator');
      await drainQueue(
        first,
        dataExportWorker(() => first.app.services),
      );
      const [row] = await first.db<{ hash: string }[]>`
        select encode(sha256, 'hex') as hash from data_export where account_id = ${account} and state = 'ready'`;
      const pieces: Uint8Array[] = [];
      const stored = await first.app.services.media.store.open(row?.hash ?? '');
      for await (const piece of stored as AsyncIterable<Uint8Array>) pieces.push(piece);
      for (const [path, content] of Object.entries(unzipSync(Buffer.concat(pieces))))
        assertNone(Buffer.from(content).toString(), `${path} of ${who}`);
    }
  });

  it('is left in no row of any table but the audit: no email, push, notification or kept reply tells it', async () => {
    const tables = await first.db<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
       where c.relkind in ('r', 'p') and not c.relispartition`;
    const found: string[] = [];
    for (const { name } of tables.filter((table) => table.name !== 'audit_entry')) {
      const rows =
        await first.db`select 1 from ${first.db(name)} t where t::text like any(${secrets.map((secret) => `%${secret}%`)}::text[]) limit 1`;
      if (rows.length > 0) found.push(name);
    }
    assert.deepEqual(found, []);
  });

  it('is not told to who repeats what they sent, and nothing is done again', async () => {
    const { accounts } = village;
    const isEmptied = ({ kind, details }: Refusal) => {
      assert.equal(kind, 'invalid');
      assert.deepEqual(Object.keys(details?.done ?? {}), ['id'], 'only what it was done to');
      return true;
    };
    await assert.rejects(
      runActionAs(second, accounts.moderator, edit_company, check, 'session', true, 'check'),
      isEmptied,
    );
    await assert.rejects(
      runActionAs(second, accounts.resident, propose_change, correction, 'session', false, 'correction'),
      isEmptied,
    );
  });
});
