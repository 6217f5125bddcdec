import { paths } from '../../../src/base/site/paths.ts';
import { type Attack, type AttackRequest, postAnonymously, sessionHeaders, tokenHeaders } from '../attack.ts';

const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Anonymous requests: emails, password guesses; and streams that are opened and abandoned. */
export const accountAndStreamAttacks: readonly Attack[] = [
  {
    name: 'letters: many mailboxes',
    concurrency: 4,
    prepare: (attacker) => (turn) => {
      const email = `somebody-${Date.now()}-${turn}@example.org`;
      const fields = { email, display_name: 'Somebody', password: 'correct horse battery' };
      return turn % 2
        ? postAnonymously(attacker, paths.register, encode(fields))
        : postAnonymously(attacker, paths.forgot, encode({ email }));
    },
  },
  {
    name: 'letters: one mailbox',
    concurrency: 4,
    prepare(attacker) {
      const body = encode({ email: attacker.victimEmail });
      return () => postAnonymously(attacker, paths.forgot, body);
    },
  },
  {
    name: 'wrong passwords',
    concurrency: 8,
    prepare: (attacker) => (turn) => {
      const email = turn % 2 ? attacker.victimEmail : `nobody-${turn}@example.org`;
      return postAnonymously(attacker, paths.login, encode({ email, password: `wrong password ${turn}` }));
    },
  },
  {
    name: 'streams: hung up',
    concurrency: 8,
    prepare: (attacker) => (turn) => ({ ...openStream(attacker, turn), hangUpAfter: 1 }),
  },
  {
    name: 'streams: held',
    concurrency: 20,
    prepare: (attacker) => (turn) => ({ ...openStream(attacker, turn), hangUpAfter: 3000 }),
  },
];

function openStream(attacker: Parameters<typeof tokenHeaders>[0], turn: number): AttackRequest {
  return turn % 2
    ? {
        from: 'account',
        method: 'GET',
        path: '/api/v1/notifications/stream',
        headers: tokenHeaders(attacker),
      }
    : { from: 'account', method: 'GET', path: paths.events, headers: sessionHeaders(attacker) };
}
