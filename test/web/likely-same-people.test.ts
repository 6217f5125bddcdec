import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isLikelySameName } from '../../src/domain/rules/same-person.ts';
import { join_person } from '../../src/features/actions/join_person.ts';
import { list_people } from '../../src/features/actions/list_people.ts';
import { part_person } from '../../src/features/actions/part_person.ts';
import { save_person } from '../../src/features/actions/save_person.ts';
import { show_person } from '../../src/features/actions/show_person.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

const settlement = 'berezka';

describe('people who are likely the same', () => {
  let service: TestService;
  let village: Village;
  let person: string;
  let resident: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { residents } = await village.clients.editor.list_residents({ settlement, parcel: '1' });
    resident = residents[0]?.id ?? '';
    const card = { settlement, parcel: '1', name: 'Ivanova Resident Petrovna', role: 'family' };
    ({ person } = await runActionAs(service, village.accounts.editor, save_person, card));
    const other = { ...card, name: 'Sidorov Ivan', role: 'family' };
    await runActionAs(service, village.accounts.editor, save_person, other);
  });
  const asEditor = <Reply>(action: Parameters<typeof runActionAs<Reply>>[2], input: object) =>
    runActionAs(service, village.accounts.editor, action, { settlement, ...input });
  const proposed = async () =>
    (await asEditor(list_people, {})).likelySame.map((pair) => JSON.stringify(pair)).join();

  it('are told by their words in any order, with ё as е and initials', () => {
    const alike: [string, string, boolean][] = [
      ['Ежов Борис Львович', 'Борис Ежов', true],
      ['Пётр Семёнов', 'Семенов Петр', true],
      ['Ежов Б. Л.', 'Борис Львович Ежов', true],
      ['Ежов Борис', 'Ежов Иван', false],
      ['Ежова Светлана', 'Ежов Борис', false],
      ['Борис', 'Глеб', false],
    ];
    for (const [one, other, expected] of alike) {
      assert.equal(isLikelySameName(one, other), expected, `${one} / ${other}`);
      assert.equal(isLikelySameName(other, one), expected, `${other} / ${one}`);
    }
  });

  it('are proposed in the register and on the card, of one plot alone', async () => {
    assert.match(await proposed(), /Ivanova Resident Petrovna/);
    assert.doesNotMatch(await proposed(), /Sidorov|Neighbour/);
    const { likelySame } = await asEditor(show_person, { person });
    assert.deepEqual(
      likelySame.map(({ membershipId }) => membershipId),
      [resident],
    );
  });

  it('are joined by one decision and parted as easily, with the role of before', async () => {
    await asEditor(join_person, { person, resident });
    assert.equal(await proposed(), '');
    const roleOf = async () =>
      (await village.clients.editor.list_residents({ settlement, resident })).residents[0]?.role;
    assert.equal(await roleOf(), 'family');
    for (const who of ['resident', 'neighbour', 'newcomer', 'outsider'] as const)
      assert.equal(
        await refusalKindOf(runActionAs(service, village.accounts[who], part_person, { settlement, person })),
        'forbidden',
        who,
      );
    const outcomes = await Promise.all([1, 2].map(() => refusalKindOf(asEditor(part_person, { person }))));
    assert.deepEqual(outcomes.sort(), ['', 'invalid'], 'parted once');
    assert.equal(await roleOf(), 'owner');
    assert.equal(await proposed(), '', 'who was parted is not proposed again');
  });
});
