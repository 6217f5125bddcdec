import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { compileSchema } from '../../src/domain/kernel/compiled-schemas.ts';
import { operations } from '../../src/features/operations/index.ts';

describe('compiled schemas', () => {
  it('exist for the input and the output of every operation', () => {
    for (const { name, input, output } of operations)
      for (const schema of [input, input.strict(), output])
        assert.doesNotThrow(() => z.compile(schema, { strict: true }), name);
  });

  it('drop what is not declared, at every depth, and do not touch what they were given', () => {
    const schema = z.object({ list: z.array(z.object({ id: z.string(), own: z.string().optional() })) });
    const given = { list: [{ id: '1', secret: 'x' }], secret: 'y' };
    assert.deepEqual(compileSchema(schema).parse(given), { list: [{ id: '1' }] });
    assert.deepEqual(given, { list: [{ id: '1', secret: 'x' }], secret: 'y' });
    assert.throws(() => compileSchema(schema.strict()).parse(given), /secret/);
  });

  it('refuse as the schema does, with its words and paths', () => {
    for (const { name, input } of operations) {
      const wrong = Object.fromEntries(
        Object.keys(input.shape).map((field) => [field, { no: Symbol.iterator }]),
      );
      for (const schema of [input, input.strict()])
        assert.deepEqual(
          compileSchema(schema).safeParse(wrong, { reportInput: true }).error?.issues,
          schema.safeParse(wrong, { reportInput: true }).error?.issues,
          name,
        );
    }
  });
});
