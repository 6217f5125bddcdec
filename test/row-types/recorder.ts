import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Column } from '../../src/base/db/driver/row-reader.ts';
import { observeStatements } from '../../src/base/db/driver/statement-observer.ts';

/** A recorded statement: possible callers, text and column metadata. */
export interface RecordedStatement {
  /** Nearest callers of the template, innermost first: `file:line:column`. */
  callers: string[];
  text: string;
  columns: { name: string; type: number; table: number; column: number }[];
  /** Columns that were null at least once. */
  nulls: string[];
}

let isRecording = false;

/** Writes the recorded statements of this process to a folder on exit, once per statement and caller. */
export function recordStatements(folder: string): void {
  if (isRecording) return;
  isRecording = true;
  const callers = new Map<readonly string[], string[]>();
  const texts = new Map<readonly string[], Set<string>>();
  const columns = new Map<string, RecordedStatement['columns']>();
  const nulls = new Map<string, Set<string>>();
  observeStatements({
    written(strings) {
      if (!callers.has(strings)) callers.set(strings, readCallers());
    },
    composed(strings, { form }) {
      if (callers.has(strings)) addTo(texts, strings, form.text);
    },
    described(text, described: readonly Column[]) {
      if (columns.has(text)) return;
      const seen = described.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: dataTypeID,
        table: tableID,
        column: columnID,
      }));
      columns.set(text, seen);
    },
    answered(text, rows) {
      for (const row of rows) for (const name in row) if (row[name] === null) addTo(nulls, text, name);
    },
  });
  process.once('exit', () => {
    const seen: RecordedStatement[] = [...texts].flatMap(([strings, all]) =>
      [...all].flatMap((text) => {
        const described = columns.get(text);
        const from = callers.get(strings) ?? [];
        return described
          ? { callers: from, text, columns: described, nulls: [...(nulls.get(text) ?? [])] }
          : [];
      }),
    );
    writeFileSync(
      join(folder, `${process.pid}.jsonl`),
      seen.map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
  });
}

/** Several callers, because a function may wrap the template. */
function readCallers(): string[] {
  return listPlaces(new Error().stack ?? '')
    .filter((place) => !/\/(recorder|db\/driver\/(?:template|statement-observer))\.[jt]s:/.test(place))
    .slice(0, 3);
}

/** The places of stack frames as `file:line:column`, whatever characters the path of the repository has. */
export function listPlaces(stack: string): string[] {
  const frames = stack.matchAll(/^\s+at (?:async )?(?:.*? \()?(file:\/\/\/.*|\/.*)(:\d+:\d+)\)?$/gm);
  return [...frames].map(
    ([, file = '', place]) => `${file.startsWith('/') ? file : fileURLToPath(file)}${place}`,
  );
}

function addTo<K>(sets: Map<K, Set<string>>, key: K, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
