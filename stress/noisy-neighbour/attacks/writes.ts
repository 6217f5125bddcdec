import { paths } from '../../../src/base/site/paths.ts';
import { type Attack, postForm, postJson } from '../attack.ts';

const repeatsAtOnce = 40;

/** Writes that fill tables and moderation queues, and contend for one row. */
export const writeAttacks: readonly Attack[] = [
  {
    name: 'repeats of one key',
    concurrency: 1,
    prepare: (attacker) => (turn) => {
      const { settlement } = attacker.person;
      const shot = postJson(
        attacker,
        '/tasks',
        JSON.stringify({ settlement, kind: 'request', title: `Attacker ${turn}` }),
      );
      const headers = { ...shot.headers, 'idempotency-key': `attacker-${Date.now()}-${turn}` };
      return Array.from({ length: repeatsAtOnce }, () => ({ ...shot, headers }));
    },
  },
  {
    name: 'claims on plots',
    concurrency: 4,
    prepare:
      ({ plots, ...attacker }) =>
      (turn) =>
        postJson(
          { plots, ...attacker },
          `/settlements/${attacker.person.settlement}/residents`,
          JSON.stringify({ parcel: plots[turn % plots.length], note: 'x'.repeat(1000) }),
        ),
  },
  {
    name: 'drafts',
    concurrency: 8,
    prepare(attacker) {
      const { settlement, plot } = attacker.person;
      const draft = { kind: 'diary', parcel_id: plot?.id, title: 'Attacker', body: 'Слово. '.repeat(8000) };
      const body = Buffer.from(JSON.stringify(draft));
      return () => postJson(attacker, `/settlements/${settlement}/articles`, body);
    },
  },
  {
    name: 'texts before moderators',
    concurrency: 4,
    prepare: (attacker) => (turn) =>
      postJson(
        attacker,
        '/knowledge/articles',
        JSON.stringify({ title: `Attacker ${turn}`, body: `Слово ${turn}. `.repeat(200), publish: true }),
      ),
  },
  {
    name: 'companies and villages',
    concurrency: 4,
    prepare: (attacker) => (turn) =>
      turn % 2
        ? postJson(attacker, '/companies', JSON.stringify({ inn: makeInn(turn), name: `Attacker ${turn}` }))
        : postForm(
            attacker,
            paths.requestSettlement,
            new URLSearchParams({
              name: `Attacker ${turn}`,
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
