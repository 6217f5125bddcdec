import { isAcceptedOn } from '../../../domain/kernel/argument-metadata.ts';
import type { AnyOperation, Audience } from '../../../domain/kernel/operation.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { listToolArguments } from './tool-arguments.ts';

const argumentNamesCache = new WeakMap<AnyOperation, Map<Audience, ReadonlySet<string>>>();

/** The arguments of the operation's tool on this server. */
export function listArgumentNames(operation: AnyOperation, audience: Audience): ReadonlySet<string> {
  let byAudience = argumentNamesCache.get(operation);
  if (byAudience === undefined) {
    byAudience = new Map();
    argumentNamesCache.set(operation, byAudience);
  }
  let names = byAudience.get(audience);
  if (names === undefined) {
    const fields = Object.entries(operation.input.shape);
    const taken = fields.filter(([, field]) => isAcceptedOn(audience, field)).map(([name]) => name);
    names = new Set([...taken, ...listToolArguments(operation).map(({ name }) => name)]);
    byAudience.set(audience, names);
  }
  return names;
}

/** A misspelt filter that is ignored would give a wrong result, so unknown arguments are refused. */
export function refuseUnknownArguments(operation: AnyOperation, audience: Audience, input: object): void {
  const names = listArgumentNames(operation, audience);
  const unknown = Object.keys(input).filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  const [asked, list] = [unknown.slice(0, 20), [...names].join(', ')];
  const [en, ru] = ['There is no such argument', 'Такого аргумента нет'];
  const text =
    names.size === 0
      ? { en: 'This tool takes no arguments.', ru: 'Этот инструмент вызывается без аргументов.' }
      : { en: `${en}. There are: ${list}.`, ru: `${ru}. Есть: ${list}.` };
  const missing = [...names].filter(
    (name) =>
      !Object.hasOwn(input, name) && operation.input.shape[name]?.safeParse(undefined).success === false,
  );
  throw new Refusal({
    kind: 'invalid',
    text,
    fields: Object.fromEntries([
      ...asked.map((name) => [name.slice(0, 200), [{ en: `${en}.`, ru: `${ru}.` }]]),
      ...missing.map((name) => [
        name,
        [{ en: 'This argument is required.', ru: 'Этот аргумент обязателен.' }],
      ]),
    ]),
  });
}

const inexactNumberText = {
  en: 'This number is above 2^53, where many programs lose its last digits. Send it as a string of digits, exactly as a reply gave it.',
  ru: 'Это число больше 2^53, и многие программы теряют его последние цифры. Пришлите его строкой цифр, точно как в ответе.',
};

const maxExactInteger = BigInt(Number.MAX_SAFE_INTEGER);
const isInexact = (value: unknown) =>
  typeof value === 'bigint' ? value > maxExactInteger : typeof value === 'number' && !isExactNumber(value);
const isExactNumber = (value: number) => Number.isSafeInteger(value) || !Number.isInteger(value);

/**
 * Arguments sent as JSON numbers so large that their last digits may be lost, where naming nothing would show it. An
 * empty page after a cursor shows nothing: the list may end there.
 */
export function findInexactNumbers(operation: AnyOperation, input: Record<string, unknown>): string[] {
  const names = Object.keys(input).filter((name) => name !== 'cursor' && isInexact(input[name]));
  return names.filter((name) => Object.hasOwn(operation.input.shape, name));
}

export function refuseInexactNumbers(names: readonly string[]): never {
  throw new Refusal({
    kind: 'invalid',
    text: inexactNumberText,
    fields: Object.fromEntries(names.map((name) => [name, [inexactNumberText]])),
  });
}
