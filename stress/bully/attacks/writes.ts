import { paths } from '../../../src/base/site/paths.ts';
import { type Attack, postForm, postJson } from '../attack.ts';

const repeatsAtOnce = 40;

/** Writes that fill tables and moderation queues, and contend for one row. */
export const writeAttacks: readonly Attack[] = [
  {
    name: 'repeats of one key',
    concurrency: 1,
    prepare: (bully) => (turn) => {
      const { settlement } = bully.person;
      const shot = postJson(
        bully,
        '/tasks',
        JSON.stringify({ settlement, kind: 'request', title: `Bully ${turn}` }),
      );
      const headers = { ...shot.headers, 'idempotency-key': `bully-${Date.now()}-${turn}` };
      return Array.from({ length: repeatsAtOnce }, () => ({ ...shot, headers }));
    },
  },
  {
    name: 'claims on plots',
    concurrency: 4,
    prepare:
      ({ plots, ...bully }) =>
      (turn) =>
        postJson(
          { plots, ...bully },
          `/settlements/${bully.person.settlement}/residents`,
          JSON.stringify({ parcel: plots[turn % plots.length], note: 'x'.repeat(1000) }),
        ),
  },
  {
    name: 'drafts',
    concurrency: 8,
    prepare(bully) {
      const { settlement, plot } = bully.person;
      const draft = { kind: 'diary', parcel_id: plot?.id, title: 'Bully', body: 'Слово. '.repeat(8000) };
      const body = Buffer.from(JSON.stringify(draft));
      return () => postJson(bully, `/settlements/${settlement}/articles`, body);
    },
  },
  {
    name: 'texts before moderators',
    concurrency: 4,
    prepare: (bully) => (turn) =>
      postJson(
        bully,
        '/knowledge/articles',
        JSON.stringify({ title: `Bully ${turn}`, body: `Слово ${turn}. `.repeat(200), publish: true }),
      ),
  },
  {
    name: 'companies and villages',
    concurrency: 4,
    prepare: (bully) => (turn) =>
      turn % 2
        ? postJson(bully, '/companies', JSON.stringify({ inn: makeInn(turn), name: `Bully ${turn}` }))
        : postForm(
            bully,
            paths.requestSettlement,
            new URLSearchParams({
              name: `Bully ${turn}`,
              kind: 'snt',
              region: 'Калужская область',
              asker: 'resident',
            }).toString(),
          ),
  },
];

/** An INN with a valid check digit. */
function makeInn(number: number): string {
  const digits = String(300_000_000 + ((Date.now() + number) % 100_000_000));
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8];
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(sum % 11) % 10}`;
}
