import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormState } from './form-state.ts';

/** What parts of a page need of the visit, given once by the shell, so that no part has to be handed it. */
export interface PageContext {
  /** The visitor's token, which every posted form carries. */
  readonly csrf: string;
  /** Forms that came back, by the name of their action. */
  readonly forms: Readonly<Record<string, FormState>>;
  /** Whether an address has a page yet; one that has none is not linked. */
  isBuilt(href: string): boolean;
}

const Context = createContext<PageContext>({ csrf: '', forms: {}, isBuilt: () => true });

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  return useContext(Context);
}
