import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient, readRefusal } from './json-rpc-client.ts';
import { readConfirmWord, type ToolReply } from './untrusted-text-marks.ts';

const settlement = 'berezka';

describe('the second of two who decide, over MCP', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { accounts, settlement: place } = village;
    await insertSettlementRole(service.db, place.id, accounts.neighbour, 'editor', new Date());
  });

  it('learns who decided what, when and why, and that their own choice was not recorded', async () => {
    const { editor, resident } = village.clients;
    const { data: contact } = await editor.write_contact({ settlement, name: 'Печник', category: 'trade' });
    const { data: proposal } = await resident.propose_change({
      settlement,
      subject_type: 'contact',
      subject_id: contact.id,
      proposed: { hours: 'с 9 до 18' },
    });
    await editor.reject_change_proposal({ settlement, proposal: proposal.id, reason: 'Не работает' });
    const tools = createMcpClient(service, 'settlement', await service.token(village.accounts.neighbour));
    for (const [tool, more] of [
      ['approve_change_proposal', {}],
      ['reject_change_proposal', { reason: 'Другая причина' }],
    ] as const) {
      const given = { settlement, proposal: proposal.id, ...more };
      const asked = await tools.call(tool, given);
      const confirm = readConfirmWord(asked.body.result as ToolReply);
      const reply = confirm === undefined ? asked : await tools.call(tool, { ...given, confirm });
      const refusal = readRefusal(reply) as Record<string, unknown>;
      const decision = refusal.decision as {
        outcome: string;
        by: { name: string };
        reason: string;
        at: string;
      };
      assert.deepEqual(
        [decision.outcome, decision.by.name, decision.reason],
        ['returned', 'Editor I.', 'Не работает'],
      );
      assert.ok(!Number.isNaN(Date.parse(decision.at)));
      assert.match(JSON.stringify(refusal), /Already decided/);
    }
    const { proposals } = await resident.list_my_change_proposals({});
    assert.equal(proposals.find(({ id }) => id === proposal.id)?.reject_reason, 'Не работает');
  });
});
