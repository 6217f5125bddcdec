import type { Connection } from 'pg';
import { Execution, type WireConnection } from '../../src/base/db/driver/execution.ts';
import { ExecutionBatch } from '../../src/base/db/driver/execution-batch.ts';
import { observeStatements } from '../../src/base/db/driver/statement-observer.ts';
import { belongsTo, isCounted, runBelongingTo } from '../../test/db/request-statements.ts';

/** How a statement fails; at `commit` a lost connection leaves it open whether the commit took effect. */
export const ways = {
  'lost before': 'the connection is lost before the statement is sent',
  'lost after': 'the connection is lost after the statement took effect, before its answer',
  '40001': 'serialization failure',
  '40P01': 'deadlock',
  '55P03': 'lock timeout',
  '57014': 'statement timeout',
  '53100': 'disk full',
  '25006': 'read-only',
} as const;
export type Way = keyof typeof ways;

export interface Fault {
  /** Counted from 0. */
  at: number;
  way: Way;
}

/** Runs `work` and returns its statements in the order sent; the one at `fault.at` fails, and the rest are not listed. */
export async function runWithFault<Result>(
  work: () => Promise<Result>,
  fault?: Fault,
): Promise<{ result: Result; statements: string[]; hasStruck: boolean }> {
  const own = {};
  const statements: string[] = [];
  let hasStruck = false;
  const consider = (query: Execution, strike: (way: Way) => void) => {
    if (!isCounted(query.text)) return;
    if (statements.length === fault?.at && !hasStruck) {
      hasStruck = true;
      strike(fault.way);
    }
    statements.push(query.text);
  };
  const endObservation = observeStatements({
    submitted(query) {
      if (!belongsTo(own)) return;
      if (query instanceof Execution) consider(query, (way) => strikeStatement(query, way));
      else if (query instanceof ExecutionBatch)
        for (const each of query.executions) consider(each, (way) => strikeInBatch(query, each, way));
    },
  });
  try {
    return { result: await runBelongingTo(own, work), statements, hasStruck };
  } finally {
    endObservation();
  }
}

const isLoss = (way: Way): way is 'lost before' | 'lost after' => way.startsWith('lost');

function strikeStatement(query: Execution, way: Way): void {
  if (isLoss(way)) {
    loseConnection(query, way);
    return;
  }
  query.submit = (connection) => {
    const failing = raise(way);
    // A commit that fails ends its transaction, unlike any other statement.
    (connection as unknown as WireConnection).query(
      query.text === 'commit' ? `rollback; ${failing}` : failing,
    );
    return null;
  };
  forgetName(query);
}

function strikeInBatch(batch: ExecutionBatch, query: Execution, way: Way): void {
  if (isLoss(way)) {
    loseConnection(batch, way);
    return;
  }
  query.send = (wire) => {
    wire.parse({ text: raise(way), name: '', types: [] });
    wire.bind({ portal: '', statement: '', values: [], binary: false });
    wire.execute({ portal: '', rows: 0 });
  };
  forgetName(query);
}

/** It was not prepared: the driver must not remember that it was. */
const forgetName = (query: Execution) => Object.assign(query, { name: '' });

const raise = (code: string) =>
  `do $$ begin raise exception 'a fault of the test' using errcode = '${code}'; end $$`;

function loseConnection(query: Execution | ExecutionBatch, way: 'lost before' | 'lost after'): void {
  const send = query.submit.bind(query);
  query.submit = (connection: Connection) => {
    const { stream } = connection as unknown as { stream: NodeJS.ReadWriteStream & { destroy(): void } };
    if (way === 'lost before') {
      stream.destroy();
      return null;
    }
    stream.removeAllListeners('data');
    let tail = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
      tail = Buffer.concat([tail, chunk]).subarray(-readyForQuery.length - 1);
      if (tail.subarray(0, -1).equals(readyForQuery)) stream.destroy();
    });
    return send(connection);
  };
}

/** Of the protocol: the server has finished; the state of the transaction follows. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);
