import type { z } from 'zod';
import type { AnyOperation } from './operation.ts';

/** One place of a reply that can hold text. */
export interface OutputText {
  /** As data.photos[].caption; {} stands for the values of a record, {key} for its keys. */
  path: string;
  /** Undefined: the field is not marked; see `outText` and the others in fields.ts. */
  writtenByPeople: boolean | undefined;
}

/** The parts of a zod definition that hold nested schemas. */
interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
}

const textlessTypes = new Set([
  'boolean',
  'number',
  'bigint',
  'null',
  'undefined',
  'never',
  'enum',
  'literal',
]);

/** Every place of a schema that can hold text. An unknown schema type counts as unmarked text. */
export function listOutputTexts(schema: z.ZodType, path = ''): OutputText[] {
  const definition = schema._zod.def as Definition;
  const inside = (part: z.ZodType | undefined, name: string) =>
    part === undefined ? [] : listOutputTexts(part, name);
  switch (definition.type) {
    case 'object':
      return [
        ...Object.entries(definition.shape ?? {}).flatMap(([name, field]) =>
          inside(field, path === '' ? name : `${path}.${name}`),
        ),
        ...inside(definition.catchall, `${path}.*`),
      ];
    case 'array':
      return inside(definition.element, `${path}[]`);
    case 'record':
      return [...inside(definition.keyType, `${path}{key}`), ...inside(definition.valueType, `${path}{}`)];
    case 'union':
      return (definition.options ?? []).flatMap((option) => inside(option, path));
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return inside(definition.innerType, path);
    default: {
      if (textlessTypes.has(definition.type)) return [];
      const { writtenByPeople } = (schema.meta() ?? {}) as { writtenByPeople?: boolean };
      return [{ path, writtenByPeople }];
    }
  }
}

const known = new WeakMap<AnyOperation, boolean>();

/** Whether the reply can hold user-written text. Unmarked fields count as user-written. */
export function hasUserWrittenText(operation: AnyOperation): boolean {
  let shows = known.get(operation);
  if (shows === undefined) {
    shows = listOutputTexts(operation.output).some(({ writtenByPeople }) => writtenByPeople !== false);
    known.set(operation, shows);
  }
  return shows;
}

const knownShort = new WeakMap<AnyOperation, boolean>();

/** The same of the short reply to a write. */
export function hasUserWrittenTextWhenShort(operation: AnyOperation): boolean {
  const { shortReply } = operation;
  if (shortReply === undefined) return hasUserWrittenText(operation);
  let shows = knownShort.get(operation);
  if (shows === undefined) {
    const isKept = (path: string) => {
      const plain = path.replaceAll(/\[\]|\{(?:key)?\}/g, '');
      return shortReply.some((kept) => plain === kept || plain.startsWith(`${kept}.`));
    };
    shows = listOutputTexts(operation.output).some(
      ({ path, writtenByPeople }) => writtenByPeople !== false && isKept(path),
    );
    knownShort.set(operation, shows);
  }
  return shows;
}
