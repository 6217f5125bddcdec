import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient, readRefusal } from '../../transport/mcp/json-rpc-client.ts';
import { upload } from '../media/uploads.ts';

type Replaced = { by: string | null; at: string | null; fields: Record<string, unknown> } | undefined;

/** A thing with one text, which two writers change one after the other without naming what they saw. */
interface Case {
  tool: string;
  server: 'resident' | 'settlement' | 'company' | 'platform';
  who: 'resident' | 'editor' | 'company';
  field: string;
  /** Who had written the replaced value; null: only the account itself can. */
  by: string | null;
  make(first: string): Promise<Record<string, unknown>>;
  seen(value: string): Record<string, unknown>;
}

let service: TestService;
let village: Village;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
});
const clients = () => village.clients;
const settlement = 'berezka';

const cases: Case[] = [
  {
    tool: 'edit_contact',
    server: 'settlement',
    who: 'editor',
    field: 'notes',
    by: 'Editor I.',
    async make(notes) {
      const card = { settlement, name: 'Печник', category: 'trade' } as const;
      const { data } = await clients().editor.write_contact({ ...card, notes });
      return { settlement, contact: data.id };
    },
    seen: (notes) => ({ seen: { notes } }),
  },
  {
    tool: 'edit_company',
    server: 'company',
    who: 'company',
    field: 'description',
    by: 'Company I.',
    async make(description) {
      await clients().company.edit_company({ company: village.companyId, description });
      return { company: village.companyId };
    },
    seen: (description) => ({ seen: { description } }),
  },
  {
    tool: 'edit_parcel_object',
    server: 'resident',
    who: 'resident',
    field: 'notes',
    by: 'Resident I.',
    async make(notes) {
      const parcel = village.plots.resident;
      const { data } = await clients().resident.write_parcel_object({
        parcel,
        kind: 'tree',
        title: 'Дуб',
        notes,
      });
      return { parcel, object: data.id };
    },
    seen: () => ({ seen_updated_at: '2020-01-01T00:00:00+00:00' }),
  },
  {
    tool: 'edit_media',
    server: 'resident',
    who: 'resident',
    field: 'caption',
    by: 'Resident I.',
    async make(caption) {
      const subject = { subject_type: 'parcel', subject_id: village.plots.resident } as const;
      return { media: (await upload(clients().resident, { ...subject, caption })).id };
    },
    seen: (caption) => ({ seen: { caption } }),
  },
  {
    tool: 'edit_article',
    server: 'settlement',
    who: 'editor',
    field: 'body',
    by: 'Editor I.',
    async make(body) {
      const { data } = await clients().editor.write_article({
        settlement,
        kind: 'post',
        title: 'Забор',
        body,
      });
      return { settlement, article: data.id };
    },
    seen: () => ({ base_version: 'other' }),
  },
  {
    tool: 'edit_task',
    server: 'resident',
    who: 'resident',
    field: 'body',
    by: 'Resident I.',
    async make(body) {
      const { data } = await clients().resident.write_task({
        settlement,
        kind: 'reminder',
        title: 'Полить',
        body,
      });
      return { task: data.id };
    },
    seen: () => ({ seen_changes: 0 }),
  },
  {
    tool: 'edit_profile',
    server: 'resident',
    who: 'resident',
    field: 'display_name',
    by: null,
    async make(display_name) {
      await clients().resident.edit_profile({ display_name });
      return {};
    },
    seen: (display_name) => ({ seen: { display_name } }),
  },
];

describe('an edit that does not name what it saw', () => {
  it('says over REST and tools whose value it replaced; one that names it is compared over tools, too', async () => {
    for (const { tool, server, who, field, by, make, seen } of cases) {
      const client = clients()[who] as unknown as Record<
        string,
        (input: object) => Promise<{ replaced: Replaced }>
      >;
      const mcp = createMcpClient(service, server, await service.token(village.accounts[who]));
      const at = await make('Начало');
      const write = async (value: string, more = {}) => {
        const { body } = await mcp.call(tool, { ...at, [field]: value, ...more });
        return body.result as { isError?: boolean; structuredContent?: { replaced: Replaced } };
      };
      assert.notEqual((await write('Первый')).isError, true, tool);
      const { replaced } = (await client[tool]?.({ ...at, [field]: 'Второй' })) ?? {};
      assert.deepEqual(replaced?.fields, { [field]: 'Первый' }, tool);
      const expected = tool === 'edit_profile' ? null : by;
      assert.equal(replaced?.by, expected, tool);
      assert.equal(typeof replaced?.at, expected === null ? 'object' : 'string', tool);
      const third = await write('Третий');
      assert.deepEqual(third.structuredContent?.replaced?.fields, { [field]: 'Второй' }, `${tool} as a tool`);

      const refused = await mcp.call(tool, { ...at, [field]: 'Четвёртый', ...seen('Второй') });
      assert.ok(readRefusal(refused).errors, `${tool} compares what was seen`);
      const same = await write('Третий');
      assert.equal(same.structuredContent?.replaced, undefined, `${tool}: nothing was replaced`);
    }
    await clients().resident.edit_profile({ display_name: 'Resident Ivanov' });
  });

  it('says which limits of a sensor it replaced', async () => {
    const { resident } = clients();
    const { data, push } = await resident.connect_device({
      parcel: village.plots.resident,
      provider: 'push',
      name: 'Бак',
      settings: { device: { name: 'Бак' }, sensors: [{ key: 'level', path: '$.level' }] },
    });
    await fetch(`${service.url}/devices/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${push?.token}` },
      body: JSON.stringify({ level: 2 }),
    });
    const shown = (await resident.list_my_devices({})).data.find(({ id }) => id === data.id);
    const id = String(shown?.devices[0]?.sensors[0]?.id);
    const set = (value: number, seen?: object) =>
      resident.edit_device_connection({
        connection: data.id,
        sensors: [{ id, alerts: [{ kind: 'below', value }] }],
        ...(seen && { seen }),
      });
    assert.equal((await set(1)).replaced, undefined, 'there were none');
    const { replaced } = await set(3);
    assert.deepEqual(Object.keys(replaced?.fields ?? {}), ['sensors.0.alerts']);
    assert.match(JSON.stringify(replaced), /"value":1/);
  });

  it('says whose role of a resident it replaced', async () => {
    const { editor } = clients();
    const [resident] = await service.db<{ id: string }[]>`
      select id from membership where account_id = ${village.accounts.resident} and state = 'confirmed' limit 1`;
    const set = (role: 'owner' | 'family' | 'tenant', client: Client = editor) =>
      client.confirm_resident({ settlement, resident: String(resident?.id), role });
    await set('owner');
    await set('tenant');
    const { replaced } = await set('owner');
    assert.deepEqual([replaced?.by, replaced?.fields], ['Editor I.', { role: 'tenant' }]);
  });
});
