import type { Persona } from '../../src/entry/demo/world.ts';
import type { Writer } from './writer.ts';

/** What the writers hand to each other: somebody proposes, another decides. */
export interface Village {
  settlement: { id: string; slug: string };
  otherSettlement: { id: string; slug: string };
  accounts: Record<Persona, string>;
  company: string;
  /** Number and identifier of the plot each of them writes about. */
  plots: Partial<Record<Persona, { id: string; number: string }>>;
  freePlots: string[];
  contacts: { id: string; name: string }[];
  proposals: { id: string; marker: string }[];
  reviews: { id: string; marker: string }[];
  claims: { id: string; marker: string }[];
  tasks: { id: string; marker: string }[];
  revisions: { article: string; revision: string; marker: string }[];
}

export type Act = (writer: Writer) => Promise<void>;

/** The oldest that waits, or nothing to do just now. */
export function take<Entry>(list: Entry[]): Entry | undefined {
  return list.shift();
}

/** Only so many wait for a decision: what nobody comes to is not kept. */
export function put<Entry>(list: Entry[], entry: Entry): void {
  list.push(entry);
  if (list.length > 50) list.shift();
}
