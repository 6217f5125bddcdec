import type { Submittable } from 'pg';
import type { Column, Row } from './row-reader.ts';
import type { StatementForm } from './statement-forms.ts';

/** One object for each time that a statement is asked for. */
export interface ObservedStatement {
  readonly form: StatementForm;
}

/** Observes every statement. Used by tests that compare declared row types with actual rows, count statements, or make them fail. */
export interface StatementObserver {
  /** Called while the author of the statement is on the stack. */
  written?(strings: readonly string[]): void;
  /** Called in the asynchronous context of whoever awaits the statement. */
  composed?(strings: readonly string[], statement: ObservedStatement): void;
  /** For each statement that is sent, except scripts; again when it has to be prepared anew. */
  sent?(statement: ObservedStatement): void;
  /** For each message to the server, scripts included, in the asynchronous context of who sends it: may replace `submit`. */
  submitted?(query: Submittable): void;
  described?(text: string, columns: readonly Column[]): void;
  answered?(text: string, rows: readonly Row[]): void;
}

const observers = new Set<StatementObserver>();
const everyObserver: Required<StatementObserver> = {
  written(strings) {
    for (const each of observers) each.written?.(strings);
  },
  composed(strings, statement) {
    for (const each of observers) each.composed?.(strings, statement);
  },
  sent(statement) {
    for (const each of observers) each.sent?.(statement);
  },
  submitted(query) {
    for (const each of observers) each.submitted?.(query);
  },
  described(text, columns) {
    for (const each of observers) each.described?.(text, columns);
  },
  answered(text, rows) {
    for (const each of observers) each.answered?.(text, rows);
  },
};

/** Undefined in production. */
export let observer: Required<StatementObserver> | undefined;

/** Returns what ends the observation. */
export function observeStatements(by: StatementObserver): () => void {
  observers.add(by);
  observer = everyObserver;
  return () => {
    observers.delete(by);
    if (observers.size === 0) observer = undefined;
  };
}
