import { type AnyOperation, isReadOnly } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';

/** Arguments that exist only over MCP; the operation does not know them. */
interface ToolArgument {
  name: string;
  schema: JsonSchema;
  isTaken(operation: AnyOperation): boolean;
}

const takesKey = (operation: AnyOperation) =>
  !isReadOnly(operation) && operation.idempotent !== true && operation.destructive !== true;

const toolArguments: readonly ToolArgument[] = [
  {
    name: 'pictures',
    schema: { description: 'True: pictures too.', type: 'boolean' },
    isTaken: ({ pictures }) => pictures !== undefined,
  },
  {
    name: 'detail',
    schema: { description: 'full: all.', type: 'string' },
    isTaken: ({ shortReply }) => shortReply !== undefined,
  },
  {
    name: 'confirm',
    schema: { description: 'From the refusal.', type: 'string' },
    isTaken: ({ asksFirst }) => asksFirst === true,
  },
  {
    name: 'idempotency_key',
    schema: { description: 'Once per key.', type: 'string' },
    isTaken: takesKey,
  },
];

/** By operation, in the order of the schema. */
export function listToolArguments(operation: AnyOperation): readonly ToolArgument[] {
  return toolArguments.filter(({ isTaken }) => isTaken(operation));
}

/** Entries of a page unless the call asks for another number: a conversation rarely needs more. */
const usualEntries = 10;

/** What a tool call takes for an argument left out, where REST takes something else. */
export function listToolDefaults({ input, toolInput }: AnyOperation): Readonly<Record<string, unknown>> {
  const isPaged = 'cursor' in input.shape && 'limit' in input.shape;
  return { ...(isPaged && { limit: usualEntries }), ...toolInput };
}

export interface SplitArguments {
  /** The operation's own arguments. */
  given: Record<string, unknown>;
  wantsPictures: boolean;
  wantsFullReply: boolean;
  confirm: string | undefined;
  idempotencyKey: string | undefined;
}

export function splitToolArguments(operation: AnyOperation, input: Record<string, unknown>): SplitArguments {
  const given = { ...input };
  const take = (name: string) => {
    const isTaken = listToolArguments(operation).some((argument) => argument.name === name);
    if (!isTaken || !Object.hasOwn(input, name)) return undefined;
    delete given[name];
    return input[name] ?? undefined;
  };
  const [pictures, detail, confirm, key] = ['pictures', 'detail', 'confirm', 'idempotency_key'].map(take);
  if (pictures !== undefined && typeof pictures !== 'boolean')
    refuse.invalid('pictures', { en: 'This must be true or false.', ru: 'Здесь нужно true или false.' });
  if (detail !== undefined && detail !== 'short' && detail !== 'full')
    refuse.invalid('detail', {
      en: 'This must be one of: short, full.',
      ru: 'Допустимые значения: short, full.',
    });
  if (confirm !== undefined && typeof confirm !== 'string')
    refuse.invalid('confirm', {
      en: 'This must be the word that the refusal gave.',
      ru: 'Здесь нужно слово, которое дал отказ.',
    });
  if (key !== undefined && !(typeof key === 'string' && /^[\x21-\x7e]{1,150}$/.test(key)))
    refuse.invalid('idempotency_key', {
      en: 'This must have 1 to 150 printable ASCII characters without spaces.',
      ru: 'Здесь нужно от 1 до 150 печатных символов ASCII без пробелов.',
    });
  return {
    given,
    wantsPictures: pictures === true,
    wantsFullReply: detail === 'full',
    confirm: confirm as string | undefined,
    idempotencyKey: key as string | undefined,
  };
}
