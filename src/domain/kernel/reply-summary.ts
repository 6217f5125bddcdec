import { stateDefault } from './argument-metadata.ts';
import { enumField } from './fields.ts';
import type { AnyOperation } from './operation.ts';

/** For operations with long replies: `summary` returns only the main fields. */
export const detail = stateDefault(
  'whole',
  enumField(['whole', 'summary']).optional().describe('summary: main fields.'),
);

interface FieldTree {
  [name: string]: FieldTree;
}

/** Turns paths such as a.b, a.c and d into a tree. */
function parsePaths(paths: readonly string[]): FieldTree {
  const kept: FieldTree = {};
  for (const path of paths) {
    let at = kept;
    for (const name of path.split('.')) {
      at[name] ??= {};
      at = at[name];
    }
  }
  return kept;
}

/** The value with only these fields, applied to every entry of a list; leaves of the tree are kept whole. */
function pick(value: unknown, kept: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((entry) => pick(entry, kept));
  const names = Object.keys(kept);
  if (typeof value !== 'object' || value === null || names.length === 0) return value;
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    names.filter((name) => name in fields).map((name) => [name, pick(fields[name], kept[name] as FieldTree)]),
  );
}

/** Stages do not see `detail`: filters, and the cursors signed over them, must not depend on it. */
export function omitDetail<Input extends Record<string, unknown>>(
  operation: Pick<Partial<AnyOperation>, 'summaryFields'>,
  input: Input,
): Input {
  if (operation.summaryFields === undefined) return input;
  const { detail: _, ...rest } = input;
  return rest as Input;
}

const fieldTrees = new WeakMap<object, FieldTree>();
const shortTrees = new WeakMap<AnyOperation, FieldTree>();

/** The reply of a write, reduced to what an assistant needs to go on. */
export function shortenReply<Reply>(operation: AnyOperation, reply: Reply): Reply {
  if (operation.shortReply === undefined) return reply;
  let kept = shortTrees.get(operation);
  if (kept === undefined) {
    kept = parsePaths(operation.shortReply);
    shortTrees.set(operation, kept);
  }
  return pick(reply, kept) as Reply;
}

/** The reply, reduced to the operation's main fields when a summary was requested. */
export function summarizeReply<Reply>(
  operation: Pick<Partial<AnyOperation>, 'summaryFields'>,
  input: Record<string, unknown>,
  reply: Reply,
): Reply {
  if (operation.summaryFields === undefined || input.detail !== 'summary') return reply;
  let kept = fieldTrees.get(operation);
  if (kept === undefined) {
    kept = parsePaths(operation.summaryFields);
    fieldTrees.set(operation, kept);
  }
  return pick(reply, kept) as Reply;
}
