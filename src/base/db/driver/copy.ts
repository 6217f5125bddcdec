import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import type { Session } from './session.ts';
import { sessionOf, type Transaction } from './transaction.ts';

/** Sends a stream into `copy … from stdin`. The statement is text, never with anything of a stranger's in it. */
export async function copyIn(db: Transaction, statement: string, source: Readable): Promise<void> {
  await sessionFor(db).use((client) => pipeline(source, client.query(from(statement))));
}

/** Writes what `copy … to stdout` gives, as fast as it is taken. */
export async function copyOut(db: Transaction, statement: string, target: Writable): Promise<void> {
  await sessionFor(db).use((client) => pipeline(client.query(to(statement)), target));
}

function sessionFor(db: Transaction): Session {
  const session = sessionOf(db);
  if (session === undefined) throw new Error('A copy needs a transaction.');
  return session;
}
