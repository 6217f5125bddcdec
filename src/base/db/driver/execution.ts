import type { Connection, Submittable } from 'pg';
import { type Column, type Row, type RowReader, readerFor } from './row-reader.ts';
import { observer } from './statement-observer.ts';
import type { ComposedStatement } from './template.ts';

/** Untyped parts of the driver's connection; the driver maintains `parsedStatements`. */
export interface WireConnection {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string | undefined>;
  query(text: string): void;
  parse(message: { text: string; name: string; types: readonly number[] }): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[]; binary: boolean }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

/** Row readers by prepared statement; null for statements without rows. */
export type RowReaders = Map<string, RowReader | null>;

export interface StatementResult {
  rows: Row[];
  /** Command tag, such as COMMIT. */
  command: string;
}

const noRows: RowReader = () => ({});

/** One statement in execution: a lighter replacement for the driver's Query. */
export class Execution implements Submittable {
  /** The driver records prepared statements by this name. */
  readonly name: string;
  readonly text: string;
  /** The text by which observers know it: a batch of a cursor goes by that of its statement. */
  readonly #source: string;
  readonly #statement: ComposedStatement | null;
  readonly #readers: RowReaders;
  readonly #done: (error: Error | null, answer: StatementResult) => void;
  readonly #answer: StatementResult = { rows: [], command: '' };
  #reader: RowReader = noRows;
  #isDescribed = false;
  #failure: Error | null = null;
  #isOver = false;

  /** For a script `statement` is null. */
  constructor(
    to: {
      text: string;
      name: string;
      statement: ComposedStatement | null;
      source: string;
      readers: RowReaders;
    },
    done: (error: Error | null, answer: StatementResult) => void,
  ) {
    this.name = to.name;
    this.text = to.text;
    this.#source = to.source;
    this.#statement = to.statement;
    this.#readers = to.readers;
    this.#done = done;
    if (to.statement !== null) observer?.sent(to.statement);
  }

  submit(connection: Connection): null {
    const wire = connection as unknown as WireConnection;
    if (this.#statement === null) {
      wire.query(this.text);
      return null;
    }
    wire.stream.cork();
    try {
      this.send(wire);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  /** Without a sync. `parsing`: names that are being prepared by statements sent before it. */
  send(wire: WireConnection, parsing?: Set<string>): void {
    const { name } = this;
    const { values, types } = this.#statement as ComposedStatement;
    const isPrepared = name !== '' && (wire.parsedStatements[name] !== undefined || parsing?.has(name));
    if (!isPrepared) {
      wire.parse({ text: this.text, name, types });
      parsing?.add(name);
    }
    wire.bind({ portal: '', statement: name, values, binary: false });
    const reader = isPrepared ? this.#readers.get(name) : undefined;
    if (reader === undefined) wire.describe({ type: 'P', name: '' });
    else {
      this.#isDescribed = true;
      this.#reader = reader ?? noRows;
    }
    wire.execute({ portal: '', rows: 0 });
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#isDescribed = true;
    this.#reader = readerFor(fields);
    observer?.described(this.#source, fields);
    // A script returns the rows of its last statement.
    if (this.#statement === null) this.#answer.rows = [];
    else if (this.name !== '') this.#readers.set(this.name, this.#reader);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== null) return;
    try {
      this.#answer.rows.push(this.#reader(fields));
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answer.command = text;
    if (this.name !== '' && !this.#isDescribed) this.#readers.set(this.name, null);
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  handleCopyInResponse(connection: unknown): void {
    (connection as WireConnection).sendCopyFail('COPY FROM STDIN needs a source stream.');
  }

  handleError(error: Error): void {
    this.#end(error);
  }

  handleReadyForQuery(): void {
    observer?.answered(this.#source, this.#answer.rows);
    this.#end(this.#failure);
  }

  #end(error: Error | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(error, this.#answer);
  }
}
