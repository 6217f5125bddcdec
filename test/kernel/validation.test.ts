import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { nonBlank } from '../../src/domain/kernel/fields.ts';
import { toRefusal } from '../../src/domain/kernel/validation.ts';

function refused(schema: z.ZodType, value: unknown): { en: string; ru: string }[] {
  const { error } = z.object({ it: schema }).safeParse({ it: value });
  assert.ok(error);
  return [...(toRefusal(error).fields?.it ?? [])];
}

describe('validation errors', () => {
  it('report an empty text once, although it breaks two rules', () => {
    const blank = [{ en: 'This must not be blank.', ru: 'Здесь не может быть пусто.' }];
    assert.deepEqual(refused(nonBlank(10), ''), blank);
    assert.deepEqual(refused(nonBlank(10), '  '), blank);
  });

  it('use the plural form that belongs to the number', () => {
    const [one] = refused(z.array(z.string()).min(1), []);
    assert.deepEqual(one, {
      en: 'This must have at least 1 entry.',
      ru: 'Здесь должно быть не меньше 1 элемента.',
    });
    const [many] = refused(z.string().max(5), 'слишком');
    assert.deepEqual(many, {
      en: 'This must have at most 5 characters.',
      ru: 'Здесь должно быть не больше 5 символов.',
    });
    assert.match(refused(z.string().max(21), 'а'.repeat(22))[0]?.ru ?? '', /не больше 21 символа\.$/);
  });
});
