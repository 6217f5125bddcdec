import { Json, type Parameter, toWireValue, typeOidOf, type WireValue } from './parameters.ts';
import type { Row } from './row-reader.ts';
import { findStatementForm, keyOfStrings, keyOfText, type StatementForm } from './statement-forms.ts';
import { observer } from './statement-observer.ts';

/** A statement with encoded parameters. */
export interface ComposedStatement {
  readonly form: StatementForm;
  values: WireValue[];
  types: number[];
}

/** Executes statements: the pool, a transaction or a connection. */
export interface StatementSource {
  run(statement: ComposedStatement): Promise<Row[]>;
  /** Several statements without parameters; returns the rows of the last. */
  runScript(text: string): Promise<Row[]>;
  readInBatches(statement: ComposedStatement, size: number): AsyncGenerator<Row[]>;
}

/** Quoted identifiers, created by `db(name)`. */
export class SqlIdentifiers {
  readonly text: string;
  constructor(names: string | readonly string[]) {
    this.text = (typeof names === 'string' ? [names] : names).map(quoteIdentifier).join(', ');
  }
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** An SQL fragment: part of another template, or a statement that runs when awaited. */
export class Template<Rows = Row[]> implements Promise<Rows> {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly #source: StatementSource;
  readonly #isScript: boolean;
  #answer: Promise<Rows> | undefined;

  constructor(
    source: StatementSource,
    strings: readonly string[],
    values: readonly unknown[],
    isScript = false,
  ) {
    this.#source = source;
    this.strings = strings;
    this.values = values;
    this.#isScript = isScript;
  }

  #run(): Promise<Rows> {
    this.#answer ??= this.#start() as Promise<Rows>;
    return this.#answer;
  }

  #start(): Promise<Row[]> {
    if (this.#isScript) return this.#source.runScript(this.strings[0] as string);
    try {
      return this.#source.run(compose(this));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement runs when it is awaited
  then<A = Rows, B = never>(
    done?: ((rows: Rows) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(done, failed);
  }

  catch<B = never>(failed?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Rows | B> {
    return this.#run().catch(failed);
  }

  finally(ended?: (() => void) | null): Promise<Rows> {
    return this.#run().finally(ended);
  }

  /** Reads rows in batches of at most `size`. */
  cursor(size: number): AsyncGenerator<Rows> {
    return this.#source.readInBatches(compose(this), size) as AsyncGenerator<Rows>;
  }

  readonly [Symbol.toStringTag] = 'Template';
}

export function compose(template: Template<unknown>): ComposedStatement {
  const values: WireValue[] = [];
  const types: number[] = [];
  const key = collect(template, values, types);
  const form = findStatementForm(key, () => writeText(template, { last: 0 }));
  const statement = { form, values, types };
  observer?.composed(template.strings, statement);
  return statement;
}

/** Gathers the parameters; returns the key of the form. */
function collect(template: Template<unknown>, values: WireValue[], types: number[]): string {
  let key = keyOfStrings(template.strings);
  for (const value of template.values) {
    if (value instanceof Template) key += `(${collect(value, values, types)})`;
    else if (value instanceof SqlIdentifiers) key += `i${keyOfText(value.text)}`;
    else if (isListOfTemplates(value)) {
      key += '[';
      for (const part of value) key += `${collect(part, values, types)},`;
      key += ']';
    } else {
      const type = typeOidOf(value as Parameter);
      values.push(toWireValue(value as Parameter));
      types.push(type);
      key += type === 0 ? '$' : `$${type}`;
    }
  }
  return key;
}

function writeText(template: Template<unknown>, parameters: { last: number }): string {
  let [text = ''] = template.strings;
  for (const [index, value] of template.values.entries()) {
    if (value instanceof Template) text += writeText(value, parameters);
    else if (value instanceof SqlIdentifiers) text += value.text;
    else if (isListOfTemplates(value)) for (const part of value) text += ` ${writeText(part, parameters)}`;
    else {
      parameters.last += 1;
      text += `$${parameters.last}`;
    }
    text += template.strings[index + 1];
  }
  return text;
}

const isListOfTemplates = (value: unknown): value is readonly Template[] =>
  Array.isArray(value) && value[0] instanceof Template;

/** The pool or a transaction. */
export interface Db {
  /** Identifiers not known when the statement is written. */
  (names: string | string[]): SqlIdentifiers;
  // biome-ignore lint/suspicious/noExplicitAny: rows without a declared type are checked by the caller
  <Rows extends readonly object[] = Record<string, any>[]>(
    strings: TemplateStringsArray,
    ...values: readonly (Parameter | Template<unknown> | SqlIdentifiers)[]
  ): Template<Rows>;
  json(value: unknown): Json;
  /** `"a" = …, "b" = …` for an update whose columns are not known when it is written. */
  assign(values: Readonly<Record<string, unknown>>): Template;
  /** Raw SQL. Must not contain user input. */
  unsafe(text: string): Template;
}

export function createDb(source: StatementSource): Db {
  const tag = (first: TemplateStringsArray | string | readonly string[], ...values: unknown[]) => {
    if (typeof first !== 'object' || !('raw' in first)) return new SqlIdentifiers(first);
    observer?.written(first);
    return new Template(source, first, values);
  };
  return Object.assign(tag, {
    json: (value: unknown) => new Json(value),
    assign(values: Readonly<Record<string, unknown>>) {
      const names = Object.keys(values).map(
        (name, index) => `${index === 0 ? '' : ', '}${quoteIdentifier(name)} = `,
      );
      return new Template(source, [...names, ''], Object.values(values));
    },
    unsafe: (text: string) => new Template(source, [text], [], true),
  }) as Db;
}
