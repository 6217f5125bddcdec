import type { Db, Pool } from './connect.ts';
import { type DriverConnection, tidyQueuesOf } from './tidy-queues.ts';

/** The parts of the driver's query that are used here. */
interface Query extends Promise<unknown> {
  active: boolean;
  resolve: (rows: unknown) => void;
  reject: (error: unknown) => void;
  options: { onexecute?: (connection: DriverConnection) => boolean };
  execute(): unknown;
}
type Tag = (first: unknown, ...rest: unknown[]) => Query;
type Method = (this: object, ...given: unknown[]) => unknown;

/** Where queries go: the pool, or a transaction of it. */
class Source {
  readonly tag: Tag;
  isTidy: boolean;

  constructor(tag: Tag, isTidy: boolean) {
    this.tag = tag;
    this.isTidy = isTidy;
  }

  /** Called by the driver with the connection that a query goes out on. */
  readonly tidy = (connection: DriverConnection): true => {
    tidyQueuesOf(connection);
    this.isTidy = true;
    return true;
  };
}

function done(): void {}

/** Text and values, to be put into the template around it, or to become a query when somebody waits for it. */
class Template {
  readonly strings: TemplateStringsArray;
  readonly args: unknown[];
  /** Written by the driver. */
  fragment = false;
  readonly #source: Source;
  #answer: Promise<unknown> | undefined;

  constructor(source: Source, strings: TemplateStringsArray, args: unknown[]) {
    this.#source = source;
    this.strings = strings;
    this.args = args;
  }

  toQuery(): Query {
    return this.#source.tag(this.strings, ...this.args);
  }

  /** The rows go past the query's own promise: what that one holds stays in memory until the next full collection. */
  run(): Promise<unknown> {
    this.#answer ??= new Promise((resolve, reject) => {
      const query = this.toQuery();
      const rejectQuery = query.reject;
      const answer = (rows: unknown) => {
        query.active = false;
        query.resolve = done;
        query.reject = done;
        resolve(rows);
      };
      const fail = (error: unknown) => {
        // A transaction listens to its queries; elsewhere nobody does.
        query.catch(() => {});
        rejectQuery(error);
        reject(error);
      };
      query.resolve = answer;
      query.reject = fail;
      if (!this.#source.isTidy) query.options.onexecute = this.#source.tidy;
      query.execute();
    });
    return this.#answer;
  }
}

/** The driver knows a part by its class; what is not waiting (cursors, raw rows) is left to a query of the driver's own. */
function standInFor(queryPrototype: object): void {
  Object.setPrototypeOf(Template.prototype, queryPrototype);
  for (const name of Object.getOwnPropertyNames(queryPrototype)) {
    const method: unknown = Object.getOwnPropertyDescriptor(queryPrototype, name)?.value;
    if (name === 'constructor' || typeof method !== 'function') continue;
    const waits = name === 'then' || name === 'catch' || name === 'finally';
    Object.defineProperty(Template.prototype, name, {
      writable: true,
      value: waits
        ? function wait(this: Template, ...given: unknown[]) {
            return (Promise.prototype[name] as Method).apply(this.run(), given);
          }
        : function hand(this: Template, ...given: unknown[]) {
            return (method as Method).apply(this.toQuery(), given);
          },
    });
  }
}

let standsIn = false;

/**
 * Two costs of the driver, each larger than reading thirty rows: it makes a promise with closures of every template, also
 * of one that only becomes a part of another; and those closures are born in the old generation, where each keeps its
 * query's rows alive through every minor collection. docs/decisions/005 has the figures.
 */
export function makeTemplatesCheap<S extends Db | Pool>(sql: S, isTidy = false): S {
  const tag = sql as unknown as Tag;
  const source = new Source(tag, isTidy);
  if (!standsIn) {
    standInFor(Object.getPrototypeOf((sql as Pool)`select 1`) as object);
    standsIn = true;
  }
  const cheap = (first: unknown, ...rest: unknown[]) =>
    Array.isArray((first as TemplateStringsArray | undefined)?.raw)
      ? new Template(source, first as TemplateStringsArray, rest)
      : tag(first, ...rest);
  // Everything else of the driver's function is found through the prototype; its transactions hand out a new one.
  Object.setPrototypeOf(cheap, sql);
  for (const name of ['begin', 'savepoint'] as const) {
    const open = (sql as unknown as Record<string, Method | undefined>)[name];
    if (open === undefined) continue;
    Object.defineProperty(cheap, name, {
      value: (...given: unknown[]) =>
        open.apply(
          sql,
          given.map((each) =>
            typeof each === 'function' ? (db: Db) => each(makeTemplatesCheap(db, source.isTidy)) : each,
          ),
        ),
    });
  }
  return cheap as unknown as S;
}
