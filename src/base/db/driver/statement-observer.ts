import type { Column, Row } from './row-reader.ts';

/** Hears of every statement. The tests set one, to compare the type written at a statement with the rows it gives. */
export interface StatementObserver {
  /** While whoever wrote the statement is still on the stack. */
  written(strings: readonly string[]): void;
  composed(strings: readonly string[], text: string): void;
  described(text: string, columns: readonly Column[]): void;
  answered(text: string, rows: readonly Row[]): void;
}

/** Nobody, when the service runs. */
export let observer: StatementObserver | undefined;

export function observeStatements(by: StatementObserver): void {
  observer = by;
}
