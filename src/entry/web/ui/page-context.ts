import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormState } from './form-state.ts';

/** Request data that components need, provided by the shell. */
export interface PageContext {
  /** Form token of the visitor. */
  readonly csrf: string;
  /** State of refused forms by action name. */
  readonly forms: Readonly<Record<string, FormState>>;
  /** Whether a path has a page; others are not linked. */
  hasPage(href: string): boolean;
}

const Context = createContext<PageContext>({ csrf: '', forms: {}, hasPage: () => true });

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  return useContext(Context);
}
