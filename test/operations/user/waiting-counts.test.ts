import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../../oauth/oauth-test-client.ts';
import { createSampleData, type SampleNames } from '../../web/cases/sample-data.ts';

describe('show_me with waiting', () => {
  let actors: OAuthTestClient;
  let names: SampleNames;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    names = await createSampleData(actors);
  });
  const waitingOf = async (persona: keyof OAuthTestClient['village']['clients']) => {
    const { waiting } = (await actors.village.clients[persona].show_me({ waiting: true })).data;
    return waiting ?? assert.fail('not told');
  };

  it('returns counts only on request', async () => {
    assert.equal((await actors.village.clients.editor.show_me({})).data.waiting, undefined);
  });

  it('counts for the board, per settlement, what its lists hold', async () => {
    const { editor } = actors.village.clients;
    const { settlement } = names;
    const [claims, corrections, requests, reports] = await Promise.all([
      editor.list_residents({ settlement, state: 'claimed' }),
      editor.list_change_proposals({ settlement }),
      editor.list_tasks({ settlement, kind: 'request', open: true }),
      editor.list_tasks({ settlement, kind: 'report', open: true }),
    ]);
    assert.deepEqual((await waitingOf('editor')).boards, [
      {
        settlement: actors.village.settlement.id,
        claims: claims.residents.length,
        corrections: corrections.open,
        requests: requests.tasks.length,
        reports: reports.tasks.length,
        // The one of the sample data.
        motions: 1,
      },
    ]);
    assert.ok(claims.residents.length * corrections.open * requests.tasks.length * reports.tasks.length > 0);
    for (const persona of ['resident', 'outsider', 'newcomer', 'moderator'] as const)
      assert.deepEqual((await waitingOf(persona)).boards, [], persona);
  });

  it('counts waiting revisions and reported reviews for moderators only', async () => {
    const { moderator } = actors.village.clients;
    const { revisions } = await moderator.list_knowledge_queue({});
    assert.equal((await waitingOf('moderator')).texts, revisions.length);
    assert.equal((await waitingOf('moderator')).verdicts, 1);
    assert.equal((await waitingOf('editor')).texts, null);
    assert.equal((await waitingOf('editor')).verdicts, null);
  });

  it('counts open tasks of a company', async () => {
    const { resident } = actors.village.clients;
    const before = (await waitingOf('company')).companies;
    assert.equal(before[0]?.company, names.company);
    const { settlement, company } = names;
    await resident.write_task({ settlement, kind: 'work', title: 'Кран', company_id: company });
    const after = (await waitingOf('company')).companies;
    assert.equal(after[0]?.requests, (before[0]?.requests ?? 0) + 1);
    assert.deepEqual((await waitingOf('resident')).companies, []);
  });

  it('counts less when entries are read or decided', async () => {
    const { resident, editor } = actors.village.clients;
    assert.equal((await waitingOf('resident')).conversations, 1);
    await resident.read_conversation({ conversation: names.conversation });
    assert.equal((await waitingOf('resident')).conversations, 0);
    const { unread, notifications } = await editor.list_notifications({});
    assert.equal((await waitingOf('editor')).notifications, unread);
    await editor.read_notification({ notification: notifications[0]?.id ?? '', and_older: true });
    assert.equal((await waitingOf('editor')).notifications, 0);
    await editor.edit_task({ task: names.task, status: 'cancelled' });
    assert.equal((await waitingOf('editor')).boards[0]?.requests, 0);
  });
});
