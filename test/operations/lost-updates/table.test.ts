import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAcceptedOn } from '../../../src/domain/kernel/argument-metadata.ts';
import type { AnyOperation } from '../../../src/domain/kernel/operation.ts';
import { operations } from '../../../src/features/operations/index.ts';
import { readLostUpdatesTable } from './lost-updates-table.ts';
import { listWriterCases } from './writer-cases.ts';
import { loadWritingDefinitions } from './writing-definitions.ts';

const compared = /^(seen|seen_\w+|base_\w+|approved_revision_id|revision_id|replace_waiting|preview)$/;

/** Definitions that compare what was seen and are no edit of a text: where two writers of them meet. */
const tested: Readonly<Record<string, string>> = {
  apply_land_import: 'test/actions/land-import.test.ts',
  approve_change_proposal: 'test/operations/proposal',
  approve_knowledge_revision: 'test/operations/knowledge/outdated-approval.test.ts',
  confirm_resident: 'test/operations/lost-updates/replaced-by-call.test.ts',
  propose_change: 'test/operations/proposal',
  publish_knowledge_article: 'test/operations/knowledge/races.test.ts',
  reject_knowledge_revision: 'test/operations/knowledge/moderation.test.ts',
  remove_resident: 'test/operations/settlement',
  save_person: 'test/web/people.test.ts',
  set_settlement_boundary: 'test/transport/mcp/boundary-question.test.ts',
};

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
      if (seen.length > 0)
        assert.ok(withWriters.has(name) !== name in tested, `${name}: where do two writers of it meet?`);
      assert.match(unnamed, /^(refused|joined|replaced|history|own|part|new|once|for good)/, name);
      assert.equal(named === '–', compares.length === 0, name);
    }
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
