import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import type { AnyOperation } from '../../../domain/kernel/operation.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';

/** What the value being completed can name. */
export type CompletionKind = keyof typeof completionSources;

/** Arguments filled in before, by name: an object is searched on its plot, a contact in its settlement. */
type KnownArguments = Readonly<Record<string, string>>;

interface CompletionSource {
  /** The reading operation that lists the values. */
  operation: string;
  /** Its input; null: too little is known. */
  input(typed: string, known: KnownArguments): Record<string, unknown> | null;
  /** Each value with words to match; without words it matches by prefix. */
  values(reply: never): { value: string; words?: string }[];
}

interface NamedEntry {
  id: string;
  slug: string;
  name: string;
  title: string;
}

const completionSources = {
  plot: {
    operation: 'list_my_parcels',
    input: () => ({}),
    values: ({ data }: { data: { plot_number: string }[] }) =>
      data.map(({ plot_number }) => ({ value: plot_number })),
  },
  settlement: {
    operation: 'list_settlements',
    input: (typed) => ({ ...(typed !== '' && { q: typed, also_places: true }) }),
    values: ({ settlements }: { settlements: NamedEntry[] }) =>
      settlements.map(({ slug, name }) => ({ value: slug, words: name })),
  },
  /** On servers without the register: the caller's own. */
  own_settlement: {
    operation: 'show_me',
    input: () => ({}),
    values: ({ data }: { data: { settlements: { settlement_slug: string; settlement_name: string }[] } }) =>
      data.settlements.map((one) => ({ value: one.settlement_slug, words: one.settlement_name })),
  },
  knowledge: {
    operation: 'list_knowledge_articles',
    input: (typed) => ({ ...(typed !== '' && { search: typed }) }),
    values: ({ articles }: { articles: NamedEntry[] }) =>
      articles.map(({ slug, title }) => ({ value: slug, words: title })),
  },
  article: {
    operation: 'list_articles',
    input: (typed, { settlement }) =>
      settlement === undefined ? null : { settlement, ...(typed !== '' && { q: typed }) },
    values: ({ articles }: { articles: NamedEntry[] }) =>
      articles.map(({ slug, title }) => ({ value: slug, words: title })),
  },
  object: {
    operation: 'list_parcel_objects',
    input: (_, { parcel, plot = parcel }) => (plot === undefined ? null : { parcel: plot, limit: 100 }),
    values: ({ objects }: { objects: NamedEntry[] }) =>
      objects.map(({ id, title }) => ({ value: id, words: title })),
  },
  contact: {
    operation: 'list_contacts',
    input: (typed, { settlement }) =>
      settlement === undefined ? null : { settlement, ...(typed !== '' && { q: typed }) },
    values: ({ contacts }: { contacts: NamedEntry[] }) =>
      contacts.map(({ slug, name }) => ({ value: slug, words: name })),
  },
} satisfies Record<string, CompletionSource>;

/** What an argument of a resource template names. */
export function findCompletionKind(template: string, argument: string): CompletionKind | undefined {
  if (argument === 'article') return template.includes('knowledge') ? 'knowledge' : 'article';
  return Object.hasOwn(completionSources, argument) ? (argument as CompletionKind) : undefined;
}

/** Values visible to the caller that match what is typed, by prefix or by the service's search. */
export async function completeArgument(
  kind: CompletionKind,
  { typed, known }: { typed: string; known: KnownArguments },
  {
    operations,
    kernel,
    call,
    caller,
  }: {
    operations: readonly AnyOperation[];
    kernel: Kernel;
    call: Call;
    caller: Caller;
  },
): Promise<string[]> {
  const has = (name: string) => operations.some((each) => each.name === name);
  const source: CompletionSource =
    completionSources[kind === 'settlement' && !has('list_settlements') ? 'own_settlement' : kind];
  const operation = operations.find(({ name }) => name === source.operation);
  if (operation === undefined) return [];
  const load = async (looked: string) => {
    const input = source.input(looked, known);
    if (input === null) return [];
    try {
      return source.values((await kernel.perform(operation, input, call, caller)) as never);
    } catch (error) {
      // Completion must not reveal what exists: a refusal gives no suggestions.
      if (error instanceof Refusal && ['not_found', 'invalid', 'forbidden'].includes(error.kind)) return [];
      throw error;
    }
  };
  const small = typed.toLowerCase();
  const begins = ({ value, words = '' }: { value: string; words?: string }) =>
    value.toLowerCase().startsWith(small) || words.toLowerCase().includes(small);
  // The service's search matches words in any form, but no slug prefixes.
  const [found, all] = [await load(typed), typed === '' ? [] : await load('')];
  const isSearched = JSON.stringify(source.input(small, known)) !== JSON.stringify(source.input('', known));
  const fitting = [...(isSearched ? found : found.filter(begins)), ...all.filter(begins)];
  return [...new Set(fitting.map(({ value }) => value))];
}
