import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyDefinition } from '../../../src/domain/kernel/operation.ts';
import { add_plots } from '../../../src/features/actions/add_plots.ts';
import { answer_board_invitation } from '../../../src/features/actions/answer_board_invitation.ts';
import { dismiss_editor } from '../../../src/features/actions/dismiss_editor.ts';
import { end_person } from '../../../src/features/actions/end_person.ts';
import { invite_to_board } from '../../../src/features/actions/invite_to_board.ts';
import { list_former_residents } from '../../../src/features/actions/list_former_residents.ts';
import { list_settlement_documents } from '../../../src/features/actions/list_settlement_documents.ts';
import { remove_plot } from '../../../src/features/actions/remove_plot.ts';
import { save_person } from '../../../src/features/actions/save_person.ts';
import { show_person } from '../../../src/features/actions/show_person.ts';
import { take_back_ending } from '../../../src/features/actions/take_back_ending.ts';
import { connect_device } from '../../../src/features/operations/device/connect_device.ts';
import { list_my_devices } from '../../../src/features/operations/device/list_my_devices.ts';
import { publish_article } from '../../../src/features/operations/journal/publish_article.ts';
import { show_article } from '../../../src/features/operations/journal/show_article.ts';
import { write_article } from '../../../src/features/operations/journal/write_article.ts';
import { list_media } from '../../../src/features/operations/media/list_media.ts';
import { list_messages } from '../../../src/features/operations/messenger/list_messages.ts';
import { send_message } from '../../../src/features/operations/messenger/send_message.ts';
import { list_my_parcels } from '../../../src/features/operations/parcel/list_my_parcels.ts';
import { list_parcels } from '../../../src/features/operations/parcel/list_parcels.ts';
import { confirm_resident } from '../../../src/features/operations/settlement/confirm_resident.ts';
import { list_residents } from '../../../src/features/operations/settlement/list_residents.ts';
import { remove_resident } from '../../../src/features/operations/settlement/remove_resident.ts';
import { request_residency } from '../../../src/features/operations/settlement/request_residency.ts';
import { show_task } from '../../../src/features/operations/task/show_task.ts';
import { write_task } from '../../../src/features/operations/task/write_task.ts';
import { insertDocument } from '../../../src/store/land/settlement-documents.ts';
import { refusalKindOf, runActionAs } from '../../harness/page-actions.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';
import { homeAssistantAt, plantedSecret } from '../device/device-fixtures.ts';
import { createThings } from '../journal/mentioned-things.ts';

const day = 86_400_000;
const settlement = 'berezka';

/** Anna (the resident) owns plot 1, Boris (the neighbour) plot 2; nobody has 3 and 12А. */
describe('ten years of a village', () => {
  let service: TestService;
  let village: Village;
  const made: Record<string, string> = {};
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const things = createThings(service, village);
    made.photo = await things.photo({ caption: 'Смородина', visibility: 'residents' });
    const file = await things.photo({
      parcel: null,
      owner: village.accounts.editor,
      contentType: 'application/pdf',
    });
    await insertDocument(service.db, {
      ...{ id: service.newId(), settlementId: village.settlement.id, mediaId: file, title: 'Устав' },
      ...{ folder: '', readers: 'residents', asksReading: false },
      ...{ day: '2026-01-01', addedBy: village.accounts.editor, now: new Date() },
    });
  });

  const act = <Reply>(who: Persona, definition: AnyDefinition<Reply>, input: object) =>
    runActionAs(service, village.accounts[who], definition, { ...input });
  const entry = async (who: Persona, input: object) => {
    const { data } = await act(who, write_article, { settlement, body: 'Как есть', ...input });
    await act(who, publish_article, { settlement, article: data.id });
    return data.id;
  };
  const join = async (who: Persona, parcel: string, role: 'owner' | 'family' = 'owner') => {
    const { data } = await act(who, request_residency, { settlement, parcel, role });
    await act('editor', confirm_resident, { settlement, resident: data.id });
    return data.id;
  };
  const membershipOf = async (who: Persona) => {
    const [row] = await service.db<{ id: string }[]>`
      select m.id from membership m join parcel p on p.id = m.parcel_id
       where m.account_id = ${village.accounts[who]} and m.state = 'confirmed' and p.settlement_id = ${village.settlement.id}`;
    return row?.id ?? assert.fail(`${who} lives nowhere`);
  };
  const end = async (who: Persona, input: object) =>
    act('editor', remove_resident, { settlement, resident: await membershipOf(who), ...input });
  const former = async () => (await act('editor', list_former_residents, { settlement })).people;

  /** What somebody can open, in words. */
  async function sees(who: Persona): Promise<string> {
    const opens = async <Reply>(
      name: string,
      definition: AnyDefinition<Reply>,
      input: object,
      has: (reply: Reply) => boolean = () => true,
    ) => {
      try {
        return has(await act(who, definition, input)) ? name : '';
      } catch (error) {
        assert.ok(
          ['forbidden', 'not_found'].includes((error as { kind?: string }).kind ?? ''),
          String(error),
        );
        return '';
      }
    };
    const { data: own } = await act(who, list_my_parcels, {});
    const found = [
      ...own.filter((plot) => plot.settlement_slug === settlement).map((plot) => `plot ${plot.plot_number}`),
      await opens('diary', show_article, { settlement, article: made.diary }),
      await opens('private diary', show_article, { settlement, article: made.secret }),
      await opens('news', show_article, { settlement, article: made.news }),
      await opens('photograph', list_media, { settlement, limit: 100 }, ({ media }) =>
        media.some(({ id }) => id === made.photo),
      ),
      await opens(
        'documents',
        list_settlement_documents,
        { settlement },
        ({ documents }) => documents.length > 0,
      ),
      await opens('device', list_my_devices, {}, ({ data }) => data.some(({ state }) => state !== 'revoked')),
      await opens('task', show_task, { task: made.task }),
      await opens('talk', list_messages, { conversation: made.talk }),
      await opens('register', list_residents, { settlement }),
      await opens(
        'telephones',
        show_person,
        { settlement, person: made.card },
        ({ person }) => person.phones.length > 0,
      ),
    ];
    return found.filter(Boolean).join(', ');
  }
  /** Compares what everybody sees; who is not named sees nothing of the village. */
  async function assertSeen(expected: Partial<Record<Persona, string>>): Promise<void> {
    const actual = Object.fromEntries(
      await Promise.all(personas.map(async (who) => [who, await sees(who)] as const)),
    );
    const full = Object.fromEntries(personas.map((who) => [who, expected[who] ?? '']));
    assert.deepEqual(actual, full);
  }
  const inYear = (number: number, more = 0) => {
    service.clock.offset = number * 365 * day + more;
  };
  const board = 'diary, private diary, news, photograph, documents, task, talk, register, telephones';
  /** A talk belongs to who takes part in it: a later member of the board has not read it. */
  const laterBoard = board.replace(', talk', '');
  const villager = 'diary, news, photograph, documents';
  const audit = 'diary, news, photograph, documents, register, telephones';

  it('begin: who lives here reads what is for residents, the board the register', async () => {
    made.diary = await entry('resident', {
      kind: 'diary',
      parcel_id: village.plots.resident,
      title: 'Смородина',
      visibility: 'residents',
    });
    made.secret = await entry('resident', {
      kind: 'diary',
      parcel_id: village.plots.resident,
      title: 'Долги',
      visibility: 'private',
    });
    made.news = await entry('editor', { kind: 'post', title: 'Дорога', visibility: 'residents' });
    const { data: connection } = await act('resident', connect_device, {
      ...{ parcel: village.plots.resident, name: 'House', secret: plantedSecret },
      ...homeAssistantAt('https://ha.example.org'),
    });
    made.device = connection.id;
    const { data: task } = await act('resident', write_task, {
      ...{ settlement, kind: 'request', title: 'Фонарь', addressee: 'board', visibility: 'private' },
    });
    made.task = task.id;
    const sent = await act('resident', send_message, { to: 'board', settlement, body: 'Когда собрание?' });
    made.talk = sent.data.conversation;
    const { person } = await act('editor', save_person, {
      ...{ settlement, parcel: '3', name: 'Зоя Ильинична', phones: '+7 916 000-00-11' },
    });
    made.card = person;
    await assertSeen({
      resident: 'plot 1, diary, private diary, news, photograph, documents, device, task, talk',
      neighbour: `plot 2, ${villager}`,
      editor: board,
    });
  });

  it('first year, sold: the seller keeps what is theirs, the buyer reads what is for residents', async () => {
    inYear(1);
    await end('resident', { reason_kind: 'sold', successor: 'Newcomer Ivanova' });
    await join('newcomer', '1');
    await assertSeen({
      resident: 'diary, private diary, photograph, task, talk',
      newcomer: `plot 1, ${villager}`,
      neighbour: `plot 2, ${villager}`,
      editor: board,
    });
    const [device] =
      await service.db`select state, secret from device_connection where id = ${made.device ?? ''}`;
    assert.deepEqual({ ...device }, { state: 'revoked', secret: null }, 'its password is gone');
  });

  it('second year, died: nobody is told, and the heirs come in its place', async () => {
    inYear(2);
    const told = async () =>
      (await service.db`select id from notification where account_id = ${village.accounts.neighbour}`).length;
    const before = await told();
    await end('neighbour', { reason_kind: 'died', successor: 'Outsider Ivanova' });
    assert.equal(await told(), before);
    await join('outsider', '2');
    await join('company', '2', 'family');
    await assertSeen({
      resident: 'diary, private diary, photograph, task, talk',
      newcomer: `plot 1, ${villager}`,
      outsider: `plot 2, ${villager}`,
      company: `plot 2, ${villager}`,
      editor: board,
    });
  });

  it('third year, divided: the card goes with its part, and the plot that was is gone', async () => {
    inYear(3);
    await act('editor', add_plots, { settlement, numbers: '3/1, 3/2' });
    assert.equal(
      await refusalKindOf(act('editor', remove_plot, { settlement, parcel: '3' })),
      'invalid',
      'Zoya is there',
    );
    const { person } = await act('editor', show_person, { settlement, person: made.card ?? '' });
    await act('editor', save_person, {
      ...{
        settlement,
        person: made.card,
        parcel: '3/1',
        name: person.name,
        phones: person.phones.join(', '),
      },
      seen_updated_at: person.updatedAt?.toISOString(),
    });
    await act('editor', remove_plot, { settlement, parcel: '3' });
    assert.deepEqual(await plotNumbers(), ['1', '12А', '2', '3/1', '3/2']);
  });
  const plotNumbers = async () =>
    (await act('editor', list_parcels, { settlement })).parcels.map(({ number }) => number).sort();

  it('fourth year, joined: two empty plots become one', async () => {
    inYear(4);
    await act('editor', add_plots, { settlement, numbers: '14' });
    for (const parcel of ['3/2', '12А']) await act('editor', remove_plot, { settlement, parcel });
    assert.deepEqual(await plotNumbers(), ['1', '14', '2', '3/1']);
  });

  it('fifth year, moved within the village: another plot, the same neighbour', async () => {
    inYear(5);
    await end('newcomer', { reason_kind: 'moved', reason: 'Переехали на участок побольше' });
    await assertSeen({
      resident: 'diary, private diary, photograph, task, talk',
      outsider: `plot 2, ${villager}`,
      company: `plot 2, ${villager}`,
      editor: board,
    });
    await join('newcomer', '14');
    assert.equal(await sees('newcomer'), `plot 14, ${villager}`);
  });

  it('sixth year, a mistake: taken back within the week as it was, and not after it', async () => {
    inYear(6);
    const seen = await sees('company');
    await end('company', { reason_kind: 'mistake' });
    assert.equal(await sees('company'), '');
    inYear(6, 6 * day);
    const ended = (await former()).find(({ kind }) => kind === 'mistake')?.endingId ?? '';
    await act('editor', take_back_ending, { settlement, ending: ended });
    assert.equal(await sees('company'), seen);
    await end('company', { reason_kind: 'other', reason: 'Больше не живут' });
    inYear(6, 14 * day);
    const late = (await former()).find(({ kind }) => kind === 'other')?.endingId ?? '';
    assert.equal(
      await refusalKindOf(act('editor', take_back_ending, { settlement, ending: late })),
      'invalid',
    );
    assert.equal(await sees('company'), '');
  });

  it('seventh year, a new board: the register changes hands', async () => {
    inYear(7);
    const { invitation } = await act('editor', invite_to_board, {
      ...{ settlement, resident: await membershipOf('newcomer'), reason: 'Собрание выбрало' },
    });
    assert.equal(await sees('newcomer'), `plot 14, ${villager}`, 'not before they agree');
    await act('newcomer', answer_board_invitation, { invitation, answer: 'accepted' });
    await act('editor', dismiss_editor, { settlement, account: village.accounts.editor });
    await assertSeen({
      resident: 'diary, private diary, photograph, task, talk',
      outsider: `plot 2, ${villager}`,
      newcomer: `plot 14, ${laterBoard}`,
    });
  });

  it('eighth year, an auditor: reads with the board, decides nothing, and leaves', async () => {
    inYear(8);
    const { invitation } = await act('newcomer', invite_to_board, {
      ...{ settlement, resident: await membershipOf('outsider'), role: 'auditor', reason: 'Проверка кассы' },
    });
    await act('outsider', answer_board_invitation, { invitation, answer: 'accepted' });
    assert.equal(await sees('outsider'), `plot 2, ${audit}`);
    for (const [definition, input] of [
      [end_person, { person: made.card, reason_kind: 'moved' }],
      [add_plots, { numbers: '99' }],
      [dismiss_editor, { account: village.accounts.newcomer, reason: 'нет' }],
    ] as const)
      assert.equal(
        await refusalKindOf(act('outsider', definition as AnyDefinition, { settlement, ...input })),
        'forbidden',
        definition.name,
      );
    await act('outsider', dismiss_editor, { settlement, account: village.accounts.outsider });
    assert.equal(await sees('outsider'), `plot 2, ${villager}`);
  });

  it('tenth year: who has left, when and why, for the board of the day alone', async () => {
    inYear(9);
    await act('newcomer', end_person, {
      settlement,
      person: made.card,
      reason_kind: 'died',
      successor: 'Пётр Ильич',
    });
    inYear(10);
    const { people } = await act('newcomer', list_former_residents, { settlement });
    assert.deepEqual(
      people.map(({ name, plotNumber, kind, successor }) => [name, plotNumber, kind, successor]),
      [
        ['Зоя Ильинична', '3/1', 'died', 'Пётр Ильич'],
        ['Company Ivanova', '2', 'other', null],
        ['Newcomer Ivanova', '1', 'moved', null],
        ['Neighbour Ivanova', '2', 'died', 'Outsider Ivanova'],
        ['Resident Ivanova', '1', 'sold', 'Newcomer Ivanova'],
      ],
    );
    for (const who of personas.filter((each) => each !== 'newcomer'))
      assert.equal(await refusalKindOf(act(who, list_former_residents, { settlement })), 'forbidden', who);
    await assertSeen({
      resident: 'diary, private diary, photograph, task, talk',
      outsider: `plot 2, ${villager}`,
      newcomer: `plot 14, ${laterBoard}`,
    });
  });
});
