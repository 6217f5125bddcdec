import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withClockOffset } from '../harness/clock.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { createMcpClient } from '../transport/mcp/json-rpc-client.ts';

type Similar = { id: string; name: string; url: string }[] | undefined;

describe('a likely double', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const settlement = 'berezka';

  /** What is written twice: `same` by other words of the same meaning, `other` is another thing. */
  const cases: Record<
    string,
    {
      server: 'settlement' | 'resident' | 'company';
      who: 'editor' | 'resident' | 'company';
      first: () => object;
      same: () => object;
      other: () => object;
    }
  > = {
    write_contact: {
      server: 'settlement',
      who: 'editor',
      first: () => ({ settlement, name: 'Артём Ёлкин', category: 'trade', phones: ['+79161234567'] }),
      same: () => ({ settlement, name: 'Сантехник', category: 'trade', phones: ['+79161234567'] }),
      other: () => ({ settlement, name: 'Другой', category: 'trade', phones: ['+79161234568'] }),
    },
    register_company: {
      server: 'company',
      who: 'company',
      first: () => ({ inn: '7736050003', name: 'Тёплый дом' }),
      same: () => ({ inn: '5003021311', name: 'тёплый дом' }),
      other: () => ({ inn: '7702070139', name: 'Холодный дом' }),
    },
    write_task: {
      server: 'resident',
      who: 'resident',
      first: () => ({ settlement, kind: 'reminder', title: 'Полить грядки' }),
      same: () => ({ settlement, kind: 'reminder', title: 'полить грядки' }),
      other: () => ({ settlement, kind: 'reminder', title: 'Полить газон' }),
    },
    write_parcel_object: {
      server: 'resident',
      who: 'resident',
      first: () => ({ parcel: village.plots.resident, kind: 'tree', title: 'Яблоня' }),
      same: () => ({ parcel: village.plots.resident, kind: 'tree', title: 'яблоня' }),
      other: () => ({ parcel: village.plots.resident, kind: 'tree', title: 'Груша' }),
    },
    write_article: {
      server: 'resident',
      who: 'resident',
      first: () => ({ settlement, parcel_id: village.plots.resident, title: 'Сад', body: 'Посадили сливу.' }),
      same: () => ({
        settlement,
        parcel_id: village.plots.resident,
        title: 'День',
        body: 'Посадили сливу. ',
      }),
      other: () => ({ settlement, parcel_id: village.plots.resident, title: 'Сад', body: 'Собрали урожай.' }),
    },
  };

  it('is written and said, over REST and tools; another thing is not', async () => {
    for (const [name, { server, who, first, same, other }] of Object.entries(cases)) {
      const client = village.clients[who] as unknown as Record<
        string,
        (input: object) => Promise<{ data: { id: string }; similar?: Similar }>
      >;
      const write = (input: object) =>
        client[name]?.(input) as Promise<{ data: { id: string }; similar?: Similar }>;
      const { data, similar } = await write(first());
      assert.equal(similar, undefined, name);
      const second = await write(same());
      assert.notEqual(second.data.id, data.id, `${name}: nothing is refused`);
      assert.deepEqual(
        second.similar?.map(({ id }) => id),
        [data.id],
        name,
      );
      assert.ok(second.similar?.[0]?.url.startsWith(`${service.url}/`), name);
      assert.equal((await write(other())).similar, undefined, name);
      const tool = createMcpClient(service, server, await service.token(village.accounts[who]));
      if (name !== 'register_company') {
        const { body } = await tool.call(name, { ...first() });
        const reply = body.result?.structuredContent as { similar?: Similar };
        assert.ok(
          reply.similar?.some(({ id }) => id === data.id),
          `${name} as a tool`,
        );
      }
      if (name !== 'register_company')
        await assert.rejects(write({ ...other(), unless_similar: true }), `${name} asks where it is wanted`);
    }
  });

  it('of objects stands in the same place, or in none', async () => {
    const { resident } = village.clients;
    const plant = (metres: number | null) =>
      resident.write_parcel_object({
        parcel: village.plots.resident,
        kind: 'tree',
        title: 'Вишня',
        geometry:
          metres === null
            ? null
            : { type: 'point', points: [{ latitude: 56.30015, longitude: 37.50025 + metres / 60_000 }] },
      });
    const { data: first } = await plant(0);
    assert.equal((await plant(3)).similar, undefined, 'another tree');
    assert.deepEqual(
      (await plant(0)).similar?.map(({ id }) => id),
      [first.id],
    );
    assert.equal((await plant(null)).similar?.length, 3, 'nobody knows which');
  });

  it('of words is one of the same day', async () => {
    const { resident } = village.clients;
    const task = { settlement, kind: 'reminder', title: 'Вынести мусор' } as const;
    await resident.write_task(task);
    const later = await withClockOffset(service, 2 * 86_400_000, () => resident.write_task(task));
    assert.equal(later.similar, undefined);
  });

  it('names at most five, and nothing that the directory no longer shows', async () => {
    const { editor } = village.clients;
    const contact = { settlement, name: 'Кровельщик', category: 'trade' } as const;
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1) ids.push((await editor.write_contact(contact)).data.id);
    assert.equal((await editor.write_contact(contact)).similar?.length, 5);
    for (const id of ids) await editor.edit_contact({ settlement, contact: id, archived: true });
    const { similar } = await editor.write_contact(contact);
    assert.equal(similar?.length, 1);
  });
});
