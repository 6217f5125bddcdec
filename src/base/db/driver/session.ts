import { Client, type ClientConfig, DatabaseError, type Submittable } from 'pg';
import { serviceOwner } from '../../threads/fair-share.ts';
import { Execution, type RowReaders, type StatementResult } from './execution.ts';
import { ExecutionBatch } from './execution-batch.ts';
import type { Row } from './row-reader.ts';
import { replaceStatementName } from './statement-forms.ts';
import { observer } from './statement-observer.ts';
import type { ComposedStatement } from './template.ts';
import { DatabaseUnavailable, toDatabaseFailure } from './unavailable.ts';

/** Sets the time zone in the startup message, which poolers support. */
class UtcClient extends Client {
  getStartupConf(): Record<string, string> {
    const parent = Client.prototype as unknown as { getStartupConf(): Record<string, string> };
    return { ...parent.getStartupConf.call(this), TimeZone: 'UTC' };
  }
}

/** Several cursors may be open in a transaction, so each has a name of its own. */
let lastCursor = 0;

/** TCP keep-alive delay; a lost machine is detected within half a minute. */
const keepAliveDelay = 10_000;

/** One connection; concurrent statements are queued. */
export class Session {
  readonly openedAt = performance.now();
  idleSince = 0;
  /** Owner whose share of the pool it uses. */
  owner = serviceOwner;
  isLost = false;
  /** Send time of the running statement; unset for COPY, which a slow reader may delay. */
  statementSentAt: number | undefined;
  readonly #client: Client;
  readonly #prepare: boolean;
  readonly #readers: RowReaders = new Map();
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  /** Closed locally or lost. */
  #isOver = false;

  private constructor(client: Client, prepare: boolean) {
    this.#client = client;
    this.#prepare = prepare;
  }

  static async open(
    config: ClientConfig,
    prepare: boolean,
    onLost: (session: Session) => void,
  ): Promise<Session> {
    const client = new UtcClient({ keepAlive: true, keepAliveInitialDelayMillis: keepAliveDelay, ...config });
    const session = new Session(client, prepare);
    let isOpen = false;
    const lose = () => {
      session.isLost = true;
      // Before that, the error is reported by open() itself.
      if (isOpen && !session.#isOver) onLost(session);
      session.#isOver = true;
    };
    // An unhandled `error` event would end the process; pending statements are rejected by the driver.
    client.on('error', lose);
    client.on('end', lose);
    try {
      await client.connect();
      isOpen = true;
    } catch (error) {
      session.isLost = true;
      session.#isOver = true;
      client.end().catch(() => {});
      throw new DatabaseUnavailable(error, { isUntouched: true });
    }
    return session;
  }

  onNotification(hear: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''));
  }

  async run(statement: ComposedStatement): Promise<StatementResult> {
    const name = this.#prepare ? statement.form.name : '';
    try {
      return await this.#execute(statement.form.text, name, statement);
    } catch (error) {
      // A table was altered or a pooler dropped the prepared statement: prepare again under a new name.
      if (name === '' || !isStalePreparedStatement(error)) throw error;
      replaceStatementName(statement.form, name);
      if (this.isInTransaction) throw error;
      return this.#execute(statement.form.text, statement.form.name, statement);
    }
  }

  /**
   * Runs statements that do not wait for each other in one round trip. Outside of a transaction only: after a failure
   * the others are run again. Settles when all have.
   */
  async runTogether(
    calls: readonly {
      statement: ComposedStatement;
      resolve(answer: StatementResult): void;
      reject(error: unknown): void;
    }[],
  ): Promise<void> {
    const failed = new Set<(typeof calls)[number]>();
    const skipped = await new Promise<number>((done) => {
      const executions = calls.map((call) => {
        const { statement, resolve, reject } = call;
        const name = this.#prepare ? statement.form.name : '';
        const { text } = statement.form;
        return this.#prepareExecution({ text, name, statement, source: text }, resolve, (error) => {
          if (isStalePreparedStatement(error)) {
            replaceStatementName(statement.form, name);
            failed.add(call);
          } else reject(error);
        });
      });
      const batch = new ExecutionBatch(executions, (count) => {
        this.#next();
        done(count);
      });
      this.#send(batch);
    });
    const again = [...failed, ...calls.slice(calls.length - skipped)];
    for (const { statement, resolve, reject } of again) await this.run(statement).then(resolve, reject);
  }

  runScript(text: string): Promise<StatementResult> {
    return this.#execute(text, '', null);
  }

  get isInTransaction(): boolean {
    return (this.#client.getTransactionStatus() ?? 'I') !== 'I';
  }

  /**
   * By a cursor. Each batch is a statement with a time limit of its own, so that what the reader does in between does not count.
   * Within a transaction other statements may run meanwhile.
   */
  async *readInBatches(statement: ComposedStatement, size: number): AsyncGenerator<Row[]> {
    const hasOwnTransaction = !this.isInTransaction;
    lastCursor += 1;
    const name = `batches_${lastCursor}`;
    const { form, values, types } = statement;
    try {
      // All rows are read: else PostgreSQL would plan for the first tenth of them.
      await this.runScript(
        `${hasOwnTransaction ? 'begin read only; ' : ''}set local cursor_tuple_fraction = 1`,
      );
      const declaration = { text: `declare ${name} no scroll cursor for ${form.text}`, name: '' };
      await this.#execute(declaration.text, '', { form: declaration, values, types });
      for (;;) {
        const { rows } = await this.#execute(`fetch ${size} from ${name}`, '', null, form.text);
        if (rows.length > 0) yield rows;
        if (rows.length < size) return;
      }
    } finally {
      if (!this.isLost && hasOwnTransaction) await this.runScript('commit');
      // A failed transaction takes no statement but its rollback.
      else if (!this.isLost && this.#client.getTransactionStatus() === 'T')
        await this.runScript(`close ${name}`);
    }
  }

  /** Direct access to the driver, for COPY. */
  async use<T>(work: (client: { query<S extends Submittable>(query: S): S }) => Promise<T>): Promise<T> {
    const free = await this.#takeTurn();
    try {
      return await work(this.#client);
    } catch (error) {
      throw this.isLost ? this.#note(error) : error;
    } finally {
      free();
    }
  }

  /** Closes gracefully, forcibly after the timeout. */
  async close(withinMilliseconds = 1_000): Promise<void> {
    this.isLost = true;
    this.#isOver = true;
    const force = setTimeout(() => this.destroy(), withinMilliseconds);
    await this.#client.end().catch(() => {});
    clearTimeout(force);
  }

  destroy(): void {
    (this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  /** `source`: the statement whose rows these are, if its text is another. */
  #execute(
    text: string,
    name: string,
    statement: ComposedStatement | null,
    source = text,
  ): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      const of = { text, name, statement, source };
      const execution = this.#prepareExecution(of, resolve, reject, () => this.#next());
      this.#send(execution);
    });
  }

  #prepareExecution(
    of: { text: string; name: string; statement: ComposedStatement | null; source: string },
    resolve: (answer: StatementResult) => void,
    reject: (error: Error) => void,
    ended?: () => void,
  ): Execution {
    return new Execution({ ...of, readers: this.#readers }, (error, answer) => {
      if (error === null) resolve(answer);
      else reject(this.#note(error));
      ended?.();
    });
  }

  #send(query: Submittable): void {
    observer?.submitted(query);
    const send = () => {
      this.statementSentAt = performance.now();
      this.#client.query(query);
    };
    if (this.#isBusy) this.#waiting.push(send);
    else {
      this.#isBusy = true;
      send();
    }
  }

  async #takeTurn(): Promise<() => void> {
    if (this.#isBusy) await new Promise<void>((turn) => this.#waiting.push(turn));
    this.#isBusy = true;
    return () => this.#next();
  }

  #next(): void {
    this.statementSentAt = undefined;
    const start = this.#waiting.shift();
    if (start === undefined) this.#isBusy = false;
    else start();
  }

  #note(error: unknown): Error {
    const failure = toDatabaseFailure(error);
    if (failure instanceof DatabaseUnavailable) this.isLost = true;
    return failure;
  }
}

function isStalePreparedStatement(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))
  );
}
