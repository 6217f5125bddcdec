import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import { list_motions } from '../../src/features/actions/list_motions.ts';
import { startDemoService } from '../harness/demo.ts';
import { runActionAs } from '../harness/page-actions.ts';
import type { TestService } from '../harness/service.ts';
import { createMcpClient } from '../transport/mcp/json-rpc-client.ts';

describe('demo data: pending decisions', () => {
  let service: TestService;
  let access: DemoAccessFile;
  let settlement: string;
  before(async () => {
    ({ service, access } = await startDemoService());
    settlement = access.settlement.slug;
  });
  const as = (persona: keyof DemoAccessFile['accounts']) => service.client(access.accounts[persona].token);

  it('for the board: claims, corrections, requests, a reported message, and what another member proposed', async () => {
    const board = as('editor');
    const claims = await board.list_residents({ settlement, state: 'claimed' });
    assert.ok(claims.residents.length >= 2);
    assert.ok((await board.list_change_proposals({ settlement })).open >= 5);
    const { tasks } = await board.list_tasks({ settlement, open: true, limit: 100 });
    assert.ok(tasks.filter(({ kind, addressee }) => kind === 'request' && addressee === 'board').length >= 2);
    const about: (string | undefined)[] = [];
    for (const { id } of tasks.filter(({ kind }) => kind === 'report'))
      about.push((await board.show_task({ task: id })).data.report?.about);
    assert.deepEqual(about.sort(), ['message']);
    const motions = await runActionAs(service, access.accounts.editor.id, list_motions, { settlement });
    assert.deepEqual(
      [motions.open, motions.answered].map((list) => list.map(({ kind }) => kind)),
      [['removal'], ['single_member']],
    );
  });

  it('for a moderator: revisions, one of them outdated, companies, and reviews reported by a resident and by a company', async () => {
    const moderator = as('moderator');
    const { revisions } = await moderator.list_knowledge_queue({});
    assert.ok(revisions.length >= 5 && revisions.some(({ is_outdated }) => is_outdated));
    const reports = (await moderator.list_tasks({ kind: 'report', open: true })).tasks;
    assert.deepEqual(
      reports.map(({ addressee }) => addressee),
      ['platform', 'platform'],
    );
    const { companies } = await moderator.list_companies({});
    assert.ok(companies.filter(({ is_verified }) => !is_verified).length >= 2);
    const [waiting] = await service.db<{ count: number }[]>`
      select count(*)::int as count from company_representative where state = 'claimed'`;
    assert.ok((waiting?.count ?? 0) >= 1);
  });

  it('for a company: an unanswered review, and requests', async () => {
    const company = as('company');
    const tool = createMcpClient(service, 'company', access.accounts.company.token);
    const reply = (await tool.call('list_reviews')).body.result?.structuredContent as {
      reviews: { answer?: object; medal: string }[];
    };
    const unanswered = reply.reviews.filter(({ answer }) => answer === undefined);
    assert.ok(
      unanswered.some(({ medal }) => medal === 'bronze'),
      'a complaint',
    );
    const { tasks } = await company.list_tasks({ open: true });
    assert.ok(tasks.some(({ status }) => status === 'open') && tasks.length >= 2);
  });

  it('for a resident: reminders, unread messages and notifications, an alert, a valid invitation', async () => {
    const resident = as('resident');
    const { tasks } = await resident.list_tasks({ open: true, limit: 100 });
    assert.ok(tasks.some(({ remind_before, due_on }) => remind_before !== null && due_on !== null));
    assert.ok((await resident.list_notifications({})).unread > 0);
    const { data } = await resident.list_my_devices({});
    const alerts = data.flatMap((one) =>
      one.devices.flatMap(({ sensors }) => sensors.flatMap((x) => x.alerts)),
    );
    assert.ok(alerts.some(({ is_raised }) => is_raised));
    const { conversations } = await resident.list_conversations({});
    const unread = conversations.find((one) => one.unread > 0);
    const { messages } = await resident.list_messages({ conversation: unread?.id ?? '' });
    const code = messages.map(({ body }) => /участок 10, код (\S+)\./.exec(body ?? '')?.[1]).find(Boolean);
    assert.ok(code, 'the code is in the message');
    const joined = await resident.request_residency({ settlement, parcel: '10', role: 'family', code });
    assert.equal(joined.data.state, 'confirmed');
  });

  it('announcements have recipients of whom some have read them', async () => {
    const { articles } = await as('editor').list_articles({ settlement, kind: 'announcement' });
    const latest = articles[0];
    const { data } = await as('editor').show_article({ settlement, article: latest?.id ?? '' });
    const told = data.told;
    assert.ok(
      told && told.households > 5 && told.read > 0 && told.read < told.households,
      JSON.stringify(told),
    );
  });
});
