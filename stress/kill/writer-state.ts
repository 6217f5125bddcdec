import type { Persona } from '../../src/entry/demo/world.ts';
import type { Writer } from './writer.ts';

/** State shared by the writers: one proposes, another decides. */
export interface WriterState {
  settlement: { id: string; slug: string };
  otherSettlement: { id: string; slug: string };
  accounts: Record<Persona, string>;
  company: string;
  /** The plot of each person, by number and identifier. */
  plots: Partial<Record<Persona, { id: string; number: string }>>;
  freePlots: string[];
  contacts: { id: string; name: string }[];
  proposals: { id: string; marker: string }[];
  reviews: { id: string; marker: string }[];
  claims: { id: string; marker: string }[];
  tasks: { id: string; marker: string }[];
  revisions: { article: string; revision: string; marker: string }[];
}

export type WriterAction = (writer: Writer) => Promise<void>;

/** Takes the oldest entry; undefined if there is none. */
export function takeOldest<Entry>(list: Entry[]): Entry | undefined {
  return list.shift();
}

/** Adds an entry; only the newest 50 are kept. */
export function addRecent<Entry>(list: Entry[], entry: Entry): void {
  list.push(entry);
  if (list.length > 50) list.shift();
}
