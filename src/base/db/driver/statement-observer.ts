import type { Column, Row } from './row-reader.ts';

/** Observes every statement. Used by tests that compare declared row types with actual rows. */
export interface StatementObserver {
  /** Called while the author of the statement is on the stack. */
  written(strings: readonly string[]): void;
  composed(strings: readonly string[], text: string): void;
  /** For each statement that is sent, except scripts. */
  sent?(text: string): void;
  described(text: string, columns: readonly Column[]): void;
  answered(text: string, rows: readonly Row[]): void;
}

/** Undefined in production. */
export let observer: StatementObserver | undefined;

export function observeStatements(by: StatementObserver): void {
  observer = by;
}
