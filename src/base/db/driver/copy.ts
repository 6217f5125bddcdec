import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import type { Session } from './session.ts';
import { sessionOf, type Transaction } from './transaction.ts';

/** Streams into `copy … from stdin`. The statement must not contain user input. */
export async function copyIn(db: Transaction, statement: string, source: Readable): Promise<void> {
  await sessionFor(db).use((client) => pipeline(source, client.query(from(statement))));
}

/** Streams the output of `copy … to stdout` with backpressure. */
export async function copyOut(db: Transaction, statement: string, target: Writable): Promise<void> {
  await sessionFor(db).use((client) => pipeline(client.query(to(statement)), target));
}

function sessionFor(db: Transaction): Session {
  const session = sessionOf(db);
  if (session === undefined) throw new Error('A copy needs a transaction.');
  return session;
}
