import { type Audience, parseRoute } from '../src/domain/kernel/operation.ts';
import { toJsonSchema } from '../src/entry/contract/json-schema.ts';
import { operations } from '../src/features/operations/index.ts';
import type { CallerName, PrivateDataVillage } from '../test/security/private-data-village.ts';
import { generateValue } from '../test/security/schema-values.ts';
import { createRandom } from '../test/security/seeded-random.ts';
import type { BodyCase } from './body-cases.ts';
import { slowTexts } from './slow-texts.ts';

const speakerByAudience: Record<Audience, CallerName> = {
  public: 'nobody',
  resident: 'resident',
  settlement: 'editor',
  platform: 'moderator',
  company: 'company',
};

/** Every text field of every writing operation, filled to its limit. */
export function listTextCases(village: PrivateDataVillage): BodyCase[] {
  const cases: BodyCase[] = [];
  for (const operation of operations) {
    const { method, path, pathFields } = parseRoute(operation);
    if (method === 'GET') continue;
    const schema = toJsonSchema(operation.input, 'input') as {
      properties: Record<string, Record<string, unknown>>;
      required?: string[];
    };
    for (const [field, own] of Object.entries(schema.properties)) {
      const longest = getMaxLength(own);
      if (pathFields.includes(field) || longest < 1000) continue;
      for (const audience of operation.audiences.slice(0, 2)) {
        const speaker = speakerByAudience[audience];
        const random = createRandom(1);
        const known = village.knownTo(speaker, operation.tag);
        const base = Object.fromEntries(
          (schema.required ?? []).map((name) => [
            name,
            generateValue(name, schema.properties[name] ?? {}, known, random),
          ]),
        );
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String(base[name])),
        );
        for (const [hard, piece] of Object.entries(slowTexts))
          cases.push({
            name: `${operation.name} ${field}, ${speaker}: ${hard}`,
            speaker,
            method,
            path: `/api/v1${filled}`,
            type: 'application/json',
            limit: longest,
            make(characters) {
              const text = piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);
              const rest = Object.entries({ ...base, [field]: text }).filter(
                ([name]) => !pathFields.includes(name),
              );
              return JSON.stringify(Object.fromEntries(rest));
            },
          });
      }
    }
  }
  return cases;
}

function getMaxLength(schema: Record<string, unknown>): number {
  if (typeof schema.maxLength === 'number') return schema.maxLength;
  const choices = (schema.anyOf ?? []) as Record<string, unknown>[];
  return Math.max(0, ...choices.map(getMaxLength));
}
