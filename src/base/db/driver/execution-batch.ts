import { type Connection, DatabaseError, type Submittable } from 'pg';
import type { Execution, WireConnection } from './execution.ts';
import type { Column } from './row-reader.ts';

/**
 * Several statements sent in one write and answered in one round trip, with a single sync at the end. A statement that
 * fails makes the server skip those after it.
 */
export class ExecutionBatch implements Submittable {
  readonly executions: readonly Execution[];
  readonly #done: (skipped: number) => void;
  #answered = 0;
  #isOver = false;

  /** `done` is told how many statements at the end were skipped: they have no result. */
  constructor(executions: readonly Execution[], done: (skipped: number) => void) {
    this.executions = executions;
    this.#done = done;
  }

  /** The driver records the statement that was prepared last under its name. */
  get name(): string {
    return this.#current?.name ?? '';
  }

  get text(): string {
    return this.#current?.text ?? '';
  }

  get #current(): Execution | undefined {
    return this.executions[this.#answered];
  }

  submit(connection: Connection): null {
    const wire = connection as unknown as WireConnection;
    const parsing = new Set<string>();
    wire.stream.cork();
    try {
      for (const execution of this.executions) execution.send(wire, parsing);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: { fields: Column[] }): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: { text: string }): void {
    this.#current?.handleCommandComplete(message);
    this.#next();
  }

  handleEmptyQuery(): void {
    this.#next();
  }

  handlePortalSuspended(): void {}
  handleCopyData(): void {}

  handleCopyInResponse(connection: unknown): void {
    this.#current?.handleCopyInResponse(connection);
  }

  /** The driver does not tell the batch anything after this. */
  handleError(error: Error): void {
    this.#current?.handleError(error);
    this.#answered += 1;
    // Not an error of the server: the connection is lost.
    if (!(error instanceof DatabaseError))
      for (; this.#answered < this.executions.length; this.#answered += 1) this.#current?.handleError(error);
    this.#end();
  }

  handleReadyForQuery(): void {
    this.#end();
  }

  #next(): void {
    this.#current?.handleReadyForQuery();
    this.#answered += 1;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(Math.max(0, this.executions.length - this.#answered));
  }
}
