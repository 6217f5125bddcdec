import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import * as fields from '../../src/domain/kernel/fields.ts';
import type { AnyOperation } from '../../src/domain/kernel/operation.ts';
import { hasUserWrittenText, listOutputTexts } from '../../src/domain/kernel/user-written-text.ts';
import { operations } from '../../src/features/operations/index.ts';

const all = operations;
const namesOf = (list: readonly AnyOperation[]) => list.map(({ name }) => name).sort();

function findUnsaid(schema: z.ZodType): string[] {
  return listOutputTexts(schema)
    .filter(({ writtenByPeople }) => writtenByPeople === undefined)
    .map(({ path }) => path);
}

describe('marks of user-written text in replies', () => {
  it('are on every string of every reply', () => {
    const unsaid = all.flatMap(({ name, output }) => findUnsaid(output).map((path) => `${name}: ${path}`));
    assert.deepEqual(unsaid, [], 'use outText, or outSlug, outUrl, outWord … of kernel/fields.ts');
  });

  it('are reported as missing with the path, however deeply nested', () => {
    const planted = z.object({
      id: fields.outId,
      title: fields.outText.nullable().describe('Said.'),
      plain: z.string(),
      list: z.array(z.object({ word: z.string().nullable().optional() })),
      map: z.record(z.string(), z.union([z.number(), z.string()])),
      any: z.unknown(),
      later: z.lazy(() => z.string()),
      open: z.looseObject({ size: z.number() }),
      turned: z.number().transform(String),
      pair: z.tuple([z.string()]),
    });
    assert.deepEqual(findUnsaid(planted), [
      'plain',
      'list[].word',
      'map{key}',
      'map{}',
      'any',
      'later',
      'open.*',
      'turned',
      'pair',
    ]);
  });

  it('make an operation one with user-written text, also when a mark is missing', () => {
    const showing = (output: z.ZodType) => hasUserWrittenText({ output } as AnyOperation);
    assert.equal(
      showing(z.object({ id: fields.outId, at: fields.outTimestamp, next: fields.outCursor })),
      false,
    );
    assert.equal(showing(z.object({ id: fields.outId, name: fields.outText.optional() })), true);
    assert.equal(showing(z.object({ forgotten: z.string() })), true);
  });

  it('are false in all fields of these operations only', () => {
    assert.deepEqual(
      namesOf(all.filter((operation) => !hasUserWrittenText(operation))),
      [
        'measure_shapes',
        'read_conversation',
        'read_notification',
        'remove_article',
        'remove_knowledge_article',
        'remove_media',
        'set_notification_preferences',
        'show_notification_preferences',
        'withdraw_change_proposal',
        'withdraw_review',
      ],
      'An operation whose reply has no text of users belongs into this list; in all others texts are outText fields.',
    );
  });

  it('leave top-level keys that begin with an underscore to the notice', () => {
    for (const { name, output } of all) {
      assert.ok(output instanceof z.ZodObject, `${name} replies with an object`);
      assert.deepEqual(
        Object.keys(output.shape).filter((key) => key.startsWith('_')),
        [],
        name,
      );
    }
  });
});
