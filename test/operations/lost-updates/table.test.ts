import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isAcceptedOn } from '../../../src/domain/kernel/argument-metadata.ts';
import type { AnyOperation } from '../../../src/domain/kernel/operation.ts';
import { operations } from '../../../src/features/operations/index.ts';
import { repository } from '../../harness/source-tree.ts';
import { actionMeetings } from './action-meetings.ts';
import { readLostUpdatesTable } from './lost-updates-table.ts';
import { operationMeetings } from './operation-meetings.ts';
import { listWriterCases } from './writer-cases.ts';
import { loadWritingDefinitions } from './writing-definitions.ts';

const compared = /^(seen|seen_\w+|base_\w+|approved_revision_id|revision_id|replace_waiting|preview)$/;

/** Definitions whose writers need more than two accounts and a village: the test where they meet. */
const tested: Readonly<Record<string, string>> = {
  add_settlement_document: 'test/web/settlement-documents.test.ts',
  answer_board_invitation: 'test/actions/board-invitations.test.ts',
  apply_land_import: 'test/actions/land-import.test.ts',
  configure_address: 'test/web/setup.test.ts',
  configure_backups: 'test/web/setup-backups.test.ts',
  end_person: 'test/operations/settlement/endings.test.ts',
  import_fees: 'test/actions/fees.test.ts',
  import_land: 'test/actions/land-warnings.test.ts',
  import_residents: 'test/web/import-residents.test.ts',
  invite_people: 'test/actions/invite-people.test.ts',
  invite_to_board: 'test/actions/board-invitations.test.ts',
  join_person: 'test/web/people.test.ts',
  part_person: 'test/web/likely-same-people.test.ts',
  print_people_letters: 'test/actions/invite-people.test.ts',
  propose_motion: 'test/actions/second-member.test.ts',
  recheck_land_import: 'test/web/plots-from-table.test.ts',
  record_visit: 'test/web/announcement-visits.test.ts',
  refuse_motion: 'test/actions/second-member.test.ts',
  remind_of_claim: 'test/web/village.test.ts',
  remind_of_meters: 'test/actions/meters.test.ts',

  edit_settlement_document: 'test/web/document-versions.test.ts',
  replace_settlement_document: 'test/web/document-versions.test.ts',
  share_fees: 'test/actions/fees.test.ts',
  remove_settlement_document: 'test/web/settlement-documents.test.ts',
  run_job_again: 'test/web/operator.test.ts',
  second_motion: 'test/actions/second-member.test.ts',
  set_board_title: 'test/actions/board-invitations.test.ts',
  set_second_member: 'test/actions/second-member.test.ts',
  take_back_ending: 'test/operations/settlement/endings.test.ts',
  take_back_fees: 'test/actions/fees.test.ts',
  withdraw_board_invitation: 'test/actions/board-invitations.test.ts',
  withdraw_motion: 'test/actions/second-member.test.ts',
  undo_land_import: 'test/actions/land-taken-back.test.ts',
};

/** Fields that name a record which others may write; what has none works on the account, its browser or a link. */
const namesRecord =
  /^(settlement|parcel|article|review|proposal|revision|media|person|resident|contact|company|task|object|import|document|job|request)$/;

describe('the table of lost updates', () => {
  it('has every definition that writes, and nothing else', async () => {
    const names = (await loadWritingDefinitions()).map(({ name }) => name);
    assert.deepEqual([...readLostUpdatesTable().keys()], names.sort());
  });

  it('names the fields that each compares, all of them and no others', async () => {
    const table = readLostUpdatesTable();
    const withWriters = new Set(
      listWriterCases(
        () => assert.fail(),
        () => assert.fail(),
      ).map(({ name }) => name),
    );
    for (const { name, input } of await loadWritingDefinitions()) {
      const { compares = [], named = '', unnamed = '' } = table.get(name) ?? {};
      const fields = Object.keys(input.shape);
      for (const field of compares) assert.ok(fields.includes(field), `${name} has no ${field}`);
      const seen = fields.filter((one) => compared.test(one));
      for (const field of seen) assert.ok(compares.includes(field), `${name}: ${field} is not in the table`);
      const isMet = withWriters.has(name) || name in operationMeetings || name in actionMeetings;
      const isAlone = /^own/.test(unnamed) || !fields.some((field) => namesRecord.test(field));
      assert.ok(isMet || name in tested || isAlone, `${name}: where do two writers of it meet?`);
      assert.match(unnamed, /^(refused|joined|replaced|history|own|part|new|once|for good)/, name);
      assert.equal(named === '–', compares.length === 0, name);
    }
  });

  it('names tests that are there, and say what they test', () => {
    for (const [name, file] of Object.entries(tested))
      assert.match(readFileSync(join(repository, file), 'utf8'), new RegExp(`\\b${name}\\b`), file);
  });

  it('compares over tools what it compares over REST', () => {
    for (const operation of operations as readonly AnyOperation[])
      for (const [field, schema] of Object.entries(operation.input.shape))
        if (/^(seen|seen_(?!now)\w+|base_\w+)$/.test(field))
          assert.ok(
            operation.audiences.some((audience) => isAcceptedOn(audience, schema as never)),
            `${operation.name}: ${field}`,
          );
  });

  it('has tags that can be added to wherever they can be replaced', () => {
    for (const { name, input } of operations.filter((operation) => /^edit_/.test(operation.name))) {
      const fields = Object.keys(input.shape);
      if (fields.includes('tags'))
        assert.ok(fields.includes('add_tags') && fields.includes('remove_tags'), name);
    }
  });
});
