import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Scope } from '../../../src/domain/kernel/caller.ts';
import type { Client } from '../../../src/entry/client/client.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('what a decision about a resident shows', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });
  const board = (...scopes: Scope[]): Promise<Client> => service.as(village.accounts.editor, scopes);
  const claim = async (note = 'Купила весной, договор у председателя') =>
    (await village.clients.newcomer.request_residency({ settlement, parcel: '3', note })).data;

  it('hides name, email and note from a token that may only write', async () => {
    const claimed = await claim();
    const narrow = await board('mcp:read', 'mcp:write');
    await assertRefused(narrow.list_residents({ settlement }), 403);
    const input = { settlement, resident: claimed.id };
    const confirmed = (await narrow.confirm_resident(input)).data;
    assert.deepEqual(
      [confirmed.state, confirmed.account, confirmed.note, confirmed.parcel],
      ['confirmed', { id: village.accounts.newcomer, name: null, email: null }, null, claimed.parcel],
    );
    const again = (await narrow.confirm_resident({ ...input, role: 'tenant' })).data;
    assert.deepEqual([again.role, again.account.email], ['tenant', null]);
    const ended = (await narrow.remove_resident({ ...input, reason: 'Участок продан' })).data;
    assert.deepEqual(
      [ended.state, ended.reason, ended.account.name, ended.account.email, ended.note],
      ['ended', 'Участок продан', null, null, null],
    );
    for (const reply of [confirmed, again, ended])
      assert.doesNotMatch(JSON.stringify(reply), /newcomer@|Купила/);
  });

  it('shows name, email and note to a token with mcp:private', async () => {
    const claimed = await claim();
    const wide = await board('mcp:read', 'mcp:write', 'mcp:private');
    const { data } = await wide.confirm_resident({ settlement, resident: claimed.id });
    assert.deepEqual([data.account, data.note], [claimed.account, claimed.note]);
    const [listed] = (await wide.list_residents({ settlement, parcel: '3', state: 'confirmed' })).residents;
    assert.deepEqual(data, listed);
    const ended = await wide.remove_resident({ settlement, resident: claimed.id, reason: 'Ошибка' });
    assert.deepEqual(ended.data.account, claimed.account);
  });

  it('shows people what is their own, whatever the token', async () => {
    const narrow = await service.as(village.accounts.newcomer, ['mcp:write']);
    const { data } = await narrow.request_residency({ settlement, parcel: '3', note: 'Снова' });
    assert.match(String(data.account.email), /^newcomer@/);
    const left = await narrow.remove_resident({ settlement, resident: data.id });
    assert.deepEqual([left.data.account, left.data.note], [data.account, 'Снова']);
  });
});
