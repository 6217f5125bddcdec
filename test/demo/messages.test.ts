import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import { startDemoService } from '../harness/demo.ts';
import type { TestService } from '../harness/service.ts';

describe('demo data: conversations and notifications', () => {
  let service: TestService;
  let access: DemoAccessFile;
  before(async () => {
    ({ service, access } = await startDemoService());
  });
  const as = (persona: keyof DemoAccessFile['accounts']) => service.client(access.accounts[persona].token);

  it('has conversations with a neighbour, the board and a company, latest first, some unread', async () => {
    const { conversations } = await as('resident').list_conversations({});
    assert.deepEqual(new Set(conversations.map(({ kind }) => kind)), new Set(['person', 'board', 'company']));
    const times = conversations.map(({ last_message }) => last_message.created_at);
    assert.deepEqual(times, [...times].sort().reverse());
    assert.ok(conversations.some(({ unread }) => unread > 0));
    for (const persona of ['neighbour', 'editor', 'company'] as const)
      assert.ok((await as(persona).list_conversations({})).conversations.length > 0, persona);
  });

  it('has notifications in chronological order, and no queued emails', async () => {
    for (const persona of ['resident', 'neighbour', 'editor', 'moderator'] as const) {
      const { notifications, unread } = await as(persona).list_notifications({});
      assert.ok(notifications.length > 0, persona);
      const times = notifications.map(({ created_at }) => created_at);
      assert.deepEqual(times, [...times].sort().reverse(), persona);
      assert.ok(unread > 0 && unread <= notifications.length + 100);
    }
    const [row] = await service.db<{ left: number }[]>`
      select ((select count(*) from letter_item) + (select count(*) from letter) + (select count(*) from announcement_delivery))::int as left`;
    assert.equal(row?.left, 0);
  });
});
