import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { add_meter } from '../../src/features/actions/add_meter.ts';
import { list_settlement_documents } from '../../src/features/actions/list_settlement_documents.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { boardInputs } from '../../stress/statements/board-inputs.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { actionMeetings } from '../operations/lost-updates/action-meetings.ts';
import type { Fields, Stage } from '../operations/lost-updates/meeting-cases.ts';
import { giveSecondWriter } from '../operations/lost-updates/writer-cases.ts';
import {
  loadReadingActions,
  loadWritingDefinitions,
} from '../operations/lost-updates/writing-definitions.ts';
import { createSampleData, type SampleNames } from '../web/cases/sample-data.ts';
import { settlementReads, settlementWrites } from './settlement-writes.ts';

/** Written to count who read: the auditor reads it. */
const readings = ['export_people', 'export_meters'];
/** Of the platform, not of a village. */
const ofPlatform = [
  'ask_for_settlement',
  'withdraw_settlement_request',
  'create_settlement',
  'publish_policies',
  'set_role',
];

/** Of what is told to everybody. */
const readByAnybody = ['list_events', 'list_settlement_documents'];
/** What pages read in a settlement that is not the board's. */
const notBoards = [
  'find_settlement',
  'list_calendar_events',
  'list_land_in_cell',
  'list_news',
  'list_waiting_claims',
  'open_settlement_document',
  'show_acknowledgement',
  'show_calendar_event',
  'show_calendar_link',
  'show_village_commons',
];

describe('an auditor, at every action of pages', () => {
  let service: TestService;
  let village: Village;
  let names: SampleNames;
  let stage: Stage;
  /** An auditor who lives elsewhere, and one who was it until now. */
  const roles = { auditor: '', former: '' };
  const inputs: Record<string, { who: Persona; make(): Promise<Fields> }> = {};
  before(async () => {
    service = await startService();
    const actors = await prepareOAuthTestClient(service);
    ({ village } = actors);
    names = await createSampleData(actors);
    await giveSecondWriter(service, village);
    const { db } = service;
    // Proposed the motion of the sample data.
    await insertSettlementRole(db, village.settlement.id, village.accounts.moderator, 'editor', new Date());
    for (const role of ['auditor', 'former'] as const) {
      const now = new Date();
      roles[role] = service.newId();
      await insertAccount(db, {
        ...{ id: roles[role], email: `${role}@example.org`, displayName: 'Анна Белова', language: 'en' },
        ...{ passwordHash: null, emailConfirmedAt: now, createdAt: now },
      });
      await insertSettlementRole(db, village.settlement.id, roles[role], 'auditor', now);
    }
    await deleteSettlementRole(db, village.settlement.id, roles.former, 'auditor');
    let words = 0;
    const word = () => `слово${++words}конец`;
    stage = { service, village, clients: village.clients, word, act: act as Stage['act'] };
    const meter = { settlement: 'berezka', parcel: '3', kind: 'water', name: 'Общий' };
    await runActionAs(service, village.accounts.editor, add_meter, meter);
    const [row] = await db<{ reading: string; fees: string; boardMeter: string }[]>`
      select (select id from meter where sensor_id is null limit 1) as "boardMeter",
             (select id from meter_reading order by id limit 1) as reading, (select id from fee_table limit 1) as fees`;
    const known = { ...names, ...(row ?? assert.fail()), plotId: village.plots.free };
    // The others make their things themselves, and remove some of these.
    for (const [name, { who, input }] of Object.entries(settlementWrites))
      inputs[name] = { who, make: async () => input(known) };
    for (const [name, { who, make }] of Object.entries(actionMeetings))
      inputs[name] = {
        who,
        async make() {
          const { input, seen } = await make(stage);
          return { ...input(stage.word()), ...seen };
        },
      };
    for (const [name, { who, make }] of Object.entries(boardInputs))
      inputs[name] = { who, make: () => make(stage, { account: village.accounts[who], session: '' }) };
  });

  const act = (who: Persona, definition: AnyDefinition, input: Fields) =>
    runActionAs(service, village.accounts[who], definition, input, 'session', who === 'moderator');

  it('reads what the board reads of the village, and a former one nothing of it', async () => {
    const reading = await loadReadingActions();
    const boards = new Set(Object.keys(settlementReads));
    const problems: string[] = [];
    for (const definition of reading) {
      const { name } = definition;
      const { isBoards, input } = settlementReads[name] ?? {};
      if (!boards.has(name)) continue;
      const asked = { settlement: 'berezka', ...input?.(names) };
      const kindOf = (account: string) => refusalKindOf(runActionAs(service, account, definition, asked));
      const kinds = [village.accounts.editor, roles.auditor, roles.former];
      const [editor, auditor, former] = await Promise.all(kinds.map(kindOf));
      if (editor !== '') problems.push(`${name}, editor: ${editor}`);
      if ((auditor === '') === (isBoards === true)) problems.push(`${name}, auditor: ${auditor || 'read'}`);
      if (former === '' && !readByAnybody.includes(name)) problems.push(`${name}, former: read`);
    }
    assert.deepEqual(problems, []);
    const listDocuments = (account: string) =>
      runActionAs(service, account, list_settlement_documents, { settlement: 'berezka' });
    const [whole, open] = await Promise.all([roles.auditor, roles.former].map(listDocuments));
    assert.ok(whole?.documents.some(({ documentId }) => documentId === names.document));
    assert.deepEqual(open?.documents, [], 'none of them is open to everybody');
    const others = reading.filter(
      ({ name, input }) => 'settlement' in (input as { shape: object }).shape && !boards.has(name),
    );
    assert.deepEqual(others.map(({ name }) => name).sort(), notBoards);
  });

  it('is refused whatever writes, and so is a former one; who may do it is not', async () => {
    const writing = (await loadWritingDefinitions()).filter((each) => !('route' in each));
    const inSettlement = writing.filter(({ writesIn }) => writesIn !== 'nowhere' && writesIn !== 'platform');
    const missing = inSettlement.filter(({ name }) => inputs[name] === undefined).map(({ name }) => name);
    assert.deepEqual(missing, [], 'Add an input to test/security/settlement-writes.ts.');
    const problems: string[] = [];
    for (const [name, { who, make }] of Object.entries(inputs)) {
      if (ofPlatform.includes(name)) continue;
      const definition = writing.find((each) => each.name === name) ?? assert.fail(`There is no ${name}.`);
      const input = await make();
      const tried = { auditor: '', former: '' };
      for (const role of ['auditor', 'former'] as const)
        tried[role] = await refusalKindOf(runActionAs(service, roles[role], definition, input));
      const isRefused = (kind: string) => kind === 'forbidden' || kind === 'not_found';
      if (!isRefused(tried.former)) problems.push(`${name}, former: ${tried.former || 'done'}`);
      if (readings.includes(name) ? tried.auditor !== '' : !isRefused(tried.auditor))
        problems.push(`${name}, auditor: ${tried.auditor || 'done'}`);
      // The same input is let through for whom it was made, so that it was the role that refused it.
      const own = await refusalKindOf(act(who, definition, input));
      if (isRefused(own)) problems.push(`${name} by its ${who}: ${own}`);
    }
    assert.deepEqual(problems, []);
  });
});
