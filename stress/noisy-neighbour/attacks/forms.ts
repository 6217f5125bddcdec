import { fillPath, paths } from '../../../src/base/site/paths.ts';
import { bodyLimits } from '../../body-cases.ts';
import { type Attack, fill, postAnonymously, postForm } from '../attack.ts';

const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Page forms: megabytes to decode, thousands of fields, JSON in a field, slow clients. */
export const formAttacks: readonly Attack[] = [
  {
    name: 'forms: plus signs',
    concurrency: 4,
    prepare(attacker) {
      const body = Buffer.from(`body=${fill('+', bodyLimits.texts - 100)}`);
      return (turn) =>
        turn % 2
          ? postForm(attacker, paths.newKnowledgeArticle, body)
          : postAnonymously(attacker, paths.login, body);
    },
  },
  {
    name: 'forms: 2,000 fields',
    concurrency: 4,
    prepare(attacker) {
      const fields = Array.from({ length: 2000 }, (_, index) => `f${index}=${fill('%D1%8F', 60)}`).join('&');
      const body = Buffer.from(fields.slice(0, bodyLimits.others - 100));
      return () => postForm(attacker, paths.interface, body);
    },
  },
  {
    name: 'forms: wrong token',
    concurrency: 4,
    prepare(attacker) {
      const body = encode({ csrf: 'not ours', display_name: 'x'.repeat(1000) });
      const shot = postForm(attacker, paths.accountProfile, body);
      return () => ({ ...shot, headers: { ...shot.headers, 'x-form-token': 'not ours' } });
    },
  },
  {
    name: 'forms: held open',
    concurrency: 40,
    prepare(attacker) {
      const body = Buffer.from(`body=${fill('a', bodyLimits.others - 100)}`);
      const held = { sendOnly: body.length / 2, hangUpAfter: 3000 };
      return (turn) => ({
        ...(turn % 2
          ? postForm(attacker, paths.interface, body)
          : postAnonymously(attacker, paths.login, body)),
        ...held,
      });
    },
  },
  {
    name: 'forms: JSON in a field',
    concurrency: 4,
    prepare(attacker) {
      const path = fillPath(paths.measureMap, { settlement: attacker.own });
      const room = bodyLimits.boundaries - 100;
      const values = [
        fill('[', room),
        `${'['.repeat(room / 2)}${']'.repeat(room / 2)}`,
        `[${fill('{},', room - 10)}{}]`,
        `[${fill('9223372036854775808,', room - 20)}1]`,
      ];
      const bodies = values.map((value) => Buffer.from(`shapes=${value}`));
      return (turn) => postForm(attacker, path, bodies[turn % bodies.length] as Buffer);
    },
  },
];
