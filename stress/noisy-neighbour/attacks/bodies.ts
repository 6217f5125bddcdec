import { jsonShapes } from '../../body-cases.ts';
import { type Attack, type AttackRequest, kilobytes, postJson } from '../attack.ts';

/** Shapes that cost most to build, by distinct names, objects and orders of names. */
const costly = ['many keys', 'objects of distinct keys', 'objects of the same keys in ever different orders'];
const documents = () =>
  costly.map((name) => (jsonShapes[name] as (bytes: number) => string)(kilobytes(2300)));

/** Bodies that cost their keys, from a client without a token, with one, and through a tool. */
export const bodyAttacks: readonly Attack[] = [
  {
    name: 'bodies: two megabytes of keys without a token',
    concurrency: 5,
    prepare(attacker) {
      const bodies = documents().map((document) => Buffer.from(document));
      const path = `/api/v1/settlements/${attacker.own}/boundary/shape`;
      const headers = { 'content-type': 'application/json' };
      return (turn): AttackRequest => ({
        from: 'stranger',
        method: 'POST',
        path,
        headers,
        body: bodies[turn % bodies.length] as Buffer,
      });
    },
  },
  {
    name: 'bodies: two megabytes of keys',
    concurrency: 4,
    prepare(attacker) {
      const bodies = documents().map((document) => Buffer.from(`{"ring":${document}}`));
      const path = `/settlements/${attacker.own}/boundary/shape`;
      return (turn) => postJson(attacker, path, bodies[turn % bodies.length] as Buffer);
    },
  },
  {
    name: 'bodies: two megabytes of keys for a tool',
    concurrency: 4,
    prepare(attacker) {
      const bodies = documents().map((document) =>
        Buffer.from(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"measure_shapes","arguments":{"shapes":${document}}}}`,
        ),
      );
      return (turn) => ({
        ...postJson(attacker, '', bodies[turn % bodies.length] as Buffer),
        path: '/mcp/resident',
      });
    },
  },
];
