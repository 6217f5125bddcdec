import { paths } from '../../../src/base/site/paths.ts';
import { type Attack, postAsStranger, type Shot, withSession, withToken } from '../attack.ts';

const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Anonymous requests: emails, password guesses; and streams that are opened and abandoned. */
export const doorAttacks: readonly Attack[] = [
  {
    name: 'letters: many mailboxes',
    lanes: 4,
    load: (bully) => (turn) => {
      const email = `somebody-${Date.now()}-${turn}@example.org`;
      const fields = { email, display_name: 'Somebody', password: 'correct horse battery' };
      return turn % 2
        ? postAsStranger(bully, paths.register, encode(fields))
        : postAsStranger(bully, paths.forgot, encode({ email }));
    },
  },
  {
    name: 'letters: one mailbox',
    lanes: 4,
    load(bully) {
      const body = encode({ email: bully.victimEmail });
      return () => postAsStranger(bully, paths.forgot, body);
    },
  },
  {
    name: 'wrong passwords',
    lanes: 8,
    load: (bully) => (turn) => {
      const email = turn % 2 ? bully.victimEmail : `nobody-${turn}@example.org`;
      return postAsStranger(bully, paths.login, encode({ email, password: `wrong password ${turn}` }));
    },
  },
  {
    name: 'streams: hung up',
    lanes: 8,
    load: (bully) => (turn) => ({ ...openStream(bully, turn), hangUpAfter: 1 }),
  },
  {
    name: 'streams: held',
    lanes: 20,
    load: (bully) => (turn) => ({ ...openStream(bully, turn), hangUpAfter: 3000 }),
  },
];

function openStream(bully: Parameters<typeof withToken>[0], turn: number): Shot {
  return turn % 2
    ? { from: 'account', method: 'GET', path: '/api/v1/notifications/stream', headers: withToken(bully) }
    : { from: 'account', method: 'GET', path: paths.events, headers: withSession(bully) };
}
